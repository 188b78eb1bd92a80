"""Final scoring in the categories A to F, M and R, with a ledger line for each gain (HT-SCORE, HT-BRIT-19 to -23). The
current board can be scored at any moment of a game."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Annotated

from kontor.domain.hansa.rulebook import missions, network, regions
from kontor.domain.hansa.rulebook.control import controller
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import ABILITIES, ACTIONES, FULL, KEYS, Count, Seat, Tile, marker_id
from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.ruleset import Category, LedgerLine, Score, SeatScore
from kontor.domain.kernel.scores import category_sums

MARKER_POINTS = (0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21)  # by number of markers, up to ten (HT-SCORE-4)
CATEGORIES = (  # HT-SCORE-1, HT-MISSION-2, HT-BRIT-19
    Category("prestige", "Prestige track", "A"),
    Category("abilities", "Fully developed abilities", "B"),
    Category("markers", "Bonus markers", "C"),
    Category("special_prestige", "Special prestige spaces", "D"),
    Category("cities", "Controlled cities", "E"),
    Category("network", "Best network", "F"),
    Category("mission", "Mission card", "M"),
    Category("regions", "Regions of Britannia", "R"),
)


@dataclass(frozen=True, slots=True)
class ScoredSeat:
    """The points of a seat at the end.

    `total`: the sum of all categories.
    """

    seat: Seat
    prestige: Annotated[int, Doc("A: prestige track")]
    abilities: Annotated[int, Doc("B: fully developed abilities")]
    markers: Annotated[int, Doc("C: bonus markers")]
    special_prestige: Annotated[int, Doc("D: special prestige spaces")]
    cities: Annotated[int, Doc("E: controlled cities")]
    network: Annotated[int, Doc("F: best network")]
    mission: Annotated[int, Doc("M: mission card")]
    regions: Annotated[int, Doc("R: regions of Britannia")]
    total: int
    actiones: Annotated[Count, Doc("Level of actiones, which breaks ties in edition bigbox")]


@dataclass(frozen=True, slots=True)
class FinalScored:
    """The points of every seat by category, and the total of each seat (HT-SCORE-1).

    `seats`: the points of each seat.
    """

    seats: tuple[ScoredSeat, ...]


# ---------------------------------------------------------------- the ledger


def ledger(state: State) -> Iterator[LedgerLine]:
    """Yield the ledger lines of all categories (HT-SCORE-1), seat by seat. The regions come last."""
    for seat in state.seats:
        yield from _prestige(state, seat)
        yield from _abilities(state, seat)
        yield from _markers(state, seat)
        yield from _specials(state, seat)
        yield from _cities(state, seat)
        yield from network.ledger(state, seat)
        yield from missions.ledger(state, seat)
    yield from _regions(state)


def _prestige(state: State, seat: int) -> Iterator[LedgerLine]:
    """Yield a ledger line for each gain of a seat on the prestige track (HT-SCORE-2)."""
    rules = {"control": "HT-ROUTE-4", "coin": "HT-OFFICE-4", "link": "HT-LINK-1"}
    link = tuple(state.board.cities[city].name for city in state.board.link)
    for gain in state.gains:
        if gain.owner == seat:
            about = link if gain.city is None else (gain.city,)
            yield LedgerLine(seat, gain.points, "prestige", rules[gain.reason], gain.version, about)


def _abilities(state: State, seat: int) -> Iterator[LedgerLine]:
    points, rule = ability_points(state.tiles[seat])
    versions = {ability: version for owner, ability, version in state.mastered if owner == seat}
    for ability, level in enumerate(state.levels[seat]):
        if brings_points(ability, level):
            yield LedgerLine(seat, points, "abilities", rule, versions.get(ability), (ABILITIES[ability],))


def brings_points(ability: int, level: int) -> bool:
    """Return whether an ability brings points. It must be fully developed, and keys never bring points here
    (HT-SCORE-3)."""
    return ability != KEYS and level == FULL[ability]


def ability_points(tiles: Collection[Tile]) -> tuple[int, str]:
    """Return the points for a fully developed ability, and the rule that gives these points (HT-SCORE-3,
    HT-FAVOUR-10)."""
    return (7, "HT-FAVOUR-10") if "ability_prestige" in tiles else (4, "HT-SCORE-3")


def _markers(state: State, seat: int) -> Iterator[LedgerLine]:
    """Yield the points for a seat's used and unused markers (HT-SCORE-4, HT-MARKER-5). Markers on the plate do not
    count (HT-MARKER-19)."""
    owned = sorted((*state.unused[seat], *state.spent[seat]))
    points = MARKER_POINTS[min(len(owned), len(MARKER_POINTS) - 1)]
    if points:
        yield LedgerLine(seat, points, "markers", "HT-SCORE-4", None, tuple(marker_id(number) for number in owned))


def _specials(state: State, seat: int) -> Iterator[LedgerLine]:
    """Yield the points of all special spaces that the seat occupies (HT-SCORE-5, HT-SPECIAL-3)."""
    city = state.board.cities[state.board.special_city].name
    for (points, _), taken in zip(state.board.specials, state.specials, strict=True):
        if taken.seat == seat:
            yield LedgerLine(seat, points, "special_prestige", "HT-SCORE-5", taken.version, (city,))


def _cities(state: State, seat: int) -> Iterator[LedgerLine]:
    points, rule = city_points(state.tiles[seat])
    for number, city in enumerate(state.board.cities):
        if controller(state, number) == seat:
            yield LedgerLine(seat, points, "cities", rule, None, (city.name,))


def city_points(tiles: Collection[Tile]) -> tuple[int, str]:
    """Return the points for a controlled city, and the rule that gives these points (HT-SCORE-6, HT-FAVOUR-9)."""
    return (4, "HT-FAVOUR-9") if "city_prestige" in tiles else (2, "HT-SCORE-6")


def _regions(state: State) -> Iterator[LedgerLine]:
    """Yield the points for regions, which are a separate category (HT-BRIT-23). The neutral colour takes a rank, but no
    points (HT-2P-NEUT-15)."""
    for country, name in regions.scored_countries(state):
        for owner, points, cities in regions.ranking(state, country):
            if owner and points:
                yield LedgerLine(owner, points, "regions", "HT-BRIT-20", None, (name, *cities))


# ---------------------------------------------------------------- totals and ranks


def score(state: State) -> Score:
    """Return the total and the rank of each seat, with the ledger. A total is the sum of the seat's ledger lines
    (HT-SCORE-9, HT-SCORE-10, HT-SCORE-12)."""
    lines = tuple(ledger(state))
    sums = category_sums(lines, state.seats, CATEGORIES)
    standing = {seat: _standing(state, seat, sums[seat]) for seat in state.seats}
    return Score(
        tuple(
            SeatScore(
                seat, standing[seat][0], 1 + sum(other > standing[seat] for other in standing.values()), sums[seat]
            )
            for seat in state.seats
        ),
        lines,
    )


def _standing(state: State, seat: int, sums: dict[str, int]) -> tuple[int, ...]:
    """Return the values by which seats are ranked. Higher values are better (HT-SCORE-9). Edition classic has no
    tie-break (HT-SCORE-10)."""
    total = sum(sums.values())
    if state.options.edition == "classic":
        return (total,)
    return (total, -state.levels[seat][ACTIONES], sums["network"])  # by level of actiones, not by value (HT-RULING-33)


def final(state: State) -> FinalScored:
    return FinalScored(
        tuple(
            ScoredSeat(each.seat, **each.breakdown, total=each.total, actiones=state.levels[each.seat][ACTIONES])
            for each in score(state).seats
        )
    )


def evolve(new: State, event: FinalScored) -> None:
    new.scored = True
