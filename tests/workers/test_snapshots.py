"""Snapshots are taken past every 256th version and at the end, whatever happens to the jobs that take them."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

import psycopg
import pytest
import redis

from kontor.domain.kernel import play
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.moves import Move, final_scoring, seat_commit
from kontor.service.jobs.queues import queue
from kontor.service.settings import Settings
from kontor.service.store.snapshots import Snapshot
from kontor.service.store.store import Store
from kontor.workers import jobs, snapshots
from kontor.workers.context import context
from tests.games.recording import FOLDER, Recording
from tests.support.bot_games import NOBODY, wait_until, work
from tests.support.long_games import HANSA, LONG, RULESETS, at_version, long_game, stored
from tests.support.playouts import Playout
from tests.support.stored_games import log_of


@pytest.fixture
def worker_settings(worker_settings: Settings) -> Settings:
    """With rulesets whose games are long."""
    return replace(worker_settings, rulesets=RULESETS)


def kept(settings: Settings) -> Sequence[Snapshot]:
    """All that the table holds."""
    asked = "SELECT game_id, version, state_format, head, state, mac FROM snapshots ORDER BY game_id, version"
    with psycopg.connect(settings.migrate_url) as conn:
        return [Snapshot(*row) for row in conn.execute(asked)]


def expected(playout: Playout) -> Sequence[int]:
    past = [at_version(playout, n).game.version for n in range(256, playout.game.version + 1, 256)]
    return past if playout.game.version - past[-1] < 64 else [*past, playout.game.version]


@pytest.mark.parametrize("name", LONG)
def test_a_long_game_gets_them_past_every_256th_version_and_at_its_end(
    here: Settings, own_store: Store, name: str
) -> None:
    playout = long_game(name)
    game_id = stored(own_store, playout)
    snapshots.take(str(game_id), playout.game.version)
    found = kept(here)
    assert [each.version for each in found] == expected(playout)
    assert found == [context().snapshots.take(at_version(playout, each.version)) for each in found]
    snapshots.take(str(game_id), playout.game.version)  # twice is once
    assert kept(here) == found


def test_one_that_was_killed_on_the_way_is_made_good_by_the_next(here: Settings, own_store: Store) -> None:
    """Each is written by one statement: a kill leaves the first ones, or none."""
    playout = long_game(HANSA)
    game_id = stored(own_store, playout)
    snapshots.take(str(game_id), playout.game.version)
    whole = kept(here)
    for done in range(len(whole)):
        with psycopg.connect(here.migrate_url) as conn:
            conn.execute("DELETE FROM snapshots WHERE version > %s", (whole[done - 1].version if done else 0,))
        assert len(kept(here)) == done
        snapshots.take(str(game_id), playout.game.version)
        assert kept(here) == whole


def test_one_that_was_forged_is_not_built_upon(here: Settings, own_store: Store) -> None:
    playout = long_game(HANSA)
    game_id = stored(own_store, playout)
    snapshots.take(str(game_id), playout.game.version)
    first, second, *_ = whole = kept(here)
    with psycopg.connect(here.migrate_url) as conn:
        conn.execute("DELETE FROM snapshots WHERE version > %s", (second.version,))
        conn.execute("UPDATE snapshots SET state = %s WHERE version = %s", (first.state, second.version))
    snapshots.take(str(game_id), playout.game.version)
    assert kept(here) == [first, replace(second, state=first.state), *whole[2:]]
    assert context().snapshots.ignored > 0


def test_a_commit_that_goes_past_a_256th_version_queues_a_job(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording, playout = Recording.load(FOLDER / f"{HANSA}.json"), long_game(HANSA)
    past = at_version(playout, 256).game.version
    first = next(made.first for made in playout.commits if made.last == past)
    game_id = stored(own_store, playout, upto=first - 1)
    begun = playout.commits.index(next(made for made in playout.commits if made.last == past)) - _joins(playout)
    for seat, body in recording.commands[begun : begun + 3]:
        handled(game_id, seat, body)
    wait_until(lambda: queue(client, "snapshots").count == 1)
    work(client, monkeypatch)
    (only,) = kept(here)
    assert (only.version, only.head) == (past, log_of(context().store, game_id, past - 1)[0].hash)
    assert queue(client, "snapshots").failed_job_registry.count == 0


def test_the_end_of_a_game_queues_a_job(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    playout = long_game(HANSA)
    game_id = stored(own_store, playout, upto=playout.commits[-1].first - 1)
    context().games.handle(game_id, final_scoring)
    wait_until(lambda: queue(client, "snapshots").count == 1)
    work(client, monkeypatch)
    assert [each.version for each in kept(here)] == expected(playout)


def test_maintenance_asks_for_those_that_are_missing(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis was away when they were due, or the format has changed."""
    monkeypatch.setenv("KONTOR_SNAPSHOT_DAYS", "0")  # these games ended long ago
    for name in LONG:
        stored(own_store, long_game(name))
    jobs.tidy()
    assert queue(client, "snapshots").count == 2
    jobs.tidy()
    assert queue(client, "snapshots").count == 2
    work(client, monkeypatch)
    assert len({each.game_id for each in kept(here)}) == 2
    jobs.tidy()
    assert queue(client, "snapshots").count == 0


def test_without_keys_none_are_taken(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KONTOR_SIGNING_KEYS", "")
    playout = long_game(HANSA)
    game_id = stored(own_store, playout)
    snapshots.take(str(game_id), playout.game.version)
    snapshots.ask_for_missing()
    assert (kept(here), queue(client, "snapshots").count) == ([], 0)


def test_a_key_file_that_cannot_be_read_stops_no_worker(
    here: Settings, own_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KONTOR_SIGNING_KEYS", "/nowhere/keys.json")
    playout = long_game(HANSA)
    snapshots.take(str(stored(own_store, playout)), playout.game.version)
    assert kept(here) == []


def test_a_game_that_is_not_there_or_damaged_is_left_alone(here: Settings, own_store: Store) -> None:
    playout = long_game(HANSA)
    game_id = stored(own_store, playout)
    with psycopg.connect(here.migrate_url) as conn:
        conn.execute("UPDATE games SET head = %s", (bytes(32),))
    snapshots.take(str(NOBODY), 256)
    snapshots.take(str(game_id), playout.game.version)
    assert kept(here) == []


def handled(game_id: UUID, seat: int, body: object) -> None:
    def decide(at: GameAt) -> Move:
        command = play.read_command(at.rules, body)  # type: ignore[arg-type]  # of a recording
        return Move((seat_commit(at.rules, at.game, seat, command),))

    context().games.handle(game_id, decide)


def _joins(playout: Playout) -> int:
    """Commits before the first recorded command: created, and everybody sat down."""
    return 1 + playout.world.seats
