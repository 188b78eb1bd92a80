"""What nobody can ask for any more is deleted, and nothing else."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from kontor.service.store import ReservedSeed, Store
from tests.support.stored_games import answered, appended, stored_game


def test_old_answers_and_seeds_reserved_in_vain_are_deleted(own_store: Store) -> None:
    game = stored_game(own_store)
    for key in ("old", "young"):
        appended(own_store, game, answered(key, scope="somebody/game"))
    now, vain, young = datetime.now(UTC), uuid4(), uuid4()
    own_store.reserve_seed(ReservedSeed(vain, b"s" * 32, now - timedelta(days=2)))
    own_store.reserve_seed(ReservedSeed(young, b"s" * 32, now + timedelta(hours=1)))
    with own_store.pool.connection() as conn:
        conn.execute("UPDATE answers SET at = now() - interval '8 days' WHERE key = 'old'")
        own_store.tidy()
        assert conn.execute("SELECT key FROM answers").fetchall() == [("young",)]
        kept = {row[0] for row in conn.execute("SELECT game_id FROM seeds")}
    assert kept == {game.id, young}
    assert own_store.load(game.id) is not None
