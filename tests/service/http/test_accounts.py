"""Accounts, keys, scopes."""

import pytest
from flask import Flask

from tests.support.callers import Caller, a_game, opened, problem

BASIC = ["game:create", "game:play", "game:read", "webhook:write"]


def test_a_key_is_shown_once_and_has_a_readable_prefix(anna: Caller) -> None:
    listed = anna.get("/v1/me/keys").json["items"]
    assert len(listed) == 1
    assert str(anna.key).startswith("ktk_")
    assert str(anna.key).startswith(listed[0]["prefix"])
    assert anna.key not in anna.get("/v1/me/keys").text


def test_me_tells_what_the_key_may_do(anna: Caller) -> None:
    assert anna.get("/v1/me").json["scopes"] == BASIC


def test_a_revoked_key_is_refused_at_once(anna: Caller) -> None:
    added = anna.post("/v1/me/keys", {"label": "spare"}).json
    spare = anna.with_key(added["api_key"])
    assert spare.get("/v1/me").status_code == 200
    assert anna.delete(f"/v1/me/keys/{added['id']}").status_code == 204
    answer = spare.get("/v1/me")
    problem(answer, 401, "unauthenticated")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_small_key_cannot_make_a_large_one(anna: Caller) -> None:
    added = anna.post("/v1/me/keys", {"scopes": ["game:read", "game:create"]}).json
    problem(anna.with_key(added["api_key"]).post("/v1/me/keys", {}), 403, "forbidden")


def test_only_the_operator_grants_audit_and_admin(app: Flask, anna: Caller) -> None:
    problem(anna.post("/v1/me/keys", {"scopes": ["audit:read"]}), 403, "forbidden")
    app.extensions["kontor"].accounts.grant(anna.account, "audit:read")
    assert anna.post("/v1/me/keys", {"scopes": ["audit:read"]}).status_code == 201
    problem(anna.post("/v1/me/keys", {"scopes": ["admin"]}), 403, "forbidden")


def test_another_accounts_key_is_not_there(anna: Caller, ben: Caller) -> None:
    key_id = ben.get("/v1/me/keys").json["items"][0]["id"]
    problem(anna.delete(f"/v1/me/keys/{key_id}"), 404, "not-found")
    assert ben.get("/v1/me").status_code == 200


def test_a_deleted_account_leaves_its_games_verifiable(app: Flask) -> None:
    carla = opened(app, "Carla")
    game = a_game(carla, "me", "bot")
    before = carla.get(f"{game}/events").json["items"]
    assert carla.delete("/v1/me").status_code == 204
    problem(carla.get("/v1/me"), 401, "unauthenticated")
    after = Caller(app).get(f"{game}/events").json["items"]
    assert [each["hash"] for each in after] == [each["hash"] for each in before]
    assert str(carla.account) not in Caller(app).get(f"{game}/events").text


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 81, 5, None, "\u0000"])
def test_a_name_of_no_letters_or_too_many_is_refused(nobody: Caller, name: object) -> None:
    assert problem(nobody.post("/v1/accounts", {"name": name}), 400, "unreadable")["errors"][0]["pointer"] == "/name"
