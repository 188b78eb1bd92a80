"""The interface of a game at a terminal, played on a server or in memory."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from kontor.terminal.schemas import Schemas


@dataclass(frozen=True, slots=True)
class Moment:
    """The position of the game. `mine`: the user's seats; `names`: the names of all seats."""

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
    """The effects of a command, as far as they can be known."""

    events: Sequence[Mapping[str, Any]]
    undetermined: bool


class MovedOn(Exception):
    """Another player was faster: read the game again."""


class Table(Protocol):
    title: str
    schemas: "Schemas"

    def moment(self) -> Moment: ...

    def decision(self, seat: int) -> str:
        """Return the decision that an awaited seat has to make, in words."""

    def board(self, legend: bool) -> str:
        """Draw the board. `legend`: explain its signs."""

    def options(self, seat: int) -> Sequence[Mapping[str, Any]]: ...

    def dry_run(self, seat: int, command: Mapping[str, Any]) -> Effect: ...

    def send(self, seat: int, command: Mapping[str, Any], version: int) -> None:
        """Send a command. Raise MovedOn if the game is no longer at that version."""

    def undo(self, seat: int) -> None: ...

    def wait(self, version: int) -> None:
        """Wait until something happens after that version, or for a while."""

    def story(self, after: int) -> Iterator[tuple[int, str]]:
        """Yield versions and sentences."""

    def score(self) -> Sequence[tuple[int, int, Mapping[str, int]]]:
        """Return seat, points and their sources, the best first."""

    def rules(self) -> Mapping[str, str]: ...
