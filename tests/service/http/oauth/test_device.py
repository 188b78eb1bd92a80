"""The device flow (RFC 8628): a terminal without a browser."""

from typing import Any

import pytest
from flask import Flask

from kontor.service.store import device_codes
from tests.support.callers import Caller, problem
from tests.support.signing_in import ThirdParty, oauth_error, posted, registered

GRANT = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.fixture
def third(app: Flask) -> ThirdParty:
    return registered(app, name="A terminal")


def start(third: ThirdParty, scope: str = "game:read game:play") -> dict[str, Any]:
    answer = posted(third.app, "/v1/oauth/device", {"client_id": third.client_id, "scope": scope})
    assert answer.status_code == 200, answer.text
    return dict(answer.json)


def poll(third: ThirdParty, codes: dict[str, Any]) -> Any:
    return third.token(grant_type=GRANT, device_code=codes["device_code"])


def page(codes: dict[str, Any]) -> str:
    return f"/v1/me/apps/devices/{codes['user_code']}"


def test_a_terminal_gets_tokens_once_the_person_allows_it(third: ThirdParty, anna: Caller) -> None:
    codes = start(third)
    assert codes["verification_uri_complete"].endswith(f"/device?user_code={codes['user_code']}")
    oauth_error(poll(third, codes), "authorization_pending")
    oauth_error(poll(third, codes), "slow_down")
    shown = anna.get(page(codes).lower().replace("-", "")).json
    assert (shown["app"], shown["scopes"]) == ("A terminal", ["game:play", "game:read"])
    assert anna.post(page(codes), {"allow": True}).status_code == 204
    its = third.signed_in(poll(third, codes).json, anna)
    assert its.get("/v1/me").json["id"] == anna.account
    assert third.refresh(its.refresh).status_code == 200
    oauth_error(poll(third, codes), "invalid_grant")
    problem(its.get("/v1/me"), 401, "unauthenticated")  # the code was used twice


def test_a_person_may_refuse_and_a_code_answers_once(third: ThirdParty, anna: Caller, ben: Caller) -> None:
    codes = start(third)
    assert anna.post(page(codes), {"allow": False}).status_code == 204
    problem(ben.post(page(codes), {"allow": True}), 404, "not-found")
    problem(ben.get(page(codes)), 404, "not-found")
    oauth_error(poll(third, codes), "access_denied")


def test_a_device_code_expires_and_is_for_its_app(app: Flask, third: ThirdParty, anna: Caller) -> None:
    codes = start(third)
    oauth_error(poll(registered(app, name="Another app"), codes), "unauthorized_client")
    oauth_error(third.exchange(codes["device_code"]), "invalid_grant")
    oauth_error(third.token(grant_type=GRANT, device_code="ktc_x"), "invalid_grant")
    with app.extensions["kontor"].pool.connection() as conn:
        conn.execute("UPDATE app_codes SET expires_at = now() WHERE app = 'A terminal'")
    oauth_error(poll(third, codes), "expired_token")
    problem(anna.post(page(codes), {"allow": True}), 404, "not-found")


def test_an_app_or_a_small_key_answers_for_no_person(third: ThirdParty, anna: Caller, nobody: Caller) -> None:
    codes = start(third)
    small = anna.post("/v1/me/keys", {"scopes": ["game:read", "game:create"]}).json["api_key"]
    for caller, status in ((nobody, 401), (anna.with_key(small), 403), (third.sign_in_by_device(anna), 403)):
        assert caller.get(page(codes)).status_code == status
        assert caller.post(page(codes), {"allow": True}).status_code == status
    oauth_error(poll(third, codes), "authorization_pending")


def test_so_many_devices_wait_and_no_more(third: ThirdParty, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_codes, "MOST", 0)
    answer = posted(third.app, "/v1/oauth/device", {"client_id": third.client_id})
    assert "Try again" in problem(answer, 429, "too-many-requests")["detail"]
