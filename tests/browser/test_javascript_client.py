"""The JavaScript client in Chromium, on a page of another origin."""

import base64
import hashlib
import hmac
import time

import httpx
from playwright.sync_api import Page

from tests.browser.test_web_page import a_game, an_account
from tests.support.browsing import take
from tests.support.cut_line import a_line_to

FOLLOW = """async ([server, key, game_id]) => {
    const { Client } = await import("/client/index.js");
    window.client = new Client({ server, key });
    window.versions = [];
    window.states = [];
    window.closing = new AbortController();
    const following = { game_id, signal: closing.signal, onstate: (state) => states.push(state) };
    const follow = async () => {
        for await (const line of client.streamGame(following)) versions.push(line.version);
    };
    window.following = follow();
}"""
SEND = """async (game_id) => {
    const { awaiting } = await client.getGame({ game_id });
    const { commands } = await client.listLegalCommands({ game_id, seat: awaiting[0], sample: 1 });
    return client.sendCommand({ game_id, body: { ...commands[0], seat: awaiting[0] } });
}"""
VERIFY = """async ([headers, body, secret]) => {
    const { verifyWebhook } = await import("/client/index.js");
    return verifyWebhook(headers, body, secret).then(({ type }) => type, ({ name }) => name);
}"""


def test_a_page_plays_and_its_stream_continues_after_a_broken_connection(
    kontor: str, site: str, page: Page, console: list[str]
) -> None:
    key = an_account(kontor)
    game = a_game(kontor, key)["id"]
    page.goto(f"{site}/empty.html")
    with a_line_to(kontor) as line:
        page.evaluate(FOLLOW, [line.url, key, game])
        page.wait_for_function("states.length === 1 && versions.length > 0")
        line.cut()
        page.wait_for_function("states.join() === 'live,away,live'")
        version = page.evaluate(SEND, game)["version"]
        page.wait_for_function("version => versions.at(-1) === version", arg=version)
        assert page.evaluate("versions") == list(range(1, version + 1))
        page.evaluate("closing.abort(), following")
    assert len(take(console, "net::ERR")) == 1  # of the cut


def test_a_page_reads_a_refusal_and_does_not_send_its_key_elsewhere(
    kontor: str, site: str, page: Page, console: list[str]
) -> None:
    page.goto(f"{site}/empty.html")
    refused = """async (server) => {
        const { Client } = await import("/client/index.js");
        const client = new Client({ server, key: "ktk_wrong" });
        const told = ({ name, kind }) => [name, kind];
        return [await client.getMe().catch(told), await client.call("GET", "//127.0.0.2/v1/me").catch(told)];
    }"""
    assert page.evaluate(refused, kontor) == [["Problem", "unauthenticated"], ["TypeError", None]]
    assert len(take(console, "Failed to load resource")) == 1


def test_a_page_verifies_a_webhook(site: str, page: Page) -> None:
    page.goto(f"{site}/empty.html")
    now, body = str(int(time.time())), '{"id":"1","type":"ping","time":"2026-01-01T00:00:00Z","data":{}}'
    secret = b"a secret of 24 bytes...."
    digest = base64.b64encode(hmac.digest(secret, f"1.{now}.{body}".encode(), hashlib.sha256)).decode()
    headers = {"webhook-id": "1", "webhook-timestamp": now, "webhook-signature": f"v1,{digest}"}
    written = f"whsec_{base64.b64encode(secret).decode()}"
    assert page.evaluate(VERIFY, [headers, body, written]) == "ping"
    assert page.evaluate(VERIFY, [headers, f"{body} ", written]) == "BadSignature"


def test_the_server_serves_the_client_to_its_own_pages(kontor: str) -> None:
    served = httpx.get(f"{kontor}/assets/client/index.js")
    assert (served.status_code, served.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert httpx.get(f"{kontor}/assets/client/package.json").status_code == 404
