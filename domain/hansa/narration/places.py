"""Names of posts, routes, provinces and of blank markers whose effect the board defines (HT-MARKER-22). The ids of
these cannot be shown to players."""

from collections.abc import Iterator, Mapping
from typing import Any

from kontor.domain.hansa.boards.board import Board, compile_board
from kontor.domain.hansa.words import ABILITIES
from kontor.domain.kernel.boards import once_per_content
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.labels import ENGLISH, Names, labels_of, words_of


def place_names(board: JsonObject, language: str = ENGLISH) -> Names:
    return _names(board)[language]


@once_per_content
def _names(board: JsonObject) -> Mapping[str, Names]:
    found = compile_board(board)
    titles = {province.name: province_title(province.name) for province in found.provinces} | dict(found.blanks)
    labels = labels_of("kontor.domain.hansa")
    return {
        language: dict(_posts(found, words_of(labels, language))) | _abilities(labels[language]) | titles
        for language in labels
    }


def _abilities(labels: JsonObject) -> dict[str, str]:
    values = labels["values"]
    assert isinstance(values, Mapping)
    return {ability: str(values[ability]) for ability in ABILITIES}


def _posts(board: Board, words: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the id and the name of each route and post."""
    nth = words["nth"]
    for route in board.routes:
        title = route.name.replace("~", "–")
        yield route.name, title
        for number in range(1, route.size + 1):
            yield f"{route.name}/{number}", str(words["post"]).format(route=title, nth=nth[number - 1])


def province_title(name: str) -> str:
    """Return the title of a province from its id: outer-holstein becomes Outer Holstein."""
    return " ".join(f"{word[:1].upper()}{word[1:]}" for word in name.replace("-", " ").split())
