"""Places of the boards: sites, intersections, edges."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.boards.grid import edge_ends


@cache
def intersection(site: str) -> str:
    return next(name for name, found in _site_at().items() if found == site)


def sites_at(edge: str) -> tuple[str, ...]:
    return tuple(found for end in edge_ends(edge) if (found := _site_at().get(end)) is not None)


@cache
def _site_at() -> Mapping[str, str]:
    return {str(site["intersection"]): str(site["id"]) for site in rows("merchants-main", "sites")}


def rows(board: str, part: str) -> Sequence[JsonObject]:
    return cast("Sequence[JsonObject]", RULESET.boards()[board][part])


def edges_in_the_west(number: int) -> Sequence[str]:
    """Edges of France and the Netherlands without a start route, for whoever must have spent many routes."""
    edges = sorted(str(edge["id"]) for edge in rows("merchants-short", "edges"))
    west = [edge for edge in edges if edge.startswith(("e:-1,", "e:-2,", "e:-3,")) and edge != "e:-1,0,ne"]
    assert len(west) >= number
    return west[:number]


def all_edges() -> Sequence[str]:
    return [str(edge["id"]) for edge in rows("merchants-short", "edges")]


def all_sites() -> Sequence[str]:
    return [str(site["id"]) for site in rows("merchants-short", "sites")]
