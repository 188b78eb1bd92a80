"""Check a board before a game uses it (docs/boards-merchants.md, ME-BOARD-8).

The geometry is computed, not trusted: the id of an edge or an intersection determines its ends and adjacent hexes. The
board file must agree with the result.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from kontor.domain.kernel.board_check import duplicates, flaws_of, reachable, unknown_references
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.echo import quote, shorten
from kontor.domain.kernel.model import Flaw
from kontor.domain.merchants.boards.board_file import (
    BoardFile,
    Chips,
    ColourStart,
    Edge,
    Hex,
    Intersection,
    StartResources,
)
from kontor.domain.merchants.boards.grid import corner_hexes, edge_ends, edge_hexes, hex_id

DECK = 25  # ME-PIECE-1
NEEDS_AMOUNT = {"free_trade_routes", "take_resources", "take_gold", "free_merchant_move", "free_caravan_move"}


def check_board(board: JsonObject) -> Sequence[Flaw]:
    """Return the flaws of a board file, at most a hundred. The list is empty if the board is valid."""
    return flaws_of(BoardFile, board, _names, _geometry, _contents)


# ---------------------------------------------------------------- names: each is unique, and each reference exists


def _names(board: BoardFile) -> Iterator[Flaw]:
    for part in ("hexes", "intersections", "edges", "sites"):
        yield from _twice(f"/{part}", [each.id for each in getattr(board, part)], "id")
    yield from _twice("/development_deck", [card.kind for card in board.development_deck], "kind")
    yield from _twice("/sites", [site.intersection for site in board.sites], "intersection")  # ME-BOARD-3
    hexes = {each.id for each in board.hexes}
    intersections = {each.id for each in board.intersections}
    edges = {each.id for each in board.edges}
    sites = {each.id for each in board.sites}
    for n, corner in enumerate(board.intersections):
        yield from _check_known(f"/intersections/{n}/hexes", corner.hexes, hexes, "hex")
        yield from _check_known(f"/intersections/{n}/edges", corner.edges, edges, "edge")
        if corner.site is not None:
            yield from _check_known(f"/intersections/{n}/site", corner.site, sites, "site")
    for n, edge in enumerate(board.edges):
        yield from _check_known(f"/edges/{n}/ends", edge.ends, intersections, "intersection")
        yield from _check_known(f"/edges/{n}/hexes", edge.hexes, hexes, "hex")
    for n, site in enumerate(board.sites):
        yield from _check_known(f"/sites/{n}/intersection", site.intersection, intersections, "intersection")
    yield from _check_known("/robber_start", board.robber_start, hexes, "hex")
    for resource, chips in _chips(board):
        yield from _check_known(f"/number_chips/{resource}/start/hex", chips.start.hex, hexes, "hex")
    for colour, start in _starts(board):
        pointer = f"/fixed_start/{colour}"
        yield from _check_known(f"{pointer}/posts", start.posts, sites, "site")
        yield from _check_known(f"{pointer}/route", start.route, edges, "edge")
        yield from _check_known(f"{pointer}/caravan", start.caravan, edges, "edge")
        yield from _check_known(f"{pointer}/resource_site", start.resource_site, sites, "site")


def _twice(pointer: str, names: Sequence[str], field: str) -> Iterator[Flaw]:
    return duplicates(names, f"{pointer}/{{}}/{field}", "{} occurs twice")


def _check_known(pointer: str, names: str | Sequence[str], known: set[str], what: str) -> Iterator[Flaw]:
    return unknown_references(pointer, names, known, f"the file has no {what} {{}}")


# ---------------------------------------------------------------- geometry, computed from the ids


def _geometry(board: BoardFile) -> Iterator[Flaw]:
    terrain = {each.id: each.terrain for each in board.hexes}
    site_at = {each.intersection: each.id for each in board.sites}
    edges_at: dict[str, set[str]] = {each.id: set() for each in board.intersections}
    for n, each in enumerate(board.hexes):
        if each.id != hex_id(each.q, each.r):
            yield Flaw(f"/hexes/{n}/id", "wrong-geometry", f"the id must be {hex_id(each.q, each.r)}, from q and r")
    for n, edge in enumerate(board.edges):
        yield from _edge_flaws(f"/edges/{n}", edge, terrain)
        for end in edge_ends(edge.id):
            edges_at.setdefault(end, set()).add(edge.id)
    for n, corner in enumerate(board.intersections):
        yield from _corner_flaws(f"/intersections/{n}", corner, terrain, edges_at[corner.id], site_at.get(corner.id))
    if not _are_connected(board):
        yield Flaw("/edges", "not-connected", "some intersections cannot be reached from the rest")


def _edge_flaws(pointer: str, edge: Edge, terrain: Mapping[str, str]) -> Iterator[Flaw]:
    beside = [each for each in edge_hexes(edge.id) if each in terrain]
    yield from _differs(f"{pointer}/ends", edge.ends, edge_ends(edge.id))
    yield from _differs(f"{pointer}/hexes", edge.hexes, beside)
    kind = _edge_kind([terrain[each] for each in beside])
    if edge.kind != kind:
        yield Flaw(f"{pointer}/kind", "wrong-geometry", f"must be {kind}, because of the hexes next to this edge")


def _edge_kind(terrains: Sequence[str]) -> str:
    lands = sum(each != "sea" for each in terrains)  # ME-BOARD-2
    if lands == 1:
        return "coast" if "sea" in terrains else "border"
    return "land" if lands else "sea"


def _corner_flaws(
    pointer: str, corner: Intersection, terrain: Mapping[str, str], edges: set[str], site: str | None
) -> Iterator[Flaw]:
    around = [each for each in corner_hexes(corner.id) if each in terrain]
    yield from _differs(f"{pointer}/hexes", corner.hexes, around)
    yield from _differs(f"{pointer}/edges", corner.edges, sorted(edges))
    if corner.coastal != any(terrain[each] == "sea" for each in around):
        yield Flaw(f"{pointer}/coastal", "wrong-geometry", "must be true exactly if a sea hex is adjacent")
    if corner.site != site:
        yield Flaw(f"{pointer}/site", "wrong-geometry", f"must be {site or 'null'}, because of the list of sites")


def _differs(pointer: str, given: Sequence[str], expected: Sequence[str]) -> Iterator[Flaw]:
    if sorted(given) != sorted(expected):
        yield Flaw(pointer, "wrong-geometry", f"must be {', '.join(expected) or 'empty'}, in any order")


def _are_connected(board: BoardFile) -> bool:
    ends = {edge.id: edge.ends for edge in board.edges}
    neighbours = {corner.id: {end for edge in corner.edges for end in ends[edge]} for corner in board.intersections}
    return len(reachable(board.intersections[0].id, neighbours)) == len(neighbours)


# ---------------------------------------------------------------- contents: the properties that a game relies on


def _contents(board: BoardFile) -> Iterator[Flaw]:
    for n, each in enumerate(board.hexes):
        yield from _hex_flaws(f"/hexes/{n}", each, board)
    yield from _chip_flaws(board)
    yield from _robber_flaws(board)
    yield from _site_flaws(board)
    yield from _preparation_flaws(board)
    yield from _deck_flaws(board)
    yield from _fixed_start_flaws(board)


def _hex_flaws(pointer: str, land: Hex, board: BoardFile) -> Iterator[Flaw]:
    resource = None if land.terrain == "sea" else getattr(board.terrains, land.terrain)
    if land.resource != resource:  # ME-BOARD-1
        yield Flaw(f"{pointer}/resource", "contradiction", f"must be {resource or 'null'} for {land.terrain}")
    if land.terrain == "sea" and land.number is not None:
        yield Flaw(f"{pointer}/number", "contradiction", "a sea hex must not have a number")
    if land.start_chip and land.number is not None:  # ME-PIECE-10
        yield Flaw(f"{pointer}/number", "contradiction", "a hex with a start chip must not have a printed number")


def _chip_flaws(board: BoardFile) -> Iterator[Flaw]:
    hexes = {each.id: each for each in board.hexes}
    for resource, chips in _chips(board):
        marked = hexes[chips.start.hex]
        if marked.resource != resource or not marked.start_chip:  # ME-BOARD-6, ME-SETUP-2
            message = f"must be a hex that yields {resource} and has `start_chip`"
            yield Flaw(f"/number_chips/{resource}/start/hex", "contradiction", message)
    placed = {chips.start.hex for _, chips in _chips(board)}
    for n, each in enumerate(board.hexes):
        if each.start_chip and each.id not in placed:
            yield Flaw(f"/hexes/{n}/start_chip", "contradiction", "no start chip in `number_chips` has this hex")
    yield from _twice_colour(board)


def _twice_colour(board: BoardFile) -> Iterator[Flaw]:
    seen: set[str] = set()
    for resource, chips in _chips(board):
        if chips.colour in seen:  # ME-BOARD-5
            yield Flaw(f"/number_chips/{resource}/colour", "duplicate", "another resource has chips of this colour")
        seen.add(chips.colour)


def _robber_flaws(board: BoardFile) -> Iterator[Flaw]:
    place = next(each for each in board.hexes if each.id == board.robber_start)
    if place.terrain == "sea" or place.number is not None or place.start_chip:  # ME-SETUP-5
        yield Flaw("/robber_start", "contradiction", "must be a land hex that has no number and no start chip")


def _site_flaws(board: BoardFile) -> Iterator[Flaw]:
    coastal = {each.id for each in board.intersections if each.coastal}
    for n, site in enumerate(board.sites):
        if (site.kind == "start") != (site.colour == "violet"):  # ME-BOARD-3
            yield Flaw(f"/sites/{n}/colour", "contradiction", "start sites must be violet, regular sites must be brown")
        if site.coast_gold and (site.kind == "start" or site.intersection not in coastal):  # ME-BOARD-7
            yield Flaw(f"/sites/{n}/coast_gold", "contradiction", "only brown sites at the coast may have coins")


def _preparation_flaws(board: BoardFile) -> Iterator[Flaw]:
    violet = sum(site.kind == "start" for site in board.sites)
    for key, each in board.setup.items():
        pointer = f"/setup/{key}"
        if key not in ("3", "4"):  # ME-SETUP-1
            yield Flaw("/setup", "unknown-field", f"the number of players must be 3 or 4, not {quote(key)}")
            continue
        seats = int(key)
        if each.posts_per_player != each.start_posts + each.warehouse_posts:  # ME-SETUP-9
            yield Flaw(f"{pointer}/posts_per_player", "wrong-count", "must be `start_posts` plus `warehouse_posts`")
        if each.commodities != each.warehouse_posts + 1:  # ME-SETUP-7
            yield Flaw(f"{pointer}/commodities", "wrong-count", "must be one more than `warehouse_posts`")
        if each.neutral_posts != (3 if seats == 3 else 0):  # ME-SETUP-9
            yield Flaw(f"{pointer}/neutral_posts", "wrong-count", "must be 3 for three players, and 0 for four")
        if len(board.sites) < seats * each.posts_per_player + each.neutral_posts:
            yield Flaw("/sites", "wrong-count", f"there must be a site for each post of {key} players")
        if violet < seats * each.start_posts + each.neutral_posts:
            yield Flaw("/sites", "wrong-count", f"there must be a violet site for each start post of {key} players")


def _deck_flaws(board: BoardFile) -> Iterator[Flaw]:
    for n, card in enumerate(board.development_deck):
        if card.amount is None and card.effect in NEEDS_AMOUNT:
            yield Flaw(f"/development_deck/{n}/amount", "missing-field", f"{card.effect} must have an amount")
        if card.amount is not None and card.effect not in NEEDS_AMOUNT:
            yield Flaw(f"/development_deck/{n}/amount", "unknown-field", f"{card.effect} must not have an amount")
    total = sum(card.count for card in board.development_deck)
    if total != DECK:  # ME-CARD-6
        yield Flaw("/development_deck", "wrong-count", f"the deck must have {DECK} cards, not {total}")


def _fixed_start_flaws(board: BoardFile) -> Iterator[Flaw]:
    if (board.fixed_start is None) != (board.side == "main"):
        yield Flaw("/fixed_start", "contradiction", "must be null exactly for the main side (ME-SETUP-1)")
        return
    taken: set[str] = set()
    violet = {site.id for site in board.sites if site.kind == "start"}
    for colour, start in _starts(board):
        pointer = f"/fixed_start/{colour}"
        for n, post in enumerate(start.posts):
            if post in taken:
                yield Flaw(f"{pointer}/posts/{n}", "duplicate", f"there is another start post on {shorten(post)}")
            elif post not in violet:
                yield Flaw(f"{pointer}/posts/{n}", "contradiction", f"{shorten(post)} is not a violet site")
            taken.add(post)
        yield from _start_route_flaws(pointer, start, board)
        if _stated_counts(start.resources) != _yields(start.resource_site, board):
            message = "must be one card for each land hex at `resource_site`"
            yield Flaw(f"{pointer}/resources", "contradiction", message)
    yield from _connection_flaws(board)


def _start_route_flaws(pointer: str, start: ColourStart, board: BoardFile) -> Iterator[Flaw]:
    at = {site.intersection: site.id for site in board.sites}
    if not any(at.get(end) in start.posts for end in edge_ends(start.route)):
        yield Flaw(f"{pointer}/route", "contradiction", "the start route must touch a start post of the same colour")
    if start.caravan != start.route:  # ME-SETUP-11
        yield Flaw(f"{pointer}/caravan", "contradiction", "the caravan must be at the start route of the same colour")


def _stated_counts(resources: StartResources) -> Mapping[str, int]:
    given = {field.name: getattr(resources, field.name) for field in fields(resources)}
    return {name: count for name, count in given.items() if count is not None}


def _yields(site: str, board: BoardFile) -> Mapping[str, int]:
    place = next(each.intersection for each in board.sites if each.id == site)
    resource = {each.id: each.resource for each in board.hexes}
    found = Counter(resource.get(each) for each in corner_hexes(place))
    return {name: count for name, count in found.items() if name is not None}


def _connection_flaws(board: BoardFile) -> Iterator[Flaw]:
    """Yield the flaws of the start routes. Two start routes must not be on the same edge, and start routes must not
    connect two sites, alone or together (ME-SETUP-19).
    """
    sites = {site.intersection for site in board.sites}
    network: dict[str, set[str]] = {}  # by intersection: the intersections that the routes so far connect to it
    used: set[str] = set()
    for colour, start in _starts(board):
        pointer = f"/fixed_start/{colour}/route"
        if start.route in used:
            yield Flaw(pointer, "duplicate", "another start route is on this edge")
        used.add(start.route)
        joined = set().union(*(network.get(end, {end}) for end in edge_ends(start.route)))
        if len(joined & sites) > 1:
            yield Flaw(pointer, "contradiction", "start routes must not connect two sites, alone or together")
        network.update(dict.fromkeys(joined, joined))


# ---------------------------------------------------------------- parts by name


def _chips(board: BoardFile) -> Iterator[tuple[str, Chips]]:
    for field in fields(board.number_chips):
        yield field.name, getattr(board.number_chips, field.name)


def _starts(board: BoardFile) -> Iterator[tuple[str, ColourStart]]:
    if board.fixed_start is not None:
        for field in fields(board.fixed_start):
            yield field.name, getattr(board.fixed_start, field.name)
