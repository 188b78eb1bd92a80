"""The pieces of a seat, with its colour and emblem: a trader is a cube, a merchant is a disc."""

from collections.abc import Iterator

from kontor.domain.hansa.words import Shape as PieceShape
from kontor.domain.kernel.drawing.model import Box, Circle, Paint, Shape, area_around
from kontor.domain.kernel.drawing.seats import SeatLook, emblem

PIECE = 38


def piece(look: SeatLook, shape: PieceShape, x: float, y: float, size: float = PIECE) -> Iterator[Shape]:
    """Draw a piece. In text pictures it is the letter of the seat, which is a capital for a merchant."""
    paint = Paint(look.colour, "ink", 2)
    if shape == "merchant":
        yield Circle(x, y, size / 2 + 1, paint, plain=look.letter.upper())
    else:
        yield Box(area_around(x, y, size, size), paint, 3, plain=look.letter)
    yield from emblem(look, x, y, size * 0.46)


def piece_name(look: SeatLook, shape: PieceShape) -> str:
    return f"{look.colour} {shape}"
