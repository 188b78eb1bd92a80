"""Tickets for streams, as a browser uses them: an address that opens one stream, and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from flask import Flask

from kontor.service.api_keys import hash_of
from kontor.service.settings import Settings
from tests.support.api_processes import serving
from tests.support.callers import Caller, a_dealt_game, a_game, expire, next_command, problem, version_of
from tests.support.listening import ask, listening, version_in
from tests.support.plain_http import NO_TLS

MINE = "/v1/me/stream"

NOBODYS = "01900000-0000-7000-8000-000000000000"  # the id of no game


def a_ticket(caller: Caller, stream: str) -> dict[str, Any]:
    made = caller.post("/v1/me/stream-tickets", {"stream": stream})
    assert made.status_code == 201, made.text
    assert made.headers["Cache-Control"] == "no-store"
    found: dict[str, Any] = made.json
    assert found["stream"] == stream
    return found


@contextmanager
def opened(front: str, href: str, **headers: str) -> Iterator[Iterator[dict[str, Any]]]:
    """As EventSource opens it: with the address alone."""
    with listening(front, Caller(Flask("elsewhere")), href, **headers) as messages:
        yield messages


def status(front: str, href: str, **headers: str) -> int:
    with httpx.stream(
        "GET", front + href, headers={n.replace("_", "-"): v for n, v in headers.items()}, verify=NO_TLS
    ) as answer:
        return answer.status_code


def test_a_ticket_opens_a_stream_and_opens_it_again(front: str, anna: Caller) -> None:
    game = a_game(anna, visibility="private")
    href, last = a_ticket(anna, f"{game}/stream")["href"], version_of(anna, game)
    with opened(front, href) as messages:
        found = [next(messages)["data"] for _ in range(last)]
    assert found == anna.get(f"{game}/events").json["items"]
    for resumed in (last - 2, last - 1):  # EventSource reconnects with the same address
        with opened(front, href, Last_Event_ID=str(resumed)) as messages:
            assert version_in(next(messages)) == resumed + 1


def test_a_ticket_opens_the_account_stream(front: str, anna: Caller) -> None:
    game = a_game(anna)
    with opened(front, a_ticket(anna, MINE)["href"]) as messages:
        assert next(messages)["data"]["game"] == game.rpartition("/")[2]


def test_a_ticket_opens_nothing_else(front: str, anna: Caller) -> None:
    game, other = a_game(anna, visibility="private"), a_game(anna, visibility="private")
    last = version_of(anna, game)
    ticket = a_ticket(anna, f"{game}/stream?after={last - 1}")["ticket"]
    sent = f"ticket={ticket}"
    for path in (
        f"{game}/stream?{sent}",  # from the start
        f"{game}/stream?after=0&{sent}",
        f"{game}/stream?after={last - 2}&{sent}",
        f"{other}/stream?after={last - 1}&{sent}",
        f"{MINE}?{sent}",
        f"{game}/stream?after={last - 1}&{sent}x",
    ):
        assert status(front, path) == 401, path
    assert status(front, f"{game}/stream?after={last - 1}&as=1&{sent}") == 400
    for path in (game, f"{game}/state", f"{game}/events", f"{game}/events?wait=1", f"{game}/legal-commands", "/v1/me"):
        for answer in (
            ask(front, Caller(anna.app), f"{path}{'&' if '?' in path else '?'}{sent}"),
            ask(front, Caller(anna.app, ticket), path),
        ):
            assert answer.status_code in (401, 404), path
    assert httpx.post(f"{front}{game}/commands?{sent}", json={}).status_code == 401
    assert httpx.delete(f"{front}/v1/me?{sent}").status_code == 401
    # it is good for all that, and no header leads back behind where it begins
    with opened(front, f"{game}/stream?after={last - 1}&{sent}", Last_Event_ID="0") as messages:
        assert version_in(next(messages)) == last


def test_a_ticket_with_another_credential_is_refused(front: str, anna: Caller) -> None:
    refused = ask(front, anna, a_ticket(anna, MINE)["href"])
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "query/ticket")


def test_a_ticket_that_waited_too_long_says_what_to_do(settings: Settings, front: str, anna: Caller) -> None:
    ticket = a_ticket(anna, MINE)
    with psycopg.connect(settings.migrate_url) as conn:
        conn.execute("UPDATE stream_tickets SET expires_at = now() WHERE hash = %s", (hash_of(ticket["ticket"]),))
    refused = ask(front, Caller(anna.app), ticket["href"])
    assert refused.status_code == 401
    assert "POST /v1/me/stream-tickets" in refused.json()["detail"]


def test_a_ticket_ends_with_its_key(app: Flask, front: str, anna: Caller) -> None:
    game = a_game(anna)
    spare, brief = (anna.post("/v1/me/keys", {"expires_at": "2090-01-01T00:00:00Z"}).json for _ in range(2))
    path = f"{game}/stream?after={version_of(anna, game)}"
    revoked, expired = (a_ticket(anna.with_key(each["api_key"]), path)["href"] for each in (spare, brief))
    with opened(front, revoked) as first, opened(front, expired) as second:
        assert anna.delete(f"/v1/me/keys/{spare['id']}").status_code == 204
        expire(app, brief["id"])
        assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
        assert list(first) == list(second) == []
    assert ask(front, Caller(app), revoked).status_code == 401
    late = ask(front, Caller(app), expired)
    assert (late.status_code, "expired at" in late.json()["detail"]) == (401, True)


def test_a_ticket_needs_a_key_that_reads(anna: Caller) -> None:
    small = anna.post("/v1/me/keys", {"scopes": ["game:play"]}).json["api_key"]
    problem(anna.with_key(small).post("/v1/me/stream-tickets", {"stream": MINE}), 403, "forbidden")


def test_a_token_for_a_seat_gets_a_ticket_for_what_it_sees(front: str, anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    token = ben.with_key(ben.post(f"{game}/seats/2/token").json["token"])
    problem(token.post("/v1/me/stream-tickets", {"stream": MINE}), 403, "forbidden")
    dealt = version_of(anna, game)
    with opened(front, a_ticket(token, f"{game}/stream")["href"]) as messages:
        lines = [next(messages)["data"] for _ in range(dealt)]
        charms = next(line for line in lines if line["envelope"]["type"] == "charms_dealt")
        assert {part["part"] for part in charms["parts"]} == {1}
        assert ben.delete(f"{game}/seats/2/token").status_code == 204
        assert anna.post(f"{game}/commands", {"type": "take_card"}).status_code == 201
        assert list(messages) == []


def test_a_ticket_for_what_one_may_not_read_is_refused_when_it_is_made(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, visibility="private")
    for stream in (f"{game}/stream", f"/v1/games/{uuid4()}/stream"):
        problem(ben.post("/v1/me/stream-tickets", {"stream": stream}), 404, "not-found")


@pytest.mark.parametrize(
    "stream",
    [
        "/v1/me",
        "/v1/me/stream/",
        "/v1/me/stream?after=5",
        "/v1/me/stream?ticket=ktt_x",
        "/v1/games/stream",
        "/v1/games/../me/stream",
        "//other.example/v1/me/stream",
        "https://other.example/v1/me/stream",
        "/v1/me/stream#x",
        "/v1/me/stream\n",
        f"/v1/games/{NOBODYS}/stream?after=-1",
        f"/v1/games/{NOBODYS}/stream?after=1&after=2",
        f"/v1/games/{NOBODYS}/events",
        "",
        None,
    ],
)
def test_a_ticket_is_for_a_stream(anna: Caller, stream: str | None) -> None:
    found = problem(anna.post("/v1/me/stream-tickets", {"stream": stream}), 400, "unreadable")
    assert found["errors"][0]["pointer"] == "/stream"


def test_no_ticket_is_written_anywhere_and_none_needs_redis(
    settings: Settings, anna: Caller, capfd: pytest.CaptureFixture[str]
) -> None:
    """Not to the logs of the front, of the processes behind it or of PostgreSQL, and not into the database."""
    game = a_game(anna)
    with serving(replace(settings, redis_url="", limit_accounts=1)) as [front]:
        mine, games = a_ticket(anna, MINE)["href"], a_ticket(anna, f"{game}/stream")["href"]
        for href in (mine, games):
            with opened(front, href) as messages:
                next(messages)
        bad = [status(front, f"{MINE}?ticket=ktt_{'x' * 43}") for _ in range(3)]
        assert (bad[0], 429 in bad) == (401, True)  # one guess a minute; the minute may end between two of them
    texts = [href.partition("ticket=")[2].encode() for href in (mine, games)]
    said = capfd.readouterr()
    assert not [text for text in texts if text in (said.out + said.err).encode()]
    with psycopg.connect(settings.migrate_url) as conn:
        ours = str(conn.execute("SELECT oid FROM pg_database WHERE datname = current_database()").fetchall()[0][0])
    found = [each for each in Path(settings.data).rglob("*") if each.is_file()]
    files = [each for each in found if each.parent.parent.name != "base" or each.parent.name == ours]
    assert len([each for each in files if each.parent.name == ours]) > 100
    assert [each for each in files if any(text in each.read_bytes() for text in texts)] == []
