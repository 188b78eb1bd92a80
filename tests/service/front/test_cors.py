"""Pages of other origins: what a browser is told of every answer, whoever of the house gives it."""

from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from kontor.service.front.cors import ALLOWED, EXPOSED, rules
from kontor.service.settings import BadSetting, Settings
from tests.support.contract_page import headers
from tests.support.lone_front import lone_front
from tests.support.plain_http import NO_TLS

PAGE = "https://page.example"
OTHER = "https://other.example:8443"
PROGRAMS = ("/v1/rulesets", "/openapi.json", "/asyncapi.json", "/problems", "/.well-known/kontor-keys.json")
NOT_FOR_PAGES = ("/metrics", "/healthz", "/readyz", "/", "/docs", "/v1x", "/metrics/v1", "/openapi.json.x")
# A browser hands these to pages without being told to, or acts on them itself.
OF_THE_BROWSER = {"Cache-Control", "Content-Encoding", "Vary", "X-Content-Type-Options", "X-Accel-Buffering"}
ON_PAGES = {"Content-Security-Policy", "Referrer-Policy"}


def preflight(url: str, origin: str = PAGE, method: str = "POST", headers: str = "authorization") -> httpx.Response:
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers}
    return httpx.options(url, headers={"Origin": origin, **asked}, verify=NO_TLS)


def allowed(answer: httpx.Response) -> str | None:
    found: str | None = answer.headers.get("Access-Control-Allow-Origin")
    return found


@pytest.mark.parametrize("path", PROGRAMS)
def test_any_page_may_read_what_is_for_programs(front: str, path: str) -> None:
    answer = httpx.get(front + path, headers={"Origin": PAGE}, verify=NO_TLS)
    assert answer.status_code == 200
    assert allowed(answer) == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Origin" not in answer.headers.get("Vary", "")  # the same for all: caches need not tell origins apart


@pytest.mark.parametrize("path", NOT_FOR_PAGES)
def test_no_page_may_read_what_is_for_operators_and_people(front: str, path: str) -> None:
    """/metrics trusts this machine, and so would a page in a browser on it be trusted."""
    for answer in (
        httpx.get(front + path, headers={"Origin": PAGE}, verify=NO_TLS),
        preflight(front + path, method="GET"),
    ):
        assert [name for name in answer.headers if name.startswith("access-control-")] == []


def test_earlier_requests_on_a_connection_do_not_matter(front: str) -> None:
    with httpx.Client(base_url=front, headers={"Origin": PAGE}) as client:
        found = [allowed(client.get(path)) for path in ("/v1/games", "/readyz", "/v1/games", "/metrics", "/v1")]
    assert found == ["*", None, "*", None, "*"]


def test_a_preflight_reaches_no_process_and_is_cached(settings: Settings, tmp_path: Path) -> None:
    """It needs no key and is not counted: who would look at that is not even there."""
    with lone_front(settings, tmp_path) as lone:
        answer = preflight(f"{lone.url}/v1/games/{uuid4()}/commands")
    assert (answer.status_code, answer.content, allowed(answer)) == (204, b"", "*")
    assert int(answer.headers["Access-Control-Max-Age"]) >= 600
    assert {"POST", "PATCH", "DELETE"} <= set(answer.headers["Access-Control-Allow-Methods"].split(", "))
    assert answer.headers["Access-Control-Allow-Headers"].split(", ") == list(ALLOWED)
    assert answer.headers["X-Request-Id"]


def test_a_page_can_send_and_read_every_header_of_the_contract() -> None:
    of_every_page = {"Accept-Encoding", "Accept-Language"}  # set by the browser, or sent without asking first
    assert headers("### Sent by clients") - of_every_page <= set(ALLOWED)
    assert headers("### Sent by the server") - OF_THE_BROWSER - ON_PAGES <= set(EXPOSED)


def test_every_refusal_can_be_read_by_a_page(front: str) -> None:
    key = httpx.post(f"{front}/v1/accounts", json={"name": "Anna"}, headers={"Origin": PAGE}, verify=NO_TLS).json()[
        "api_key"
    ]
    hers = {"Origin": PAGE, "Authorization": f"Bearer {key}"}
    refused = {
        400: httpx.post(
            f"{front}/v1/games", content=b"{", headers={**hers, "Content-Type": "application/json"}, verify=NO_TLS
        ),
        401: httpx.get(f"{front}/v1/me", headers={"Origin": PAGE}, verify=NO_TLS),
        403: httpx.get(f"{front}/v1/audit/games", headers=hers, verify=NO_TLS),
        404: httpx.get(
            f"{front}/v1/games/{uuid4()}/stream", headers=hers, verify=NO_TLS
        ),  # by way of the streams process
        405: httpx.put(f"{front}/v1/me", headers=hers, verify=NO_TLS),
        415: httpx.post(f"{front}/v1/games", content=b"seats", headers=hers, verify=NO_TLS),
    }
    assert {status: answer.status_code for status, answer in refused.items()} == {status: status for status in refused}
    assert {allowed(answer) for answer in refused.values()} == {"*"}


def test_pages_can_read_the_answers_of_haproxy_itself(settings: Settings, tmp_path: Path) -> None:
    """That somebody was too slow is read in test_front.py, that all streams are taken in test_streams.py."""
    with lone_front(settings, tmp_path) as lone:
        answer = httpx.get(f"{lone.url}/v1/games", headers={"Origin": PAGE}, verify=NO_TLS)
    assert (answer.status_code, allowed(answer)) == (503, "*")
    assert "Retry-After" in answer.headers["Access-Control-Expose-Headers"].split(", ")
    assert answer.json()["type"] == "/problems/unavailable"


def test_only_named_origins_are_let_in(settings: Settings, tmp_path: Path) -> None:
    strangers = ("https://page.example.evil.example", "http://page.example", "https://PAGE.example:1", "null", "*")
    with lone_front(replace(settings, cors_origins=(PAGE, OTHER)), tmp_path) as lone:
        games = f"{lone.url}/v1/games"
        for origin in (PAGE, OTHER):
            for answer in (httpx.get(games, headers={"Origin": origin}, verify=NO_TLS), preflight(games, origin)):
                assert allowed(answer) == origin
                assert "Origin" in answer.headers["Vary"]
        for stranger in (*strangers, f"{PAGE}, {OTHER}"):
            for answer in (httpx.get(games, headers={"Origin": stranger}, verify=NO_TLS), preflight(games, stranger)):
                assert [name for name in answer.headers if name.startswith("access-control-")] == []
                assert "Origin" in answer.headers["Vary"]
        plain = httpx.get(games, verify=NO_TLS)  # without one: caches must know all the same
        assert allowed(plain) is None
        assert "Origin" in plain.headers["Vary"]


def test_no_origin_at_all_is_a_choice(roomy: Settings) -> None:
    assert list(rules(replace(roomy, cors_origins=()))) == []


@pytest.mark.parametrize(
    "flawed",
    [
        "page.example",
        "https://page.example/",
        "https://page.example/app",
        "https://Page.example",
        "https://page.example:443",
        "http://page.example:80",
        "https://*.example",
        "https://page.example\n    http-request deny",
        "null",
        'https://page.example" deny',
        "https://user@page.example",
    ],
)
def test_an_origin_that_no_browser_sends_is_refused_at_the_start(flawed: str) -> None:
    with pytest.raises(BadSetting, match="KONTOR_CORS_ORIGINS"):
        list(rules(Settings(cors_origins=(PAGE, flawed))))


def test_any_origin_and_some_cannot_both_be_meant() -> None:
    with pytest.raises(BadSetting, match="KONTOR_CORS_ORIGINS"):
        list(rules(Settings(cors_origins=("*", PAGE))))
