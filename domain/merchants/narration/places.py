"""Names of places for the sentences of a game: cities by their own name, all other places by the nearest city."""

from collections.abc import Mapping

from kontor.domain.kernel.boards import once_per_content
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.labels import ENGLISH, Names, labels_of, words_of
from kontor.domain.merchants.boards.board import Board, compile_board
from kontor.domain.merchants.boards.board_file import Hex

Words = Mapping[str, str]


def place_names(board: JsonObject, language: str = ENGLISH) -> Names:
    """Return the name of each site, intersection, edge and hex by its id. Several places may have the same name."""
    return _names(board)[language]


@once_per_content
def _names(board: JsonObject) -> Mapping[str, Names]:
    found, labels = compile_board(board), labels_of("kontor.domain.merchants")
    return {language: _in_words(found, words_of(labels, language)) for language in labels}


def _in_words(found: Board, words: Words) -> Names:
    sites = {site.id: site.name for site in found.file.sites}
    near = _nearest(found, [sites[id_] for id_ in found.sites])
    corners = {id_: _corner(words, *near[n]) for n, id_ in enumerate(found.intersections)}
    edges = {id_: _edge(words, near[a][1], near[b][1]) for id_, (a, b) in zip(found.edges, found.ends, strict=True)}
    beside: dict[str, list[tuple[int, str]]] = {each.id: [] for each in found.file.hexes}
    for corner in found.file.intersections:
        for hex_ in corner.hexes:
            beside[hex_].append(near[found.intersection_at[corner.id]])
    hexes = {each.id: _hex(words, each, beside[each.id]) for each in found.file.hexes}
    return {**hexes, **edges, **corners, **sites}


def _nearest(board: Board, names: list[str]) -> list[tuple[int, str]]:
    """Return, for each intersection, the number of steps to the nearest city and the name of this city."""
    far = [board.distances(place) for place in board.place]
    return [
        min((steps[n], name) for steps, name in zip(far, names, strict=True)) for n in range(len(board.intersections))
    ]


def _corner(words: Words, steps: int, city: str) -> str:
    return words["near"].format(city=city) if steps else city


def _edge(words: Words, one: str, other: str) -> str:
    return words["near"].format(city=one) if one == other else words["between"].format(one=one, other=other)


def _hex(words: Words, each: Hex, corners: list[tuple[int, str]]) -> str:
    if each.region:
        return each.region
    land = words[each.terrain]
    return f"{land} {words['near'].format(city=min(corners)[1])}" if corners else land
