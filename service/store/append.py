"""The append: one statement that compares and sets the game's row, on which all else depends (docs/contract/server.md).

There is no foreign key on the way and no ON CONFLICT on the key of an answer: a key that is taken fails the whole
statement, since letting it pass would let events through without their answer.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from psycopg.errors import UniqueViolation
from psycopg.pq.abc import PGresult

from kontor.domain.kernel.canonical import canonical_text
from kontor.domain.kernel.commits import Commit, Record
from kontor.domain.kernel.seals import EVENT, GENESIS
from kontor.service.game_settings import write_settings
from kontor.service.store import invitations
from kontor.service.store.append_statement import PIECES, creation, statement_of
from kontor.service.store.barrier import wait_for_standby
from kontor.service.store.games import hash_at
from kontor.service.store.lookup import Credential, facts_of, read_looked_up
from kontor.service.store.pool import Pool, connection
from kontor.service.store.prepared import Statement, StoreConnection, read_int
from kontor.service.store.rows import (
    Alongside,
    ConnectionLost,
    Debt,
    Head,
    KeyTaken,
    NewGame,
    UnknownCredential,
    VersionConflict,
)

S = TypeVar("S")


def append(
    pool: Pool,
    game_id: UUID,
    at: Head,
    commits: Sequence[Commit[S]],
    alongside: Alongside,
    debt_grace_seconds: float,
    by: Credential | None = None,
) -> None:
    """Write commits behind `at`, all or none. Raise VersionConflict if the game has moved on, and UnknownCredential if
    `by` is no longer good."""
    shows, kind = alongside.shows, None if by is None else by.kind
    statement = statement_of(shows.summary is not None, bool(shows.standing), _pieces(commits, alongside), kind)
    changes = {**_changes(game_id, at, commits, alongside, debt_grace_seconds), **facts_of(by, at.version)}
    lost = _appended(pool, statement, changes, commits[-1].records[-1])
    if lost is None:
        return
    if by is None:
        raise VersionConflict(game_id)
    caller, game = read_looked_up(lost, by, first=1)
    if caller is None:
        raise UnknownCredential
    raise VersionConflict(game_id, game.head, game.tail)


def _appended(pool: Pool, statement: Statement, changes: Mapping[str, Any], last: Record) -> PGresult | None:
    """None: it is written; else what the statement answered that wrote nothing.

    A connection that broke is tried again on another one: if the first try did get through, or still does, the second
    finds another head and writes nothing, and what stands at our version tells which of the two it was.
    """
    try:
        with connection(pool) as conn:
            return _write(conn, statement, changes)
    except ConnectionLost:
        with connection(pool) as conn:
            lost = _write(conn, statement, changes)
            if lost is None or not _stands(conn, changes["game_id"], last):
                return lost
            wait_for_standby(conn)  # it is written, but maybe on this server alone
            return None


def create(
    conn: StoreConnection, new: NewGame, commits: Sequence[Commit[S]], alongside: Alongside, debt_grace_seconds: float
) -> bool:
    """Write a game's first commits together with its row and seed."""
    facts = {
        "seed": new.seed,
        "ruleset": new.ruleset,
        "ruleset_version": new.ruleset_version,
        "board": new.board,
        "settings": json.dumps(write_settings(new.settings)),
        "creator": new.creator,
    }
    changes = {"summary": "{}", **_changes(new.id, Head(), commits, alongside, debt_grace_seconds), **facts}
    return _write(conn, creation(_pieces(commits, alongside)), changes) is None


def _pieces(commits: Sequence[Commit[S]], alongside: Alongside) -> tuple[str, ...]:
    needed = {
        "parts": any(record.parts for commit in commits for record in commit.records),
        "origins": alongside.origin is not None,
        "answer": alongside.answer is not None,
        "seats": bool(alongside.seated or alongside.left),
        "debts": alongside.owed is not None,
        "invited": bool(alongside.invited),
        "accepted": alongside.accepted is not None,
    }
    return tuple(name for name in PIECES if needed[name])


def _write(conn: StoreConnection, statement: Statement, changes: Mapping[str, Any]) -> PGresult | None:
    """None: it is written; else what the statement answered."""
    try:
        result = statement.ask(conn, changes)
    except UniqueViolation as error:
        if error.diag.constraint_name != "answers_pkey":
            raise
        raise KeyTaken(str(changes["key"])) from error
    return None if read_int(result.get_value(0, 0)) == 1 else result


def _stands(conn: StoreConnection, game_id: UUID, record: Record) -> bool:
    return hash_at(conn, game_id, record.version) == record.hash


def _changes(
    game_id: UUID, at: Head, commits: Sequence[Commit[S]], alongside: Alongside, debt_grace_seconds: float
) -> dict[str, Any]:
    records = [record for commit in commits for record in commit.records]
    expected = list(range(at.version + 1, at.version + 1 + len(records)))
    if not records or [record.version for record in records] != expected:
        raise ValueError(f"commits of game {game_id} do not follow version {at.version} one by one")
    changes = {
        "game_id": game_id,
        "version": at.version,
        "old_head": at.hash,
        "label": EVENT,
        "genesis": GENESIS,
        "last": records[-1].version,
        "new_head": records[-1].hash,
        "status": alongside.shows.status,
        "awaiting": alongside.shows.awaiting,
        "decisions": alongside.shows.decisions,
        "standing": alongside.shows.standing,
        "at": datetime.fromisoformat(commits[-1].after.at),
        "envelopes": [record.envelope for record in records],
        "hashes": [record.hash for record in records],
        **_commands(commits),
        **_parts(records),
        **_seats(alongside),
        **_debt(alongside.owed, debt_grace_seconds),
        **_answer(alongside),
        **invitations.facts_of(alongside.invited, alongside.accepted),
    }
    if alongside.shows.summary is not None:
        changes["summary"] = json.dumps(alongside.shows.summary)
    return changes


def _commands(commits: Sequence[Commit[S]]) -> dict[str, Any]:
    commands = [commit.command for commit in commits]
    return {
        "firsts": [commit.first for commit in commits],
        "lasts": [commit.last for commit in commits],
        "salts": [commit.salt for commit in commits],
        "command_ids": [command.id for command in commands],
        "actors": [command.actor for command in commands],
        "bodies": [canonical_text(command.body) for command in commands],
        "readers": [None if each.readers is None else _int_array(each.readers) for each in commands],
    }


def _parts(records: Sequence[Record]) -> dict[str, Any]:
    parts = [(record.version, n, part) for record in records for n, part in enumerate(record.parts)]
    if not parts:
        return {}
    return {
        "part_versions": [version for version, _, _ in parts],
        "part_numbers": [n for _, n, _ in parts],
        "part_seats": [_int_array(part.seats) for _, _, part in parts],
        "part_salts": [part.salt for _, _, part in parts],
        "part_values": [canonical_text(part.value) for _, _, part in parts],
    }


def _answer(alongside: Alongside) -> dict[str, Any]:
    answer, origin = alongside.answer, alongside.origin
    found: dict[str, Any] = {}
    if answer is not None:
        found |= {
            "scope": answer.scope,
            "key": answer.key,
            "fingerprint": answer.fingerprint,
            "answer_status": answer.status,
            "answer": answer.body,
            "answer_headers": json.dumps(answer.headers),
        }
    if origin is not None:
        found |= {"credential": origin.credential, "client": origin.client, "cause": origin.cause}
    return found


def _seats(alongside: Alongside) -> dict[str, Any]:
    if not alongside.seated and not alongside.left:
        return {}
    return {
        "participants": [each.participant for each in alongside.seated],
        "seats": [each.seat for each in alongside.seated],
        "accounts": [each.account for each in alongside.seated],
        "left": alongside.left,
    }


def _debt(owed: Debt | None, grace_seconds: float) -> dict[str, Any]:
    if owed is None:
        return {}
    return {
        "bots": owed.bots,
        "invited": owed.invited,
        "score": owed.score,
        "deadline": owed.deadline,
        "grace": grace_seconds,
    }


def _int_array(numbers: Sequence[int]) -> str:
    """As a text literal: arrays of arrays of different lengths cannot be sent otherwise."""
    return "{" + ",".join(map(str, numbers)) + "}"
