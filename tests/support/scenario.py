"""Given events, when a seat asks for something, then events or a refusal: the form of every test of a rule.

    given(RULESET, table, *events).when(RED, PlacePiece(…)).then(PiecePlaced(…), …)
    given(RULESET, table, *events).when(RED, PlacePiece(…)).refused_by("HT-PLACE-1", code="post_occupied")

Steps chain; after a refusal the state is the one before. What a step accepts must be covered by the options
listed for its seat, and what it refuses must not be listed as complete (the first two of the three laws).
So every scenario checks `legal` along the way.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.dice import Dice, Draw, Shuffle
from kontor.domain.kernel.legality import Option, covers, is_complete
from kontor.domain.kernel.model import write
from kontor.domain.kernel.ruleset import LedgerLine, Ruleset, Score, SeatScore, Table
from kontor.domain.kernel.secrets import draws_in
from kontor.domain.kernel.violation import NotYourDecision, Violation

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")
Kind = TypeVar("Kind")

KEY = bytes(range(32))  # the key of all draws in tests


@dataclass(frozen=True, slots=True)
class Scenario(Generic[S, C, E]):
    ruleset: Ruleset[S, C, E]
    table: Table
    now: S
    version: int = 0
    drawn: tuple[Draw | Shuffle, ...] = ()
    events: tuple[E, ...] = ()  # of the last step
    refusal: Violation | NotYourDecision | None = None

    # ------------------------------------------------------------ given

    def given(self, *events: E) -> "Scenario[S, C, E]":
        """Add events to the scenario that have happened."""
        self._require_no_refusal()
        now, version = self.now, self.version
        for event in events:
            version += 1
            now = self.ruleset.evolve(now, event, version)
        draws = tuple(draw for event in events for draw in draws_in(event))
        return replace(self, now=now, version=version, drawn=(*self.drawn, *draws), events=())

    # ------------------------------------------------------------ when

    def when(self, seat: int, command: C, luck: Sequence[int] = ()) -> "Scenario[S, C, E]":
        """Let the seat send a command. Check the result with `then` or `refused_by`. `luck`: the values of the first
        draws, each below its bound, so a die that shows 3 is a 2."""
        self._require_no_refusal()
        if seat not in self.ruleset.may_act(self.now):
            return replace(self, refusal=NotYourDecision(f"seat {seat} has nothing to decide now"), events=())
        dice = Loaded(self._counters(), luck)
        try:
            events = tuple(self.ruleset.decide(self.now, seat, command, dice))
        except Violation as refusal:
            self._require_not_listed(seat, command)
            return replace(self, refusal=refusal, events=())
        self._require_covered(seat, command)
        _require_named(dice, events)
        return replace(self.given(*events), events=events)

    def when_scored(self) -> "Scenario[S, C, E]":
        """Let the system score the game, which must be over."""
        self._require_no_refusal()
        assert self.ruleset.is_over(self.now), "play has not ended"
        events = tuple(self.ruleset.finish(self.now))
        return replace(self.given(*events), events=events)

    # ------------------------------------------------------------ then

    def then(self, *expected: E) -> "Scenario[S, C, E]":
        """Expect exactly these events, in this order."""
        self._require_no_refusal()
        assert list(self.events) == list(expected)
        return self

    def then_among_others(self, *expected: E) -> "Scenario[S, C, E]":
        """Expect these events in this order. Any other events may come before, between and after them."""
        self._require_no_refusal()
        rest = iter(self.events)
        for event in expected:
            assert any(event == each for each in rest), f"not there: {event} in {list(self.events)}"
        return self

    def then_no(self, *kinds: type) -> "Scenario[S, C, E]":
        """Expect that the last command caused no event of these kinds."""
        self._require_no_refusal()
        assert [event for event in self.events if isinstance(event, kinds)] == []
        return self

    def accepted(self) -> "Scenario[S, C, E]":
        """Expect that the last command was accepted, with any events."""
        self._require_no_refusal()
        assert self.events, "nothing happened"
        return self

    def refused_by(self, rule: str, code: str | None = None, **facts: Json) -> "Scenario[S, C, E]":
        """Expect that this rule refuses the command, with this code and at least these facts. The state is
        unchanged."""
        assert isinstance(self.refusal, Violation), f"accepted or never asked: {list(self.events)}"
        assert self.refusal.rule == rule, f"refused by {self.refusal.rule}: {self.refusal.message}"
        if code is not None:
            assert self.refusal.code == code
        assert {key: self.refusal.facts.get(key) for key in facts} == facts
        assert rule in self.ruleset.rules(), f"the rules page has no {rule}"
        return replace(self, refusal=None)

    def not_asked(self) -> "Scenario[S, C, E]":
        """Expect that the kernel refuses the command before any rule is checked, because the seat has nothing to
        decide."""
        assert isinstance(self.refusal, NotYourDecision), f"it was asked: {self.refusal or self.events}"
        return replace(self, refusal=None)

    # ------------------------------------------------------------ reading

    @property
    def state(self) -> S:
        self._require_no_refusal()
        return self.now

    def view(self, *seats: int) -> JsonObject:
        """Return the view of these seats together. Without seats, return the view of a spectator."""
        return self.ruleset.view(self.state, frozenset(seats))

    def options(self, seat: int) -> Sequence[Option]:
        return self.ruleset.legal(self.state, seat)

    def lists(self, seat: int, command: C) -> bool:
        """Return whether an option listed for the seat covers the command."""
        body = self._written(command)
        return any(covers(option, body) for option in self.options(seat))

    def score(self) -> Score:
        return self.ruleset.score(self.state)

    def scored(self, seat: int) -> SeatScore:
        return next(line for line in self.score().seats if line.seat == seat)

    def ledger(self, seat: int, category: str) -> list[LedgerLine]:
        return [line for line in self.score().ledger if line.seat == seat and line.category == category]

    def happened(self, kind: type[Kind]) -> list[Kind]:
        """Return the events of that kind in the last step."""
        return [event for event in self.events if isinstance(event, kind)]

    # ------------------------------------------------------------ internal

    def _counters(self) -> dict[str, int]:
        counters: dict[str, int] = {}
        for draw in self.drawn:
            counters[draw.purpose] = counters.get(draw.purpose, 0) + 1
        return counters

    def _written(self, command: C) -> JsonObject:
        body = write(self.ruleset.spelling(self.now, command))
        assert isinstance(body, dict)
        name = next(name for name, kind in self.ruleset.commands.items() if kind is type(command))
        return {"type": name, **body}

    def _require_no_refusal(self) -> None:
        assert self.refusal is None, f"refused: {self.refusal}"

    def _require_covered(self, seat: int, command: C) -> None:
        assert self.lists(seat, command), f"accepted but covered by no option: {self._written(command)}"

    def _require_not_listed(self, seat: int, command: C) -> None:
        body = self._written(command)
        listed = [option for option in self.options(seat) if is_complete(option) and covers(option, body)]
        assert not listed, f"listed as complete but refused: {listed}"


class Loaded(Dice):
    """Dice whose first draws are given by the test. Later draws are normal."""

    def __init__(self, counters: Mapping[str, int], luck: Sequence[int]) -> None:
        super().__init__(KEY, counters)
        self._luck = list(luck)

    def below(self, purpose: str, bound: int) -> Draw:
        draw = super().below(purpose, bound)
        if self._luck:
            draw = self.drawn[-1] = replace(draw, value=self._luck.pop(0))
            assert 0 <= draw.value < bound, f"{purpose} cannot draw {draw.value}"
        return draw


def given(ruleset: Ruleset[S, C, E], table: Table, *events: E) -> Scenario[S, C, E]:
    """Return a scenario in which these events have happened, from the set-up on."""
    return Scenario(ruleset, table, ruleset.initial(table)).given(*events)


def set_up(ruleset: Ruleset[S, C, E], table: Table) -> Scenario[S, C, E]:
    """Return a scenario after the ruleset's own set-up, with the dice of the tests. `events` contains the events of the
    set-up."""
    dice = Dice(KEY, {})
    start = Scenario(ruleset, table, ruleset.initial(table))
    events = tuple(ruleset.setup(table, dice))
    _require_named(dice, events)
    return replace(start.given(*events), events=events)


def _require_named(dice: Dice, events: Sequence[object]) -> None:
    named = Counter(draw for event in events for draw in draws_in(event))
    assert named == Counter(dice.drawn), "each draw is named by exactly one event"
