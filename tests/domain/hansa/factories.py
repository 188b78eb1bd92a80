"""Positions of Hansa Teutonica for tests: nothing but real events with chosen values, folded.

Set-up, what happened since, how much everybody has now, whose turn it is. What a test reads, it reads from the view
(`seen.py`), as any client does.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, cast

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.link import LinkCompleted
from kontor.domain.hansa.rulebook.missions import DealtMission, MissionsDealt, UndealtMissions
from kontor.domain.hansa.rulebook.neutral import NeutralPlaced
from kontor.domain.hansa.rulebook.office import CityCompleted, ExtraOfficePlaced, GreenOfficePlaced, OfficeOccupied
from kontor.domain.hansa.rulebook.permanent_markers import ResolvePermanentMarker
from kontor.domain.hansa.rulebook.place import PiecePlaced
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.rewards import NoReward
from kontor.domain.hansa.rulebook.rules import Command, Event
from kontor.domain.hansa.rulebook.setup_events import (
    PiecesDistributed,
    Share,
)
from kontor.domain.hansa.rulebook.turn import ActionSpent, TurnStarted
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import (
    ABILITIES,
    VALUES,
    Desk,
    MarkerKind,
    PieceCount,
    Shape,
    Side,
    Tile,
)
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.ruleset import Chair, Order, Table
from kontor.domain.kernel.secrets import Secret
from tests.domain.hansa.board_files import board_cities, board_routes
from tests.domain.hansa.marker_history import Favoured, Lying, MarkerHistory, Owned
from tests.support.scenario import Scenario, given, set_up

Play: TypeAlias = Scenario[State, Command, Event]

RED, BLUE, GREEN, YELLOW, PURPLE = 1, 2, 3, 4, 5
NEUTRAL = 0
TRADER: Shape = "trader"
MERCHANT: Shape = "merchant"

SEATS = {"hansa-3": 3, "hansa-45": 4, "east": 3, "britannia-3": 3, "britannia-45": 4}
Happened: TypeAlias = "Event | Owned | Lying | Favoured | Sequence[Happened]"


# ---------------------------------------------------------------- what has happened


def placed(seat: int, *posts: str, shape: Shape = TRADER) -> tuple[Event, ...]:
    """Pieces on posts."""
    return tuple(PiecePlaced(seat, shape, post) for post in posts)


def held(board: str, seat: int, route: str) -> tuple[Event, ...]:
    """A whole route, merchants on the posts that take nothing else."""
    kinds = next(each["posts"] for each in board_routes(board) if f"{each['a']}~{each['b']}" == route)
    shapes: list[Shape] = [MERCHANT if kind == "merchant" else TRADER for kind in cast("list[str]", kinds)]
    return tuple(PiecePlaced(seat, shape, f"{route}/{n + 1}") for n, shape in enumerate(shapes))


def offices(seat: int, city: str, index: int, shape: Shape = TRADER) -> Event:
    """A piece in a printed office, counted from the left."""
    return OfficeOccupied(seat, city, index, shape)


def office_row(seat: int, city: str, *shapes: Shape) -> tuple[Event, ...]:
    """The leftmost offices of a city, all of one seat."""
    return tuple(OfficeOccupied(seat, city, n + 1, shape) for n, shape in enumerate(shapes))


def full_city(board: str, seat: int, city: str) -> tuple[Event, ...]:
    """Every printed office of a city."""
    printed = next(each["offices"] for each in board_cities(board) if each["name"] == city)
    return office_row(seat, city, *(cast(Shape, office["shape"]) for office in cast("list[dict[str, str]]", printed)))


def every_office(board: str, *seats: int) -> tuple[tuple[Event, ...], ...]:
    """Every printed office of the board, the cities in turn for these seats."""
    order = seats or (BLUE, GREEN, YELLOW)
    names = [str(each["name"]) for each in board_cities(board)]
    return tuple(full_city(board, order[n % len(order)], name) for n, name in enumerate(names))


def extra(seat: int, city: str, shape: Shape = TRADER) -> Event:
    """An extra office left of all others."""
    return ExtraOfficePlaced(seat, city, shape, "m01")


def green(seat: int, city: str, side: Side = "right", shape: Shape = TRADER) -> Event:
    """A piece in a green city."""
    return GreenOfficePlaced(seat, city, shape, side)


def owns(seat: int, marker: str, kind: MarkerKind, is_used: bool = False) -> Owned:
    return Owned(seat, marker, kind, is_used)


def lies(marker: str, kind: MarkerKind, route: str) -> Lying:
    return Lying(marker, kind, route)


def favoured(tile: Tile, seat: int) -> Favoured:
    """A favour tile that a seat has bought in an earlier turn."""
    return Favoured(tile, seat)


def linked(*seats: int) -> tuple[Event, ...]:
    """The seats that have the east-west link, first to last."""
    return tuple(LinkCompleted(seat, rank + 1) for rank, seat in enumerate(seats))


def missions(cards: Mapping[int, int]) -> Event:
    """Mission cards by seat, as numbers from 1."""
    dealt: list[Secret[DealtMission | UndealtMissions]] = [
        Secret((seat,), DealtMission(card)) for seat, card in cards.items()
    ]
    rest = tuple(card for card in range(1, 10) if card not in cards.values())
    return MissionsDealt(tuple(cards), (*dealt, Secret((), UndealtMissions(rest, ()))))


def share(seat: int, supply: tuple[int, int] = (0, 0), stock: tuple[int, int] = (0, 0), **levels: int) -> Share:
    """What a seat has now: traders and merchants in supply and stock, and the levels of its abilities."""
    return Share(seat, PieceCount(*supply), PieceCount(*stock), Desk(**levels))


# ---------------------------------------------------------------- positions


def table(
    board: str,
    options: JsonObject,
    seats: int | None = None,
    order: Order = "listed",
    on: JsonObject | None = None,
    rules: int = RULESET.version,
) -> Table:
    """A table for `seats`; `on` is a board file of one's own; `rules`: by which version of them is played."""
    number = seats or (2 if options.get("two_player_variant") else SEATS[board])
    chairs = tuple(Chair(seat) for seat in range(1, number + 1))
    return Table(on or RULESET.boards()[board], options, chairs, order, rules)


def started(board: str, seats: int | None = None, order: Order = "listed", **options: Json) -> Play:
    """A game after its own set-up."""
    return set_up(RULESET, table(board, options, seats, order))


def position(
    board: str,
    *happened: Happened,
    seats: int | None = None,
    shares: Sequence[Share] = (),
    turn: int = RED,
    used: int = 0,
    prestige: Mapping[int, int] | None = None,
    completed: int = 0,
    markers: Mapping[str, MarkerKind] | None = None,
    supply: int | Sequence[MarkerKind] = 12,
    then: Sequence[Event] = (),
    on: JsonObject | None = None,
    rules: int = RULESET.version,
    **options: Json,
) -> Play:
    """A game in which this has happened.

    `shares`: what seats have now; the others have five traders and a merchant, and nothing developed. `used`: actions
    of the turn that are taken. `markers` lie at routes, beside those of `lies`; start markers that no one speaks of
    lie at the taverns. `supply`: the markers still face down. `then`: what happened in this turn. `on`: a board file
    of one's own, made from that board. `rules`: by which version of them is played."""
    where = table(board, options, seats, on=on, rules=rules)
    told = MarkerHistory(board, list(_flat(happened)), markers or {}, supply)
    now = {seat: share(seat, (5, 1)) for seat in where.seats} | {each.seat: each for each in shares}
    totals = prestige or {}
    allowance = VALUES[ABILITIES.index("actiones")][now[turn].desk.actiones]
    return given(
        RULESET,
        where,
        *told.set_up(),
        PiecesDistributed(tuple(now.values())),
        *told.events(),
        *(PrestigeGained(seat, total, "control", total, "Minden") for seat, total in totals.items()),
        *([CityCompleted("Minden", completed)] if completed else []),
        PiecesDistributed(tuple(now.values())),
        TurnStarted(turn, allowance),
        *([ActionSpent(turn, used, allowance)] if used else []),
        *then,
    )


def _flat(happened: Iterable[Happened]) -> Iterable[Event | Owned | Lying | Favoured]:
    for each in happened:
        if isinstance(each, Sequence):
            yield from _flat(each)
        else:
            yield each


# ---------------------------------------------------------------- situations


def neutral_game(board: str, *happened: Happened, **given: object) -> Play:
    """A position of the variant with the neutral colour."""
    return position(board, *happened, two_player_variant="neutral", **given)  # type: ignore[arg-type]


def neutral(*posts: str) -> Event:
    """Neutral traders on posts."""
    return NeutralPlaced(posts)


def answer(*pieces: tuple[str, Shape, str] | tuple[str, Shape, str, str]) -> PlaceDisplaced:
    """What the displaced seat answers: source, shape, post, and the post that is left."""
    return PlaceDisplaced(tuple(Placement(*piece) for piece in pieces))


def established(board: str, route: str, *happened: Happened, **given: object) -> Play:
    """Red has just established the route without a reward."""
    play = position(board, held(board, RED, route), *happened, **given)  # type: ignore[arg-type]
    return play.when(RED, EstablishRoute(route, NoReward()))


def use(**fields: object) -> ResolvePermanentMarker:
    return ResolvePermanentMarker(True, **fields)  # type: ignore[arg-type]
