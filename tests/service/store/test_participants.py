"""Who sits where: remembered when they leave, forgotten when their account is deleted."""

from dataclasses import replace
from uuid import uuid4

from kontor.service.store.append_values import Alongside
from kontor.service.store.games import Wanted
from kontor.service.store.participants import Seated
from kontor.service.store.store import Store
from tests.support.stored_games import RUNNING, answered, appended, log_of, stored_game

ANNA, BEN = uuid4(), uuid4()


def test_a_participant_who_left_a_seat_is_remembered_and_may_return(own_store: Store) -> None:
    anna = Seated("p1", 1, ANNA)
    game = stored_game(own_store, Alongside(RUNNING, seated=(anna, Seated("p2", 2, BEN))))
    appended(own_store, game, Alongside(RUNNING, left=("p1",)))
    assert own_store.participants.of_game(game.id) == [replace(anna, holds=False), Seated("p2", 2, BEN)]
    assert own_store.games.page(Wanted(reader=ANNA, awaiting=True)) == []
    appended(own_store, game, Alongside(RUNNING, seated=(anna,)))
    assert own_store.participants.of_game(game.id) == [anna, Seated("p2", 2, BEN)]


def test_a_deleted_account_leaves_the_log_and_nothing_else(own_store: Store) -> None:
    game = stored_game(own_store, Alongside(RUNNING, seated=(Seated("p1", 1, ANNA), Seated("p2", 2, BEN))))
    appended(own_store, game, answered("k", scope=f"{ANNA}/{game.id}"))
    appended(own_store, game, answered("k", scope=f"{BEN}/{game.id}"))
    log = log_of(own_store, game.id)
    own_store.participants.forget_account(ANNA)
    assert [each.account for each in own_store.participants.of_game(game.id)] == [BEN]
    assert own_store.answers.find(f"{ANNA}/{game.id}", "k") is None
    assert own_store.answers.find(f"{BEN}/{game.id}", "k") is not None
    assert log_of(own_store, game.id) == log
    with own_store.pool.connection() as conn:
        for table in ("events", "sealed", "commits"):
            text = conn.execute(f"SELECT string_agg({table}::text, '') FROM {table}".encode()).fetchone()
            assert text is not None
            assert str(ANNA) not in (text[0] or "")
