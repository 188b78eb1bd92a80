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
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from kontor.service import migrations
from kontor.service.stack import data_directory, postgres, postgres_account, processes
from kontor.service.store.pool import Pool, StoreAway, open_pool
from kontor.service.store.store import Store
from kontor.service.tlog.served import ServedLog
from tests.support.bot_games import wait_until
from tests.support.servers import IN_A_HURRY, OTHER_POSTGRES
from tests.support.stored_games import Standing, answered, is_appended, stored_game

pytestmark = pytest.mark.service

WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'kontor'"


class Cluster:
    """A PostgreSQL that can be told to wait for a standby that is not there."""

    def __init__(self, directory: data_directory.DataDirectory) -> None:
        self._directory = directory
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

    def become_former_primary(self) -> None:
        """Start again in recovery, as Patroni starts a primary that has lost the lead: it follows nobody yet."""
        signalled = self._directory.cluster / "standby.signal"
        signalled.touch()
        owner = self._directory.cluster.stat()
        os.chown(signalled, owner.st_uid, owner.st_gid)
        self.kill()
        wait_until(lambda: self._shows("SELECT pg_is_in_recovery()::text") == ["true"])

    @contextmanager
    def follower(self) -> Iterator[str]:
        """Run a standby that streams from this server; its address."""
        account = postgres_account.find(self._directory)
        account = replace(account, programs=OTHER_POSTGRES or account.programs)
        copy = self._directory.cluster.with_name("follower")
        self._allow_replication()
        source = postgres.url(self._directory, postgres.SUPERUSER, "postgres")
        socket = {"port": "5433", "unix_socket_directories": str(self._directory.pg.resolve())}
        settings = " ".join(f"--{name}='{value}'" for name, value in {**postgres.SETTINGS, **socket}.items())
        control = [account.program("pg_ctl"), "-D", str(copy), "-w", "-s"]
        for argv in (
            [account.program("pg_basebackup"), "-D", str(copy), "-d", source, "-R", "-c", "fast"],
            [*control, "-o", settings, "-l", str(copy / "log"), "start"],
        ):
            assert processes.run(argv, account.identity).returncode == 0, argv
        try:
            yield make_conninfo(self.url, port=5433)
        finally:
            processes.run([*control, "-m", "immediate", "stop"], account.identity)

    def _allow_replication(self) -> None:
        with (self._directory.cluster / "pg_hba.conf").open("a") as logins:
            logins.write("local replication all trust\n")
        self._shows("SELECT pg_reload_conf()::text")

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


@contextmanager
def a_cluster() -> Iterator[Cluster]:
    directory = data_directory.prepare(Path(tempfile.mkdtemp(prefix="kontor-")))
    settings = {**IN_A_HURRY, "synchronous_commit": "on"}
    server = postgres.start(directory, settings, OTHER_POSTGRES)
    try:
        migrations.migrate(postgres.url(directory, "kontor_owner"))
        yield Cluster(directory)
    finally:
        server.stop(5)
        shutil.rmtree(directory.path, ignore_errors=True)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with a_cluster() as made:
        yield made


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
        return store.games.row(game.id) is not None
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
def test_a_retry_whose_wait_is_cancelled_is_not_acknowledged(
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
def test_stored_data_is_not_given_out_before_the_standby_has_it(
    cluster: Cluster, store: Store, game: Standing, end: Ended
) -> None:
    """A stored answer, a checkpoint, and what a head or a bundle carries before it is signed."""
    with without_standby(cluster) as thread:
        unwritten = thread.submit(append, store, game, f"found/{end.__name__}")
        require_failed(unwritten, cluster)
        served = ServedLog(store.pool, ())
        for ask in (
            lambda: store.answers.find("somebody/game", f"found/{end.__name__}"),
            served.checkpoint,
            lambda: served.carried(game.id, 1),
        ):
            wait_until(lambda: is_reachable(store, game))
            found = thread.submit(ask)
            end(cluster)
            require_failed(found, cluster)


def test_a_former_primary_in_recovery_acknowledges_nothing() -> None:
    """It shows commits that its standbys never got, and can wait for nobody."""
    with a_cluster() as cluster, open_pool(cluster.url, 4) as pool, ThreadPoolExecutor(1) as thread:
        store, served = Store(pool), ServedLog(pool, ())
        game = stored_game(store)
        cluster.want_standby("absent")
        unwritten = thread.submit(append, store, game, "former")
        cluster.become_former_primary()
        with pytest.raises(StoreAway):
            unwritten.result()
        wait_until(lambda: is_reachable(store, game))
        assert store.games.head(game.id) != game.head
        for ask in (
            lambda: store.answers.find("somebody/game", "former"),
            served.checkpoint,
            lambda: served.carried(game.id, 1),
        ):
            with pytest.raises(StoreAway, match="recovery"):
                ask()


def test_a_standby_that_follows_may_be_exported_from(store: Store, cluster: Cluster, game: Standing) -> None:
    """What it shows has come from the primary. A stored answer is given out by the primary alone."""
    append(store, game, "followed")
    with cluster.follower() as url, open_pool(url, 1) as pool:
        wait_until(lambda: is_carried(pool, game))
        with pytest.raises(StoreAway, match="recovery"):
            Store(pool).answers.find("somebody/game", "followed")


def is_carried(pool: Pool, game: Standing) -> bool:
    try:
        return ServedLog(pool, ()).carried(game.id, 1) == {}
    except StoreAway:
        return False
