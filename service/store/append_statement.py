"""The SQL statement that appends commits to a game, built from clauses (docs/contract/server.md).

`PIECES` has a clause for each table. Only the clauses that a commit needs are used, because even a clause that writes
no row costs PostgreSQL time.
"""

from collections.abc import Mapping
from functools import cache
from typing import Literal, LiteralString

from kontor.service.store import invitations, lookup, prepared
from kontor.service.store.prepared import TIME, Statement

# `head` returns one row if this writer may append, otherwise none. The row lock makes the writers of one game wait for
# each other. A writer that has waited finds another head. Then `head` returns no row, and the clauses below insert
# nothing. The same happens if the last event was altered: its hash is computed again. It also happens if the log has
# lost an event after version `counted`: the events are counted, which takes 20 µs. (A join of the last two events would
# be slow on a young database: without statistics, PostgreSQL would join all events of the game.)
MOVE: LiteralString = """
    WITH head AS (
        UPDATE games SET version = %(last)s, head = %(new_head)s, status = %(status)s, awaiting = %(awaiting)s,
                         decisions = %(decisions)s, changed_at = %(at)s, asked = """
# The version since which the decision of each awaited seat is pending. A decision that was already pending keeps its
# version.
ASKED: LiteralString = "array_fill(%(last)s, ARRAY[cardinality(%(awaiting)s)])"
ASKED_BEFORE: LiteralString = """ARRAY(
            SELECT CASE WHEN seat = ANY (%(standing)s)
                        THEN coalesce(games.asked[array_position(games.awaiting, seat)], %(last)s) ELSE %(last)s END
            FROM unnest(%(awaiting)s) WITH ORDINALITY AS new (seat, nth) ORDER BY nth)"""
SUMMARY: LiteralString = ", summary = %(summary)s"
BEHIND: LiteralString = """
        WHERE game_id = %(game_id)s AND version = %(version)s AND head = %(old_head)s
          AND head = (SELECT sha256(%(label)s || coalesce((SELECT hash FROM events
                                                           WHERE game_id = %(game_id)s AND version = %(version)s - 1),
                                                          %(genesis)s)
                                    || convert_to(envelope, 'UTF8'))
                      FROM events
                      WHERE game_id = %(game_id)s AND version = %(version)s AND hash = %(old_head)s)
          AND (SELECT count(*) FROM events WHERE game_id = %(game_id)s AND version > %(counted)s)
              = %(version)s - %(counted)s
"""
MOVED: LiteralString = " RETURNING game_id)"

# The statement also stores the seed of a new game, or takes the seed that was reserved under the id of the game, if it
# is still valid. If a new id is already the id of another game, the primary key of `games` refuses the row.
FOUND: LiteralString = """
    WITH seed AS (
        INSERT INTO seeds AS had (game_id, seed, taken_at) VALUES (%(game_id)s, %(seed)s, now())
        ON CONFLICT (game_id) DO UPDATE SET taken_at = now()
        WHERE had.taken_at IS NULL AND had.expires > now() AND had.seed = excluded.seed
        RETURNING game_id),
    head AS (
        INSERT INTO games (game_id, version, head, status, awaiting, decisions, asked, summary, ruleset,
                           ruleset_version, board, settings, creator, created_at, changed_at)
        SELECT game_id, %(last)s, %(new_head)s, %(status)s, %(awaiting)s, %(decisions)s,
               array_fill(%(last)s, ARRAY[cardinality(%(awaiting)s)]), %(summary)s, %(ruleset)s,
               %(ruleset_version)s, %(board)s, %(settings)s, %(creator)s, %(at)s, %(at)s
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
WON: LiteralString = f" SELECT count(*), {TIME} FROM head"

# For a cached caller: the statement writes nothing unless the key or token is still valid. (The caller's seats follow
# from the log, whose head is compared.) If the statement writes nothing, it looks up the caller and the game.
BY: Mapping[str, LiteralString] = {"key": lookup.BY_KEY, "token": lookup.BY_TOKEN}


def _if_still(who: LiteralString) -> LiteralString:
    return f" AND EXISTS (SELECT FROM ({who}) AS who)"


def _won_or_looked_up(who: LiteralString) -> LiteralString:
    return f"""
        SELECT won.rows, found.*, {TIME} FROM (SELECT count(*) AS rows FROM head) AS won
        LEFT JOIN LATERAL (SELECT * FROM ({lookup.looked_up(who)}) AS found WHERE won.rows = 0) AS found ON true"""


PIECES: Mapping[str, LiteralString] = {
    "parts": PARTS,
    "origins": ORIGINS,
    "answer": ANSWER,
    "seats": SEATS,
    "debts": DEBTS,
    "invited": invitations.INVITED,
    "accepted": invitations.ACCEPTED,
}
PARAMETERS: Mapping[prepared.Type, str] = {
    prepared.UUID_: "game_id credential creator",
    prepared.INT8: "version counted last",
    prepared.BYTEA: "old_head label genesis new_head fingerprint seed",
    prepared.TEXT: "status client cause scope key answer ruleset board",
    prepared.INT4S: "awaiting standing part_numbers seats bots invited",
    prepared.TEXTS: "decisions envelopes actors bodies readers part_seats part_values participants left",
    prepared.TIMESTAMPTZ: "at deadline",
    prepared.JSONB: "summary answer_headers settings",
    prepared.BYTEAS: "hashes salts part_salts",
    prepared.INT8S: "firsts lasts part_versions",
    prepared.UUIDS: "command_ids accounts",
    prepared.INT4: "answer_status ruleset_version",
    prepared.BOOL: "score",
    prepared.FLOAT8: "grace",
}
TYPES = {
    **{name: type_ for type_, names in PARAMETERS.items() for name in names.split()},
    **invitations.TYPES,
    **lookup.TYPES,
}


@cache
def creation(pieces: tuple[str, ...]) -> Statement:
    """Build the statement that creates a game. There are only a few variants, and each connection prepares those that
    it uses."""
    text: LiteralString = FOUND + EVENTS + "".join(PIECES[name] for name in pieces) + WON
    return Statement("-".join(["create", *pieces]).encode(), text, TYPES)


@cache
def statement_of(
    has_summary: bool, has_standing: bool, pieces: tuple[str, ...], by: Literal["key", "token"] | None = None
) -> Statement:
    """Build the statement that appends commits. There are a few dozen variants, and each connection prepares those that
    it uses."""
    asked: LiteralString = ASKED_BEFORE if has_standing else ASKED
    still: LiteralString = "" if by is None else _if_still(BY[by])
    won: LiteralString = WON if by is None else _won_or_looked_up(BY[by])
    move: LiteralString = MOVE + asked + (SUMMARY if has_summary else "") + BEHIND + still + MOVED
    text: LiteralString = move + EVENTS + "".join(PIECES[name] for name in pieces) + won
    first = "append" if by is None else f"append-by-{by}"
    name = "-".join([first, *["summary"] * has_summary, *["standing"] * has_standing, *pieces])
    return Statement(name.encode(), text, TYPES)
