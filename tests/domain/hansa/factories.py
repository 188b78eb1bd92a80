"""Positions of Hansa Teutonica for tests, told as a story, and how to read what a test asks about.

A position is nothing but real events with chosen values, folded: set-up, what happened since, how much everybody has
now, whose turn it is. What a test reads, it reads from the view, as any client does.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias, cast

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.establish import MarkerTaken
from kontor.domain.hansa.rulebook.favours import FavourBought, FavoursRevealed
from kontor.domain.hansa.rulebook.link import LinkCompleted
from kontor.domain.hansa.rulebook.markers import MarkerUsed
from kontor.domain.hansa.rulebook.missions import DealtMission, MissionsDealt, UndealtMissions
from kontor.domain.hansa.rulebook.office import CityCompleted, ExtraOfficePlaced, GreenOfficePlaced, OfficeOccupied
from kontor.domain.hansa.rulebook.place import PiecePlaced
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.replacement_markers import (
    ReplacementDrawn,
    ReplacementPlaced,
    ReplacementsRevealed,
    RevealedMarker,
)
from kontor.domain.hansa.rulebook.rules import Command, Event
from kontor.domain.hansa.rulebook.setup_events import (
    HiddenMarker,
    HiddenOrder,
    MarkerSupplyShuffled,
    PiecesDistributed,
    Share,
    StartMarker,
    StartMarkersPlaced,
)
from kontor.domain.hansa.rulebook.turn import ActionSpent, TurnStarted
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import ABILITIES, VALUES, Ability, Desk, MarkerKind, PieceCount, Shape, Side, Tile
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.ruleset import Chair, Order, Table
from kontor.domain.kernel.secrets import Secret
from tests.support.scenario import Scenario, given, set_up

Play: TypeAlias = Scenario[State, Command, Event]

RED, BLUE, GREEN, YELLOW, PURPLE = 1, 2, 3, 4, 5
NEUTRAL = 0
TRADER: Shape = "trader"
MERCHANT: Shape = "merchant"

SEATS = {"hansa-3": 3, "hansa-45": 4, "east": 3, "britannia-3": 3, "britannia-45": 4}


@dataclass(frozen=True, slots=True)
class Owned:
    """A marker that a seat has taken in an earlier turn."""

    seat: int
    marker: str
    kind: MarkerKind
    is_used: bool = False


@dataclass(frozen=True, slots=True)
class Lying:
    """A marker that lies at a route."""

    marker: str
    kind: MarkerKind
    route: str


@dataclass(frozen=True, slots=True)
class Favoured:
    tile: Tile
    seat: int


Happened: TypeAlias = "Event | Owned | Lying | Favoured | Sequence[Happened]"


# ---------------------------------------------------------------- what has happened


def placed(seat: int, *posts: str, shape: Shape = TRADER) -> tuple[Event, ...]:
    """Pieces on posts."""
    return tuple(PiecePlaced(seat, shape, post) for post in posts)


def held(board: str, seat: int, route: str) -> tuple[Event, ...]:
    """A whole route, merchants on the posts that take nothing else."""
    kinds = next(each["posts"] for each in _routes(board) if f"{each['a']}~{each['b']}" == route)
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
    printed = next(each["offices"] for each in _cities(board) if each["name"] == city)
    return office_row(seat, city, *(cast(Shape, office["shape"]) for office in cast("list[dict[str, str]]", printed)))


def every_office(board: str, *seats: int) -> tuple[tuple[Event, ...], ...]:
    """Every printed office of the board, the cities in turn for these seats."""
    order = seats or (BLUE, GREEN, YELLOW)
    names = [str(each["name"]) for each in _cities(board)]
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
) -> Table:
    """A table for `seats`; `on` is a board file of one's own."""
    number = seats or (2 if options.get("two_player_variant") else SEATS[board])
    chairs = tuple(Chair(seat) for seat in range(1, number + 1))
    return Table(on or RULESET.boards()[board], options, chairs, order)


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
    **options: Json,
) -> Play:
    """A game in which this has happened.

    `shares`: what seats have now; the others have five traders and a merchant, and nothing developed. `used`: actions
    of the turn that are taken. `markers` lie at routes, beside those of `lies`; start markers that no one speaks of
    lie at the taverns. `supply`: the markers still face down. `then`: what happened in this turn. `on`: a board file
    of one's own, made from that board."""
    where = table(board, options, seats, on=on)
    story = _Story(board, list(_flat(happened)), markers or {}, supply)
    now = {seat: share(seat, (5, 1)) for seat in where.seats} | {each.seat: each for each in shares}
    totals = prestige or {}
    allowance = VALUES[ABILITIES.index("actiones")][now[turn].desk.actiones]
    return given(
        RULESET,
        where,
        *story.set_up(),
        PiecesDistributed(tuple(now.values())),
        *story.told(),
        *(PrestigeGained(seat, total, "control", total, "Minden") for seat, total in totals.items()),
        *([CityCompleted("Minden", completed)] if completed else []),
        PiecesDistributed(tuple(now.values())),
        TurnStarted(turn, allowance),
        *([ActionSpent(turn, used, allowance)] if used else []),
        *then,
    )


START_MARKERS = 3


@dataclass(slots=True)
class _Story:
    """Turns what a test says of markers and tiles into the events by which they come to be where they are."""

    board: str
    happened: list[Event | Owned | Lying | Favoured]
    laid: Mapping[str, MarkerKind]
    supply: int | Sequence[MarkerKind]
    lying: dict[str, Lying] = field(default_factory=dict)
    owned: dict[str, Owned] = field(default_factory=dict)
    price: list[str] = field(default_factory=list)  # markers with which favour tiles were bought

    def __post_init__(self) -> None:
        for each in self.happened:
            if isinstance(each, Lying):
                self.lying[each.marker] = each
            elif isinstance(each, Owned):
                self.owned[each.marker] = each
        for route, kind in self.laid.items():
            marker = self._next()
            self.lying[marker] = Lying(marker, kind, route)
        for tile in self._tiles():
            for _ in range(2):
                marker = self._next()
                self.owned[marker] = Owned(tile.seat, marker, "move_three")
                self.price.append(marker)

    def _next(self) -> str:
        return next(name for name in map("m{:02d}".format, range(1, 17)) if name not in {*self.lying, *self.owned})

    def set_up(self) -> list[Event]:
        start = [f"m{n:02d}" for n in range(1, START_MARKERS + 1)]
        return [
            StartMarkersPlaced(tuple(StartMarker(marker, self._kind(marker), self._place(marker)) for marker in start)),
            self._shuffled(),
        ]

    def _kind(self, marker: str) -> MarkerKind:
        known = self.owned.get(marker) or self.lying.get(marker)
        return known.kind if known else "swap_offices"

    def _place(self, marker: str) -> str:
        """Where a marker lies, or lay before it was taken: start markers at a tavern that no other marker claims."""
        if marker in self.lying:
            return self.lying[marker].route
        claimed = {each.route for each in self.lying.values()}
        free = [route for route in taverns(self.board) + routes(self.board)[::-1] if route not in claimed]
        return free[int(marker[1:]) - 1]

    def _drawn(self) -> list[str]:
        """The markers that came out of the supply, in its order."""
        count = max((int(marker[1:]) for marker in {*self.lying, *self.owned}), default=0)
        return [f"m{n:02d}" for n in range(START_MARKERS + 1, count + 1)]

    def _shuffled(self) -> Event:
        left: Sequence[MarkerKind] = ["extra_office"] * self.supply if isinstance(self.supply, int) else self.supply
        kinds: list[MarkerKind] = [*(self._kind(marker) for marker in self._drawn()), *left]
        parts: list[Secret[HiddenMarker | HiddenOrder]] = [Secret((), HiddenMarker(kind)) for kind in kinds]
        return MarkerSupplyShuffled(len(kinds), Counter(kinds), (*parts, Secret((), HiddenOrder(()))))

    def told(self) -> Iterable[Event]:
        """What happened, the markers first."""
        drawn = self._drawn()
        left = len(drawn) + (self.supply if isinstance(self.supply, int) else len(self.supply))
        for n, marker in enumerate(drawn):
            yield ReplacementDrawn(RED, left - n - 1, n + 1)
            yield ReplacementsRevealed(RED, (RevealedMarker(marker, self._kind(marker)),))
            yield ReplacementPlaced(marker, self._place(marker), False)
        for owned in self.owned.values():
            yield MarkerTaken(owned.seat, owned.marker, owned.kind, self._place(owned.marker))
            if owned.is_used:
                yield MarkerUsed(owned.seat, owned.marker, owned.kind)
        yield from self._favours()
        for each in self.happened:
            if not isinstance(each, Owned | Lying | Favoured):
                yield each

    def _tiles(self) -> list[Favoured]:
        return [each for each in self.happened if isinstance(each, Favoured)]

    def _favours(self) -> Iterable[Event]:
        if self.price:
            yield FavoursRevealed(tuple(each.tile for each in self._tiles()))
        price = iter(self.price)
        for each in self._tiles():
            markers = (next(price), next(price))
            for marker in markers:
                yield MarkerUsed(each.seat, marker, "move_three")
            yield FavourBought(each.seat, each.tile, markers)


def _flat(happened: Iterable[Happened]) -> Iterable[Event | Owned | Lying | Favoured]:
    for each in happened:
        if isinstance(each, Sequence):
            yield from _flat(each)
        else:
            yield each


# ---------------------------------------------------------------- boards


@cache
def routes(board: str) -> list[str]:
    return [f"{each['a']}~{each['b']}" for each in _routes(board)]


@cache
def taverns(board: str) -> list[str]:
    return [f"{each['a']}~{each['b']}" for each in _routes(board) if each["tavern"]]


def normal_posts(board: str) -> list[str]:
    """Every post that takes traders."""
    return [
        f"{each['a']}~{each['b']}/{n + 1}"
        for each in _routes(board)
        for n, kind in enumerate(cast("list[str]", each["posts"]))
        if kind == "any"
    ]


def _routes(board: str) -> list[JsonObject]:
    return cast("list[JsonObject]", RULESET.boards()[board]["routes"])


def _cities(board: str) -> list[JsonObject]:
    return cast("list[JsonObject]", RULESET.boards()[board]["cities"])


# ---------------------------------------------------------------- reading a view

Pieces: TypeAlias = tuple[int, int]  # traders, merchants
Piece: TypeAlias = tuple[int, Shape]  # whose, and which


def seen(play: Play, *seats: int) -> dict[str, Any]:  # Any: JSON, of which a test picks what it asks about
    return cast("dict[str, Any]", play.view(*seats))


def seat_view(play: Play, seat: int, *viewers: int) -> dict[str, Any]:
    return next(each for each in seen(play, *viewers)["seats"] if each["seat"] == seat)


def supply(play: Play, seat: int) -> Pieces:
    return _count(seat_view(play, seat)["supply"])


def stock(play: Play, seat: int) -> Pieces:
    return _count(seat_view(play, seat)["stock"])


def prestige(play: Play, seat: int) -> int:
    if seat == NEUTRAL:
        return int(seen(play)["neutral"]["prestige"])
    return int(seat_view(play, seat)["prestige"])


def level(play: Play, seat: int, ability: Ability) -> int:
    return int(seat_view(play, seat)["desk"][ability])


def desk(play: Play, seat: int) -> Pieces:
    """Traders and merchants that still cover the desk."""
    tracks = {ability: len(VALUES[n]) - 1 for n, ability in enumerate(ABILITIES)}
    covered = {ability: tracks[ability] - level(play, seat, ability) for ability in ABILITIES}
    merchants = covered.pop("liber_sophiae")
    return sum(covered.values()), merchants


def unused(play: Play, seat: int) -> dict[str, str]:
    return {each["marker"]: each["kind"] for each in seat_view(play, seat)["unused"]}


def used(play: Play, seat: int) -> dict[str, str]:
    return {each["marker"]: each["kind"] for each in seat_view(play, seat)["used"]}


def plate(play: Play, seat: int) -> int:
    return int(seat_view(play, seat)["plate"])


def posts(play: Play) -> dict[str, Piece]:
    return {each["post"]: (each["seat"], each["shape"]) for each in seen(play)["posts"]}


def on_post(play: Play, post: str) -> Piece | None:
    return posts(play).get(post)


def city_view(play: Play, city: str) -> dict[str, Any]:
    return next(each for each in seen(play)["cities"] if each["city"] == city)


def office_at(play: Play, city: str, index: int) -> Piece | None:
    """The piece in a printed office, counted from 1."""
    return _piece(city_view(play, city)["offices"][index - 1])


def office_pieces(play: Play, city: str) -> list[Piece | None]:
    """All offices of a city from left to right, the extra ones first."""
    view = city_view(play, city)
    return [_piece(each) for each in (*view["extra_offices"], *view["offices"])]


def controller(play: Play, city: str) -> int | None:
    return cast("int | None", city_view(play, city)["controller"])


def counter(play: Play) -> int:
    return int(seen(play)["completed_cities"])


def actions_left(play: Play) -> int:
    return int(seen(play)["turn"]["left"])


def allowance(play: Play) -> int:
    return int(seen(play)["turn"]["allowance"])


def marker_supply(play: Play) -> int:
    return int(seen(play)["marker_supply"])


def markers_on_board(play: Play) -> dict[str, str]:
    """Markers by the route at which they lie."""
    return {each["route"]: each["marker"] for each in seen(play)["markers"]}


def neutral_stock(play: Play) -> int:
    return int(seen(play)["neutral"]["stock"])


def in_hand(play: Play) -> Piece | None:
    """The displaced piece that waits to be placed."""
    waiting = seen(play).get("displaced")
    return _piece(waiting) if waiting and waiting["in_hand"] else None


def points(play: Play, seat: int, category: str) -> int:
    """What a seat would score in a category of the final scoring, by its name."""
    return play.scored(seat).breakdown[category]


def all_pieces(play: Play, seat: int) -> Pieces:
    """Every trader and merchant of a seat, wherever it is (HT-PIECE-2, -3)."""
    view = seen(play)
    pieces = [
        *posts(play).values(),
        *(piece for city in view["cities"] for piece in office_pieces(play, city["city"])),
        *([in_hand(play)] if in_hand(play) else []),
        *((seat, MERCHANT) for space in view["special_prestige"] if space["seat"] == seat),
    ]
    own = Counter(piece[1] for piece in pieces if piece and piece[0] == seat)
    waiting = _count(view["permanent"]["hand"]) if view.get("permanent") and view["turn"]["seat"] == seat else (0, 0)
    rows = (supply(play, seat), stock(play, seat), desk(play, seat), waiting, (1, 0))  # one trader keeps the score
    return own[TRADER] + sum(row[0] for row in rows), own[MERCHANT] + sum(row[1] for row in rows)


def _count(view: Mapping[str, int]) -> Pieces:
    return view["traders"], view["merchants"]


def _piece(view: Mapping[str, Any] | None) -> Piece | None:
    return None if view is None else (view["seat"], view["shape"])
