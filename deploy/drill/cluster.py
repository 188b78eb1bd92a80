"""The cluster of the drill, on loopback or with one host for each node (network.py): etcd, three PostgreSQL under
Patroni, two Redis, three Sentinels, HAProxy in front of both, PgBouncer. These programs decide which node leads; this
module only starts and kills them."""

import os
import pwd
import shutil
import signal
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import httpx
import psycopg
import redis

from deploy.drill.network import ETCD, FRONT, NODES, PATH, Loopback, Network
from kontor.service import migrations
from kontor.service.stack import leftover_processes, processes
from kontor.service.stack.postgres import ROLES
from kontor.service.stack.postgres_account import Identity
from kontor.service.stack.processes import Child
from tests.support.api_processes import free_port

HERE = Path(__file__).parent
PROGRAMS = ("patroni", "etcd", "haproxy", "pgbouncer", "redis-server", "redis-sentinel")
PACKAGES = (
    "patroni etcd-server haproxy pgbouncer redis-server redis-sentinel postgresql-15 python3-etcd python3-psycopg2"
)
POSTGRES = Path("/usr/lib/postgresql/15/bin")
PATIENCE = 600.0  # seconds for a start, on a busy machine


def missing() -> list[str]:
    """Return the programs that the drill needs and this machine lacks."""
    found = [name for name in PROGRAMS if shutil.which(name, path=PATH) is None]
    return found if (POSTGRES / "postgres").exists() else [*found, "postgresql-15"]


class Cluster:
    """All servers of the drill, in a scratch directory."""

    def __init__(self, home: Path, network: Network | None = None) -> None:
        self.home, self.network = home, network or Loopback()
        self.identity = _identity()
        names = [*(f"{kind} {node}" for kind in ("postgres", "api") for node in NODES), "etcd", "etcd peer"]
        names += ["haproxy postgres", "haproxy redis", "pgbouncer", "redis a", "redis b"]
        names += [f"sentinel {n}" for n in range(3)]
        self.ports: Mapping[str, int] = {name: free_port() for name in names}
        self.running: dict[str, Child] = {}

    # ---------------------------------------------------------------- starting and stopping

    def start(self) -> None:
        if self.identity is not None:
            os.chown(self.home, self.identity.uid, self.identity.gid)
        self.start_etcd()
        self.start_redis("redis a")
        self.start_redis("redis b", "redis a")
        for n in range(3):
            self._start_sentinel(n)
        self._start_haproxy()
        for node in NODES:
            self.start_node(node)
        self.until(self.is_whole)
        self._make_roles()
        self._start_pgbouncer()
        migrations.migrate(self.owner_url)

    def stop(self) -> None:
        for node in NODES:
            self._kill(f"patroni {node}")
            leftover_processes.end_servers("postgres", self.data(node))
        for name in reversed(list(self.running)):
            self.running[name].stop(5)

    def start_etcd(self) -> None:
        own, peer = (f"http://{self.at(name)}" for name in ("etcd", "etcd peer"))
        words = ["--name=drill", f"--data-dir={self.home / 'etcd'}", f"--listen-client-urls={own}"]
        words += [f"--advertise-client-urls={own}", f"--listen-peer-urls={peer}", "--unsafe-no-fsync"]
        words += [f"--initial-advertise-peer-urls={peer}", f"--initial-cluster=drill={peer}", "--log-level=warn"]
        self._start("etcd", ["etcd", *words])

    def start_node(self, node: str) -> None:
        """Start a node: Patroni, which starts its PostgreSQL."""
        config = self._write_file(
            f"{node}.yml",
            (HERE / "patroni.yml").read_text(),
            name=node,
            api=self.at(f"api {node}"),
            etcd=self.at("etcd"),
            postgres=self.at(f"postgres {node}"),
            addresses=self.network.addresses,
            data=self.data(node),
            programs=POSTGRES,
        )
        self._start(f"patroni {node}", ["patroni", str(config)])

    def start_redis(self, name: str, follows: str | None = None) -> None:
        words = ["--port", str(self.ports[name]), "--bind", self.address(name), "--protected-mode", "no"]
        words += ["--save", "", "--dir", str(self.home)]
        words += [] if follows is None else ["--replicaof", self.address(follows), str(self.ports[follows])]
        self._start(name, ["redis-server", *words])

    def _start_sentinel(self, n: int) -> None:
        name = f"sentinel {n}"
        place = {"address": self.address(name), "port": self.ports[name], "data": self.home}
        config = self._write_file(
            f"sentinel-{n}.conf", (HERE / "sentinel.conf").read_text(), **place, master=self.ports["redis a"]
        )
        self._start(name, ["redis-sentinel", str(config)])

    def _start_haproxy(self) -> None:
        postgres = "\n".join(
            f"    server {node} {self.at(f'postgres {node}')} check port {self.ports[f'api {node}']}" for node in NODES
        )
        stores = "\n".join(f"    server {n} {self.at(f'redis {n}')} check" for n in "ab")
        binds = {"postgres": self.at("haproxy postgres"), "redis": self.at("haproxy redis")}
        text = (HERE / "haproxy.cfg").read_text()
        config = self._write_file("haproxy.cfg", text, nodes=postgres, stores=stores, **binds)
        self._start("haproxy", ["haproxy", "-db", "-f", str(config)])

    def _start_pgbouncer(self) -> None:
        users = self._write_file("users.txt", '"kontor_app" ""\n"kontor_owner" ""\n')
        text = (HERE / "pgbouncer.ini").read_text()
        place = {"address": self.address("pgbouncer"), "port": self.ports["pgbouncer"], "users": users}
        config = self._write_file("pgbouncer.ini", text, **place, postgres=self.ports["haproxy postgres"])
        self._start("pgbouncer", ["pgbouncer", str(config)])
        self.until(lambda: _answers(self.app_url))

    def _make_roles(self) -> None:
        url = self.url("postgres", "postgres")
        psql = [str(POSTGRES / "psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", url, "-f", "-"]
        done = processes.run(psql, None, ROLES.read_bytes())
        assert not done.returncode, done.stderr.decode()

    def _start(self, name: str, argv: list[str]) -> None:
        command, identity = self.network.command(_host(name), argv, self.identity)
        self.running[name] = processes.start(
            name,
            command,
            log=self.home / f"{name.replace(' ', '-')}.log",
            env={**os.environ, "PATH": PATH, "HOME": str(self.home)},
            identity=identity,
        )

    def _write_file(self, file: str, text: str, **facts: object) -> Path:
        path = self.home / file
        path.write_text(text.format(**facts))
        if self.identity is not None:
            os.chown(path, self.identity.uid, self.identity.gid)
        return path

    # ---------------------------------------------------------------- where things are

    def address(self, name: str) -> str:
        return self.network.address(_host(name))

    def at(self, name: str) -> str:
        """Return address and port of a server."""
        return f"{self.address(name)}:{self.ports[name]}"

    def url(self, role: str, database: str = "kontor", way: str = "haproxy postgres") -> str:
        return f"postgresql://{role}@{self.at(way)}/{database}"

    @property
    def app_url(self) -> str:
        """The address for the service: through PgBouncer and HAProxy to the leader."""
        return self.url("kontor_app", way="pgbouncer")

    @property
    def owner_url(self) -> str:
        return self.url("kontor_owner")

    @property
    def redis_url(self) -> str:
        return f"redis://{self.at('haproxy redis')}/0"

    def data(self, node: str) -> Path:
        return self.home / f"data-{node}"

    def leader(self) -> str | None:
        return next((node for node in NODES if self._says(node, "primary")), None)

    def is_whole(self) -> bool:
        """Return whether one node leads, all others follow it closely, and one of them synchronously. Then the cluster
        can survive another fault."""
        leader = self.leader()
        followers = [node for node in NODES if node != leader]
        # A node that must be rewound reports itself as a replica for a moment. The leader lists only real followers.
        follows_closely = all(self._says(node, "replica?lag=1MB") for node in followers) and not self.stragglers()
        return follows_closely and any(self._says(node, "synchronous") for node in followers)

    def stragglers(self) -> set[str]:
        """Return the nodes that neither lead nor follow."""
        leader = self.leader()
        return set(NODES) if leader is None else set(NODES) - {leader} - self._streaming(leader)

    def _streaming(self, leader: str) -> set[str]:
        """Return the nodes that the leader sends its log to."""
        try:
            told = httpx.get(f"http://{self.at(f'api {leader}')}/patroni", timeout=2).json()
        except httpx.HTTPError:
            return set()
        return {each["application_name"] for each in told.get("replication", ()) if each["state"] == "streaming"}

    def _says(self, node: str, what: str) -> bool:
        try:
            return httpx.get(f"http://{self.at(f'api {node}')}/{what}", timeout=2).status_code == 200
        except httpx.HTTPError:
            return False

    def settings(self) -> str:
        """Return the times by which Patroni decides that a primary is lost."""
        told = httpx.get(f"http://{self.at('api one')}/config", timeout=2).json()
        return ", ".join(f"{name} {told[name]} s" for name in ("ttl", "loop_wait", "retry_timeout"))

    def redis_master(self) -> str | None:
        for name in ("redis a", "redis b"):
            try:
                with redis.Redis(self.address(name), self.ports[name], socket_timeout=1) as client:
                    if client.info("replication")["role"] == "master":
                        return name
            except redis.RedisError:
                continue
        return None

    def until(self, condition: Callable[[], bool], patience: float = PATIENCE) -> None:
        end = time.monotonic() + patience
        while not condition():
            dead = [name for name, child in self.running.items() if not child.is_running]
            assert time.monotonic() < end, f"timeout; ended processes: {dead or 'none'} (logs in {self.home})"
            time.sleep(0.1)

    # ---------------------------------------------------------------- harm

    def kill_postgres(self, node: str) -> None:
        leftover_processes.end_servers("postgres", self.data(node))

    def kill_node(self, node: str) -> None:
        """Kill a node without notice, as if its machine had lost power."""
        self._kill(f"patroni {node}")
        leftover_processes.end_servers("postgres", self.data(node))

    def kill(self, name: str) -> None:
        self._kill(name)

    def _kill(self, name: str) -> None:
        child = self.running.pop(name, None)
        if child is not None:
            child.process.send_signal(signal.SIGKILL)
            child.process.wait()
            child.kill_group()


def _host(name: str) -> str:
    """Return the host of a server: "postgres two" is on "two"."""
    place = name.split()
    return place[-1] if place[-1] in NODES else ETCD if place[0] == ETCD else FRONT


def _identity() -> Identity | None:
    """Return the user for the servers if this process is root: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    user = pwd.getpwnam("postgres")
    return Identity(user.pw_uid, user.pw_gid, "postgres")


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=3).close()
    except psycopg.OperationalError:
        return False
    return True
