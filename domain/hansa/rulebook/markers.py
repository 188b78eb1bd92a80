"""Bonus markers: using a marker, and removing it from the game (HT-MARKER-1 to -6). `marker_ability.py`,
`marker_extra_actions.py`, `marker_move.py`, `marker_remove.py` and `marker_swap.py` contain the effects of the
kinds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from kontor.domain.hansa import marker_effects
from kontor.domain.hansa.marker_effects import Does
from kontor.domain.hansa.rulebook import (
    ability,
    marker_ability,
    marker_extra_actions,
    marker_move,
    marker_remove,
    marker_swap,
)
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.lookups import require_unused
from kontor.domain.hansa.rulebook.move import Step
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import (
    Ability,
    CityName,
    MarkerId,
    MarkerKind,
    OfficeIndex,
    PostName,
    Seat,
)
from kontor.domain.kernel.model import Distinct, Size
from kontor.domain.kernel.states import put
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class MarkerUse:
    """The use of a marker. Its kind decides which fields are needed: `city` and `left_index` (swap_offices,
    HT-MARKER-7), `ability` (develop_ability, HT-MARKER-9), `moves` (move_three, HT-MARKER-11), `posts` (remove_three,
    HT-MARKER-12), none (plus_…_actions, HT-MARKER-10).

    `moves`: for move_three: the pieces to move.
    """

    marker: MarkerId
    city: CityName | None = None
    left_index: OfficeIndex | None = None
    ability: Ability | None = None
    moves: Annotated[tuple[Step, ...], Size(0, 31)] | None = None
    posts: Annotated[tuple[PostName, ...], Size(0, 31), Distinct()] | None = None


@dataclass(frozen=True, slots=True)
class UseMarker(MarkerUse):
    """Use an unused marker in your turn, which costs no action (HT-MARKER-1, HT-MARKER-3). Its kind decides which
    fields are needed: `city` and `left_index` (swap_offices, HT-MARKER-7), `ability` (develop_ability, HT-MARKER-9),
    `moves` (move_three, HT-MARKER-11), `posts` (remove_three, HT-MARKER-12), none (plus_…_actions, HT-MARKER-10).

    `moves`: for move_three: the pieces to move.
    """


@dataclass(frozen=True, slots=True)
class MarkerUsed:
    """The seat used the marker. It still brings points at the end of the game (HT-MARKER-1)."""

    seat: Seat
    marker: MarkerId
    kind: MarkerKind


@dataclass(frozen=True, slots=True)
class MarkerLeftGame:
    """The marker was removed from the game (HT-PIECE-8).

    `reason`: why: it paid for open borders, it was on a neutral route, or no route could take it.
    """

    marker: MarkerId
    kind: MarkerKind
    reason: Literal["open_borders", "neutral_route", "no_route"]


Effect: TypeAlias = (
    marker_swap.OfficesSwapped
    | ability.AbilityDeveloped
    | marker_move.PiecesRelocated
    | marker_remove.PiecesRemoved
    | marker_extra_actions.ActionsGranted
)

FIELDS: Mapping[Does, tuple[str, ...]] = {
    "extra_office": (),
    "swap_offices": ("city", "left_index"),
    "move_pieces": ("moves",),
    "remove_pieces": ("posts",),
    "develop_ability": ("ability",),
    "extra_actions": (),
}


def usable_at_once(state: State) -> bool:
    """Return whether a marker may be used in the same action in which the seat gets it (HT-MARKER-2)."""
    return state.rules.since(2) and state.options.edition == "classic"


def decide(decision: Decision, seat: int, command: MarkerUse) -> None:
    """Use a marker. This costs no action. A seat may use several markers in a turn, but each marker only once
    (HT-MARKER-1, HT-MARKER-3)."""
    number = require_unused(decision.state, seat, command.marker)
    kind = decision.state.kinds[number - 1]
    what = decision.state.board.effects[kind]  # a blank marker does what the board says (HT-MARKER-22)
    _require_fields(command, kind, FIELDS[what.does])
    effect = _effect(decision.state, seat, command, what)
    decision.tell(MarkerUsed(seat, command.marker, kind))
    decision.tell(effect)


def _require_fields(command: MarkerUse, kind: MarkerKind, fields: tuple[str, ...]) -> None:
    given = {name for name in ("city", "left_index", "ability", "moves", "posts") if getattr(command, name) is not None}
    if given != set(fields):
        wanted = " and ".join(fields) or "no field but the marker"
        raise Violation("HT-MARKER-1", "wrong_fields", f"{kind} needs {wanted}.", kind=kind, fields=list(fields))


def _effect(state: State, seat: int, command: MarkerUse, what: marker_effects.Effect) -> Effect:
    """Return the event that the marker causes. A marker cannot be used without an effect (HT-MARKER-6)."""
    match what.does:
        case "swap_offices":
            return marker_swap.decide(state, seat, command.city or "", command.left_index)
        case "develop_ability":
            return marker_ability.decide(state, seat, command.ability or "keys")
        case "move_pieces":
            return marker_move.decide_foreign(state, seat, command.moves or (), what.number)
        case "remove_pieces":
            return marker_remove.decide(state, seat, command.posts or (), what.number)
        case "extra_actions":
            return marker_extra_actions.decide(state, seat, what.number)
        case "extra_office":
            raise Violation(
                "HT-MARKER-4", "marker_without_effect", "An extra office is used as the reward of establish_route."
            )


def evolve(new: State, event: MarkerUsed | MarkerLeftGame) -> None:
    match event:
        case MarkerUsed(seat, marker, kind):
            number = know(new, marker, kind)
            new.unused = _without(new.unused, number)
            new.spent = put(new.spent, seat, (*new.spent[seat], number))  # kept (HT-MARKER-5)
            if new.phase == "turn_start":
                new.phase = "actions"
        case MarkerLeftGame(marker, kind):
            _leave(new, know(new, marker, kind))


def know(new: State, marker: str, kind: MarkerKind) -> int:
    """Return the number of a marker, and record its kind, which is public from now on."""
    number = int(marker[1:])
    if new.kinds[number - 1] != kind:
        new.kinds = put(new.kinds, number - 1, kind)
    return number


def _without(rows: tuple[tuple[int, ...], ...], number: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(each for each in row if each != number) if number in row else row for row in rows)


def _leave(new: State, number: int) -> None:
    """Remove a marker from the game, so that it brings points to no seat (HT-PIECE-8, HT-BRIT-OPT-3)."""
    new.unused = _without(new.unused, number)
    new.plate = tuple(each for each in new.plate if each != number)
    new.at_route = tuple(0 if each == number else each for each in new.at_route)
    new.gone = (*new.gone, number)
