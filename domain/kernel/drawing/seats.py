"""The appearance of a seat's pieces: a colour, an emblem for colour-blind people, and a letter for text pictures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kontor.domain.kernel.drawing.model import Circle, Paint, Path, Shape
from kontor.domain.kernel.drawing.palette import LIGHT_COLOURS
from kontor.domain.kernel.ruleset import Chair

NEUTRAL = 0


@dataclass(frozen=True, slots=True)
class SeatLook:
    """The appearance of a seat's pieces. `letter` is unique at the table."""

    seat: int
    colour: str
    letter: str

    @property
    def name(self) -> str:
        return self.colour.capitalize()

    @property
    def contrast(self) -> str:
        return "on_light" if self.colour in LIGHT_COLOURS else "on_dark"


def seat_looks(chairs: Sequence[Chair], colours: Sequence[str]) -> Mapping[int, SeatLook]:
    """Return the appearance of each seat. Seats get the colours that they chose, then the remaining colours in order.
    Seat 0 gets the neutral colour."""
    chosen = {chair.seat: chair.colour for chair in chairs if chair.colour}
    left = iter([colour for colour in colours if colour not in chosen.values()])
    by_seat = {chair.seat: chosen.get(chair.seat) or next(left) for chair in chairs}
    return looks_of({NEUTRAL: "neutral", **by_seat})


def looks_of(colours: Mapping[int, str]) -> Mapping[int, SeatLook]:
    """Return the appearance of seats whose colours are known."""
    taken: set[str] = set()
    found: dict[int, SeatLook] = {}
    for seat, colour in colours.items():
        letter = next((each for each in colour if each not in taken), str(seat))
        taken.add(letter)
        found[seat] = SeatLook(seat, colour, letter)
    return found


def emblem(look: SeatLook, x: float, y: float, size: float) -> Iterator[Shape]:
    """Draw the emblem of a seat in a square of this size."""
    line = Paint(None, look.contrast, size * 0.28)
    full = Paint(look.contrast)
    half = size / 2
    match look.seat:
        case 1:
            yield Circle(x, y, size * 0.36, full)
        case 2:
            yield Path(((x - half, y), (x + half, y)), line)
        case 3:
            yield Path(((x, y - half), (x + half, y + half * 0.8), (x - half, y + half * 0.8)), full, closed=True)
        case 4:
            yield Path(((x - half, y), (x + half, y)), line)
            yield Path(((x, y - half), (x, y + half)), line)
        case 5:
            yield Path(
                ((x, y - half), (x + half, y), (x, y + half), (x - half, y)),
                Paint(None, look.contrast, size * 0.2),
                closed=True,
            )
        case _:
            yield Path(((x - half, y - half), (x + half, y + half)), line)
            yield Path(((x - half, y + half), (x + half, y - half)), line)
