"""Kill servers of the drill, and measure how long it takes until everything works again."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from deploy.drill.cluster import Cluster
from tests.faults.memory import Memory

WELL = 300.0  # seconds until everything must work again
ETCD_AWAY = 40.0  # seconds: without failsafe mode, Patroni would give up the lead after half of it


@dataclass(frozen=True, slots=True)
class Blow:
    """A fault, the longest time without an acknowledged command, and the time until all servers were back."""

    what: str
    silence: float
    whole: float

    def __str__(self) -> str:
        return (
            f"{self.what:<34} no acknowledgement for {self.silence:5.1f} s, all servers again after {self.whole:5.1f} s"
        )


Strikes = Iterator[tuple[str, Callable[[], None], Callable[[], None]]]


def strikes(cluster: Cluster, kills: int) -> Strikes:
    """Yield the faults: a name, the function that causes it, and the function that brings the server back."""
    if not kills:
        return
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
    """Start the killed Redis again as a replica of the new master."""
    cluster.until(lambda: cluster.redis_master() not in (None, name))
    master = cluster.redis_master()
    assert master is not None
    cluster.start_redis(name, master)


def _etcd_away(cluster: Cluster) -> None:
    cluster.kill("etcd")
    time.sleep(ETCD_AWAY)
    cluster.start_etcd()


def struck(cluster: Cluster, memory: Memory, what: str, strike: Callable[[], None], mend: Callable[[], None]) -> Blow:
    began = time.monotonic()
    strike()
    over = time.monotonic()
    wait_until(lambda: memory.answered_after(over) is not None)
    mend()
    cluster.until(cluster.is_whole, WELL)
    whole = time.monotonic() - began
    wait_until(lambda: memory.bots_after(over) is not None)
    moments = sorted(each.told.at for each in memory.told() if each.told)
    gaps = [later - max(earlier, began) for earlier, later in pairwise(moments) if later > began]
    return Blow(what, max(gaps, default=0.0), whole)


def wait_until(condition: Callable[[], object], patience: float = WELL) -> None:
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, f"timeout after {patience:g} s"
        time.sleep(0.02)
