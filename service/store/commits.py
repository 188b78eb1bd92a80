"""Commits. An append is one SQL statement that compares and sets the game's row. Every other write of the statement
depends on that comparison (docs/contract/server.md).

The statement checks no foreign key, and has no ON CONFLICT for the idempotency key of an answer. If the key is already
used, the whole statement must fail. Otherwise events would be stored without their answer.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from psycopg.errors import UniqueViolation
from psycopg.pq.abc import PGresult

from kontor.domain.kernel.commits import Commit, Record
from kontor.domain.kernel.violation import Refused
from kontor.service.game_settings import DEFAULTS, GameSettings, write_settings
from kontor.service.store.append_statement import creation, statement_of
from kontor.service.store.append_values import Alongside, pieces_of, values_of
from kontor.service.store.events import hash_at
from kontor.service.store.games import Head, count_unended
from kontor.service.store.lookup import Credential, facts_of, read_looked_up
from kontor.service.store.pool import ConnectionLost, Pool, Table, connection, one_by_one, wait_for_standby
from kontor.service.store.prepared import Statement, StoreConnection, read_int

S = TypeVar("S")


class UnknownCredential(Refused):
    """The key or token of the caller is no longer valid: nothing was written."""


class KeyTaken(Refused):
    """The Idempotency-Key of the request is already used: nothing was written. The caller gets the stored answer."""


class TooManyGames(Exception):
    """The account already has the maximum number of games that have not ended: nothing was written."""

    def __init__(self, most: int) -> None:
        super().__init__(f"The account has {most} games that have not ended.")
        self.most = most


class VersionConflict(Exception):
    """The game has another head than the caller expected: nothing was written. `head`: the current head of the game.
    `tail`: the records after the expected version, if the statement has read them."""

    def __init__(self, game_id: UUID, head: Head | None = None, tail: Sequence[Record] = ()) -> None:
        super().__init__(f"Game {game_id} has moved on.")
        self.head = head
        self.tail = tail


@dataclass(frozen=True, slots=True)
class NewGame:
    """The facts of a new game that never change and are not in its log. `creator`: the account that creates it."""

    id: UUID
    seed: bytes
    ruleset: str
    ruleset_version: int
    board: str  # "sha256:…" of `boards`
    settings: GameSettings = DEFAULTS
    creator: UUID | None = None


class Commits(Table):
    """The commits of all games. `debt_grace_seconds`: how long the relay waits after a commit before it takes over
    pending work."""

    def __init__(self, pool: Pool, debt_grace_seconds: float) -> None:
        super().__init__(pool)
        self._grace = debt_grace_seconds

    def create(self, new: NewGame, commits: Sequence[Commit[S]], alongside: Alongside, most: int = 0) -> bool:
        """Create a game with its first commits, row and seed, all or none.

        Return False if `new.id` was reserved and the reserved seed has expired or is used up. Raise KeyTaken if the
        Idempotency-Key is already used. Raise TooManyGames if the creator has `most` games that have not ended (0: no
        limit).
        """
        facts = {
            "seed": new.seed,
            "ruleset": new.ruleset,
            "ruleset_version": new.ruleset_version,
            "board": new.board,
            "settings": json.dumps(write_settings(new.settings)),
            "creator": new.creator,
        }
        values = {"summary": "{}", **values_of(new.id, Head(), commits, alongside, self._grace), **facts}
        statement = creation(pieces_of(commits, alongside))
        if most == 0 or new.creator is None:
            with connection(self._pool) as conn:
                return _write(conn, statement, values) is None
        with one_by_one(self._pool, "games", new.creator) as conn:
            if count_unended(conn, new.creator) >= most:
                raise TooManyGames(most)
            return _write(conn, statement, values) is None

    def append(
        self,
        game_id: UUID,
        at: Head,
        commits: Sequence[Commit[S]],
        alongside: Alongside,
        by: Credential | None = None,
    ) -> None:
        """Append commits after the head `at`, all or none.

        If the connection breaks, the statement is sent again on another connection, but nothing is written twice. Raise
        VersionConflict if the game has newer events. Raise KeyTaken if the Idempotency-Key is already used. Raise
        UnknownCredential if `by`, the credential of a cached caller, is no longer valid.
        """
        shows, kind = alongside.shows, None if by is None else by.kind
        statement = statement_of(shows.summary is not None, bool(shows.standing), pieces_of(commits, alongside), kind)
        values = {**values_of(game_id, at, commits, alongside, self._grace), **facts_of(by, at.version)}
        lost = self._append(statement, values, commits[-1].records[-1])
        if lost is None:
            return
        if by is None:
            raise VersionConflict(game_id)
        caller, game = read_looked_up(lost, by, first=1)
        if caller is None:
            raise UnknownCredential
        raise VersionConflict(game_id, game.head, game.tail)

    def _append(self, statement: Statement, values: Mapping[str, Any], last: Record) -> PGresult | None:
        """Return None if the commits are written. Otherwise return the result of the statement, which wrote nothing.

        If the connection broke, the first attempt may have written the commits, or may still write them. Then the
        second attempt finds another head and writes nothing. The hash at the version of our last record shows whether
        our commits were written.
        """
        try:
            with connection(self._pool) as conn:
                return _write(conn, statement, values)
        except ConnectionLost:
            with connection(self._pool) as conn:
                lost = _write(conn, statement, values)
                if lost is None or hash_at(conn, values["game_id"], last.version) != last.hash:
                    return lost
                wait_for_standby(conn)  # the commits are written, but maybe only on this server
                return None


def _write(conn: StoreConnection, statement: Statement, values: Mapping[str, Any]) -> PGresult | None:
    """Return None if the statement has written its rows. Otherwise return the statement's result."""
    try:
        result = statement.ask(conn, values)
    except UniqueViolation as error:
        if error.diag.constraint_name != "answers_pkey":
            raise
        raise KeyTaken(str(values["key"])) from error
    return None if read_int(result.get_value(0, 0)) == 1 else result
