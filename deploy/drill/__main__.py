"""`make drill`: games are played on servers that outlive a machine, while machines are killed; then the checker of
tests/faults/ looks at all that clients were told."""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import click
import httpx

from deploy.drill.cluster import PACKAGES, Cluster, missing
from deploy.drill.standby import exported, standby_url, told_by
from kontor.service.registry import Registry
from kontor.service.settings import PREFIX
from kontor.service.signing.keys import make_keys
from kontor.service.store import Store, open_pool
from tests.faults.campaign import ROOMY, RULESETS
from tests.faults.checker import Report, examine
from tests.faults.memory import Memory
from tests.faults.players import TABLES, Player, settle
from tests.support.api_processes import free_port
from tests.support.paths import ROOT

WELL = 300.0  # seconds for everything to work again after a blow
KEYS = "signing-keys.json"
ETCD_AWAY = 40.0  # seconds: twice the time after which Patroni would give up the lead without failsafe mode


@dataclass(frozen=True, slots=True)
class Blow:
    """What was done, for how long nobody was acknowledged anything, and when all servers were there again."""

    what: str
    silence: float
    whole: float

    def __str__(self) -> str:
        return (
            f"{self.what:<34} no acknowledgement for {self.silence:5.1f} s, all servers again after {self.whole:5.1f} s"
        )


@click.command()
@click.option("--kills", default=5, show_default=True, help="how often the primary is killed")
@click.option("--players", default=4, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(kills: int, players: int, seed: int) -> None:
    """Exit code 0: nothing acknowledged was lost, doubled or altered (or: the packages are missing here, which is
    said); 1: something was."""
    if lacking := missing():
        click.echo(f"The drill needs {', '.join(lacking)}; on Debian 12: apt-get install {PACKAGES}. Skipped.")
        return
    home = Path(tempfile.mkdtemp(prefix="kontor-drill-"))
    home.chmod(0o755)
    cluster = Cluster(home)
    try:
        cluster.start()
        click.echo(f"{cluster.leader()} leads; logs in {home}")
        with kontor(cluster) as url:
            report = drilled(cluster, url, kills, players, seed)
            click.echo(read_elsewhere(cluster, url))
    finally:
        cluster.stop()
    click.echo(str(report))
    if not report.findings:
        shutil.rmtree(home, ignore_errors=True)
    sys.exit(bool(report.findings))


def drilled(cluster: Cluster, url: str, kills: int, players: int, seed: int) -> Report:
    """Play, strike, and compare what clients remember with what is stored."""
    luck, memory, registry = random.Random(seed), Memory(), Registry.load(RULESETS)
    opened = httpx.post(f"{url}/v1/accounts", json={"name": "drill"}).json()
    key = {"Authorization": f"Bearer {opened['api_key']}"}
    playing = [Player(url, key, memory, TABLES[n % 3], luck.getrandbits(32)) for n in range(players)]
    for player in playing:
        player.start()
    for what, strike, mend in strikes(cluster, kills):
        _until(lambda: memory.answered_after(time.monotonic() - 1) is not None)
        click.echo(str(struck(cluster, memory, what, strike, mend)))
    for player in playing:
        player.closing.set()
    for player in playing:
        player.join()
    settle(url, key, memory)
    with open_pool(cluster.app_url, 2) as pool:
        store = Store(pool)
        _until(lambda: all((row := store.row(game)) and row.status == "finished" for game in memory.games))
        return examine(store, registry, memory)


def read_elsewhere(cluster: Cluster, url: str) -> str:
    """Whether a standby tells spectators and exporters what the primary tells them, once it has all of it."""
    standby = standby_url(cluster)
    with served(cluster, standby, ("serve",), redis_url="") as there:
        _until(lambda: told_by(there) == told_by(url))
    env, home = environment(cluster), cluster.home
    archives = [exported(env, each, home / f"{n}.ndjson.zst") for n, each in enumerate((cluster.app_url, standby))]
    assert archives[0]
    assert archives[0] == archives[1], "a standby exports something else"
    return f"a standby told spectators the same events, and exported the same {len(archives[0])} lines"


Strikes = Iterator[tuple[str, Callable[[], None], Callable[[], None]]]


def strikes(cluster: Cluster, kills: int) -> Strikes:
    """What is done, and what is done about it afterwards: machines come back."""
    for n in range(kills):
        node = cluster.leader()
        assert node is not None
        if n % 2:
            yield "PostgreSQL of the primary killed", lambda node=node: cluster.kill_postgres(node), lambda: None  # type: ignore[misc]
        else:
            back = lambda node=node: cluster.start_node(node)  # noqa: E731
            yield "machine of the primary lost", lambda node=node: cluster.kill_node(node), back  # type: ignore[misc]
    master = cluster.redis_master()
    assert master is not None
    yield "Redis master killed", lambda: cluster.kill(master), lambda: _redis_back(cluster, master)
    yield f"etcd away for {ETCD_AWAY:.0f} s", lambda: _etcd_away(cluster), lambda: None


def _redis_back(cluster: Cluster, name: str) -> None:
    """The one that was killed comes back as a follower, as Sentinel tells it."""
    cluster.until(lambda: cluster.redis_master() not in (None, name))
    master = cluster.redis_master()
    assert master is not None
    cluster.start_redis(name, cluster.ports[master])


def _etcd_away(cluster: Cluster) -> None:
    cluster.kill("etcd")
    time.sleep(ETCD_AWAY)
    cluster.start_etcd()


def struck(cluster: Cluster, memory: Memory, what: str, strike: Callable[[], None], mend: Callable[[], None]) -> Blow:
    began = time.monotonic()
    strike()
    over = time.monotonic()
    _until(lambda: memory.answered_after(over) is not None)
    mend()
    cluster.until(cluster.is_whole, WELL)
    whole = time.monotonic() - began
    _until(lambda: memory.bots_after(over) is not None)
    moments = sorted(each.told.at for each in memory.told() if each.told)
    gaps = [later - max(earlier, began) for earlier, later in pairwise(moments) if later > began]
    return Blow(what, max(gaps, default=0.0), whole)


def _until(condition: Callable[[], object], patience: float = WELL) -> None:
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


@contextmanager
def kontor(cluster: Cluster) -> Iterator[str]:
    """`kontor server serve` and `kontor server worker` on these servers; the address."""
    make_keys(cluster.home / KEYS)
    with served(cluster, cluster.app_url, ("serve", "worker"), cluster.redis_url) as url:
        _until(lambda: _is_ready(url))
        yield url


@contextmanager
def served(cluster: Cluster, database_url: str, commands: Sequence[str], redis_url: str) -> Iterator[str]:
    """What answers, on a port of its own."""
    port = free_port()
    own = {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "PORT": str(port)}
    env = {**environment(cluster), **{PREFIX + name: value for name, value in own.items()}}
    with ExitStack() as stack:
        for command in commands:
            stack.enter_context(_process(command, env, cluster.home / f"{command}-{port}.log"))
        url = f"http://127.0.0.1:{port}"
        _until(lambda: _is_ready(url, "healthz"))
        yield url


def environment(cluster: Cluster) -> Mapping[str, str]:
    """Of all that is started here, but for the servers it is to use."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    files = {"SIGNING_KEYS": str(cluster.home / KEYS), "SIGNER_NOTES": str(cluster.home / "signer")}
    own = {**files, "RULESETS": ",".join(RULESETS), "AUDIT_HOUR": "24"}
    return {**kept, **ROOMY, **{PREFIX + name: value for name, value in own.items()}, "PYTHONPATH": str(ROOT)}


@contextmanager
def _process(command: str, env: Mapping[str, str], log: Path) -> Iterator[None]:
    with log.open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "kontor.service.cli", "server", command], cwd=ROOT, env=env, stdout=said, stderr=said
        )
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


def _is_ready(url: str, what: str = "readyz") -> bool:
    try:
        return httpx.get(f"{url}/{what}", timeout=3).is_success
    except httpx.HTTPError:
        return False


if __name__ == "__main__":
    main()
