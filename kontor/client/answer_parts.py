"""Hand-written types for the answers of a server: properties of generated classes, and answers without a schema."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")

Body = Mapping[str, Any]


class SummaryProperties:
    __slots__ = ()
    status: str
    seats: tuple[Any, ...]

    @property
    def is_over(self) -> bool:
        return self.status in ("finished", "aborted")

    @property
    def my_seats(self) -> tuple[int, ...]:
        return tuple(each.seat for each in self.seats if each.mine)


class LineProperties:
    __slots__ = ()
    version: int
    hash: str
    envelope: Body

    @property
    def position(self) -> str:
        """The position after which to continue: `client.watch(game, after=line.position)`."""
        return f"{self.version}-{self.hash[:12]}"

    @property
    def type(self) -> str:
        return str(self.envelope["type"])

    @property
    def data(self) -> Body:
        return cast(Body, self.envelope["data"])


@dataclass(frozen=True, slots=True)
class Notice:
    """A message of `me/stream`: `kind` is its type (`decision`, `game.ended`, …), `data` its content."""

    kind: str
    data: Body
    id: str


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    items: tuple[T, ...]
    next: str | None
