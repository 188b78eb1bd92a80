"""Secrets: a ruleset marks them with the fields `sealed`, `opens` and `draws` of an event.

```python
@dataclass(frozen=True, slots=True)
class CardBought:
    seat: int
    card: str
    sealed: tuple[Shown, ...] = ()      # parts for some seats, or for no seat yet
    opens: tuple[Ref, ...] = ()         # earlier parts that all seats may see from now on
    draws: tuple[Draw, ...] = ()        # public draws
```

An event that carries out a secret order of a seat names that seat in the attribute `carries_out`, which is not a
field.

Sealing, redaction and turning points follow from these fields alone. The value of a `Secret` can be anything that
`domain.kernel.model` can write. If it has a field `draws`, these draws are secret too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from typing import Generic, TypeVar

from kontor.domain.kernel.dice import Draw, Shuffle

Value = TypeVar("Value", covariant=True)


@dataclass(frozen=True, slots=True)
class Ref:
    """The address of a sealed part: the version of its event, and the number of the part, counted from 0.

    `version`: the version of the event that has the sealed part.
    `part`: the number of the part, counted from 0.
    """

    version: int
    part: int


@dataclass(frozen=True, slots=True)
class Secret(Generic[Value]):
    """A sealed part that only `seats` may see. If `seats` is empty, no seat sees the part until a later event opens it
    or the game ends."""

    seats: tuple[int, ...]
    value: Value


@dataclass(frozen=True, slots=True)
class Shown:
    """A sealed part that shows an earlier part to `seats` only. For example, it shows a card from the pile to its
    buyer."""

    seats: tuple[int, ...]
    ref: Ref


@cache
def is_plain(kind: type) -> bool:
    """Return whether events of this class never draw, seal or open anything."""
    return not any(each.name in ("sealed", "opens", "draws") for each in fields(kind))


def sealed_in(event: object) -> tuple[Secret[object] | Shown, ...]:
    found: tuple[Secret[object] | Shown, ...] = getattr(event, "sealed", ())
    return found


def opened_by(event: object) -> tuple[Ref, ...]:
    found: tuple[Ref, ...] = getattr(event, "opens", ())
    return found


def draws_in(event: object) -> Iterator[Draw | Shuffle]:
    """Yield all draws of an event, both public and sealed."""
    yield from getattr(event, "draws", ())
    for part in sealed_in(event):
        if isinstance(part, Secret):
            yield from getattr(part.value, "draws", None) or ()


def is_turning_point(event: object, seat: int | None) -> bool:
    """Return whether the event reveals something new to `seat`. It does if it draws, opens a seal, seals something for
    that seat, or carries out another seat's secret order."""
    return (
        bool(opened_by(event))
        or getattr(event, "carries_out", seat) != seat
        or any(seat in part.seats for part in sealed_in(event))
        or next(draws_in(event), None) is not None
    )
