"""Requests that use the same code or token at the same time."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask

from kontor.service.store import apps
from tests.support.callers import Caller, TestResponse, opened, problem
from tests.support.signing_in import ThirdParty, oauth_error, posted, registered

AT_ONCE = 6
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.fixture
def third(app: Flask) -> ThirdParty:
    return registered(app)


def at_once(ask: Callable[[], TestResponse]) -> Sequence[TestResponse]:
    """Send the same request several times at the same time."""
    ready = Barrier(AT_ONCE)

    def sent(_: int) -> TestResponse:
        ready.wait()
        return ask()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(sent, range(AT_ONCE)))


def require_one_success_that_ended(answers: Sequence[TestResponse], third: ThirdParty, anna: Caller) -> None:
    """At most one request got tokens, and these are revoked: the server cannot know which sender is the thief."""
    got = [each for each in answers if each.status_code == 200]
    assert len(got) <= 1
    for each in answers:
        if each.status_code != 200:
            oauth_error(each, "invalid_grant")
    for each in got:
        its = third.signed_in(each.json, anna)
        problem(its.get("/v1/me"), 401, "unauthenticated")
        oauth_error(third.refresh(its.refresh), "invalid_grant")
    assert anna.get("/v1/me/apps").json["items"] == []


@pytest.mark.parametrize("attempt", range(5))
def test_one_code_gives_tokens_once(third: ThirdParty, anna: Caller, attempt: int) -> None:
    code = third.code(anna)
    require_one_success_that_ended(at_once(lambda: third.exchange(code)), third, anna)


@pytest.mark.parametrize("attempt", range(5))
def test_one_refresh_token_gives_tokens_once(third: ThirdParty, anna: Caller, attempt: int) -> None:
    its = third.sign_in(anna)
    require_one_success_that_ended(at_once(lambda: third.refresh(its.refresh)), third, anna)


def test_one_device_code_gives_tokens_once(third: ThirdParty, anna: Caller) -> None:
    codes = posted(third.app, "/v1/oauth/device", {"client_id": third.client_id}).json
    assert anna.post(f"/v1/me/apps/devices/{codes['user_code']}", {"allow": True}).status_code == 204
    asked = {"grant_type": DEVICE, "device_code": codes["device_code"]}
    answers = [each for each in at_once(lambda: third.token(**asked)) if each.json.get("error") != "slow_down"]
    require_one_success_that_ended(answers, third, anna)


def test_one_person_answers_for_a_device(third: ThirdParty, app: Flask) -> None:
    codes = posted(app, "/v1/oauth/device", {"client_id": third.client_id}).json
    people = iter([opened(app) for _ in range(AT_ONCE)])
    page = f"/v1/me/apps/devices/{codes['user_code']}"
    answers = at_once(lambda: next(people).post(page, {"allow": True}))
    assert sorted(each.status_code for each in answers) == [204, *[404] * (AT_ONCE - 1)]


def test_codes_that_wait_count_towards_the_limit_of_apps(
    third: ThirdParty, anna: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a person could agree many times first, and then exchange all codes."""
    monkeypatch.setattr("kontor.service.store.device_codes.MOST_GRANTS", 2)
    monkeypatch.setattr(apps, "MOST_GRANTS", 2)
    waiting = [posted(third.app, "/v1/oauth/device", {"client_id": third.client_id}).json for _ in range(2)]
    first, second = (f"/v1/me/apps/devices/{each['user_code']}" for each in waiting)
    code = third.code(anna)
    assert anna.post(first, {"allow": True}).status_code == 204
    problem(anna.post(second, {"allow": True}), 403, "forbidden")
    problem(third.consent(anna), 403, "forbidden")
    assert anna.post(second, {"allow": False}).status_code == 204
    assert third.exchange(code).status_code == 200
    assert third.token(grant_type=DEVICE, device_code=waiting[0]["device_code"]).status_code == 200
