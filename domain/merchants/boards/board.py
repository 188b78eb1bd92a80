"""The tables of a board: its places as small integers, their neighbours and distances (ME-BOARD-8). The indices follow
the ids sorted as text, so comparing two indices is the same as comparing two ids (ME-RULING-25).
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias, cast

from kontor.domain.kernel.boards import BoardLine, once_per_content, shipped_boards
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.model import read
from kontor.domain.merchants.boards.board_file import BoardFile, CardKind, Chips, Edge, Hex, Intersection, Site
from kontor.domain.merchants.goods import INDEX, RESOURCES, Counts

Effect: TypeAlias = Literal[
    "move_robber_and_steal",
    "free_trade_routes",
    "take_resources",
    "take_gold",
    "free_merchant_move",
    "free_caravan_move",
    "toll_free_turn",
]

SEA: Final = -1
NO_SITE: Final = -1
# the usual boards come first
SHIPPED: Final = ("merchants-short-fair-3", "merchants-short-fair", "merchants-short", "merchants-main")


class Board:
    """The parts of a game that never change. They are computed once from the board file."""

    def __init__(self, file: BoardFile) -> None:
        self.file = file
        self.side = file.side
        hexes: list[Hex] = sorted(file.hexes, key=lambda each: each.id)
        corners: list[Intersection] = sorted(file.intersections, key=lambda each: each.id)
        edges: list[Edge] = sorted(file.edges, key=lambda each: each.id)
        sites: list[Site] = sorted(file.sites, key=lambda each: each.id)
        self._lay_hexes(hexes)
        self._lay_intersections(corners, edges, sites)
        self._lay_edges(edges)
        self._lay_sites(sites)
        self._lay_chips()
        self._lay_cards(file.development_deck)
        self._distances: dict[int, bytes] = {}
        self._rings: dict[int, tuple[tuple[int, ...], ...]] = {}

    def _lay_hexes(self, hexes: list[Hex]) -> None:
        self.hexes = tuple(each.id for each in hexes)
        self.hex_at = _positions(self.hexes)
        self.resource = tuple(SEA if each.resource is None else INDEX[each.resource] for each in hexes)  # ME-BOARD-1
        self.printed = bytes(each.number or 0 for each in hexes)  # ME-BOARD-4
        self.robber_start = self.hex_at[self.file.robber_start]  # ME-SETUP-5

    def _lay_intersections(self, corners: list[Intersection], edges: list[Edge], sites: list[Site]) -> None:
        """Connect the intersections by edges. Edges connect in the same way on land, along the coast and at sea
        (ME-BOARD-2).
        """
        self.intersections = tuple(each.id for each in corners)
        self.intersection_at = _positions(self.intersections)
        edge_at = _positions(each.id for each in edges)
        self.ends = tuple((self.intersection_at[each.ends[0]], self.intersection_at[each.ends[1]]) for each in edges)
        self.edges_at = tuple(tuple(sorted(edge_at[edge] for edge in each.edges)) for each in corners)
        self.neighbours = tuple(
            tuple(b if a == here else a for a, b in (self.ends[edge] for edge in self.edges_at[here]))
            for here in range(len(corners))
        )
        self.lands_at = tuple(
            tuple(sorted(self.hex_at[id_] for id_ in each.hexes if self.resource[self.hex_at[id_]] != SEA))
            for each in corners
        )
        found = {self.intersection_at[site.intersection]: n for n, site in enumerate(sites)}
        self.site_of = tuple(found.get(n, NO_SITE) for n in range(len(corners)))  # ME-BOARD-3

    def _lay_edges(self, edges: list[Edge]) -> None:
        self.edges = tuple(each.id for each in edges)
        self.edge_at = _positions(self.edges)
        self.double_arrow = tuple(each.double_arrow for each in edges)  # ME-BOARD-7
        self.adjacent = tuple(
            tuple(sorted({*self.edges_at[a], *self.edges_at[b]} - {n})) for n, (a, b) in enumerate(self.ends)
        )
        self.sites_by = tuple(
            tuple(sorted(self.site_of[end] for end in ends if self.site_of[end] != NO_SITE)) for ends in self.ends
        )

    def _lay_sites(self, sites: list[Site]) -> None:
        self.sites = tuple(each.id for each in sites)
        self.site_at = _positions(self.sites)
        self.place = tuple(self.intersection_at[each.intersection] for each in sites)
        self.violet = tuple(each.kind == "start" for each in sites)  # ME-BOARD-3
        self.coins = tuple(each.coast_gold for each in sites)  # ME-BOARD-7
        self.site_edges = tuple(self.edges_at[place] for place in self.place)
        self.site_lands = tuple(self.lands_at[place] for place in self.place)
        self.hex_sites = tuple(
            tuple(site for site, lands in enumerate(self.site_lands) if hex_ in lands)
            for hex_ in range(len(self.hexes))
        )

    def _lay_chips(self) -> None:
        """Lay the number chips. Chip 0 of a resource is its start chip (ME-BOARD-6). All other chips of the resource
        begin face down.
        """
        chips: list[tuple[str, int, int, int]] = []  # id, resource, start hex or −1, start number or 0
        for kind, name in enumerate(RESOURCES):
            found = cast(Chips, getattr(self.file.number_chips, name))
            chips.append((f"{name}-0", kind, self.hex_at[found.start.hex], found.start.number))
            chips.extend((f"{name}-{n}", kind, -1, 0) for n in range(1, len(found.hidden) + 1))
        self.chips = tuple(id_ for id_, _, _, _ in chips)
        self.chip_at = _positions(self.chips)
        self.chip_resource = tuple(kind for _, kind, _, _ in chips)
        self.chip_start = tuple((hex_, number) for _, _, hex_, number in chips)
        self.chips_of = tuple(  # the chips by resource, which determines their colour (ME-BOARD-5)
            tuple(n for n, kind in enumerate(self.chip_resource) if kind == wanted) for wanted in range(5)
        )

    def _lay_cards(self, deck: Iterable[CardKind]) -> None:
        """Store the development cards and their effects, as in the board file (ME-CARD-6)."""
        self.kinds = tuple(each.kind for each in deck)
        self.kind_at = _positions(self.kinds)
        self.effect: tuple[Effect, ...] = tuple(each.effect for each in deck)
        self.amount = tuple(each.amount or 1 for each in deck)
        self.deck = tuple(each.kind for each in deck for _ in range(each.count))

    def hidden_numbers(self, resource: int) -> tuple[int, ...]:
        return cast(Chips, getattr(self.file.number_chips, RESOURCES[resource])).hidden

    def start_cards(self, site: int) -> Counts:
        """Return the start cards that a site brings: one card for each land at the site (ME-SETUP-16)."""
        lands = [self.resource[hex_] for hex_ in self.site_lands[site]]
        return tuple(lands.count(kind) for kind in range(5))

    def distances(self, origin: int) -> bytes:
        """Return the number of steps from the origin to every intersection, along edges of every kind (ME-MERCHANT-7,
        ME-MERCHANT-8).
        """
        found = self._distances.get(origin)
        if found is None:
            found = self._distances[origin] = _distances(self.neighbours, origin)
        return found

    def rings(self, origin: int) -> tuple[tuple[int, ...], ...]:
        """Return the intersections, grouped by their distance from the origin."""
        found = self._rings.get(origin)
        if found is None:
            far = self.distances(origin)
            rings: list[list[int]] = [[] for _ in range(max(far) + 1)]
            for place, steps in enumerate(far):
                rings[steps].append(place)
            found = self._rings[origin] = tuple(tuple(ring) for ring in rings)
        return found

    def intersection(self, name: str) -> int | None:
        """Return the intersection that has this id, or the intersection of the site that has this name."""
        site = self.site_at.get(name)
        return self.intersection_at.get(name) if site is None else self.place[site]


@once_per_content
def compile_board(board: JsonObject) -> Board:
    """Return the tables of a board in which `check_board` found no flaws. Equal boards share the same tables."""
    return Board(read(BoardFile, board))


def boards() -> Mapping[str, JsonObject]:
    """Return the shipped boards by name."""
    return shipped_boards(__package__, SHIPPED)


def board_line(board: JsonObject) -> BoardLine:
    file = compile_board(board).file
    seats = [int(each) for each in file.setup]
    return BoardLine(file.name, (min(seats), max(seats)))


def pick_board(name: str, seats: int) -> str:
    """Return the full name of a board. `short` and `main` stand for the usual board of that side (ME-BOARD-9), and the
    name of the ruleset stands for `short`. One short board has a fixed start that is fair for three seats, another one
    for four seats.
    """
    if name in ("merchants", "short"):
        return "merchants-short-fair-3" if seats == 3 else "merchants-short-fair"
    return "merchants-main" if name == "main" else name


def _positions(ids: Iterable[str]) -> dict[str, int]:
    return {id_: n for n, id_ in enumerate(ids)}


def _distances(neighbours: tuple[tuple[int, ...], ...], origin: int) -> bytes:
    steps = [-1] * len(neighbours)
    steps[origin] = 0
    queue = [origin]
    for here in queue:
        for there in neighbours[here]:
            if steps[there] < 0:
                steps[there] = steps[here] + 1
                queue.append(there)
    return bytes(min(n, 255) for n in steps)  # the checked board is connected; a seat can pay for at most 57 steps
