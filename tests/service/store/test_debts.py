"""What is owed to games: it stands until a commit pays it, and falls due in time."""

from datetime import UTC, datetime, timedelta

from kontor.service.settings import Settings
from kontor.service.store.append_values import Alongside, Projection
from kontor.service.store.debts import Debt
from kontor.service.store.pool import open_pool
from kontor.service.store.store import Store
from tests.support.stored_games import RUNNING, appended, stored_game


def test_pending_work_stays_until_a_commit_does_it(own_store: Store) -> None:
    game = stored_game(own_store, Alongside(RUNNING, Debt(bots=(1, 2))))
    version = game.head.version
    assert own_store.debts.find(game.id) == (version, Debt(bots=(1, 2)))
    assert [(each.game_id, each.version, each.attempt) for each in own_store.debts.claim(9)] == [(game.id, version, 1)]
    own_store.debts.remove_bot(game.id, version, 2)
    assert own_store.debts.find(game.id) == (version, Debt(bots=(1,)))
    own_store.debts.remove_bot(game.id, version - 1, 1)  # of a version that is gone: nothing happens
    assert own_store.debts.find(game.id) == (version, Debt(bots=(1,)))
    made = appended(own_store, game, Alongside(Projection("scoring"), Debt(score=True)))
    assert own_store.debts.find(game.id) == (made.last, Debt(score=True))
    appended(own_store, game, Alongside(Projection("finished"), Debt()))
    assert own_store.debts.find(game.id) is None


def test_pending_work_ends_with_the_last_call_of_an_invited_bot(own_store: Store) -> None:
    game = stored_game(own_store, Alongside(RUNNING, Debt(bots=(2,))))
    own_store.debts.remove_bot(game.id, game.head.version, 2)
    assert own_store.debts.find(game.id) is None


def test_a_deadline_is_not_due_before_its_time(own_store: Store) -> None:
    soon = datetime.now(UTC) + timedelta(hours=1)
    game = stored_game(own_store, Alongside(RUNNING, Debt(deadline=soon)))
    assert own_store.debts.claim(9) == []
    assert own_store.debts.find(game.id) == (game.head.version, Debt(deadline=soon))


def test_a_deadline_is_not_overslept_while_bots_are_tried_again(own_settings: Settings) -> None:
    """The next try comes no later than the deadline, whatever else is owed; once the bots have passed, exactly then."""
    soon = datetime.now(UTC) + timedelta(seconds=20)
    with open_pool(own_settings.database_url, 2) as pool:
        store = Store(pool, debt_grace_seconds=60.0)
        game = stored_game(store, Alongside(RUNNING, Debt(bots=(1, 2), deadline=soon)))

        def next_try() -> datetime:
            with pool.connection() as conn:
                found = conn.execute("SELECT try_at FROM debts").fetchone()
            assert found is not None
            assert isinstance(found[0], datetime)
            return found[0]

        assert next_try() == soon
        with pool.connection() as conn:
            conn.execute("UPDATE debts SET try_at = now()")
        (owed,) = store.debts.claim(9)
        assert owed.debt == Debt(bots=(1, 2), deadline=soon)
        assert next_try() == soon
        with pool.connection() as conn:
            conn.execute("UPDATE debts SET try_at = now()")
        store.debts.remove_bot(game.id, game.head.version, 1)
        assert next_try() < soon
        store.debts.remove_bot(game.id, game.head.version, 2)
        assert next_try() == soon
        assert store.debts.find(game.id) == (game.head.version, Debt(deadline=soon))


def test_a_waiting_bot_is_due_when_its_wait_ends(own_settings: Settings) -> None:
    """Also if that is before the relay would have asked again by itself; of another version nobody waits."""
    with open_pool(own_settings.database_url, 2) as pool:
        store = Store(pool, debt_grace_seconds=60.0)
        game = stored_game(store, Alongside(RUNNING, Debt(bots=(1,))))
        store.debts.reschedule(game.id, game.head.version - 1, 0)
        assert store.debts.claim(9) == []
        store.debts.reschedule(game.id, game.head.version, 30)
        assert store.debts.claim(9) == []
        store.debts.reschedule(game.id, game.head.version, 0)
        assert len(store.debts.claim(9)) == 1


def test_work_claimed_by_one_relay_is_not_given_to_another_at_once(own_settings: Settings) -> None:
    with open_pool(own_settings.database_url, 2) as pool:
        store = Store(pool, debt_grace_seconds=60.0)
        stored_game(store, Alongside(RUNNING, Debt(score=True)))
        assert store.debts.claim(9) == []  # the job that was sent with the commit has its time first
        with pool.connection() as conn:
            conn.execute("UPDATE debts SET try_at = now()")
        assert len(store.debts.claim(9)) == 1
        assert store.debts.claim(9) == []


def test_all_pending_work_of_bots_and_scoring_can_be_made_due_at_once(own_settings: Settings) -> None:
    """A deadline keeps its time."""
    later = datetime.now(UTC) + timedelta(hours=1)
    with open_pool(own_settings.database_url, 2) as pool:
        store = Store(pool, debt_grace_seconds=60.0)
        owed = [Debt(score=True), Debt(bots=(1,)), Debt(bots=(2,), deadline=later), Debt(deadline=later)]
        games = [stored_game(store, Alongside(RUNNING, each)).id for each in owed]
        assert store.debts.claim(9) == []
        store.debts.make_due()
        assert {each.game_id for each in store.debts.claim(9)} == set(games[:3])
        assert store.debts.claim(9) == []
