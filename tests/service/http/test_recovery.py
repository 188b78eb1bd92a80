"""Recovery codes: each gives the account a new key, once."""

from dataclasses import replace

import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from tests.support.callers import Caller, a_game, opened, problem


def codes_of(app: Flask) -> tuple[Caller, list[str]]:
    """Return a person with a new account, and its recovery codes."""
    made = Caller(app).post("/v1/accounts", {"name": "Anna"}).json
    return Caller(app, made["api_key"], made["id"]), made["recovery_codes"]


def recover(app: Flask, code: str, **more: object) -> Caller:
    answer = Caller(app).post("/v1/accounts/recover", {"recovery_code": code, **more})
    assert answer.status_code == 201, answer.text
    return Caller(app, answer.json["api_key"], answer.json["id"])


def test_a_new_account_gets_codes_that_are_shown_once(app: Flask) -> None:
    anna, codes = codes_of(app)
    assert len(set(codes)) == 8
    assert all(code.startswith("KTR-") for code in codes)
    left = anna.get("/v1/me/recovery-codes")
    assert left.json["left"] == 8
    assert codes[0] not in left.text


def test_a_code_gives_a_key_with_all_basic_scopes_once(app: Flask) -> None:
    anna, codes = codes_of(app)
    back = recover(app, codes[0])
    assert (back.account, back.get("/v1/me").json) == (anna.account, anna.get("/v1/me").json)
    assert back.get("/v1/me/keys").json["items"][1]["label"] == "recovered"
    problem(Caller(app).post("/v1/accounts/recover", {"recovery_code": codes[0]}), 403, "forbidden")
    assert anna.get("/v1/me/recovery-codes").json["left"] == 7


def test_a_code_can_be_typed_as_people_copy_it(app: Flask) -> None:
    _, codes = codes_of(app)
    recover(app, codes[0].lower().replace("-", " ").replace("0", "o").replace("1", "l"))
    recover(app, codes[1].removeprefix("KTR-"))


def test_other_keys_stay_valid_unless_the_person_revokes_them(app: Flask) -> None:
    anna, codes = codes_of(app)
    token = anna.with_key(anna.post(f"{a_game(anna)}/seats/1/token").json["token"])
    second = recover(app, codes[0])
    assert anna.get("/v1/me").status_code == 200
    third = recover(app, codes[1], revoke_keys=True)
    for each in (anna, second, token):
        problem(each.get("/v1/games"), 401, "unauthenticated")
    assert third.get("/v1/me").status_code == 200


def test_new_codes_replace_all_earlier_ones(app: Flask) -> None:
    anna, old = codes_of(app)
    small = anna.with_key(anna.post("/v1/me/keys", {"scopes": ["game:read", "game:create"]}).json["api_key"])
    problem(small.post("/v1/me/recovery-codes"), 403, "forbidden")
    new = anna.post("/v1/me/recovery-codes").json["recovery_codes"]
    problem(Caller(app).post("/v1/accounts/recover", {"recovery_code": old[0]}), 403, "forbidden")
    assert recover(app, new[0]).account == anna.account


def test_a_full_account_keeps_the_code_until_it_revokes_its_keys(app: Flask) -> None:
    anna, codes = codes_of(app)
    while anna.post("/v1/me/keys", {}).status_code == 201:
        pass
    refused = problem(Caller(app).post("/v1/accounts/recover", {"recovery_code": codes[0]}), 403, "forbidden")
    assert "`revoke_keys`" in refused["detail"]
    assert recover(app, codes[0], revoke_keys=True).get("/v1/me").status_code == 200


def test_the_codes_of_a_blocked_account_wait_and_those_of_a_deleted_one_are_gone(app: Flask) -> None:
    anna, codes = codes_of(app)
    accounts = app.extensions["kontor"].store.accounts
    accounts.block(anna.account, True)
    refused = problem(Caller(app).post("/v1/accounts/recover", {"recovery_code": codes[0]}), 403, "forbidden")
    assert "blocked" in refused["detail"]
    accounts.block(anna.account, False)
    assert recover(app, codes[0]).delete("/v1/me").status_code == 204
    gone = problem(Caller(app).post("/v1/accounts/recover", {"recovery_code": codes[1]}), 403, "forbidden")
    assert "not valid" in gone["detail"]


@pytest.mark.parametrize("text", ["", "KTR", "x" * 61, "KTR-é0000-00000-00000-00000", 5, None])
def test_a_text_that_cannot_be_a_code_is_refused(nobody: Caller, text: object) -> None:
    answer = problem(nobody.post("/v1/accounts/recover", {"recovery_code": text}), 400, "unreadable")
    assert answer["errors"][0]["pointer"] == "/recovery_code"


def test_an_address_tries_few_codes_a_minute(settings: Settings) -> None:
    app = create_app(replace(settings, redis_url="", limit_accounts=3))
    _, codes = codes_of(app)
    wrong = {"recovery_code": "KTR-00000-00000-00000-00000"}
    answers = [Caller(app).post("/v1/accounts/recover", wrong).status_code for _ in range(2)]
    assert answers == [403, 403]
    problem(Caller(app).post("/v1/accounts/recover", {"recovery_code": codes[0]}), 429, "too-many-requests")


def test_two_accounts_never_share_a_code(app: Flask) -> None:
    anna, ben = opened(app), opened(app, "Ben")
    new = [each.post("/v1/me/recovery-codes").json["recovery_codes"] for each in (anna, ben)]
    assert recover(app, new[1][0]).account == ben.account
    assert anna.get("/v1/me/recovery-codes").json["left"] == 8
