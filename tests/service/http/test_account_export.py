"""`GET /v1/me/export`: everything about the caller, and nothing about others."""

import json
from typing import Any

import pytest
from flask import Flask

from kontor.service.http.internal_headers import ASKS, FRONT
from kontor.service.store.account_export import SECTIONS
from kontor.service.store.store import Store
from tests.docs.test_security import TABLES
from tests.support.authenticator import Authenticator
from tests.support.callers import Caller, a_game, auditing, opened, problem
from tests.support.signing_in import registered

NOT_IN_AN_EXPORT = {  # tables without a section, and why
    "alembic_version": "the version of the tables",
    "analyses": "belongs to a game",
    "audit_runs": "the operator's audits of the database",
    "caller_job_pieces": "the files of jobs; the section `job` has their addresses",
    "commits": "belongs to a game; a player reads it there",
    "debts": "pending work of a game",
    "departed": "only says that an account that is gone had a seat",
    "epoch": "belongs to the database",
    "events": "belongs to a game; contains no account",
    "imported_bundles": "belongs to a game of another server",
    "pending_decisions": "belongs to a game",
    "readings": "belongs to workers",
    "rematches": "belongs to a game",
    "sealed": "belongs to a game; a player reads it there",
    "snapshots": "belongs to a game",
    "tlog_checkpoints": "belongs to the transparency log",
    "tlog_cosignatures": "belongs to the transparency log",
    "tlog_hashes": "belongs to the transparency log",
    "tlog_leaves": "belongs to the transparency log",
    "tlog_map_nodes": "belongs to the transparency log",
    "tlog_maps": "belongs to the transparency log",
    "verdicts": "belongs to a game",
}


def exported(caller: Caller) -> dict[str, list[dict[str, Any]]]:
    answer = caller.get("/v1/me/export")
    assert answer.status_code == 200, answer.text
    found: dict[str, list[dict[str, Any]]] = {}
    for line in answer.text.splitlines():
        each = json.loads(line)
        found.setdefault(each["kind"], []).append(each["data"])
    return found


def live(anna: Caller, ben: Caller) -> list[str]:
    """Let Anna use everything that stores something about her, together with Ben. Return the secrets that she got."""
    token = anna.post(f"{a_game(anna)}/seats/1/token").json["token"]
    ticket = anna.post("/v1/me/stream-tickets", {"stream": "/v1/me/stream"}).json
    anna.get("/v1/me/stream", **{FRONT: ASKS})
    game = a_game(anna, "me", "open", clock={"per_decision": "PT1H", "bank": "PT0S", "on_timeout": "bot"})
    sent = anna.post(f"{game}/seats/2/invitations").json["token"]
    assert ben.post(f"{game}/seats/2/join").status_code == 201
    anna.post(f"{game}/commands", {"type": "roll", "seat": 1}, Idempotency_Key='"annas-request"')
    anna.post(f"{game}/abort", {"reason": "late"})
    ben.post(f"{a_game(ben, 'me', 'invited')}/seats/2/invitations", {"account": anna.account})
    anna.post("/v1/rulesets/tiny/boards", {"name": "squareexport"})
    anna.post("/v1/seeds")
    registered(anna.app).sign_in(anna)
    here = {"Origin": "https://localhost"}
    made = Authenticator(secret=5).create(anna.post("/v1/me/passkeys/options", **here).json["options"])
    assert anna.post("/v1/me/passkeys", made, **here).status_code == 201
    hook = anna.post("/v1/webhooks", {"url": "https://receiver.example/", "types": ["game.ended"]}).json
    anna.post(f"/v1/webhooks/{hook['id']}/ping")
    anna.post(f"{a_game(anna, 'me', 'bot', practice=True)}/hints")
    return [token, sent, hook["secret"], str(ticket["href"]).partition("ticket=")[2]]


def test_an_export_contains_everything_about_the_caller_and_nothing_about_others(app: Flask) -> None:
    anna, ben = opened(app, "Anna of the export"), opened(app, "Ben of the export")
    secrets = [*live(anna, ben), *anna.post("/v1/me/recovery-codes").json["recovery_codes"], str(anna.key)]
    auditing(app, anna).get("/v1/audit/games")
    found = exported(anna)
    assert SECTIONS.keys() - found.keys() == {"attempt"}  # a worker makes attempts
    assert [each["id"] for each in found["account"]] == [anna.account]
    assert sorted(each["label"] for each in found["key"]) == ["first key", "key"]
    assert [each["holds"] for each in found["seat"]] == [True] * 4
    assert found["answer"][0]["idempotency_key"] == "annas-request"
    text = anna.get("/v1/me/export").text
    of_ben = {line for line in ben.get("/v1/me/export").text.splitlines() if "seat_token" not in line}
    assert not of_ben & set(text.splitlines())
    for hidden in (*secrets, str(ben.account), "Ben of the export", ben.get("/v1/me/keys").json["items"][0]["id"]):
        assert hidden not in text


def test_a_long_export_has_every_row_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kontor.service.store.account_export.PAGE", 2)
    anna = opened(app)
    made = [anna.post("/v1/me/keys", {"label": f"key {n}"}).json["id"] for n in range(4)]
    keys = [each["id"] for each in exported(anna)["key"]]
    assert len(keys) == 5
    assert set(made) <= set(keys)


def test_only_a_key_with_all_basic_scopes_exports(anna: Caller) -> None:
    small = anna.with_key(anna.post("/v1/me/keys", {"scopes": ["game:read", "game:create"]}).json["api_key"])
    problem(small.get("/v1/me/export"), 403, "forbidden")


def test_every_table_is_in_the_export_or_says_why_not(own_store: Store) -> None:
    with own_store.pool.connection() as conn:
        tables = {row[0] for row in conn.execute(TABLES)}
    in_export = {each.table for each in SECTIONS.values()}
    assert tables == in_export | NOT_IN_AN_EXPORT.keys()
    assert not in_export & NOT_IN_AN_EXPORT.keys()
