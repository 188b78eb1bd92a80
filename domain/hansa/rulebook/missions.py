"""Mission cards: dealt in secret, then revealed and scored at the end. They need no decision (HT-MISSION)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from kontor.domain.hansa.rulebook.control import controller, offices_of
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import CityName, MissionCard, Seat
from kontor.domain.kernel.dice import Dice, Shuffle
from kontor.domain.kernel.ruleset import LedgerLine
from kontor.domain.kernel.secrets import Ref, Secret

CITY_POINTS = 1  # an office in a listed city (HT-MISSION-2)
CONTROL_POINTS = 5  # control of all three (HT-MISSION-3)


@dataclass(frozen=True, slots=True)
class DealtMission:
    """A mission card that a seat got. `card`: its number, counted from 1."""

    card: MissionCard


@dataclass(frozen=True, slots=True)
class UndealtMissions:
    """The mission cards that no seat got, and the draw of all cards.

    `draws`: the random draws that dealt the cards.
    """

    cards: tuple[MissionCard, ...]
    draws: tuple[Shuffle, ...]


@dataclass(frozen=True, slots=True)
class MissionsDealt:
    """Each seat got a secret mission card. The sealed parts are in the order of `seats`, and each seat sees its own
    part. No seat sees the last part (HT-SETUP-10)."""

    seats: tuple[Seat, ...]
    sealed: tuple[Secret[DealtMission | UndealtMissions], ...] = ()


@dataclass(frozen=True, slots=True)
class RevealedMission:
    """The mission card of a seat."""

    seat: Seat
    card: MissionCard
    cities: tuple[CityName, ...]


@dataclass(frozen=True, slots=True)
class MissionsRevealed:
    """Every seat shows its mission card (HT-SCORE-11).

    `missions`: the mission card of each seat.
    """

    missions: tuple[RevealedMission, ...]
    opens: tuple[Ref, ...] = ()


def deal(seats: tuple[int, ...], number: int, dice: Dice) -> MissionsDealt:
    """Deal one mission card to each seat. The other cards are put away unseen (HT-SETUP-10, HT-MISSION-1)."""
    drawn = dice.shuffle("missions", range(1, number + 1))
    cards = cast("tuple[int, ...]", drawn.value)
    dealt: list[Secret[DealtMission | UndealtMissions]] = [
        Secret((seat,), DealtMission(card)) for seat, card in zip(seats, cards, strict=False)
    ]
    dealt.append(Secret((), UndealtMissions(cards[len(seats) :], (drawn,))))
    return MissionsDealt(seats, tuple(dealt))


def reveal(state: State) -> list[MissionsRevealed]:
    """Reveal all mission cards before the scoring (HT-SCORE-11)."""
    if not any(state.missions):
        return []
    board = state.board
    shown = tuple(
        RevealedMission(seat, card, tuple(board.cities[city].name for city in board.missions[card - 1]))
        for seat, card in enumerate(state.missions)
        if card
    )
    opens = tuple(Ref(state.missions_version, part) for part in range(len(shown)))
    return [MissionsRevealed(shown, opens)]


def ledger(state: State, seat: int) -> Iterator[LedgerLine]:
    """Yield the points that a seat gets for its mission card: some for each listed city with an office, more for
    controlling all three (HT-MISSION-2, HT-MISSION-3). The seat decides nothing (HT-MISSION-6)."""
    if not state.missions[seat]:
        return
    card = state.board.missions[state.missions[seat] - 1]
    offices = offices_of(state, seat)
    names = tuple(state.board.cities[city].name for city in card)
    for city, name in zip(card, names, strict=True):
        if offices[city]:
            yield LedgerLine(seat, CITY_POINTS, "mission", "HT-MISSION-2", state.missions_version, (name,))
    if all(controller(state, city) == seat for city in card):
        yield LedgerLine(seat, CONTROL_POINTS, "mission", "HT-MISSION-3", state.missions_version, names)


def evolve(new: State, event: MissionsDealt | MissionsRevealed, version: int) -> None:
    match event:
        case MissionsDealt(_, sealed):
            cards = list(new.missions)
            for part in sealed:
                if isinstance(part.value, DealtMission):
                    cards[part.seats[0]] = part.value.card
            new.missions = tuple(cards)
            new.missions_version = version
        case MissionsRevealed():
            new.missions_shown = True
