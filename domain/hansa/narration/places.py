"""Names of provinces, and of blank markers whose effect the board defines (HT-MARKER-22). The ids of these cannot be
shown to players."""

from collections.abc import Mapping

from kontor.domain.hansa.boards.board import compiled
from kontor.domain.kernel.boards import once_per_content
from kontor.domain.kernel.canonical import JsonObject


@once_per_content
def place_names(board: JsonObject) -> Mapping[str, str]:
    found = compiled(board)
    return {province.name: province_title(province.name) for province in found.provinces} | dict(found.blanks)


def province_title(name: str) -> str:
    """Return the title of a province from its id: outer-holstein becomes Outer Holstein."""
    return " ".join(f"{word[:1].upper()}{word[1:]}" for word in name.replace("-", " ").split())
