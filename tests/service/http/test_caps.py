"""What an account may have only so many of: the bound holds for those who ask at once, too."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import psycopg
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from kontor.service.http.accounts.resource import MOST_KEYS
from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.store.caller_jobs import MOST_UNFINISHED
from kontor.service.store.invitations import MOST_WAITING
from kontor.service.store.webhooks import MOST_WEBHOOKS
from tests.support.callers import Caller, a_game, asked, finish, opened, problem, version_of

AT_ONCE = 4
MOST_GAMES = 5
Ask = Callable[[], TestResponse]

# Whoever has counted takes a moment to write: without a lock all of them count before the first has written.
SLOW = """
    CREATE FUNCTION hesitate() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END $$;
    CREATE TRIGGER hesitate BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION hesitate();
"""


@pytest.fixture
def own_app(own_settings: Settings) -> Iterator[Flask]:
    roomy = replace(own_settings, limit_accounts=0, limit_creates=0, limit_reads=0, limit_jobs=0, pool_size=AT_ONCE)
    app = create_app(replace(roomy, games_per_account=MOST_GAMES))
    yield app
    app.extensions["kontor"].pool.close()


def keys(caller: Caller) -> Ask:
    return lambda: caller.post("/v1/me/keys", {"label": "x"})


def webhooks(caller: Caller) -> Ask:
    return lambda: caller.post("/v1/webhooks", {"url": "https://8.8.8.8/hook", "types": ["decision.pending"]})


def invitations(caller: Caller) -> Ask:
    seat = f"{a_game(caller, 'me', 'open')}/seats/2/invitations"
    return lambda: caller.post(seat)


def games(caller: Caller) -> Ask:
    return lambda: caller.post("/v1/games", asked("me", "open"))


def audits(caller: Caller) -> Ask:
    return lambda: caller.raw("/v1/audits", b"{}\n", "application/x-ndjson")


@pytest.mark.parametrize(
    ("kind", "table", "most"),
    [
        (keys, "api_keys", MOST_KEYS - 1),  # the account has one already
        (webhooks, "webhooks", MOST_WEBHOOKS),
        (invitations, "invitations", MOST_WAITING),
        (games, "games", MOST_GAMES),
        (audits, "caller_jobs", MOST_UNFINISHED),
    ],
)
def test_a_bound_holds_for_those_who_ask_at_once(
    own_app: Flask, own_settings: Settings, kind: Callable[[Caller], Ask], table: str, most: int
) -> None:
    ask = kind(opened(own_app))
    for _ in range(most - 1):
        assert ask().status_code in (201, 202)
    with psycopg.connect(own_settings.migrate_url, autocommit=True) as conn:
        conn.execute(SLOW.format(table=table).encode())
        with ThreadPoolExecutor(AT_ONCE) as pool:
            answers = [each.result().status_code for each in [pool.submit(ask) for _ in range(AT_ONCE)]]
        assert [each in (201, 202) for each in sorted(answers)] == [True] + [False] * (AT_ONCE - 1)
        count = f"SELECT count(*) FROM {table}".encode()
        assert conn.execute(count).fetchone() == (most + (table == "api_keys"),)


def test_an_account_with_too_many_games_can_end_one_and_create_another(own_app: Flask) -> None:
    anna, ben = opened(own_app), opened(own_app)
    first, *_, of_bots = (a_game(anna, *kinds) for kinds in (*[("me", "me")] * (MOST_GAMES - 1), ("bot", "bot")))
    refused = problem(anna.post("/v1/games", asked("me", "me")), 409, "too-many-games")
    assert refused["detail"].startswith(f"You have {MOST_GAMES} unfinished games")
    assert a_game(ben, "me", "me")
    finish(own_app, anna, first)
    assert a_game(anna, "me", "me")
    problem(anna.post(f"{first}/rematch"), 409, "too-many-games")
    problem(anna.post(f"{first}/branches", {"version": version_of(anna, first)}), 409, "too-many-games")
    assert anna.post(f"{of_bots}/abort").status_code == 201
    assert anna.post(f"{first}/rematch").status_code == 201


def test_a_request_that_created_the_last_game_is_answered_again(own_app: Flask) -> None:
    anna = opened(own_app)
    *_, practice = (a_game(anna, practice=True) for _ in range(MOST_GAMES - 1))
    first, again = (
        anna.post(f"{practice}/branches", {"version": version_of(anna, practice)}, Idempotency_Key="the-last-one")
        for _ in range(2)
    )
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json["id"] == again.json["id"]
