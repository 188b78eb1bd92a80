"""What one account can make the server store: each row of the table of limits in docs/security/limits.md has a test
here or names another one."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from flask import Flask

from kontor.service.clock import stamp
from kontor.service.http.accounts import resource
from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.store import accounts, invitations, maintenance, seeds, votes
from kontor.service.store.maintenance import Retention, delete_expired
from kontor.service.store.pool import connection
from tests.support.callers import Caller, a_dealt_game, a_game, asked, opened, problem


@contextmanager
def an_app(settings: Settings, **given: int) -> Iterator[Flask]:
    app = create_app(replace(settings, **given))  # type: ignore[arg-type]  # limits are integers
    yield app
    app.extensions["kontor"].pool.close()


def rows(app: Flask, table: str, where: str, *given: object) -> int:
    with connection(app.extensions["kontor"].pool) as conn:
        found = conn.execute(f"SELECT count(*) FROM {table} WHERE {where}".encode(), given).fetchone()
    assert found is not None
    return int(found[0])


# ---------------------------------------------------------------- boards


def a_board(number: int) -> dict[str, Any]:
    """A board that can be played on, and is another one for each number."""
    return {"name": "square" + "abcdef"[number]}


def store_board(caller: Caller, number: int) -> Any:
    return caller.post("/v1/rulesets/tiny/boards", a_board(number))


def test_an_account_stores_so_many_boards(own_settings: Settings) -> None:
    with an_app(own_settings, boards_per_account=2) as app:
        anna, ben = opened(app), opened(app)
        assert [store_board(anna, n).status_code for n in (1, 2)] == [201, 201]
        body = problem(store_board(anna, 3), 429, "too-many-requests")
        assert "up to 2 boards" in body["detail"]
        assert store_board(anna, 1).status_code == 201  # it is stored already
        assert store_board(ben, 3).status_code == 201
        assert store_board(anna, 3).status_code == 201  # so is this one, now


def test_an_account_stores_so_many_bytes_of_boards(own_settings: Settings) -> None:
    size = len(json.dumps(a_board(1)))
    with an_app(own_settings, board_bytes_per_account=size) as app:
        anna = opened(app)
        assert store_board(anna, 1).status_code == 201
        assert "KiB" in problem(store_board(anna, 2), 429, "too-many-requests")["detail"]


def test_a_board_in_no_game_is_removed_after_30_days(own_settings: Settings) -> None:
    with an_app(own_settings) as app:
        anna, store = opened(app), app.extensions["kontor"].store
        played, unused, young = (store_board(anna, n).json["hash"] for n in (1, 2, 3))
        assert anna.post("/v1/games", {**asked("me", "me"), "board": played}).status_code == 201
        with connection(store.pool) as conn:
            conn.execute("UPDATE boards SET at = now() - interval '31 days' WHERE hash <> %s", (young,))
        delete_expired(store.pool)
        assert [store.boards.find(each) is None for each in (played, unused, young)] == [False, True, False]


def test_a_board_that_is_about_to_be_played_on_is_not_removed(own_settings: Settings) -> None:
    with an_app(own_settings) as app:
        anna, store = opened(app), app.extensions["kontor"].store
        board = store_board(anna, 1).json["hash"]
        with connection(store.pool) as conn:
            conn.execute("UPDATE boards SET at = now() - interval '31 days'")
        store.boards.put("tiny", a_board(1))  # as every creation of a game does first
        delete_expired(store.pool)
        assert store.boards.find(board) is not None


# ---------------------------------------------------------------- games and seeds


def test_an_account_creates_so_many_games_a_day(own_settings: Settings) -> None:
    with an_app(own_settings, games_per_day=2) as app:
        anna = opened(app)
        assert a_game(anna) != a_game(anna)
        body = problem(anna.post("/v1/games", asked("me", "me")), 429, "too-many-requests")
        assert "2 games in 24 hours" in body["detail"]
        with psycopg.connect(own_settings.migrate_url, autocommit=True) as conn:
            conn.execute("UPDATE games SET created_at = created_at - interval '25 hours'")
        assert a_game(anna)


def test_an_account_has_so_many_reserved_seeds(app: Flask, anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.extensions["kontor"].store.seeds.reserve.__func__, "__defaults__", (2,))
    assert [anna.post("/v1/seeds").status_code for _ in range(2)] == [201, 201]
    body = problem(anna.post("/v1/seeds"), 429, "too-many-requests")
    assert f"up to {seeds.MOST} seeds" in body["detail"]


# ---------------------------------------------------------------- keys, tokens


def test_revoked_keys_of_an_account_are_forgotten_beyond_a_number(
    app: Flask, anna: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "MOST_ENDED", 2)
    for _ in range(6):
        made = anna.post("/v1/me/keys", {"label": "x"}).json["id"]
        assert anna.delete(f"/v1/me/keys/{made}").status_code == 204
    assert rows(app, "api_keys", "account_id = %s", anna.account) <= 1 + 2 + 1  # live, kept, and the last one


def test_an_account_has_so_many_live_keys(anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "MOST_KEYS", 2)
    assert anna.post("/v1/me/keys", {"label": "x"}).status_code == 201
    problem(anna.post("/v1/me/keys", {"label": "x"}), 403, "forbidden")


def test_a_seat_has_so_many_tokens(app: Flask, anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "MOST_TOKENS", 2)
    game = a_game(anna)
    token = f"{game}/seats/1/token"
    for _ in range(4):
        assert [anna.post(token).status_code for _ in range(2)] == [201, 201]
        problem(anna.post(token), 403, "forbidden")
        assert anna.delete(token).status_code == 204
    assert rows(app, "seat_tokens", "game_id = %s", game.rpartition("/")[2]) <= 2 + 2


def test_revoked_invitations_to_a_seat_are_forgotten_beyond_a_number(
    app: Flask, anna: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MOST_WAITING", 2)
    game = a_game(anna, "me", "open")
    for _ in range(6):
        made = anna.post(f"{game}/seats/2/invitations").json["id"]
        assert anna.delete(f"{game}/seats/2/invitations/{made}").status_code in (200, 204)
    assert rows(app, "invitations", "game_id = %s", game.rpartition("/")[2]) <= 2 + 1


# ---------------------------------------------------------------- votes, messages


def test_a_player_agrees_to_so_many_things_at_once(
    app: Flask, anna: Caller, ben: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(votes, "MOST", 3)
    game = a_game(anna, "me", "open", clock={"per_decision": "P1D", "bank": "P1D", "on_timeout": "bot"})
    assert ben.post(f"{game}/seats/2/join").status_code == 201
    for minutes in range(10, 16):
        until = stamp(datetime.now(UTC) + timedelta(minutes=minutes))
        assert anna.post(f"{game}/pause", {"until": until}).status_code == 202
    assert rows(app, "votes", "game_id = %s", game.rpartition("/")[2]) == 3


def test_votes_are_deleted_after_a_week(own_settings: Settings) -> None:
    with an_app(own_settings) as app:
        anna, ben = opened(app), opened(app)
        game = a_dealt_game(anna, ben)
        assert anna.post(f"{game}/abort").status_code == 202
        with connection(app.extensions["kontor"].pool) as conn:
            conn.execute("UPDATE votes SET at = now() - interval '8 days'")
        delete_expired(app.extensions["kontor"].store.pool)
        assert rows(app, "votes", "true") == 0


def test_a_webhook_keeps_so_many_messages(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "MOST_ENDED", 2)
    with an_app(own_settings) as app:
        anna = opened(app)
        hook = anna.post("/v1/webhooks", {"url": "https://8.8.8.8/hook", "types": ["decision.pending"]}).json["id"]
        with connection(app.extensions["kontor"].pool) as conn:
            conn.execute(
                "INSERT INTO deliveries (delivery_id, webhook_id, about, type, body, status) SELECT "
                "('01980000-0000-7000-8000-00000000000' || n)::uuid, %s, n, 'ping', '{}', "
                "CASE WHEN n < 3 THEN 'pending' ELSE 'delivered' END FROM generate_series(1, 7) AS n",
                (hook,),
            )
        delete_expired(app.extensions["kontor"].store.pool, Retention(10_000))
        assert rows(app, "deliveries", "status = 'delivered'") == 2
        assert rows(app, "deliveries", "status = 'pending'") == 2


LONG = "x" * 5000
Ask = Callable[[Caller, str], Any]
TEXTS: dict[str, Ask] = {
    "name of an account": lambda caller, _: caller.call("PATCH", "/v1/me", {"name": LONG}),
    "label of a key": lambda caller, _: caller.post("/v1/me/keys", {"label": LONG}),
    "reason of an abort": lambda caller, game: caller.post(f"{game}/abort", {"reason": LONG}),
    "address of a webhook": lambda caller, _: caller.post("/v1/webhooks", {"url": f"https://8.8.8.8/{LONG}"}),
    "idempotency key": lambda caller, game: caller.post(f"{game}/commands", {"type": "roll"}, Idempotency_Key=LONG),
    "nonce": lambda caller, _: caller.post("/v1/games", asked("me", "me") | {"seats": [{"kind": "me", "nonce": LONG}]}),
}


@pytest.mark.parametrize("text", TEXTS)
def test_no_text_of_a_caller_is_stored_at_any_length(anna: Caller, text: str) -> None:
    assert TEXTS[text](anna, a_game(anna)).status_code == 400
