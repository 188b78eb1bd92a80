"""The ids of places: hexes with a corner at the top, in axial coordinates, and their edges and corners
(docs/boards-merchants.md).
"""

_BESIDE = {"ne": (1, -1), "e": (1, 0), "se": (0, 1)}


def hex_id(q: int, r: int) -> str:
    return f"h:{q},{r}"


def edge_hexes(edge: str) -> tuple[str, str]:
    """Return the two hexes next to an edge. One of the hexes may be outside the board (ME-BOARD-2)."""
    q, r, side = _parts(edge)
    east, south = _BESIDE[side]
    return hex_id(q, r), hex_id(q + east, r + south)


def edge_ends(edge: str) -> tuple[str, str]:
    """Return the two intersections that an edge connects: a north corner and a south corner."""
    q, r, side = _parts(edge)
    if side == "ne":
        return f"i:{q},{r},n", f"i:{q + 1},{r - 1},s"
    if side == "e":
        return f"i:{q + 1},{r - 1},s", f"i:{q},{r + 1},n"
    return f"i:{q},{r + 1},n", f"i:{q},{r},s"


def corner_hexes(corner: str) -> tuple[str, str, str]:
    """Return the three hexes that meet at an intersection. Some of the hexes may be outside the board (ME-BOARD-2)."""
    q, r, side = _parts(corner)
    if side == "n":
        return hex_id(q, r), hex_id(q, r - 1), hex_id(q + 1, r - 1)
    return hex_id(q, r), hex_id(q - 1, r + 1), hex_id(q, r + 1)


def _parts(place: str) -> tuple[int, int, str]:
    q, r, side = place[2:].split(",")
    return int(q), int(r), side
