"""A game in memory. A program can list its legal commands, play, undo, view, score and save it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, Generic, Self

from kontor.domain.kernel import bots, play
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.commits import SYSTEM, seat_actor
from kontor.domain.kernel.drawing.palette import Theme
from kontor.domain.kernel.drawing.svg import svg
from kontor.domain.kernel.drawing.terminal import terminal
from kontor.domain.kernel.game import Game as Folded
from kontor.domain.kernel.game import Status, follow, require_created, require_state, table_of
from kontor.domain.kernel.lifecycle import Placing, options_of
from kontor.domain.kernel.ruleset import C, E, Look, Ruleset, S, Score
from kontor.engine.asking import command_of_bot
from kontor.engine.commands import command_of
from kontor.engine.legal import Legal
from kontor.engine.log import Log, Step
from kontor.engine.refusals import REFUSALS, error_of
from kontor.errors import NotNow


@dataclass(frozen=True, slots=True)
class Move(Generic[C, E]):
    """A command that was played, its events, and the version of the game after it."""

    seat: int
    command: C
    events: tuple[E, ...]
    version: int


class Game(Generic[S, C, E]):
    """A game of one ruleset. `kontor.hansa.new()` or `kontor.merchants.new()` creates a game, `kontor.load()` reads
    one.
    """

    def __init__(self, rules: Ruleset[S, C, E], log: Log[S]) -> None:
        self._rules = rules
        self._log = log

    # ---------------------------------------------------------------- doing

    def play(self, command: C | JsonObject | str, /, seat: int | None = None, **fields: Json) -> tuple[E, ...]:
        """Play a command and return its events. If `seat` is left out, the first awaited seat plays, `game.seat`.

        The command is an object of its class, the JSON that a server accepts, or its name with its fields as keywords.
        Raise RuleViolation if a rule refuses the command. Raise BadCommand if it cannot be read. Raise NotNow if the
        seat has nothing to decide. A refused command changes nothing.
        """
        seat = self._acting(seat)
        rules, now = self._rules, self._log.now
        try:
            asked = command_of(rules, command, fields)
            events, after = play.move(rules, now, seat, asked)
        except REFUSALS as refusal:
            raise error_of(rules, refusal) from None
        self._log.append(Step(seat_actor(seat), asked), after)
        if after.status == "scoring":
            scoring = tuple(play.score(rules, after))
            self._log.append(Step(SYSTEM, {"type": "score"}, scoring), follow(rules, after, scoring))
        return tuple(events)

    def dry_run(
        self, command: C | JsonObject | str, /, seat: int | None = None, **fields: Json
    ) -> tuple[tuple[E, ...], bool]:
        """Return the events that a command would cause, up to the first event that depends on dice or secrets. Also
        return whether there is such an event. The game does not change. Raise the same errors as `play`.
        """
        seat = self._acting(seat)
        try:
            asked = command_of(self._rules, command, fields)
            events, undetermined = play.act_on_paper(self._rules, self._now, seat, asked)
        except REFUSALS as refusal:
            raise error_of(self._rules, refusal) from None
        return tuple(events), undetermined

    def undo(self) -> Move[C, E]:
        """Take back the last command. If the same command is played again, it gets the same dice."""
        last = self._log.last_of_a_seat()
        if last is None:
            raise NotNow("cannot-undo", "There is nothing to take back, because no command has been played yet.")
        step = self._log.steps[last]
        self._log.cut(self._rules, last)
        events, undone = step.follow(self._rules, self._log.now)
        return self._move(step, events, undone.version)

    def copy(self) -> Self:
        """Return an independent copy of the game, for example to try commands."""
        return type(self)(self._rules, self._log.copy())

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()  # copies may share values, because these are never changed

    # ---------------------------------------------------------------- reading

    def legal(self, seat: int | None = None) -> Legal[S, C, E]:
        """Return the legal commands of a seat (by default `game.seat`), or an empty result if it cannot act now."""
        if seat is None:
            awaited = self.awaiting
            return Legal(self._rules, self._now, awaited[0] if awaited else 0, bool(awaited))
        return Legal(self._rules, self._now, self._require_seat(seat), seat in self.may_act)

    def view(self, *seats: int) -> JsonObject:
        """Return the common view of these seats, or the view of a spectator, as the JSON of a server."""
        for seat in seats:
            self._require_seat(seat)
        return self._rules.view(self._state, frozenset(seats))

    def look(self, seat: int | None = None) -> Look:
        """Return everything that a bot on this seat can see (docs/python.md)."""
        return bots.look(self._rules, self._now, self._acting(seat))

    def ask(self, bot: str | Callable[[Look], object], seat: int | None = None, seconds: float = 0.2) -> C | None:
        """Return the command that a bot would play for the seat, or None if it passes. `bot`: a name
        (`kontor.hansa.BOTS`) or a function that takes a `Look`. Raise NotNow if the seat has nothing to decide.
        """
        seat = self._acting(seat)
        try:
            return command_of_bot(self._rules, self._now, seat, bot, seconds)
        except REFUSALS as refusal:
            raise error_of(self._rules, refusal) from None

    def svg(self, *seats: int, theme: Theme = "light") -> str:
        """Return a picture of the game (SVG) as these seats see it, or as a spectator sees it."""
        return svg(self._rules.draw(table_of(self._now), self.view(*seats)), theme)

    def _repr_svg_(self) -> str:
        return self.svg()  # in a notebook, several people may see the screen

    def text(self, *seats: int, colours: bool = False, columns: int | None = None, legend: bool = True) -> str:
        """Return the game as a text picture. `colours`: use escape sequences of a terminal. `columns`: the width for
        the board. `legend`: explain the symbols.
        """
        return terminal(self._rules.draw(table_of(self._now), self.view(*seats)), colours, columns, legend)

    def score(self) -> Score:
        """Return the points so far, by seat and category, with a ledger that lists the points one by one."""
        return self._rules.score(self._state)

    @property
    def history(self) -> tuple[Move[C, E], ...]:
        """Return all commands that were played so far, with their events."""
        return tuple(self._move(*each) for each in self._log.replay(self._rules) if each[0].is_of_a_seat)

    @property
    def status(self) -> Status:
        return self._now.status

    @property
    def is_over(self) -> bool:
        return self._log.now.is_ended

    @property
    def awaiting(self) -> tuple[int, ...]:
        """Return the seats that the game waits for. The result is empty when the game is over."""
        now = self._log.now
        return self._rules.awaiting(require_state(now)) if now.status == "running" else ()

    @property
    def seat(self) -> int | None:
        """Return the first awaited seat, which `play` uses by default, or None when the game is over."""
        return next(iter(self.awaiting), None)

    @property
    def may_act(self) -> tuple[int, ...]:
        """Return the seats that have at least one legal command."""
        return self._rules.may_act(self._state) if self._now.status == "running" else ()

    def decision(self, seat: int | None = None) -> str:
        """Return the name of the decision that the seat has to make now. Each ruleset defines these names."""
        return self._rules.decision(self._state, self._acting(seat))

    @property
    def ranking(self) -> tuple[Placing, ...]:
        """Return the final ranking, best seat first. The ranking is empty until the game is over."""
        return self._now.ranking

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(each.seat for each in self._now.ranking if each.rank == 1)

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(place.seat for place in self._now.places)

    @property
    def turn_order(self) -> tuple[int, ...]:
        return self._now.turn_order

    @property
    def ruleset(self) -> str:
        return self._rules.name

    @property
    def board(self) -> JsonObject:
        return self._now.board

    @property
    def options(self) -> JsonObject:
        return options_of(require_created(self._now))

    @property
    def version(self) -> int:
        """Return the number of events in the game so far."""
        return self._now.version

    @property
    def state(self) -> S:
        """Return the state of the ruleset, with all secrets. Never change it."""
        return self._state

    # ---------------------------------------------------------------- saving

    def bundle(self) -> bytes:
        """Return the game as an audit bundle (docs/audit.md) for `kontor audit verify`. It contains all secrets and,
        until the game ends, the seed of the dice. Do not share it before.
        """
        from kontor.engine.files import game_bundle

        return game_bundle(self._rules, self._log)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the game to a file as an audit bundle. `kontor.load` reads such a file."""
        from kontor.engine.files import write_whole

        write_whole(path, self.bundle())

    def __eq__(self, other: object) -> bool:
        """Return whether the other object is the same game with the same seed and the same commands."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._now.id == other._now.id and self._played_commands() == other._played_commands()

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        waits = f", awaiting {', '.join(map(str, self.awaiting))}" if self.awaiting else ""
        return f"<{self._rules.title}: {len(self.seats)} seats, {self.status}, version {self.version}{waits}>"

    # ---------------------------------------------------------------- internal

    @property
    def _now(self) -> Folded[S]:
        return self._log.now

    def _played_commands(self) -> list[tuple[str, JsonObject]]:
        return [(step.actor, step.body(self._rules)) for step in self._log.steps]

    @property
    def _state(self) -> S:
        if self._now.state is None:
            raise NotNow("not-started", "The game has not started, because some of its seats are open.")
        return require_state(self._now)

    def _acting(self, seat: int | None) -> int:
        if seat is not None:
            return self._require_seat(seat)
        awaited = self.awaiting
        if not awaited:
            raise NotNow("game-over", "The game is over. No more commands can be played.")
        return awaited[0]

    def _require_seat(self, seat: int) -> int:
        if not isinstance(seat, int):
            raise TypeError(f"a seat must be a number, 1 or higher, not {seat!r}")
        try:
            return play.require_place(self._now, seat).seat
        except REFUSALS as refusal:
            raise error_of(self._rules, refusal) from None

    def _move(self, step: Step, events: Sequence[object], version: int) -> Move[C, E]:
        of_rules = tuple(self._rules.events.values())
        own = tuple(each for each in events if isinstance(each, of_rules))
        return Move(step.seat, step.command(self._rules), own, version)


AnyGame = Game[Any, Any, Any]
