"""What nobody can ask for any more is deleted, and nothing else."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import psycopg

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.store.append_values import Alongside, Projection
from kontor.service.store.maintenance import Retention, delete_expired
from kontor.service.store.origins import Origin
from kontor.service.store.seeds import ReservedSeed
from kontor.service.store.snapshots import Snapshot
from kontor.service.store.store import Store
from kontor.service.store.webhooks import Attempt
from tests.support.callers import a_dealt_game as seats_taken
from tests.support.callers import opened
from tests.support.stored_games import RUNNING, answered, appended, stored_game
from tests.support.webhook_listener import Listener, a_game, read_all


def test_old_answers_and_unused_seeds_are_deleted(own_store: Store) -> None:
    game = stored_game(own_store)
    for key in ("old", "young"):
        appended(own_store, game, answered(key, scope="somebody/game"))
    now, vain, young = datetime.now(UTC), uuid4(), uuid4()
    own_store.seeds.reserve(ReservedSeed(vain, b"s" * 32, now - timedelta(days=2)))
    own_store.seeds.reserve(ReservedSeed(young, b"s" * 32, now + timedelta(hours=1)))
    with own_store.pool.connection() as conn:
        conn.execute("UPDATE answers SET at = now() - interval '8 days' WHERE key = 'old'")
        delete_expired(own_store.pool)
        assert conn.execute("SELECT key FROM answers").fetchall() == [("young",)]
        kept = {row[0] for row in conn.execute("SELECT game_id FROM seeds")}
    assert kept == {game.id, young}
    assert own_store.events.load(game.id) is not None


def test_messages_that_were_delivered_long_ago_are_deleted_and_those_that_wait_are_not(own_store: Store) -> None:
    listener = Listener(own_store, "https://example.org/hook")
    a_game(own_store, listener.account)
    read_all(own_store)
    (due, *_) = listener.webhooks.claim(1)
    listener.webhooks.note(due, Attempt(204, None, 3), None)
    told = len(listener.messages())
    delete_expired(own_store.pool, Retention(1))
    assert len(listener.messages()) == told > 1
    delete_expired(own_store.pool, Retention(-1))  # as if a day had passed
    assert len(listener.messages()) == told - 1
    assert listener.webhooks.tried(due.delivery_id) == []


OLD = "UPDATE games SET changed_at = now() - interval '40 days' WHERE game_id = %s"


def test_snapshots_of_games_that_ended_long_ago_are_deleted_and_not_taken_again(
    own_settings: Settings, own_store: Store
) -> None:
    over, lately, running = (
        stored_game(own_store, Alongside(Projection(status))) for status in ("finished", "finished", "running")
    )
    for game in (over, lately, running):
        own_store.snapshots.put(Snapshot(game.id, 1, "f", b"h" * 32, b"{}", b"m" * 32))
    with psycopg.connect(own_settings.migrate_url, autocommit=True) as conn:
        for game in (over, running):
            conn.execute(OLD, (game.id,))
        conn.execute("UPDATE games SET changed_at = now() WHERE game_id = %s", (lately.id,))
        conn.execute("UPDATE games SET version = 64")
    for days, left in ((0, {over.id, lately.id, running.id}), (30, {lately.id, running.id})):
        delete_expired(own_store.pool, Retention(snapshot_days=days))
        kept = {each.id for each in (over, lately, running) if own_store.snapshots.newest(each.id, ["f"], 9)}
        assert kept == left
    wanted = [game for game, _ in own_store.snapshots.games_without(["tiny"], ["other"], 10, 30)]
    assert over.id not in wanted
    assert lately.id in wanted


def test_origins_are_deleted_after_their_time(own_store: Store, own_settings: Settings) -> None:
    game = stored_game(own_store, Alongside(RUNNING, origin=Origin(None, "system", "a test")))
    with psycopg.connect(own_settings.migrate_url, autocommit=True) as conn:
        conn.execute("UPDATE origins SET at = now() - interval '400 days'")
    appended(own_store, game, Alongside(RUNNING, origin=Origin(None, "system", "a later test")))
    before = len(own_store.origins.after(game.id, 0, 10))
    delete_expired(own_store.pool, Retention(origin_days=0))
    assert len(own_store.origins.after(game.id, 0, 10)) == before > 1
    delete_expired(own_store.pool)
    assert [each.origin.cause for each in own_store.origins.after(game.id, 0, 10)] == ["a later test"]


def test_accounts_that_were_never_used_are_deleted(own_settings: Settings, own_store: Store) -> None:
    app = create_app(replace(own_settings, limit_accounts=0))
    names = ("unused", "young", "player", "guest", "granted", "blocked", "new key")
    people = {name: opened(app, name) for name in names}
    seats_taken(people["player"], people["guest"])
    assert people["new key"].post("/v1/me/keys", {"label": "another", "scopes": ["game:read"]}).status_code == 201
    with psycopg.connect(own_settings.migrate_url, autocommit=True) as conn:
        conn.execute("UPDATE accounts SET created_at = now() - interval '2 years' WHERE name <> 'young'")
        conn.execute("UPDATE accounts SET grants = '{audit:read}' WHERE name = 'granted'")
        conn.execute("UPDATE accounts SET blocked_at = now() WHERE name = 'blocked'")
        conn.execute("UPDATE api_keys SET created_at = now() - interval '2 years' WHERE label <> 'another'")
        delete_expired(own_store.pool, Retention(unused_account_days=0))
        assert conn.execute("SELECT count(*) FROM accounts").fetchone() == (len(names),)
        delete_expired(own_store.pool)
        left = {name for (name,) in conn.execute("SELECT name FROM accounts")}
    assert left == {*names} - {"unused"}
    assert people["unused"].get("/v1/me").status_code == 401
    assert people["guest"].get("/v1/me").status_code == 200
