"""The append: one statement that compares and sets the game's row, on which everything else hangs (contract §4).

There is no foreign key on the way and no ON CONFLICT on the key of an answer: a key that is taken fails the whole
statement, since letting it pass would let events through without their answer.
"""

from collections.abc import Sequence
from typing import LiteralString, TypeVar
from uuid import UUID

from psycopg import Connection
from psycopg.errors import UniqueViolation
from psycopg.rows import TupleRow
from psycopg.types.json import Json

from kontor.domain.kernel.canonical import canonical_text
from kontor.domain.kernel.commits import Commit, Record
from kontor.domain.kernel.seals import EVENT, GENESIS
from kontor.service.store.pool import Pool, connection
from kontor.service.store.rows import Alongside, ConnectionLost, Debt, Head, KeyTaken, NewGame

S = TypeVar("S")

# `head` gives one row if this writer won, none if not. The row lock orders the writers of one game; a loser waits for
# the winner, finds another head, and every part below inserts nothing. Nor is anything hung on an event that was
# altered: its hash is computed once more.
MOVE: LiteralString = """
    WITH head AS (
        UPDATE games SET version = %(last)s, head = %(new_head)s, status = %(status)s, awaiting = %(awaiting)s,
                         summary = %(summary)s, changed_at = now()
        WHERE game_id = %(game_id)s AND version = %(version)s AND head = %(old_head)s
          AND head = (SELECT sha256(%(label)s::bytea || coalesce(before.hash, %(genesis)s::bytea)
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
                           visibility, creator, practice, bot_milliseconds)
        SELECT game_id, %(last)s, %(new_head)s, %(status)s, %(awaiting)s, %(summary)s, %(ruleset)s,
               %(ruleset_version)s, %(board)s, %(visibility)s, %(creator)s, %(practice)s,
               %(bot_milliseconds)s
        FROM seed
        RETURNING game_id)
"""

# Long texts and hashes go over in binary (%b): as text, every quote in an envelope would have to be escaped.
HANGING: LiteralString = """,
    new_events AS (
        INSERT INTO events (game_id, version, envelope, hash)
        SELECT game_id, %(version)s + new.nth, new.envelope, new.hash
        FROM head, unnest(%(envelopes)b::text[], %(hashes)b::bytea[]) WITH ORDINALITY AS new (envelope, hash, nth)),
    new_sealed AS (
        INSERT INTO sealed (game_id, version, part, seats, salt, value)
        SELECT game_id, new.version, new.part, new.seats::int[], new.salt, new.value
        FROM head, unnest(%(part_versions)s::bigint[], %(part_numbers)s::int[], %(part_seats)s::text[],
                          %(part_salts)b::bytea[], %(part_values)b::text[]) AS new (version, part, seats, salt, value)),
    new_commits AS (
        INSERT INTO commits (game_id, first, last, command_id, actor, body, salt, readers, epoch)
        SELECT game_id, new.first, new.last, new.id, new.actor, new.body, new.salt, new.readers::int[],
               (SELECT max(number) FROM epoch)
        FROM head, unnest(%(firsts)s::bigint[], %(lasts)s::bigint[], %(command_ids)s::uuid[], %(actors)s::text[],
                          %(bodies)b::text[], %(salts)b::bytea[], %(readers)s::text[])
             AS new (first, last, id, actor, body, salt, readers)),
    new_answer AS (
        INSERT INTO answers (scope, key, fingerprint, status, body, headers, game_id)
        SELECT %(scope)s, %(key)s, %(fingerprint)s, %(answer_status)s::int, %(answer)s, %(answer_headers)s, game_id
        FROM head WHERE %(key)s::text IS NOT NULL),
    new_seated AS (
        INSERT INTO participants (participant, game_id, seat, account)
        SELECT new.participant, game_id, new.seat, new.account
        FROM head, unnest(%(participants)s::text[], %(seats)s::int[], %(accounts)s::uuid[])
             AS new (participant, seat, account)
        ON CONFLICT (participant) DO UPDATE SET holds = true),
    new_left AS (
        UPDATE participants SET holds = false FROM head
        WHERE participants.game_id = head.game_id AND participant = ANY (%(left)s::text[])),
    owing AS (  -- a look that an invited bot has not had yet is carried on
        SELECT ARRAY(SELECT unnest(%(bots)s::int[]) UNION
                     SELECT unnest(debts.bots) INTERSECT SELECT unnest(%(invited)s::int[]) ORDER BY 1) AS bots
        FROM head LEFT JOIN debts USING (game_id)),
    owed AS (
        INSERT INTO debts (game_id, version, bots, score, deadline, try_at)
        SELECT game_id, %(last)s, owing.bots, %(score)s, %(deadline)s,
               CASE WHEN owing.bots = '{}' AND NOT %(score)s THEN %(deadline)s::timestamptz
                    ELSE least(now() + %(grace)s * interval '1 second', %(deadline)s::timestamptz) END
        FROM head, owing WHERE owing.bots <> '{}' OR %(score)s OR %(deadline)s::timestamptz IS NOT NULL
        ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, bots = excluded.bots, score = excluded.score,
            deadline = excluded.deadline, try_at = excluded.try_at, attempt = 0),
    paid AS (
        DELETE FROM debts USING head, owing
        WHERE debts.game_id = head.game_id AND owing.bots = '{}' AND NOT %(score)s
          AND %(deadline)s::timestamptz IS NULL)
    SELECT count(*) FROM head
"""

APPEND: LiteralString = MOVE + HANGING
CREATE: LiteralString = FOUND + HANGING

HASH: LiteralString = "SELECT hash FROM events WHERE game_id = %s AND version = %s"


def append(
    pool: Pool, game_id: UUID, at: Head, commits: Sequence[Commit[S]], alongside: Alongside, debt_grace_seconds: float
) -> bool:
    """Write commits behind `at`, all or none; False if somebody moved first.

    A connection that broke is tried again on another one: if the first try did get through, or still does, the second
    finds another head and writes nothing, and what stands at our version tells which of the two it was.
    """
    changes, last = _parameters(game_id, at, commits, alongside, debt_grace_seconds), commits[-1].records[-1]
    try:
        with connection(pool) as conn:
            return _write(conn, APPEND, changes)
    except ConnectionLost:
        with connection(pool) as conn:
            return _write(conn, APPEND, changes) or _stands(conn, game_id, last)


def create(
    conn: Connection[TupleRow],
    new: NewGame,
    commits: Sequence[Commit[S]],
    alongside: Alongside,
    debt_grace_seconds: float,
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
    return _write(conn, CREATE, {**_parameters(new.id, Head(), commits, alongside, debt_grace_seconds), **facts})


def _write(conn: Connection[TupleRow], statement: LiteralString, changes: dict[str, object]) -> bool:
    try:
        row = conn.execute(statement, changes).fetchone()
    except UniqueViolation as error:
        if error.diag.constraint_name != "answers_pkey":
            raise
        raise KeyTaken(str(changes["key"])) from error
    return row is not None and row[0] == 1


def _stands(conn: Connection[TupleRow], game_id: UUID, record: Record) -> bool:
    row = conn.execute(HASH, (game_id, record.version)).fetchone()
    return row is not None and bytes(row[0]) == record.hash


def _parameters(
    game_id: UUID, at: Head, commits: Sequence[Commit[S]], alongside: Alongside, debt_grace_seconds: float
) -> dict[str, object]:
    records = [record for commit in commits for record in commit.records]
    expected = list(range(at.version + 1, at.version + 1 + len(records)))
    if not records or [record.version for record in records] != expected:
        raise ValueError(f"commits of game {game_id} do not follow version {at.version} one by one")
    return {
        "game_id": game_id,
        "version": at.version,
        "old_head": at.hash,
        "label": EVENT,
        "genesis": GENESIS,
        "last": records[-1].version,
        "new_head": records[-1].hash,
        "status": alongside.shows.status,
        "awaiting": list(alongside.shows.awaiting),
        "summary": Json(alongside.shows.summary),
        "envelopes": [record.envelope for record in records],
        "hashes": [record.hash for record in records],
        **_parts(records),
        **_commands(commits),
        **_answer_and_seats(alongside),
        **_debt(alongside.owed),
        "grace": debt_grace_seconds,
    }


def _parts(records: Sequence[Record]) -> dict[str, object]:
    parts = [(record.version, n, part) for record in records for n, part in enumerate(record.parts)]
    return {
        "part_versions": [version for version, _, _ in parts],
        "part_numbers": [n for _, n, _ in parts],
        "part_seats": [_int_array(part.seats) for _, _, part in parts],
        "part_salts": [part.salt for _, _, part in parts],
        "part_values": [canonical_text(part.value) for _, _, part in parts],
    }


def _commands(commits: Sequence[Commit[S]]) -> dict[str, object]:
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


def _answer_and_seats(alongside: Alongside) -> dict[str, object]:
    answer = alongside.answer
    return {
        "scope": answer and answer.scope,
        "key": answer and answer.key,
        "fingerprint": answer and answer.fingerprint,
        "answer_status": answer and answer.status,
        "answer": answer and answer.body,
        "answer_headers": answer and Json(answer.headers),
        "participants": [each.participant for each in alongside.seated],
        "seats": [each.seat for each in alongside.seated],
        "accounts": [each.account for each in alongside.seated],
        "left": list(alongside.left),
    }


def _debt(owed: Debt | None) -> dict[str, object]:
    debt = owed or Debt()
    return {
        "bots": list(debt.bots),
        "invited": list(debt.invited),
        "score": debt.score,
        "deadline": debt.deadline,
    }


def _int_array(numbers: Sequence[int]) -> str:
    """As a text literal: arrays of arrays of different lengths cannot be sent otherwise."""
    return "{" + ",".join(map(str, numbers)) + "}"
