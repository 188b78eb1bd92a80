"""Jobs: bots play and games are scored, in slices, whatever bots do."""

from dataclasses import replace
from uuid import UUID

import pytest
import redis

from kontor.service.audit.stored_game import check_stored_game
from kontor.service.http.app import create_app
from kontor.service.jobs.queues import Job, enqueue, queue
from kontor.service.settings import Settings
from kontor.service.stop_event import StopEvent
from kontor.service.store.store import Store
from kontor.service.store.whole_games import one_look
from kontor.workers import bots, jobs
from kontor.workers.context import context
from tests.support.bot_games import NOBODY, game_of_bots, status_of, version_of
from tests.support.callers import a_game, opened
from tests.support.slow_bots import FAILING


@pytest.mark.parametrize("name", FAILING)
def test_a_bot_that_fails_does_not_stop_the_game(
    here: Settings, own_store: Store, client: redis.Redis, name: str
) -> None:
    """Another bot plays its seat where it must decide; where it is only invited, it has passed."""
    game = game_of_bots(own_store, name, "random", rounds=1)
    for _ in range(200):
        if (owed := own_store.debts.find(game)) is None:
            break
        (jobs.score if owed[1].score else bots.play_bots)(str(game), owed[0])
    assert status_of(own_store, game) == "finished"


def test_a_time_slice_ends_and_the_game_continues_after_other_games(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """200 decisions or five seconds, and also when the process is asked to stop."""
    game = game_of_bots(own_store, "random", "random", rounds=9)
    monkeypatch.setattr(bots, "DECISIONS", 3)
    begun, _ = own_store.debts.find(game) or (0, None)
    bots.play_bots(str(game), begun)
    later = own_store.debts.find(game)
    assert later is not None
    assert queue(client, "long").job_ids == [f"long-{game}-{later[0]}-0"]
    commits = [each for each in own_store.events.page(game, begun, 999) if each.cause]
    assert len(commits) == 3
    stopping = StopEvent()
    stopping.set()
    monkeypatch.setattr(bots, "stopping", stopping)
    bots.play_bots(str(game), later[0])
    assert own_store.debts.find(game) == later


def decisions_beside_another(store: Store, client: redis.Redis, game: UUID) -> int:
    """That a job plays while another one waits."""
    enqueue(client, Job("bots", NOBODY, 1, 0))
    begun, _ = store.debts.find(game) or (0, None)
    bots.play_bots(str(game), begun)
    return len([each for each in store.events.page(game, begun, 999) if each.cause])


def test_a_job_that_lasts_makes_way_for_new_ones(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of_bots(own_store, "slow", "slow", rounds=9)
    monkeypatch.setattr(bots, "POLITE", 0.1)
    assert 1 <= decisions_beside_another(own_store, client, game) < 12
    assert queue(client, "long").count == 1


def test_a_job_that_makes_way_has_played_a_decision(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it took to load the game: it would make way for ever."""
    game = game_of_bots(own_store, "random", "random", rounds=9)
    monkeypatch.setattr(bots, "POLITE", 0.0)
    assert decisions_beside_another(own_store, client, game) == 1


def test_the_relay_is_patient_while_a_bot_thinks(here: Settings, own_store: Store, client: redis.Redis) -> None:
    """The time to think and the grace, so that two workers do not think about one decision."""
    game = game_of_bots(own_store, "random", "random")
    version, _ = own_store.debts.find(game) or (0, None)
    own_store.debts.postpone(game, version - 1, 60)
    assert len(own_store.debts.claim(9)) == 1  # another version's patience is nobody's
    own_store.debts.postpone(game, version, 60)
    assert own_store.debts.claim(9) == []


def test_a_game_of_bots_that_is_too_long_is_aborted(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KONTOR_BOTS_ONLY_VERSIONS", "12")
    game = game_of_bots(own_store, "random", "random", rounds=9)
    begun, _ = own_store.debts.find(game) or (0, None)
    assert begun < 12
    bots.play_bots(str(game), begun)
    assert (status_of(own_store, game), own_store.debts.find(game)) == ("aborted", None)
    assert 12 <= version_of(own_store, game) < 20
    with one_look(own_store.pool) as conn:
        found = check_stored_game(conn, game, context().games.registry)
    assert found is not None
    assert (found.findings, found.unchecked) == ((), ())  # deciding again gives the same end


def test_a_game_with_a_person_may_be_as_long_as_it_takes(
    here: Settings, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KONTOR_BOTS_ONLY_VERSIONS", "1")
    app = create_app(replace(here, limit_accounts=0))
    game = UUID(a_game(opened(app), "bot", "me").rpartition("/")[2])
    begun, _ = context().store.debts.find(game) or (0, None)
    bots.play_bots(str(game), begun)
    assert version_of(context().store, game) > begun
    assert status_of(context().store, game) == "running"
