"""The desk: developing abilities (HT-DESK, HT-ABILITY)."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.state import State, add_piece
from kontor.domain.hansa.words import (
    ABILITIES,
    FULL,
    LIBER_SOPHIAE,
    MERCHANT,
    SHAPES,
    TRADER,
    Ability,
    Count,
    Seat,
    Shape,
)
from kontor.domain.kernel.states import put
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class AbilityDeveloped:
    """The seat developed an ability to `level`. The piece `released` moved from the desk to the supply (HT-ABILITY-1).

    `level`: the new level of the ability: the number of pieces that were removed from its track.
    """

    seat: Seat
    ability: Ability
    level: Count
    released: Shape


def is_full(state: State, seat: int, ability: int) -> bool:
    """Return whether the ability is fully developed: no piece is left on its track (HT-DESK-2)."""
    return state.levels[seat][ability] >= FULL[ability]


def developable(state: State, seat: int) -> list[int]:
    """Return the abilities that are not fully developed (HT-DESK-5)."""
    return [ability for ability, level in enumerate(state.levels[seat]) if level < FULL[ability]]


def require_developable(state: State, seat: int, ability: int) -> None:
    if is_full(state, seat, ability):
        raise Violation(
            "HT-DESK-5",
            "ability_fully_developed",
            f"Your {ABILITIES[ability]} is fully developed; choose another ability.",
            developable=[ABILITIES[each] for each in developable(state, seat)],
        )


def development(state: State, seat: int, ability: int) -> AbilityDeveloped:
    """Move the leftmost piece of the ability's track to the supply. The new value is valid at once (HT-DESK-3,
    HT-ABILITY-3). The seat gets the piece even if the value stays the same (HT-DESK-4)."""
    released = SHAPES[MERCHANT if ability == LIBER_SOPHIAE else TRADER]
    return AbilityDeveloped(seat, ABILITIES[ability], state.levels[seat][ability] + 1, released)


def develop(decision: Decision, seat: int, ability: int) -> None:
    decision.tell(development(decision.state, seat, ability))


def evolve(new: State, event: AbilityDeveloped, version: int) -> None:
    seat, ability = event.seat, ABILITIES.index(event.ability)
    track = new.levels[seat]
    track = put(track, ability, event.level)
    new.levels = put(new.levels, seat, track)
    new.supply = add_piece(new.supply, seat, SHAPES.index(event.released))
    if event.level == FULL[ability]:
        new.mastered = (*new.mastered, (seat, ability, version))
