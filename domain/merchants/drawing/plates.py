"""Draw a text in a small box, for example the id of a development card."""

from collections.abc import Iterator

from kontor.domain.kernel.drawing.model import Area, Box, Paint, Shape, Text


def plate(area: Area, text: str) -> Iterator[Shape]:
    yield Box(area, Paint("stone", "hex_edge", 2), 6)
    yield Text(*area.centre, text, 22, "ink", anchor="middle")
