"""A game as somebody at a terminal plays it, wherever it is played: on a server, or in memory."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from kontor.terminal.schemas import Schemas


@dataclass(frozen=True, slots=True)
class Moment:
    """How the game stands. `mine`: the seats that are played here; `names`: what all seats are called."""

    version: int
    status: str
    awaiting: tuple[int, ...]
    mine: tuple[int, ...]
    names: Mapping[int, str]

    @property
    def is_over(self) -> bool:
        return self.status in ("finished", "aborted")


@dataclass(frozen=True, slots=True)
class Effect:
    """What a command would do, as far as it can be known."""

    events: Sequence[Mapping[str, Any]]
    undetermined: bool


class MovedOn(Exception):
    """Somebody was faster: look again."""


class Table(Protocol):
    title: str
    schemas: "Schemas"

    def moment(self) -> Moment: ...

    def decision(self, seat: int) -> str:
        """Which decision an awaited seat owes, in words."""

    def board(self, legend: bool) -> str:
        """`legend`: with what explains its signs."""

    def options(self, seat: int) -> Sequence[Mapping[str, Any]]: ...

    def dry_run(self, seat: int, command: Mapping[str, Any]) -> Effect: ...

    def send(self, seat: int, command: Mapping[str, Any], version: int) -> None:
        """MovedOn if the game no longer stands at that version."""

    def undo(self, seat: int) -> None: ...

    def wait(self, version: int) -> None:
        """Until something has happened behind that version, or for a while."""

    def story(self, after: int) -> Iterator[tuple[int, str]]:
        """Versions and sentences."""

    def score(self) -> Sequence[tuple[int, int, Mapping[str, int]]]:
        """Seat, points and where they come from, the best first."""

    def rules(self) -> Mapping[str, str]: ...
