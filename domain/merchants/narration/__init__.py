"""What happened in a game, in sentences, one for each kind of event."""

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.merchants.boards.board import compiled
from kontor.domain.merchants.narration.english import STORY

__all__ = ["STORY", "thing_names"]


def thing_names(board: JsonObject) -> dict[str, str]:
    """Cities by their names, lands by their regions."""
    file = compiled(board).file
    lands = {each.id: each.region for each in file.hexes if each.region}
    return {**lands, **{site.id: site.name for site in file.sites}}
