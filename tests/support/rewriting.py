"""A superuser who rewrites a game in its database, consistently: events, chain, digests, seals, commands, head and
stored answers are all made to fit what they want to have happened."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

import psycopg

from kontor.domain.kernel.canonical import canonical_text
from kontor.domain.kernel.event_lines import line
from kontor.service.signing.receipts import FIELDS, LABEL, Signer
from kontor.service.store import games
from tests.support.forging import rewritten

GUARDED = ("events", "sealed", "commits")


def rewritten_in_place(
    url: str, game_id: UUID, forge: Callable[[list[Any]], object], signer: Signer | None = None
) -> bytes:
    """Rewrite a game as `forge` changes its lines, all of which it is shown; the new head. With the `signer` the
    receipts in stored answers are signed anew too."""
    with psycopg.connect(url) as conn:
        for table in GUARDED:
            conn.execute(f"ALTER TABLE {table} DISABLE TRIGGER append_only".encode())
        logged = games.events(conn, game_id, 0, 1_000_000)
        lines = json.loads(json.dumps([line(each.record, (), True, each.cause) for each in logged]))
        forge(lines)
        made = rewritten(lines)
        for each in made:
            _write(conn, game_id, each)
        head = bytes.fromhex(made[-1]["hash"])
        conn.execute("UPDATE games SET head = %s WHERE game_id = %s", (head, game_id))
        _rewrite_answers(conn, game_id, {each["version"]: each for each in made}, signer)
        for table in GUARDED:
            conn.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER append_only".encode())
    return head


def _write(conn: psycopg.Connection, game_id: UUID, made: dict[str, Any]) -> None:
    at = (game_id, made["version"])
    conn.execute(
        "UPDATE events SET envelope = %s, hash = %s WHERE game_id = %s AND version = %s",
        (canonical_text(made["envelope"]), bytes.fromhex(made["hash"]), *at),
    )
    for part in made["parts"]:
        conn.execute(
            "UPDATE sealed SET value = %s WHERE game_id = %s AND version = %s AND part = %s",
            (canonical_text(part["value"]), *at, part["part"]),
        )
    if "command" in made:
        body = canonical_text(made["command"]["body"])
        conn.execute("UPDATE commits SET body = %s WHERE game_id = %s AND first = %s", (body, *at))


def _rewrite_answers(conn: psycopg.Connection, game_id: UUID, made: dict[int, Any], signer: Signer | None) -> None:
    kept = conn.execute("SELECT scope, key, body FROM answers WHERE game_id = %s", (game_id,)).fetchall()
    for scope, key, text in kept:
        body = json.loads(text)
        for told in body.get("events", ()):
            fresh = made[told["version"]]
            told |= {"envelope": fresh["envelope"], "hash": fresh["hash"]}
        last = made[body["version"]]
        if "head" in body:
            body["head"] = last["hash"]
        if "receipt" in body:
            body["receipt"] |= {"hash": last["hash"], "at": last["envelope"]["at"]}
            if signer is not None:
                told = {name: body["receipt"][name] for name in FIELDS}
                body["receipt"]["signature"] = signer.sign(LABEL, told)
        conn.execute("UPDATE answers SET body = %s WHERE scope = %s AND key = %s", (json.dumps(body), scope, key))
