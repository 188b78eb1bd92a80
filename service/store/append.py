"""The append: one statement that compares and sets the game's row, on which everything else hangs (contract §4).

There is no foreign key on the way and no ON CONFLICT on the key of an answer: a key that is taken fails the whole
statement, since letting it pass would let events through without their answer.

The statement has a piece for each table that is written to, and only the pieces that are needed: a piece that writes
nothing still costs PostgreSQL as much as a small one that does.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, LiteralString, TypeVar
from uuid import UUID

from psycopg.errors import UniqueViolation

from kontor.domain.kernel.canonical import canonical_text
from kontor.domain.kernel.commits import Commit, Record
from kontor.domain.kernel.seals import EVENT, GENESIS
from kontor.service.store import prepared
from kontor.service.store.pool import Pool, connection
from kontor.service.store.prepared import Statement, StoreConnection, read_int
from kontor.service.store.rows import Alongside, ConnectionLost, Debt, Head, KeyTaken, NewGame

S = TypeVar("S")

# `head` gives one row if this writer won, none if not. The row lock orders the writers of one game; a loser waits for
# the winner, finds another head, and every part below inserts nothing. Nor is anything hung on an event that was
# altered: its hash is computed once more.
MOVE: LiteralString = """
    WITH head AS (
        UPDATE games SET version = %(last)s, head = %(new_head)s, status = %(status)s, awaiting = %(awaiting)s,
                         changed_at = %(at)s"""
SUMMARY: LiteralString = ", summary = %(summary)s"
BEHIND: LiteralString = """
        WHERE game_id = %(game_id)s AND version = %(version)s AND head = %(old_head)s
          AND head = (SELECT sha256(%(label)s || coalesce(before.hash, %(genesis)s)
                                    || convert_to(last.envelope, 'UTF8'))
                      FROM events AS last LEFT JOIN events AS before
                           ON before.game_id = last.game_id AND before.version = last.version - 1
                      WHERE last.game_id = %(game_id)s AND last.version = %(version)s AND last.hash = %(old_head)s)
        RETURNING game_id)
"""

# A new game takes its seed with it: one that was reserved under the game's id and is still good, or a fresh one.
# A fresh id that is taken already fails on the primary key of `games`.
FOUND: LiteralString = """
    WITH seed AS (
        INSERT INTO seeds AS had (game_id, seed, taken_at) VALUES (%(game_id)s, %(seed)s, now())
        ON CONFLICT (game_id) DO UPDATE SET taken_at = now()
        WHERE had.taken_at IS NULL AND had.expires > now() AND had.seed = excluded.seed
        RETURNING game_id),
    head AS (
        INSERT INTO games (game_id, version, head, status, awaiting, summary, ruleset, ruleset_version, board,
                           visibility, creator, practice, bot_milliseconds, created_at, changed_at)
        SELECT game_id, %(last)s, %(new_head)s, %(status)s, %(awaiting)s, %(summary)s, %(ruleset)s,
               %(ruleset_version)s, %(board)s, %(visibility)s, %(creator)s, %(practice)s,
               %(bot_milliseconds)s, %(at)s, %(at)s
        FROM seed
        RETURNING game_id)
"""

EVENTS: LiteralString = """,
    new_events AS (
        INSERT INTO events (game_id, version, envelope, hash)
        SELECT game_id, %(version)s + new.nth, new.envelope, new.hash
        FROM head, unnest(%(envelopes)s, %(hashes)s) WITH ORDINALITY AS new (envelope, hash, nth)),
    new_commits AS (
        INSERT INTO commits (game_id, first, last, command_id, actor, body, salt, readers, epoch)
        SELECT game_id, new.first, new.last, new.id, new.actor, new.body, new.salt, new.readers::int[],
               (SELECT max(number) FROM epoch)
        FROM head, unnest(%(firsts)s, %(lasts)s, %(command_ids)s, %(actors)s, %(bodies)s, %(salts)s, %(readers)s)
             AS new (first, last, id, actor, body, salt, readers))
"""
PARTS: LiteralString = """,
    new_sealed AS (
        INSERT INTO sealed (game_id, version, part, seats, salt, value)
        SELECT game_id, new.version, new.part, new.seats::int[], new.salt, new.value
        FROM head, unnest(%(part_versions)s, %(part_numbers)s, %(part_seats)s, %(part_salts)s, %(part_values)s)
             AS new (version, part, seats, salt, value))
"""
ORIGINS: LiteralString = """,
    new_origins AS (
        INSERT INTO origins (game_id, first, credential, client, cause)
        SELECT game_id, unnest(%(firsts)s), %(credential)s, %(client)s, %(cause)s FROM head)
"""
ANSWER: LiteralString = """,
    new_answer AS (
        INSERT INTO answers (scope, key, fingerprint, status, body, headers, game_id)
        SELECT %(scope)s, %(key)s, %(fingerprint)s, %(answer_status)s, %(answer)s, %(answer_headers)s, game_id
        FROM head)
"""
SEATS: LiteralString = """,
    new_seated AS (
        INSERT INTO participants (participant, game_id, seat, account)
        SELECT new.participant, game_id, new.seat, new.account
        FROM head, unnest(%(participants)s, %(seats)s, %(accounts)s) AS new (participant, seat, account)
        ON CONFLICT (participant) DO UPDATE SET holds = true),
    new_left AS (
        UPDATE participants SET holds = false FROM head
        WHERE participants.game_id = head.game_id AND participant = ANY (%(left)s))
"""
DEBTS: LiteralString = """,
    owing AS (  -- a look that an invited bot has not had yet is carried on
        SELECT ARRAY(SELECT unnest(%(bots)s) UNION
                     SELECT unnest(debts.bots) INTERSECT SELECT unnest(%(invited)s) ORDER BY 1) AS bots
        FROM head LEFT JOIN debts USING (game_id)),
    owed AS (
        INSERT INTO debts (game_id, version, bots, score, deadline, try_at)
        SELECT game_id, %(last)s, owing.bots, %(score)s, %(deadline)s,
               CASE WHEN owing.bots = '{}' AND NOT %(score)s THEN %(deadline)s
                    ELSE least(now() + %(grace)s * interval '1 second', %(deadline)s) END
        FROM head, owing WHERE owing.bots <> '{}' OR %(score)s OR %(deadline)s IS NOT NULL
        ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, bots = excluded.bots, score = excluded.score,
            deadline = excluded.deadline, try_at = excluded.try_at, attempt = 0),
    paid AS (
        DELETE FROM debts USING head, owing
        WHERE debts.game_id = head.game_id AND owing.bots = '{}' AND NOT %(score)s AND %(deadline)s IS NULL)
"""
WON: LiteralString = " SELECT count(*) FROM head"

PIECES: Mapping[str, LiteralString] = {
    "parts": PARTS,
    "origins": ORIGINS,
    "answer": ANSWER,
    "seats": SEATS,
    "debts": DEBTS,
}
TYPES = {
    "game_id": prepared.UUID_,
    "version": prepared.INT8,
    "old_head": prepared.BYTEA,
    "label": prepared.BYTEA,
    "genesis": prepared.BYTEA,
    "last": prepared.INT8,
    "new_head": prepared.BYTEA,
    "status": prepared.TEXT,
    "awaiting": prepared.INT4S,
    "at": prepared.TIMESTAMPTZ,
    "summary": prepared.JSONB,
    "envelopes": prepared.TEXTS,
    "hashes": prepared.BYTEAS,
    "firsts": prepared.INT8S,
    "lasts": prepared.INT8S,
    "command_ids": prepared.UUIDS,
    "actors": prepared.TEXTS,
    "bodies": prepared.TEXTS,
    "salts": prepared.BYTEAS,
    "readers": prepared.TEXTS,
    "part_versions": prepared.INT8S,
    "part_numbers": prepared.INT4S,
    "part_seats": prepared.TEXTS,
    "part_salts": prepared.BYTEAS,
    "part_values": prepared.TEXTS,
    "credential": prepared.UUID_,
    "client": prepared.TEXT,
    "cause": prepared.TEXT,
    "scope": prepared.TEXT,
    "key": prepared.TEXT,
    "fingerprint": prepared.BYTEA,
    "answer_status": prepared.INT4,
    "answer": prepared.TEXT,
    "answer_headers": prepared.JSONB,
    "participants": prepared.TEXTS,
    "seats": prepared.INT4S,
    "accounts": prepared.UUIDS,
    "left": prepared.TEXTS,
    "bots": prepared.INT4S,
    "invited": prepared.INT4S,
    "score": prepared.BOOL,
    "deadline": prepared.TIMESTAMPTZ,
    "grace": prepared.FLOAT8,
    "seed": prepared.BYTEA,
    "ruleset": prepared.TEXT,
    "ruleset_version": prepared.INT4,
    "board": prepared.TEXT,
    "visibility": prepared.TEXT,
    "creator": prepared.UUID_,
    "practice": prepared.BOOL,
    "bot_milliseconds": prepared.INT4,
}

HASH: LiteralString = "SELECT hash FROM events WHERE game_id = %s AND version = %s"


@cache
def _statement(is_new: bool, has_summary: bool, pieces: tuple[str, ...]) -> Statement:
    """One of a few dozen; each connection prepares those that it meets."""
    begin: LiteralString = FOUND if is_new else MOVE + (SUMMARY if has_summary else "") + BEHIND
    text: LiteralString = begin + EVENTS + "".join(PIECES[name] for name in pieces) + WON
    name = "-".join(["create" if is_new else "append", *(["summary"] if has_summary else []), *pieces])
    return Statement(name.encode(), text, TYPES)


def append(
    pool: Pool, game_id: UUID, at: Head, commits: Sequence[Commit[S]], alongside: Alongside, debt_grace_seconds: float
) -> bool:
    """Write commits behind `at`, all or none; False if somebody moved first.

    A connection that broke is tried again on another one: if the first try did get through, or still does, the second
    finds another head and writes nothing, and what stands at our version tells which of the two it was.
    """
    changes, last = _changes(game_id, at, commits, alongside, debt_grace_seconds), commits[-1].records[-1]
    statement = _statement(False, "summary" in changes, _pieces(commits, alongside))
    try:
        with connection(pool) as conn:
            return _write(conn, statement, changes)
    except ConnectionLost:
        with connection(pool) as conn:
            return _write(conn, statement, changes) or _stands(conn, game_id, last)


def create(
    conn: StoreConnection, new: NewGame, commits: Sequence[Commit[S]], alongside: Alongside, debt_grace_seconds: float
) -> bool:
    """Write a game's first commits together with its row and seed."""
    facts = {
        "seed": new.seed,
        "ruleset": new.ruleset,
        "ruleset_version": new.ruleset_version,
        "board": new.board,
        "visibility": new.visibility,
        "creator": new.creator,
        "practice": new.practice,
        "bot_milliseconds": new.bot_milliseconds,
    }
    changes = {"summary": "{}", **_changes(new.id, Head(), commits, alongside, debt_grace_seconds), **facts}
    return _write(conn, _statement(True, True, _pieces(commits, alongside)), changes)


def _pieces(commits: Sequence[Commit[S]], alongside: Alongside) -> tuple[str, ...]:
    needed = {
        "parts": any(record.parts for commit in commits for record in commit.records),
        "origins": alongside.origin is not None,
        "answer": alongside.answer is not None,
        "seats": bool(alongside.seated or alongside.left),
        "debts": alongside.owed is not None,
    }
    return tuple(name for name in PIECES if needed[name])


def _write(conn: StoreConnection, statement: Statement, changes: Mapping[str, Any]) -> bool:
    try:
        result = statement.ask(conn, changes)
    except UniqueViolation as error:
        if error.diag.constraint_name != "answers_pkey":
            raise
        raise KeyTaken(str(changes["key"])) from error
    return read_int(result.get_value(0, 0)) == 1


def _stands(conn: StoreConnection, game_id: UUID, record: Record) -> bool:
    row = conn.execute(HASH, (game_id, record.version)).fetchone()
    return row is not None and bytes(row[0]) == record.hash


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
        "at": datetime.fromisoformat(commits[-1].after.at),
        "envelopes": [record.envelope for record in records],
        "hashes": [record.hash for record in records],
        **_commands(commits),
        **_parts(records),
        **_seats(alongside),
        **_debt(alongside.owed, debt_grace_seconds),
        **_answer(alongside),
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
