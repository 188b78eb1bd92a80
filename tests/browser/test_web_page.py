"""A web page of another origin, as its author would try it: in a real browser, against a real `kontor up`."""

import re
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, expect

from kontor.service.settings import Settings
from tests.support.browsing import PATIENCE, take
from tests.support.cut_line import a_line_to
from tests.support.lone_front import lone_front

# Calls from the page, as `called(method, url, headers, body)`: what a script there can read of the answer.
CALLED = """async ([method, url, headers, body]) => {
    try {
        const answer = await fetch(url, {method, headers, body: body === null ? undefined : JSON.stringify(body)});
        return {status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text()};
    } catch (error) {
        return {refused: error.name};
    }
}"""
LISTEN = """([url]) => {
    window.heard = [];
    window.opened = 0;
    window.source = new EventSource(url);
    source.onopen = () => { window.opened += 1; };
    for (const type of ["decision", "game.started", "game.ended", "seat.changed"]) {
        source.addEventListener(type, (message) => heard.push([type, JSON.parse(message.data)]));
    }
}"""
BLOCKED = "has been blocked by CORS policy"
FAILED = "Failed to load resource"


def called(page: Page, method: str, url: str, key: str = "", body: Any = None, **more: str) -> dict[str, Any]:
    headers = {name.replace("_", "-"): value for name, value in more.items()}
    headers |= {"Authorization": f"Bearer {key}"} if key else {}
    headers |= {} if body is None else {"Content-Type": "application/json"}
    found: dict[str, Any] = page.evaluate(CALLED, [method, url, headers, body])
    return found


def an_account(server: str) -> str:
    return str(httpx.post(f"{server}/v1/accounts", json={"name": "Anna"}).json()["api_key"])


def a_game(server: str, key: str) -> dict[str, Any]:
    seats = [{"kind": "me"}, {"kind": "me"}]
    asked = {"ruleset": "tiny", "board": "square", "seats": seats}
    made = httpx.post(f"{server}/v1/games", json=asked, headers={"Authorization": f"Bearer {key}"})
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


def test_a_page_plays_a_whole_game(kontor: str, site: str, page: Page) -> None:
    """The example: account, game, stream with a ticket, a command for each decision, to the end."""
    page.goto(f"{site}/?server={kontor}&ruleset=tiny")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^finished: rank \d"), timeout=2 * PATIENCE)
    game = httpx.get(str(page.locator("#game").get_attribute("href"))).json()
    assert (game["status"], game["ruleset"], game["practice"]) == ("finished", "tiny", True)
    assert page.locator("#sent li").count() >= 3


def test_a_page_reads_refusals_and_headers(kontor: str, site: str, page: Page, console: list[str]) -> None:
    page.goto(f"{site}/empty.html")
    key = an_account(kontor)
    made = a_game(kontor, key)
    game = kontor + made["href"]
    state = called(page, "GET", f"{game}/state", key)
    assert (state["status"], state["headers"]["etag"]) == (200, f'"{made["version"]}"')
    assert {"ratelimit", "x-request-id", "link"} <= state["headers"].keys()
    known = called(page, "GET", f"{game}/state", key, If_None_Match=state["headers"]["etag"])
    assert known["status"] in (200, 304)  # a browser may answer from its cache
    sent = {"Idempotency_Key": '"one"', "If_Match": '"1"'}
    refused = {
        401: called(page, "GET", f"{kontor}/v1/me", "ktk_" + "x" * 43),
        404: called(page, "GET", f"{kontor}/v1/games/{made['id'][:-4]}0000", key),
        412: called(page, "POST", f"{game}/commands", key, {"type": "roll"}, **sent),
        400: called(page, "POST", f"{game}/commands", key, {"type": "no such thing"}),
        405: called(page, "DELETE", f"{game}/state", key),
    }
    assert {each["status"] for each in refused.values()} == refused.keys()
    for status, answer in refused.items():
        assert answer["headers"]["content-type"] == "application/problem+json"
        assert f'"status": {status}' in answer["text"]
    assert "www-authenticate" in refused[401]["headers"]
    assert len(take(console, FAILED)) >= len(refused)  # which a browser mentions by itself


def test_an_event_source_with_a_ticket_comes_back_by_itself(
    kontor: str, site: str, page: Page, console: list[str]
) -> None:
    key = an_account(kontor)
    page.goto(f"{site}/empty.html")
    with a_line_to(kontor) as line:
        ticket = called(page, "POST", f"{line.url}/v1/me/stream-tickets", key, {"stream": "/v1/me/stream"})
        assert ticket["status"] == 201
        page.evaluate(LISTEN, [line.url + page.evaluate("text => JSON.parse(text).href", ticket["text"])])
        page.wait_for_function("opened === 1")
        first = a_game(kontor, key)["id"]
        page.wait_for_function(
            "game => heard.some(([type, told]) => type === 'decision' && told.game === game)", arg=first
        )
        line.cut()
        second = a_game(kontor, key)["id"]  # perhaps while nobody listens
        page.wait_for_function("opened === 2")
        page.wait_for_function("game => heard.some(([type, told]) => told.game === game)", arg=second)
        keys = httpx.get(f"{kontor}/v1/me/keys", headers={"Authorization": f"Bearer {key}"}).json()["items"]
        httpx.delete(f"{kontor}/v1/me/keys/{keys[0]['id']}", headers={"Authorization": f"Bearer {key}"})
        line.cut()
        page.wait_for_function("source.readyState === EventSource.CLOSED")  # refused: it does not ask for ever
        assert page.evaluate("opened") == 2
    assert take(console, FAILED)


def test_no_page_reads_what_is_for_operators(kontor: str, site: str, page: Page, console: list[str]) -> None:
    """The browser is on this machine, which /metrics trusts; the page is not."""
    page.goto(f"{site}/empty.html")
    for path in ("/metrics", "/readyz", "/healthz", "/docs"):
        assert httpx.get(kontor + path).status_code == 200
        assert called(page, "GET", kontor + path) == {"refused": "TypeError"}
        assert len(take(console, BLOCKED)) == 1
    take(console, FAILED)


def test_only_pages_of_named_origins_read_anything(
    site: str, other_site: str, page: Page, console: list[str], tmp_path: Path
) -> None:
    """By the front alone, which says so; nobody is behind it, and who is let in can read that."""
    with lone_front(Settings(cors_origins=(site, "https://games.example.org")), tmp_path) as front:
        page.goto(f"{site}/empty.html")
        for method in ("GET", "DELETE"):  # without a preflight, and with one
            assert called(page, method, f"{front.url}/v1/me")["status"] == 503
        assert len(take(console, FAILED)) == 2
        page.goto(f"{other_site}/empty.html")
        for method in ("GET", "DELETE"):
            assert called(page, method, f"{front.url}/v1/me") == {"refused": "TypeError"}
        assert len(take(console, BLOCKED)) == 2
        take(console, FAILED)
