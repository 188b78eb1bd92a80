"""Secrets that can be recognised are used in every way there is, rightly and wrongly, on a whole `kontor up`; then they
are looked for wherever they have no business: logs of every process, errors, metrics, traces, webhooks, pages."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
import psycopg
import pytest

from kontor.service.signing.keys import read_keys
from kontor.service.stack import postgres
from kontor.service.stack.data_directory import DataDirectory
from tests.support.bot_games import wait_until
from tests.support.traced_up import METRICS_TOKEN, TracedUp
from tests.support.webhook_receiver import Receiver

pytestmark = pytest.mark.xdist_group("traced")

GUESSED = {  # what callers send that is no secret of ours, and might be one of theirs
    "a key that is not ours": "ktk_canary-guessed-key",
    "a body that is refused": "canary-in-a-body",
    "the key of an idempotent request": "canary-idempotency-key",
    "a ticket that is none": "canary-guessed-ticket",
    "a query": "canary-in-a-query",
    "the address of a webhook": "canary-in-an-address",
    "the token for /metrics": METRICS_TOKEN,
}
PAGES = ("/", "/games/new", "/docs", "/problems", "/openapi.json", "/v1", "/v1/games", "/healthz", "/readyz")


@dataclass
class Found:
    """What was secret, and all that was said, by where."""

    secrets: dict[str, str] = field(default_factory=lambda: dict(GUESSED))
    said: dict[str, bytes] = field(default_factory=dict)
    told: int = 0  # messages and spans that came: an empty place proves nothing

    def hear(self, where: str, answer: httpx.Response) -> httpx.Response:
        self.said[where] = self.said.get(where, b"") + answer.content + repr(answer.headers).encode()
        return answer


@pytest.fixture(scope="module")
def found(traced: TracedUp) -> Found:
    found, directory = Found(), DataDirectory(traced.home / "data")
    game = play(found, traced.url, f"{traced.hook.url}?token={GUESSED['the address of a webhook']}")
    misuse(found, traced.url, game)
    stored(found, directory, game)
    refused_by_postgres(directory)
    look_around(found, traced.url, game)
    collector, hook = traced.collector, traced.hook
    wait_until(lambda: bool(_messages(hook, game) and collector.named("webhook") and collector.named("job")), 60)
    found.told = len(hook.got) + len(collector.spans)
    found.said["webhooks"] = b"".join(json.dumps(headers).encode() + body for headers, body in list(hook.got))
    found.said["traces"] = b"".join(collector.bytes)
    for log in (traced.home / "data" / "log").iterdir():
        found.said[f"log of {log.stem}"] = log.read_bytes()
    found.said["what kontor up said"] = (traced.home / "said").read_bytes()
    return found


def _messages(hook: Receiver, game: str) -> list[bytes]:
    return [body for _, body in list(hook.got) if game[-36:].encode() in body]


def play(found: Found, url: str, hook: str) -> str:
    """As people do: keys, a token, an invitation, a ticket, a webhook, commands; a bot sits at the table."""
    account = httpx.post(f"{url}/v1/accounts", json={"name": "Anna"}).json()
    found.secrets["an API key"] = account["api_key"]
    with httpx.Client(base_url=f"{url}/v1", headers={"Authorization": f"Bearer {account['api_key']}"}) as anna:
        made = _made(anna.post("/webhooks", json={"url": hook, "types": ["game.started", "decision.pending"]}))
        found.secrets["the secret of a webhook"] = made["secret"]
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}, {"kind": "open"}]
        game = f"/games/{_made(anna.post('/games', json={'ruleset': 'tiny', 'board': 'square', 'seats': seats}))['id']}"
        invited = _made(anna.post(f"{game}/seats/3/invitations", json={}))
        found.secrets["an invitation"] = invited["token"]
        ben = _made(httpx.post(f"{url}/v1/accounts", json={"name": "Ben"}))["api_key"]
        found.secrets["the key of somebody invited"] = ben
        asked = {"json": {"invitation": invited["token"]}, "headers": {"Authorization": f"Bearer {ben}"}}
        _made(httpx.post(f"{url}/v1{game}/seats/3/join", **asked))
        found.secrets["a seat token"] = _made(anna.post(f"{game}/seats/1/token", json={}))["token"]
        ticket = _made(anna.post("/me/stream-tickets", json={"stream": f"/v1{game}/stream"}))
        found.secrets["a stream ticket"] = ticket["ticket"]
        with httpx.stream("GET", f"{url}{ticket['href']}") as stream:
            assert stream.status_code == 200
        _made(anna.post("/seeds", json={}))
        revoked = _made(anna.post("/me/keys", json={"scopes": ["game:read"]}))
        found.secrets["a revoked key"] = revoked["api_key"]
        assert anna.delete(f"/me/keys/{revoked['id']}").status_code == 204
        headers = {"Idempotency-Key": GUESSED["the key of an idempotent request"]}
        for other in ({"seat": 1}, {"seat": 1, "dry_run": True}):  # the second time it is another request: 409
            asked_for = anna.get(f"{game}/legal-commands", params={"seat": 1, "sample": 1}).json()["commands"]
            anna.post(f"{game}/commands", json={**(asked_for or [{"type": "roll"}])[0], **other}, headers=headers)
        while 1 in anna.get(game).json()["awaiting"]:  # until it is the bot's turn
            command = anna.get(f"{game}/legal-commands", params={"seat": 1, "sample": 1}).json()["commands"][0]
            _made(anna.post(f"{game}/commands", json={**command, "seat": 1}))
    return game


def misuse(found: Found, url: str, game: str) -> None:
    """As nobody should: whatever is sent comes back in no error, and in no log."""
    guessed = {"Authorization": f"Bearer {GUESSED['a key that is not ours']}"}
    for path in ("/me", game, "/nowhere", f"{game}/commands"):
        found.hear("errors", httpx.get(f"{url}/v1{path}", headers=guessed))
        found.hear("errors", httpx.post(f"{url}/v1{path}", headers=guessed, json={}))
    for secret in ("an API key", "a seat token", "a revoked key"):
        headers = {"Authorization": f"Bearer {found.secrets[secret]}"}
        for body in (b'{"type":"canary-in-a-body"}', b'"canary-in-a-body', b'{"seat":"canary-in-a-body"}'):
            answer = httpx.post(f"{url}/v1{game}/commands", headers=headers, content=body)
            assert answer.status_code >= 400
        found.hear("errors", httpx.get(f"{url}/v1/me?key={found.secrets[secret]}", headers=headers))
        found.hear("errors", httpx.get(f"{url}/v1{game}/canary-nothing", headers=headers))
        found.hear("errors", httpx.request("BREW", f"{url}/v1{game}", headers=headers))
    for ticket in (GUESSED["a ticket that is none"], found.secrets["a stream ticket"]):
        found.hear("errors", httpx.get(f"{url}/v1/me/stream?ticket={ticket}"))
    found.hear("errors", httpx.get(f"{url}/v1/games?cursor={GUESSED['a query']}"))
    found.hear("errors", httpx.get(f"{url}/metrics", headers=guessed))
    token = {"invitation": found.secrets["an invitation"]}  # used already
    headers = {"Authorization": f"Bearer {found.secrets['an API key']}"}
    found.hear("errors", httpx.post(f"{url}/v1{game}/seats/3/join", json=token, headers=headers))


def stored(found: Found, directory: DataDirectory, game: str) -> None:
    """What the database alone knows while the game runs."""
    with psycopg.connect(postgres.url(directory)) as conn:
        for number, (seed,) in enumerate(conn.execute("SELECT seed FROM seeds").fetchall()):
            found.secrets[f"seed {number}"] = bytes(seed).hex()
        sealed = conn.execute("SELECT salt FROM sealed WHERE game_id = %s", (game[-36:],)).fetchall()
        assert sealed
        for number, (salt,) in enumerate(sealed):
            found.secrets[f"the salt of a hidden card, {number}"] = bytes(salt).hex()
    for key in read_keys(directory.signing_keys):
        found.secrets["the signing key"] = key.private.hex()


def refused_by_postgres(directory: DataDirectory) -> None:
    """Connections break under the service: what it was asked meanwhile is told by nobody."""
    with psycopg.connect(postgres.url(directory, "kontor_app"), autocommit=True) as conn:
        conn.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE usename = current_user AND pid <> pg_backend_pid()"
        )


def look_around(found: Found, url: str, game: str) -> None:
    """As a spectator, a visitor and a collector of metrics do."""
    for path in (*PAGES, game, f"/v1{game}", f"/v1{game}/state", f"/v1{game}/events", f"/v1{game}/board.svg"):
        found.hear("pages", httpx.get(f"{url}{path}", follow_redirects=True))
    found.hear("pages", httpx.get(f"{url}/v1{game}/audit"))
    headers = {"Authorization": f"Bearer {GUESSED['the token for /metrics']}"}
    assert found.hear("metrics", httpx.get(f"{url}/metrics", headers=headers)).status_code == 200


def _made(answer: httpx.Response) -> Mapping[str, Any]:
    assert answer.status_code == 201, answer.text
    body: Mapping[str, Any] = answer.json()
    return body


def test_no_secret_is_where_it_has_no_business(found: Found) -> None:
    leaks = {
        f"{name} in {where}"
        for where, text in found.said.items()
        for name, secret in found.secrets.items()
        if secret.encode() in text
    }
    assert leaks == set()


def test_the_canary_run_produced_output_to_search(found: Found) -> None:
    """A search through nothing finds nothing."""
    assert found.told > 20
    assert {"errors", "pages", "metrics", "traces", "webhooks", "log of api", "log of postgres"} <= found.said.keys()
    assert len(found.said["pages"]) > 50_000
    assert b"kontor_requests_total" in found.said["metrics"]
    assert len([name for name in found.secrets if name.startswith("the salt")]) > 2
    assert all(len(secret) > 10 for secret in found.secrets.values())


def test_the_search_finds_what_is_there(found: Found) -> None:
    """The same search for something that is said openly."""
    assert any(b'"traceparent"' in text or b"traceparent" in text for text in found.said.values())
    assert b"game.started" in found.said["webhooks"]
