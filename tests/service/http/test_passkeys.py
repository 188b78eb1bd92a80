"""Passkeys: a second way to sign in on the pages of this server. A device in software plays the browser; a test in
Chromium is in tests/browser/pages/test_passkeys.py."""

from typing import Any

import pytest
from flask import Flask

from kontor.service.store import passkeys
from tests.support.authenticator import Authenticator
from tests.support.callers import Caller, opened, problem

HERE = {"Origin": "https://localhost"}


def creation_options(anna: Caller, **headers: str) -> Any:
    answer = anna.post("/v1/me/passkeys/options", **{**HERE, **headers})
    assert answer.status_code == 200, answer.text
    return answer.json["options"]


def sign_in_options(app: Flask) -> Any:
    answer = Caller(app).post("/v1/passkeys/options", **HERE)
    assert answer.status_code == 200, answer.text
    return answer.json["options"]


def add(anna: Caller, device: Authenticator) -> Any:
    answer = anna.post("/v1/me/passkeys", device.create(creation_options(anna)), **HERE)
    assert answer.status_code == 201, answer.text
    return answer.json


def sign_in(app: Flask, body: Any, **headers: str) -> Any:
    return Caller(app).post("/v1/passkeys/sign-in", body, **{**HERE, **headers})


def test_a_passkey_gives_a_key_of_its_account(app: Flask) -> None:
    anna, device = opened(app), Authenticator(secret=101)
    added = add(anna, device)
    assert (added["host"], added["label"], added["used_at"]) == ("localhost", "passkey", None)
    answer = sign_in(app, device.sign(sign_in_options(app)))
    assert answer.status_code == 201, answer.text
    assert Caller(app, answer.json["api_key"]).get("/v1/me").json["id"] == anna.account
    assert anna.get("/v1/me/passkeys").json["items"][0]["used_at"] is not None


def test_an_answer_of_a_passkey_works_once(app: Flask) -> None:
    anna, device = opened(app), Authenticator(secret=102)
    add(anna, device)
    body = device.sign(sign_in_options(app))
    assert sign_in(app, body).status_code == 201
    problem(sign_in(app, body), 403, "forbidden")


def test_a_passkey_that_was_removed_is_refused_and_another_account_cannot_remove_it(app: Flask) -> None:
    anna, ben, device = opened(app), opened(app, "Ben"), Authenticator(secret=103)
    path = f"/v1/me/passkeys/{add(anna, device)['id']}"
    problem(ben.delete(path), 404, "not-found")
    assert sign_in(app, device.sign(sign_in_options(app))).status_code == 201
    assert anna.delete(path).status_code == 204
    problem(sign_in(app, device.sign(sign_in_options(app))), 403, "forbidden")


@pytest.mark.parametrize(
    ("secret", "wrong"),
    [
        (201, {"origin": "https://evil.example"}),  # another site
        (202, {"origin": "http://localhost"}),  # another scheme
        (203, {"is_verified": False}),  # the device asked for no PIN
    ],
)
def test_the_answer_of_another_site_or_without_a_person_is_refused(
    app: Flask, secret: int, wrong: dict[str, Any]
) -> None:
    honest = Authenticator(secret=secret)
    add(opened(app), honest)
    problem(sign_in(app, Authenticator(secret=secret, **wrong).sign(sign_in_options(app))), 403, "forbidden")
    assert sign_in(app, honest.sign(sign_in_options(app))).status_code == 201


def test_a_challenge_is_for_one_purpose_and_one_account(app: Flask) -> None:
    anna, ben, device = opened(app), opened(app, "Ben"), Authenticator(secret=105)
    of_ben = device.create(creation_options(ben))
    problem(anna.post("/v1/me/passkeys", of_ben, **HERE), 403, "forbidden")
    forged = {**creation_options(anna), "challenge": "Zm9yZ2Vk"}
    problem(anna.post("/v1/me/passkeys", device.create(forged), **HERE), 403, "forbidden")
    add(anna, device)
    for_adding = {**sign_in_options(app), "challenge": creation_options(anna)["challenge"]}
    problem(sign_in(app, device.sign(for_adding)), 403, "forbidden")


def test_an_old_challenge_is_refused(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    device = Authenticator(secret=106)
    add(opened(app), device)
    body = device.sign(sign_in_options(app))
    monkeypatch.setattr("kontor.service.http.accounts.passkey_checks.LASTS", -passkey_lasts())
    assert "too old" in problem(sign_in(app, body), 403, "forbidden")["detail"]


def passkey_lasts() -> Any:
    from kontor.service.http.accounts import passkey_checks

    return passkey_checks.LASTS


def test_pages_of_other_sites_and_ip_addresses_get_no_options(app: Flask) -> None:
    anna = opened(app)
    other = anna.post("/v1/me/passkeys/options", Origin="https://evil.example")
    assert "pages of this server" in problem(other, 403, "forbidden")["detail"]
    numbers = anna.post("/v1/me/passkeys/options", Origin="http://127.0.0.1:8080", Host="127.0.0.1:8080")
    assert "localhost" in problem(numbers, 403, "forbidden")["detail"]


def test_a_passkey_of_one_host_does_not_open_the_account_at_another(app: Flask) -> None:
    anna, device = opened(app), Authenticator(secret=107)
    add(anna, device)
    there = {"Origin": "https://other.example", "Host": "other.example"}
    elsewhere = Authenticator("https://other.example", 107)
    options = Caller(app).post("/v1/passkeys/options", **there).json["options"]
    assert options["rpId"] == "other.example"
    problem(Caller(app).post("/v1/passkeys/sign-in", elsewhere.sign(options), **there), 403, "forbidden")


def test_an_account_has_so_many_passkeys(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "MOST", 2)
    anna = opened(app)
    for secret in (110, 111):
        add(anna, Authenticator(secret=secret))
    for secret in (111, 112):  # one of them again, and one too many
        body = Authenticator(secret=secret).create(creation_options(anna))
        problem(anna.post("/v1/me/passkeys", body, **HERE), 403, "forbidden")


def test_a_full_account_signs_in_if_it_revokes_its_keys(app: Flask) -> None:
    anna, device = opened(app), Authenticator(secret=113)
    add(anna, device)
    while anna.post("/v1/me/keys", {}).status_code == 201:
        pass
    refused = problem(sign_in(app, device.sign(sign_in_options(app))), 403, "forbidden")
    assert "`revoke_keys`" in refused["detail"]
    answer = sign_in(app, {**device.sign(sign_in_options(app)), "revoke_keys": True})
    assert Caller(app, answer.json["api_key"]).get("/v1/me").json["id"] == anna.account


def test_signing_everything_out_removes_the_other_passkeys(app: Flask) -> None:
    """A person who had a key may have added a passkey. It would lead back into the account."""
    anna, device, thief = opened(app), Authenticator(secret=41), Authenticator(secret=42)
    mine, theirs = add(anna, device)["id"], add(anna, thief)["id"]
    hers = anna.with_key(sign_in(app, {**device.sign(sign_in_options(app)), "revoke_keys": True}).json["api_key"])
    assert [each["id"] for each in hers.get("/v1/me/passkeys").json["items"]] == [mine]
    assert theirs != mine
    problem(sign_in(app, thief.sign(sign_in_options(app))), 403, "forbidden")
    [code, *_] = hers.post("/v1/me/recovery-codes").json["recovery_codes"]
    answer = Caller(app).post("/v1/accounts/recover", {"recovery_code": code, "revoke_keys": True})
    assert answer.status_code == 201
    problem(sign_in(app, device.sign(sign_in_options(app))), 403, "forbidden")


def test_a_small_key_adds_no_passkey(anna: Caller) -> None:
    small = anna.with_key(anna.post("/v1/me/keys", {"scopes": ["game:read", "game:create"]}).json["api_key"])
    problem(small.post("/v1/me/passkeys/options", **HERE), 403, "forbidden")


@pytest.mark.parametrize("damaged", ["credential", "client_data", "authenticator_data", "signature"])
def test_a_damaged_answer_is_refused(app: Flask, damaged: str) -> None:
    device = Authenticator(secret=120 + len(damaged))
    add(opened(app), device)
    body = device.sign(sign_in_options(app))
    for text in (body[damaged][:-8], "A", body[damaged][::-1]):
        problem(sign_in(app, {**body, damaged: text}), 403, "forbidden")
    assert sign_in(app, body).status_code == 201
