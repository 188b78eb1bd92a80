"""Re-execute a log whose seed is not public yet, as far as possible.

Public draws are taken from the log, and everything else must follow from them. Values sealed for other seats are
unknown (`domain.kernel.unknown_values`). A command that depends on an unknown value is not decided again. Values that a
later event opens are known from the beginning.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar, cast
from uuid import UUID

from kontor.domain.kernel.canonical import Json, JsonObject, text_of
from kontor.domain.kernel.clocks import tick
from kontor.domain.kernel.commits import OPENING, event_of, names_of, read_part, schema_of
from kontor.domain.kernel.dice import Dice, Draw, Item, Shuffle
from kontor.domain.kernel.finding import Finding, LogError, broken_rule, first_difference, other_events
from kontor.domain.kernel.game import Game, follow, value_of
from kontor.domain.kernel.model import read_form, write
from kontor.domain.kernel.redecide import Past, Recorded, redecide_command
from kontor.domain.kernel.ruleset import C, E, Ruleset, S
from kontor.domain.kernel.secrets import Secret, opened_by, sealed_in
from kontor.domain.kernel.unknown_values import Unknown, UnknownUsed, fill_unknown

NO_SEED = bytes(32)  # used instead of the unknown seed; no compared value depends on it
SEEDLESS = (
    "the seed is not public before the game has ended: draws were not checked, and secrets of other seats were ignored"
)

K = TypeVar("K", covariant=True)


class ToldDice(Dice):
    """Dice that repeat the draws of the log. Draws that the log does not show are unknown."""

    def __init__(self, counters: Mapping[str, int], told: Sequence[Draw | Shuffle]) -> None:
        super().__init__(b"", counters)
        self._told = list(told)

    def below(self, purpose: str, bound: int) -> Draw:
        told = self._take(purpose)
        value = told.value if isinstance(told, Draw) else cast(int, Unknown())
        if isinstance(told, Draw) and not 0 <= told.value < bound:
            raise LogError(f"the draw for {purpose} must be below {bound}, but it is {told.value}")
        self.drawn.append(draw := Draw(purpose, self._next(purpose), bound, value))
        return draw

    def shuffle(self, purpose: str, items: Sequence[Item]) -> Shuffle:
        told = self._take(purpose)
        value = told.value if isinstance(told, Shuffle) else tuple(cast(Item, Unknown()) for _ in items)
        if isinstance(told, Shuffle) and sorted(told.value, key=str) != sorted(items, key=str):
            raise LogError(f"the result of the shuffle {purpose} does not contain exactly the shuffled items")
        self.drawn.append(draw := Shuffle(purpose, self._next(purpose), tuple(items), value))
        return draw

    def _take(self, purpose: str) -> Draw | Shuffle | None:
        found = next((each for each in self._told if each.purpose == purpose), None)
        if found is not None:
            self._told.remove(found)
        return found


@dataclass(frozen=True)
class UnseededGame(Game[K]):
    """A game as a reader without the seed knows it. `told`: the public draws of the current commit."""

    told: tuple[Draw | Shuffle, ...] = ()

    def dice(self) -> Dice:
        return ToldDice(self.counters, self.told)


def unseeded_game(game_id: UUID, board: JsonObject) -> Game[S]:
    return UnseededGame(game_id, NO_SEED, board)


class Unseeded(Generic[S, C, E]):
    """A function that decides a log again without the seed, commit by commit. `undecided`: the versions of commits that
    depend on unknown values."""

    def __init__(self, rules: Ruleset[S, C, E], lines: Sequence[JsonObject]) -> None:
        self._rules = rules
        self._opened: dict[int, dict[int, Json]] = {}  # opened values, by version and number of the part
        for version, part, value in (each for line in lines for each in _openings(line)):
            self._opened.setdefault(version, {})[part] = value
        self._started = False
        self.undecided: list[int] = []

    def unchecked(self, reached: int, total: int) -> str | None:
        """Return a text that says what was not checked, or None if everything was checked. Before the start of a game
        nothing is secret."""
        if not self._started and reached == total:
            return None
        told = [SEEDLESS]
        if self.undecided:
            told.append(f"{len(self.undecided)} versions depend on them (the first: {self.undecided[0]})")
        if reached < total:
            told.append(f"from version {reached + 1} on, no command could be decided again")
        return "; ".join(told)

    def __call__(self, game: Game[S], lines: Sequence[JsonObject], past: Past[S], /) -> Game[S] | Finding:
        self._started |= any(_envelope(line)["type"] == "game_started" for line in lines)
        made = self._decide(game, lines, past)
        if made is not None and (finding := self._finding(made, lines)):
            return finding
        shapes = [None] * len(lines) if made is None else made
        events = [self._event(line, shape) for line, shape in zip(lines, shapes, strict=True)]
        after = follow(self._rules, game, events, past)
        for line, event in zip(lines, shapes, strict=True):
            if event is not None and (finding := _part_finding(after, line, event)):
                return finding
        if made is None:
            self.undecided.extend(cast(int, line["version"]) for line in lines)
        last = cast("Mapping[str, str]", lines[-1]["envelope"])
        return replace(tick(self._rules, game, after, last["actor"], last["at"]), at=last["at"])

    def _decide(self, game: Game[S], lines: Sequence[JsonObject], past: Past[S]) -> Sequence[object] | None:
        if "command" not in lines[0]:
            return None  # the reader may not see it
        actor, shown = cast(str, _envelope(lines[0])["actor"]), cast(JsonObject, lines[0]["command"])
        given = Recorded(actor, cast(JsonObject, shown["body"]), lines)
        told = tuple(draw for line in lines for draw in _draws(line))
        try:
            return redecide_command(self._rules, replace(cast("UnseededGame[S]", game), told=told), given, past)
        except UnknownUsed:
            return None

    def _finding(self, made: Sequence[object], lines: Sequence[JsonObject]) -> Finding | None:
        """Compare everything that the envelopes show with the decided events. Digests are not compared, because they
        depend on the seed."""
        expected, found = [self._outline(event) for event in made], [_public_part(_envelope(line)) for line in lines]
        if len(made) != len(lines):
            types = ([str(each["type"]) for each in some] for some in (expected, found))
            return other_events(cast(int, lines[0]["version"]), *types)
        for line, one, other in zip(lines, expected, found, strict=True):
            known = fill_unknown(one, other)
            if text_of(known) != text_of(other):
                return broken_rule(cast(int, line["version"]), *first_difference(known, other))
        return None

    def _outline(self, event: object) -> JsonObject:
        return {
            "type": names_of(self._rules)[type(event)],
            "schema": schema_of(type(event)),
            "data": write(event),
            "sealed": [list(part.seats) for part in sealed_in(event)],
            "opens": [[ref.version, ref.part] for ref in opened_by(event)],
        }

    def _event(self, line: JsonObject, shape: object | None) -> object:
        """Return the recorded event. Parts that the line does not show are taken from the decided event, or are
        unknown."""
        envelope, version = _envelope(line), cast(int, line["version"])
        event = event_of(self._rules, envelope, ())
        known = self._opened.get(version, {}) | {cast(int, part["part"]): part["value"] for part in _parts(line)}
        looks = () if shape is None else sealed_in(shape)
        sealed: list[object] = []
        for n, each in enumerate(cast("Sequence[Mapping[str, Sequence[int]]]", envelope["sealed"])):
            seats = tuple(each["for"])
            if n in known:
                sealed.append(read_part(type(event), seats, known[n]))
            else:
                sealed.append(looks[n] if n < len(looks) else Secret(seats, Unknown()))
        return replace(event, sealed=tuple(sealed)) if sealed else event  # type: ignore[type-var]  # any dataclass


def _part_finding(game: Game[S], line: JsonObject, made: object) -> Finding | None:
    """Compare the secrets that the reader may see with the secrets of the decided event."""
    sealed = sealed_in(made)
    for part in _parts(line):
        found, expected = part["value"], value_of(game, sealed[cast(int, part["part"])], game.parts)
        if _is_opening(found) and _is_opening(expected):
            salt = cast(JsonObject, found)["salt"]  # checked by the verifier
            expected = {**cast(JsonObject, expected), "salt": salt}
        known = fill_unknown(expected, found)
        if text_of(known) != text_of(found):
            return broken_rule(cast(int, line["version"]), *first_difference(known, found))
    return None


def _envelope(line: JsonObject) -> JsonObject:
    return cast(JsonObject, line["envelope"])


def _parts(line: JsonObject) -> Sequence[JsonObject]:
    return cast("Sequence[JsonObject]", line["parts"])


def _public_part(envelope: JsonObject) -> JsonObject:
    """Return the public part of an envelope, with the same fields as `_outline` returns for a decided event."""
    sealed, opens = (cast("Sequence[JsonObject]", envelope[name]) for name in ("sealed", "opens"))
    return {
        **{name: envelope[name] for name in ("type", "schema", "data")},
        "sealed": [each["for"] for each in sealed],
        "opens": [[each["version"], each["part"]] for each in opens],
    }


def _draws(line: JsonObject) -> Iterator[Draw | Shuffle]:
    for holder in (_envelope(line)["data"], *(part["value"] for part in _parts(line))):
        if isinstance(holder, Mapping):
            for each in cast("Sequence[Json]", holder.get("draws", ())):
                yield cast("Draw | Shuffle", read_form(Draw | Shuffle, each))


def _openings(line: JsonObject) -> Iterator[tuple[int, int, Json]]:
    """Yield the earlier parts that a line opens for all readers or for this reader. Each has a version, a number and a
    value."""
    told = [*cast("Sequence[Json]", _envelope(line)["opens"]), *(part["value"] for part in _parts(line))]
    while told:
        each = told.pop()
        if _is_opening(each) and isinstance(each, Mapping):
            yield cast(int, each["version"]), cast(int, each["part"]), each["value"]
            told.append(each["value"])


def _is_opening(value: Json) -> bool:
    return isinstance(value, Mapping) and value.keys() == OPENING
