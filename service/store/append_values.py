"""The values of the append statement: the rows that a commit writes to each table. This module also reads one of these
tables: the stored answers to requests with an Idempotency-Key."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, LiteralString, TypeVar
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject, canonical_text
from kontor.domain.kernel.commits import Commit, Record
from kontor.domain.kernel.game import Status
from kontor.domain.kernel.seals import EVENT, GENESIS
from kontor.service.store import invitations
from kontor.service.store.append_statement import PIECES
from kontor.service.store.debts import Debt
from kontor.service.store.games import Head
from kontor.service.store.invitations import Invitation
from kontor.service.store.origins import Origin
from kontor.service.store.participants import Seated
from kontor.service.store.pool import Table, query_again, wait_for_standby
from kontor.service.store.prepared import StoreConnection

# The append statement counts the events since the last multiple of this number. Snapshots are taken at about the same
# versions.
COUNTED = 256

S = TypeVar("S")

ANSWER: LiteralString = """
    SELECT scope, key, fingerprint, status, body, headers FROM answers WHERE scope = %s AND key = %s
"""


@dataclass(frozen=True, slots=True)
class Projection:
    """The columns of a game's row that lists and summaries show after a commit.

    `summary`: seats, result and more, as the caller built it, or None if the summary has not changed. `decisions`: the
    kinds of the pending decisions, in the order of `awaiting`. `standing`: the awaited seats whose decision was already
    pending before the commit.
    """

    status: Status
    awaiting: tuple[int, ...] = ()
    summary: JsonObject | None = None
    decisions: tuple[str, ...] = ()
    standing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """A stored answer to a request with an Idempotency-Key. `scope` begins with the id of the account or token, as in
    "account/game". `fingerprint`: the hash of the request. The answer is not in the log, so it can be deleted."""

    scope: str
    key: str
    fingerprint: bytes
    status: int
    body: str
    headers: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Alongside:
    """The rows that the append writes next to the log, in the same statement as the commits.

    `owed`: the work that is pending after the commits, or None if no work is pending before and after. `seated`:
    participants who sat down or came back. `left`: participants who no longer hold their seat. `invited`: invitations
    that one account made, all with the same expiry. `accepted`: the invitation that is used up.
    """

    shows: Projection
    owed: Debt | None = None
    answer: Answer | None = None
    origin: Origin | None = None
    seated: tuple[Seated, ...] = ()
    left: tuple[str, ...] = ()
    invited: tuple[Invitation, ...] = ()
    accepted: UUID | None = None


def pieces_of(commits: Sequence[Commit[S]], alongside: Alongside) -> tuple[str, ...]:
    """Return the names of the clauses (`PIECES`) of the append statement that these commits need."""
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


def values_of(
    game_id: UUID, at: Head, commits: Sequence[Commit[S]], alongside: Alongside, debt_grace_seconds: float
) -> dict[str, Any]:
    """Return the parameters of the append statement: the parameters that every append has, and the parameters of the
    clauses that these commits need."""
    records = [record for commit in commits for record in commit.records]
    expected = list(range(at.version + 1, at.version + 1 + len(records)))
    if not records or [record.version for record in records] != expected:
        raise ValueError(f"commits of game {game_id} do not follow version {at.version} one by one")
    values = {
        "game_id": game_id,
        "version": at.version,
        "counted": at.version - at.version % COUNTED,
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
        "participants": [each.participant for each in alongside.seated],
        "seats": [each.seat for each in alongside.seated],
        "accounts": [each.account for each in alongside.seated],
        "left": alongside.left,
        **_commands(commits),
        **_parts(records),
        **_answer(alongside),
        **invitations.facts_of(alongside.invited, alongside.accepted),
    }
    if alongside.shows.summary is not None:
        values["summary"] = json.dumps(alongside.shows.summary)
    if (owed := alongside.owed) is not None:
        values |= {"bots": owed.bots, "invited": owed.invited, "score": owed.score, "deadline": owed.deadline}
        values["grace"] = debt_grace_seconds
    return values


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


def _int_array(numbers: Sequence[int]) -> str:
    """Return an array as text, because PostgreSQL accepts no array that contains arrays of different lengths."""
    return "{" + ",".join(map(str, numbers)) + "}"


class Answers(Table):
    """The stored answers of all callers."""

    def find(self, scope: str, key: str) -> Answer | None:
        """Return the answer that is stored under a key. Wait until a standby has the answer, because the caller relies
        on it."""
        return query_again(self._pool, lambda conn: _find(conn, scope, key))


def _find(conn: StoreConnection, scope: str, key: str) -> Answer | None:
    found = conn.execute(ANSWER, (scope, key)).fetchone()
    if found is None:
        return None
    wait_for_standby(conn)
    scope, key, fingerprint, status, body, headers = found
    return Answer(scope, key, bytes(fingerprint), status, body, headers)
