"""Bundles of stored games: ours signed by us, those from elsewhere as they came."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kontor.domain.kernel.bundles import Subject, header, written
from kontor.domain.kernel.canonical import JsonObject, canonical
from kontor.service.audit.log_lines import LogLines
from kontor.service.clock import now
from kontor.service.signing.receipts import Signer
from kontor.service.store import GameRow, Head, Store
from kontor.service.store.imports import Frame
from kontor.service.tlog.served import ServedLog
from kontor.service.visibility.redaction import log_of_spectator


class BoardGone(LookupError):
    """A board that was stored for ever is not there."""


@dataclass(frozen=True, slots=True)
class StoredBundles:
    store: Store
    tlog: ServedLog
    signer: Signer

    def bundle(
        self, row: GameRow, board: JsonObject, head: Head, seats: tuple[int, ...], lines: LogLines
    ) -> Iterator[bytes]:
        """The bundle of a game up to `head`, line by line. `seats`: whose secrets `lines` open."""
        around = self.store.imported(row.id)
        if around is not None:
            return framed(around, lines)
        facts = (row.id, row.ruleset, row.ruleset_version, head.version, head.hash, seats, lines.damaged)
        first = header(Subject(*facts), now(), self.tlog.carried(row.id, head.version))
        return written(first, board, lines, self.signer, lambda: lines.damaged)

    def for_auditor(self, row: GameRow) -> Iterator[bytes]:
        """As `GET …/audit` gives it to somebody who holds no seat: all of it once the game has ended."""
        board = self.store.board(row.board)
        if board is None:
            raise BoardGone(f"The board {row.board} of game {row.id} is gone; kontor audit db tells what else is.")
        log = log_of_spectator(row)
        lines = LogLines(self.store, row.id, row.head, log.lines)
        return self.bundle(row, board, row.head, tuple(sorted(log.clearance.now)), lines)


def framed(around: Frame, lines: Iterable[JsonObject]) -> Iterator[bytes]:
    """A game of another server, with the keys and the signature that it came with."""
    yield around.before.encode()
    for line in lines:
        yield canonical(line) + b"\n"
    yield around.after.encode()
