"""Stored answers to requests with an Idempotency-Key."""

from uuid import uuid4

from kontor.service.store.store import Store
from tests.support.stored_games import answered, appended, stored_game

ANNA, BEN = uuid4(), uuid4()


def test_an_answer_comes_back_as_it_was_given(store: Store) -> None:
    game = stored_game(store)
    appended(store, game, answered("k", body='{"version":7}', scope=f"{ANNA}/{game.id}"))
    assert store.answers.find(f"{ANNA}/{game.id}", "k") == answered("k", '{"version":7}', f"{ANNA}/{game.id}").answer
    assert store.answers.find(f"{BEN}/{game.id}", "k") is None
