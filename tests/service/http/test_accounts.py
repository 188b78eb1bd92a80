"""Accounts, keys, scopes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from kontor.service.clock import stamp
from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from tests.support.callers import Caller, a_game, expire, opened, problem

BASIC = ["game:create", "game:play", "game:read", "webhook:write"]


def test_a_key_is_shown_once_and_has_a_readable_prefix(anna: Caller) -> None:
    listed = anna.get("/v1/me/keys").json["items"]
    assert len(listed) == 1
    assert str(anna.key).startswith("ktk_")
    assert str(anna.key).startswith(listed[0]["prefix"])
    assert anna.key not in anna.get("/v1/me/keys").text


def test_me_lists_the_scopes_of_the_key(anna: Caller) -> None:
    assert anna.get("/v1/me").json["scopes"] == BASIC


def test_a_revoked_key_is_refused_at_once(anna: Caller) -> None:
    added = anna.post("/v1/me/keys", {"label": "spare"}).json
    spare = anna.with_key(added["api_key"])
    assert spare.get("/v1/me").status_code == 200
    assert anna.delete(f"/v1/me/keys/{added['id']}").status_code == 204
    answer = spare.get("/v1/me")
    problem(answer, 401, "unauthenticated")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def in_seconds(seconds: float) -> str:
    return stamp(datetime.now(UTC) + timedelta(seconds=seconds))


def test_a_key_is_refused_once_it_has_expired(app: Flask, anna: Caller) -> None:
    added = anna.post("/v1/me/keys", {"label": "for a day", "expires_at": in_seconds(86_400)}).json
    brief = anna.with_key(added["api_key"])
    assert brief.get("/v1/me").status_code == 200
    assert [each["expires_at"] for each in anna.get("/v1/me/keys").json["items"]] == [None, added["expires_at"]]
    expire(app, added["id"])
    answer = brief.get("/v1/me")
    assert "this key expired at 20" in problem(answer, 401, "unauthenticated")["detail"]
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert anna.get("/v1/me").status_code == 200
    assert anna.delete(f"/v1/me/keys/{added['id']}").status_code == 204
    assert "expired" not in problem(brief.get("/v1/me"), 401, "unauthenticated")["detail"]


def test_a_key_that_has_expired_makes_room_for_another(app: Flask, anna: Caller) -> None:
    keys = [anna.post("/v1/me/keys", {"expires_at": in_seconds(60)}) for _ in range(50)]
    assert [each.status_code for each in keys] == [201] * 49 + [403]
    expire(app, keys[0].json["id"])
    assert anna.post("/v1/me/keys", {}).status_code == 201


@pytest.mark.parametrize(
    "when",
    [
        "tomorrow",
        "2020-01-01T00:00:00Z",
        "2030-02-30T00:00:00Z",
        "2030-01-01T00:00:00",
        "2030-01-01T00:00:00+25:00",
        "9999-12-31T23:59:59-12:00",
        "0000-01-01T00:00:00Z",
        "\u0662030-01-01T00:00:00Z",
        5,
    ],
)
def test_a_time_that_is_none_or_over_is_refused(anna: Caller, when: object) -> None:
    answer = problem(anna.post("/v1/me/keys", {"expires_at": when}), 400, "unreadable")
    assert answer["errors"][0]["pointer"] == "/expires_at"


def test_a_small_key_cannot_make_a_large_one(anna: Caller) -> None:
    added = anna.post("/v1/me/keys", {"scopes": ["game:read", "game:create"]}).json
    problem(anna.with_key(added["api_key"]).post("/v1/me/keys", {}), 403, "forbidden")


def test_only_the_operator_grants_audit_and_admin(app: Flask, anna: Caller) -> None:
    problem(anna.post("/v1/me/keys", {"scopes": ["audit:read"]}), 403, "forbidden")
    app.extensions["kontor"].store.accounts.grant(anna.account, "audit:read")
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


# ---------------------------------------------------------------- what operators decide


def test_with_signup_by_token_an_account_needs_the_token(roomy: Settings, anna: Caller) -> None:
    closed = Caller(create_app(replace(roomy, signup="token", signup_token="sesame")))
    for given in ({}, {"token": "sesam"}, {"token": "sesame!"}):
        problem(closed.post("/v1/accounts", {"name": "Ben", **given}), 403, "forbidden")
    seat = f"{a_game(anna, 'me', 'open')}/seats/2/invitations"
    invitation = anna.post(seat).json["token"]
    problem(closed.post("/v1/invitations/accept", {"invitation": invitation, "name": "Ben"}), 403, "forbidden")
    opened = closed.post("/v1/accounts", {"name": "Ben", "token": "sesame"})
    assert opened.status_code == 201
    ben = closed.with_key(opened.json["api_key"])
    assert ben.post("/v1/invitations/accept", {"invitation": invitation}).status_code == 201


def test_a_blocked_account_is_refused_with_all_it_has_until_it_is_let_in(app: Flask, anna: Caller) -> None:
    accounts = app.extensions["kontor"].store.accounts
    game = a_game(anna)
    token = anna.with_key(anna.post(f"{game}/seats/1/token").json["token"])
    assert accounts.block(anna.account, True)
    for caller in (anna, token):
        refused = problem(caller.get(f"{game}/state"), 401, "unauthenticated")
        assert "the operator of this server has blocked the account" in refused["detail"]
    assert accounts.block(anna.account, False)
    assert [caller.get(f"{game}/state").status_code for caller in (anna, token)] == [200, 200]
