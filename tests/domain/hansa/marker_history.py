"""Markers and favour tiles of a position: what a test says of them, and the events by which it came about."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kontor.domain.hansa.rulebook.establish import MarkerTaken
from kontor.domain.hansa.rulebook.favours import FavourBought, FavoursRevealed
from kontor.domain.hansa.rulebook.markers import MarkerUsed
from kontor.domain.hansa.rulebook.replacement_markers import (
    ReplacementDrawn,
    ReplacementPlaced,
    ReplacementsRevealed,
    RevealedMarker,
)
from kontor.domain.hansa.rulebook.rules import Event
from kontor.domain.hansa.rulebook.setup_events import (
    HiddenMarker,
    HiddenOrder,
    MarkerSupplyShuffled,
    StartMarker,
    StartMarkersPlaced,
)
from kontor.domain.hansa.words import MarkerKind, Tile
from kontor.domain.kernel.secrets import Secret
from tests.domain.hansa.board_files import routes, taverns

FIRST = 1  # the seat that is said to have drawn what lies at routes


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


START_MARKERS = 3


@dataclass(slots=True)
class MarkerHistory:
    """The events by which markers and tiles come to be where a test says they are."""

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

    def events(self) -> Iterable[Event]:
        """What happened, the markers first."""
        drawn = self._drawn()
        left = len(drawn) + (self.supply if isinstance(self.supply, int) else len(self.supply))
        for n, marker in enumerate(drawn):
            yield ReplacementDrawn(FIRST, left - n - 1, n + 1)
            yield ReplacementsRevealed(FIRST, (RevealedMarker(marker, self._kind(marker)),))
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
