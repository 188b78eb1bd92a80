"""Check a board file in the same way for every ruleset: first the types of its fields, then the relations between its
parts.

Every flaw has a JSON pointer. No input makes these functions raise.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeVar

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.model import Flaw, Unreadable, read

F = TypeVar("F")
H = TypeVar("H", bound=Hashable)

MOST_FLAWS = 100


def flaws_of(form: type[F], board: JsonObject, *stages: Callable[[F], Iterable[Flaw]]) -> Sequence[Flaw]:
    """Return the flaws of a board file, at most a hundred. The result is empty if the board is valid. A stage runs only
    if the stages before it found no flaw, so that one mistake is reported once."""
    try:
        file = read(form, board)
    except Unreadable as unreadable:
        return unreadable.flaws[:MOST_FLAWS]
    for stage in stages:
        if flaws := tuple(islice(stage(file), MOST_FLAWS)):
            return flaws
    return ()


def duplicates(values: Iterable[Hashable], pointer: str, message: str) -> Iterator[Flaw]:
    """Yield a flaw for each repeated value. `{}` in the pointer is replaced by its index, and `{}` in the message by
    the value."""
    seen: set[Hashable] = set()
    for n, value in enumerate(values):
        if value in seen:
            yield Flaw(pointer.format(n), "duplicate", message.format(shorten(str(value))))
        seen.add(value)


def unknown_references(
    pointer: str, names: str | Sequence[str], known: Collection[str], message: str
) -> Iterator[Flaw]:
    """Yield a flaw for each name that the file does not define. `{}` in the message is replaced by the name."""
    if not isinstance(names, str):
        for n, name in enumerate(names):
            yield from unknown_references(f"{pointer}/{n}", name, known, message)
    elif names not in known:
        yield Flaw(pointer, "unknown-reference", message.format(shorten(names)))


def reachable(start: H, neighbours: Mapping[H, Iterable[H]]) -> set[H]:
    """Return everything that is connected to `start`, including `start`."""
    reached, ahead = {start}, [start]
    while ahead:
        new = set(neighbours[ahead.pop()]) - reached
        reached |= new
        ahead += new
    return reached
