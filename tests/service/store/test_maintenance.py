"""What nobody can ask for any more is deleted, and nothing else."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from kontor.service.store.maintenance import delete_expired
from kontor.service.store.seeds import ReservedSeed
from kontor.service.store.store import Store
from kontor.service.store.webhooks import Attempt
from tests.support.stored_games import answered, appended, stored_game
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
    delete_expired(own_store.pool, 1)
    assert len(listener.messages()) == told > 1
    delete_expired(own_store.pool, -1)  # as if a day had passed
    assert len(listener.messages()) == told - 1
    assert listener.webhooks.tried(due.delivery_id) == []
