"""Write the bundle of a stored game. This server signs its own games. An imported game keeps its original signature."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from kontor.domain.kernel.bundles import Subject, header, write_bundle
from kontor.domain.kernel.canonical import JsonObject, canonical
from kontor.service.clock import now
from kontor.service.engine.log_pages import page_after
from kontor.service.signing.receipts import Signer
from kontor.service.store.events import Logged
from kontor.service.store.games import GameRow, Head
from kontor.service.store.imports import Frame
from kontor.service.store.store import Store
from kontor.service.tlog.served import ServedLog
from kontor.service.visibility import log_of_spectator

PAGE = 500  # events to read at a time

Show: TypeAlias = Callable[[Sequence[Logged]], Iterable[JsonObject]]


class LogLines:
    """The lines of a log up to `head`. The lines are read page by page, and `show` redacts them. `damaged`: the first
    damaged version. `tell`: a function that is called with this version when the damage is found."""

    def __init__(
        self,
        store: Store,
        game_id: UUID,
        head: Head,
        show: Show,
        damaged: int | None = None,
        tell: Callable[[int], object] = lambda version: None,
    ) -> None:
        self._store = store
        self._game_id = game_id
        self._head = head
        self._show = show
        self._tell = tell
        self.damaged = damaged

    def __iter__(self) -> Iterator[JsonObject]:
        last = self._head.version
        for after in range(0, last, PAGE):
            page = page_after(self._store, self._game_id, after, min(PAGE, last - after), self._head)
            if self.damaged is None and page.damaged is not None:
                self.damaged = page.damaged
                self._tell(page.damaged)
            yield from self._show(page.events)


class BoardGone(LookupError):
    """The board of a game is missing, though boards are never deleted."""


@dataclass(frozen=True, slots=True)
class StoredBundles:
    store: Store
    tlog: ServedLog
    signer: Signer

    def bundle(
        self, row: GameRow, board: JsonObject, head: Head, seats: tuple[int, ...], lines: LogLines
    ) -> Iterator[bytes]:
        """Yield the lines of a game's bundle up to `head`. `seats`: the seats whose secrets are open in `lines`."""
        around = self.store.imports.frame(row.id)
        if around is not None:
            return write_framed(around, lines)
        facts = (row.id, row.ruleset, row.ruleset_version, head.version, head.hash, seats, lines.damaged)
        first = header(Subject(*facts), now(), self.tlog.carried(row.id, head.version))
        return write_bundle(first, board, lines, self.signer, lambda: lines.damaged)

    def for_auditor(self, row: GameRow) -> Iterator[bytes]:
        """Return the same bundle as `GET …/audit` returns to a caller without a seat. After the end of the game the
        bundle contains all secrets."""
        board = self.store.boards.find(row.board)
        if board is None:
            raise BoardGone(
                f"The board {row.board} of game {row.id} is missing; run kontor audit db to check the rest."
            )
        log = log_of_spectator(row)
        lines = LogLines(self.store, row.id, row.head, log.lines)
        return self.bundle(row, board, row.head, tuple(sorted(log.clearance.now)), lines)


def write_framed(around: Frame, lines: Iterable[JsonObject]) -> Iterator[bytes]:
    """Yield the lines of an imported game's bundle, with its original keys and signature."""
    yield around.before.encode()
    for each in lines:
        yield canonical(each) + b"\n"
    yield around.after.encode()
