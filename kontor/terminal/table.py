"""The interface of a game at a terminal. The game is on a server or in memory."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from kontor.domain.kernel.labels import Words
    from kontor.terminal.schemas import Schemas


@dataclass(frozen=True, slots=True)
class Moment:
    """The situation of a game at one version. `mine`: the user's seats. `names`: the names of all seats."""

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
    """The events that a command would cause, each with its `sentence`. `undetermined`: further events depend on dice or
    secrets.
    """

    events: Sequence[Mapping[str, Any]]
    undetermined: bool


class MovedOn(Exception):
    """Another player was faster, so the game must be read again."""


class Table(Protocol):
    title: str
    schemas: "Schemas"

    def moment(self) -> Moment: ...

    def words(self, seat: int) -> "Words":
        """Return the labels of the ruleset, with the names of the choices that this seat has now."""

    def decision(self, seat: int) -> str:
        """Return a sentence about the decision that an awaited seat has to make."""

    def board(self, legend: bool) -> str:
        """Return a drawing of the board as text. `legend`: explain the symbols."""

    def options(self, seat: int) -> Sequence[Mapping[str, Any]]: ...

    def dry_run(self, seat: int, command: Mapping[str, Any]) -> Effect: ...

    def send(self, seat: int, command: Mapping[str, Any], version: int) -> None:
        """Send a command to the game. Raise MovedOn if the game is no longer at this version."""

    def undo(self, seat: int) -> None: ...

    def wait(self, version: int) -> None:
        """Wait until the game has events after this version, or until a time limit."""

    def story(self, after: int) -> Iterator[tuple[int, str]]:
        """Yield the sentences about the events after a version, each with its version."""

    def score(self) -> Sequence[tuple[int, int, Mapping[str, int]]]:
        """Return each seat with its points and the sources of the points, best seat first."""

    def rules(self) -> Mapping[str, str]: ...
