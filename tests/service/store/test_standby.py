"""What counts as written beside a synchronous standby that does not answer: nothing that the standby may not have.

The cluster here waits for a standby that does not exist. PostgreSQL commits locally and waits; an operator, a failover
or a crash ends that wait. Then the commit is in the log of this server, and must not be acknowledged."""

import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from kontor.service import migrations
from kontor.service.stack import data_directory, postgres
from kontor.service.store import Store, StoreAway
from kontor.service.store.pool import open_pool
from kontor.service.tlog.served import ServedLog
from tests.support.bot_games import wait_until
from tests.support.servers import IN_A_HURRY, OTHER_POSTGRES
from tests.support.stored_games import Standing, answered, is_appended, stored_game

pytestmark = pytest.mark.service

WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'kontor'"


class Cluster:
    """A PostgreSQL that can be told to wait for a standby that is not there."""

    def __init__(self, directory: data_directory.DataDirectory) -> None:
        self.url = postgres.url(directory)
        self._super = make_conninfo(
            postgres.url(directory, postgres.SUPERUSER, "postgres"), options="-c synchronous_commit=local"
        )

    def want_standby(self, name: str) -> None:
        """Set it again until it is in force: after a kill the server ends all sessions and starts again."""
        wait_until(lambda: self._has_set(name))

    def _has_set(self, name: str) -> bool:
        try:
            with psycopg.connect(self._super, autocommit=True) as conn:
                conn.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{name}'".encode())
                conn.execute("SELECT pg_reload_conf()")
        except psycopg.OperationalError:
            return False
        return self._shows("SHOW synchronous_standby_names") == [name]

    def waiting(self) -> list[int]:
        """Return the processes that wait for the standby."""
        return [int(pid) for pid in self._shows(WAITING)]

    def cancel(self) -> None:
        self._shows(f"SELECT pg_cancel_backend({self._one()})::text")

    def terminate(self) -> None:
        self._shows(f"SELECT pg_terminate_backend({self._one()})::text")

    def terminate_all(self) -> None:
        self._shows(f"SELECT pg_terminate_backend(pid)::text FROM ({WAITING}) AS waiting")

    def kill(self) -> None:
        """The server ends all sessions, and starts again with what is in its log."""
        os.kill(self._one(), signal.SIGKILL)

    def _one(self) -> int:
        wait_until(lambda: bool(self.waiting()))
        return self.waiting()[0]

    def _shows(self, statement: str) -> list[str]:
        try:
            with psycopg.connect(self._super, autocommit=True) as conn:
                return [str(row[0]) for row in conn.execute(statement.encode())]
        except psycopg.OperationalError:
            return []  # it starts again after a kill


Ended: TypeAlias = Callable[[Cluster], None]
WAYS = [Cluster.cancel, Cluster.terminate, Cluster.kill]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    directory = data_directory.prepare(Path(tempfile.mkdtemp(prefix="kontor-")))
    settings = {**IN_A_HURRY, "synchronous_commit": "on"}
    server = postgres.start(directory, settings, OTHER_POSTGRES)
    try:
        migrations.migrate(postgres.url(directory, "kontor_owner"))
        yield Cluster(directory)
    finally:
        server.stop(5)
        shutil.rmtree(directory.path, ignore_errors=True)


@pytest.fixture
def store(cluster: Cluster) -> Iterator[Store]:
    with open_pool(cluster.url, 4) as pool:
        yield Store(pool)


@pytest.fixture
def game(store: Store) -> Standing:
    return stored_game(store)


@contextmanager
def without_standby(cluster: Cluster) -> Iterator[ThreadPoolExecutor]:
    """Run what waits in a thread; at the end the standby is no longer wanted, so that everything ends."""
    cluster.want_standby("absent")
    with ThreadPoolExecutor(1) as thread:
        try:
            yield thread
        finally:
            cluster.want_standby("")


def append(store: Store, game: Standing, key: str) -> bool:
    return is_appended(store, game.id, game.head, [game.next_commit()], answered(key))


def require_unconfirmed(asked: "Future[object]", cluster: Cluster) -> None:
    """It has failed, or it still waits."""
    wait_until(lambda: asked.done() or bool(cluster.waiting()))
    if asked.done():
        with pytest.raises(StoreAway):
            asked.result()


def require_failed(asked: "Future[object]", cluster: Cluster) -> None:
    """End every wait for the standby, that of a second try too, until the call has failed."""

    def has_ended() -> bool:
        cluster.terminate_all()
        return asked.done()

    wait_until(has_ended)
    with pytest.raises(StoreAway):
        asked.result()


def is_reachable(store: Store, game: Standing) -> bool:
    """Return whether a read works. After a kill the server recovers, and a call in that time fails before it waits."""
    try:
        return store.row(game.id) is not None
    except StoreAway:
        return False


@pytest.mark.parametrize("end", WAYS)
def test_an_append_whose_wait_is_ended_is_not_written(
    cluster: Cluster, store: Store, game: Standing, end: Ended
) -> None:
    with without_standby(cluster) as thread:
        asked = thread.submit(append, store, game, f"appended/{end.__name__}")
        end(cluster)
        require_unconfirmed(asked, cluster)


def reach_barrier(cluster: Cluster, end: Ended) -> None:
    """End the first wait of an append; its second try finds its own events and waits in the barrier."""
    wait_until(lambda: bool(cluster.waiting()))
    (first,) = cluster.waiting()
    end(cluster)
    wait_until(lambda: cluster.waiting() not in ([], [first]))


@pytest.mark.parametrize("end", WAYS)
def test_what_a_second_try_finds_is_not_written_while_its_wait_is_ended(
    cluster: Cluster, store: Store, game: Standing, end: Ended
) -> None:
    """The first wait is cancelled; the second try finds its own events and waits in the barrier, which is ended too."""
    with without_standby(cluster) as thread:
        asked = thread.submit(append, store, game, f"barrier/{end.__name__}")
        reach_barrier(cluster, Cluster.cancel)
        end(cluster)
        require_unconfirmed(asked, cluster)


@pytest.mark.parametrize("end", [Cluster.cancel, Cluster.terminate])
def test_a_second_try_is_written_once_the_standby_has_it(
    cluster: Cluster, store: Store, game: Standing, end: Ended
) -> None:
    with without_standby(cluster) as thread:
        asked = thread.submit(append, store, game, f"late/{end.__name__}")
        reach_barrier(cluster, end)
        cluster.want_standby("")
        assert asked.result() is True


@pytest.mark.parametrize("end", WAYS)
def test_what_is_found_is_not_told_before_the_standby_has_it(
    cluster: Cluster, store: Store, game: Standing, end: Ended
) -> None:
    """A stored answer, a checkpoint, and what a head or a bundle carries before it is signed."""
    with without_standby(cluster) as thread:
        unwritten = thread.submit(append, store, game, f"found/{end.__name__}")
        require_failed(unwritten, cluster)
        served = ServedLog(store.pool, ())
        for ask in (
            lambda: store.answer("somebody/game", f"found/{end.__name__}"),
            served.checkpoint,
            lambda: served.carried(game.id, 1),
        ):
            wait_until(lambda: is_reachable(store, game))
            found = thread.submit(ask)
            end(cluster)
            require_failed(found, cluster)
