"""Cut the drill's network at random, end sessions that wait for the standby, and check the log after each cut."""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

import psycopg

from deploy.drill.blows import Blow, struck, wait_until
from deploy.drill.cluster import Cluster
from deploy.drill.network import ETCD, FRONT, NODES, Link, Namespaces
from kontor.service.store.pool import open_pool
from kontor.service.store.store import Store
from tests.faults.checker import examine_acknowledged
from tests.faults.memory import Memory

T = TypeVar("T")
PEERS = ("etcd", "standbys", "etcd and standbys")
DIRECTIONS = ("both ways", "to the primary", "from the primary")
API_SIDES = ("the primary", "the others")
SECONDS = (8, 25, 40)  # the primary keeps the lead, may lose it (ttl: 20), and has lost it to another
RESET_AFTER = 150.0  # seconds
WAITING = "pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = 'kontor_app'"


@dataclass(frozen=True, slots=True)
class Case:
    """A cut of the primary from its peers, in one or both directions. The API is on one side of the cut."""

    peers: str
    direction: str
    api_side: str
    sessions: str
    seconds: int

    def __str__(self) -> str:
        return f"{self.peers:<17} | {self.direction:<16} | {self.api_side:<11} | {self.sessions:<10} | {self.seconds:3}"

    def links(self, primary: str) -> set[Link]:
        """Return the links that are cut."""
        standbys = {node for node in NODES if node != primary}
        near, far = {primary}, {"etcd": {ETCD}, "standbys": standbys}.get(self.peers, {ETCD, *standbys})
        (near if self.api_side == "the primary" else far).add(FRONT)
        outward, inward = set(product(near, far)), set(product(far, near))
        return {"to the primary": inward, "from the primary": outward}.get(self.direction, inward | outward)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a case."""

    case: Case
    primaries: tuple[str, str]  # before and after
    ended: int  # sessions
    acknowledged: int  # commands during the cut
    lost_reads: int  # events that clients have read and that the new primary lacks
    blow: Blow
    checked: int  # acknowledged commands
    findings: Sequence[str]
    reset: Sequence[str]  # nodes that did not come back by themselves

    def __str__(self) -> str:
        verdict = f"{len(self.findings)} FINDINGS" if self.findings else "sound"
        verdict += f", {' and '.join(self.reset)} reset" if self.reset else ""
        return (
            f"{self.case} | {' → '.join(self.primaries):<13} | {self.ended:5} | {self.acknowledged:5} | "
            f"{self.lost_reads:5} | {self.blow.silence:7.1f} | {self.blow.whole:6.1f} | {self.checked:7} | {verdict}"
        )


HEADING = (
    "primary cut from  | direction        | API beside  | sessions   |   s | primary       | ended | acked | reads | "
    "silence |  whole | checked | verdict"
)


def cases(number: int, seed: int) -> list[Case]:
    """Return random cases: 18 of them have every cut once, and each way to end sessions equally often."""
    luck = random.Random(seed)
    cuts = _draws(luck, list(product(PEERS, DIRECTIONS, API_SIDES)))
    endings, seconds = _draws(luck, list(ENDINGS)), _draws(luck, SECONDS)
    return [Case(*next(cuts), next(endings), next(seconds)) for _ in range(number)]


def _draws(luck: random.Random, values: Sequence[T]) -> Iterator[T]:
    """Draw all values in a random order, then all again in another one."""
    while True:
        yield from luck.sample(values, len(values))


def run_cases(cluster: Cluster, network: Namespaces, memory: Memory, number: int, seed: int) -> Iterator[Outcome]:
    """Cut, end sessions, heal and check, one case after the other. Clients play all the time."""
    for case in cases(number, seed):
        wait_until(lambda: memory.answered_after(time.monotonic() - 1) is not None)
        yield _run(cluster, network, memory, case)


def _run(cluster: Cluster, network: Namespaces, memory: Memory, case: Case) -> Outcome:
    primary = cluster.leader()
    assert primary is not None
    ended, began, healed = 0, time.monotonic(), 0.0

    def strike() -> None:
        nonlocal ended, healed
        network.cut(case.links(primary))
        try:
            while time.monotonic() < began + case.seconds:
                ended += ENDINGS[case.sessions](cluster.url("postgres", "postgres", f"postgres {primary}"))
                time.sleep(PAUSES[case.sessions])
        finally:
            network.cut(())
        healed = time.monotonic()

    reset: list[str] = []
    blow = struck(cluster, memory, str(case), strike, lambda: reset.extend(_reset_stragglers(cluster)))
    acknowledged = sum(began <= each.told.at < healed for each in memory.told() if each.told)
    leader = cluster.leader()
    assert leader is not None
    with open_pool(cluster.url("kontor_app", way=f"postgres {leader}"), 1) as pool:
        checked = examine_acknowledged(Store(pool), memory)
    lost = checked.lost_reads
    findings = [*checked.findings, *(lost if leader == primary else ())]
    counted = (ended, acknowledged, len(lost), blow, checked.acknowledged)
    return Outcome(case, (primary, leader), *counted, findings, reset)


def _reset_stragglers(cluster: Cluster) -> Iterator[str]:
    """Reset the nodes that do not follow in time, as a watchdog or an operator does: PostgreSQL 15 can hang if Patroni
    stops it while it recovers from a killed session."""
    end = time.monotonic() + RESET_AFTER
    while not cluster.is_whole():
        if time.monotonic() > end:
            for node in cluster.stragglers():
                cluster.kill_node(node)
                cluster.start_node(node)
                yield node
            return
        time.sleep(0.1)


# ---------------------------------------------------------------- ending sessions that wait for the standby


def _cancel(url: str) -> int:
    return len(_query(url, f"SELECT pg_cancel_backend(pid) FROM {WAITING}"))


def _terminate(url: str) -> int:
    return len(_query(url, f"SELECT pg_terminate_backend(pid) FROM {WAITING}"))


def _kill(url: str) -> int:
    """Kill a session. PostgreSQL then ends all sessions, and recovers from its log."""
    killed = 0
    for pid in _query(url, f"SELECT pid FROM {WAITING} LIMIT 1"):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            killed += 1
    return killed


ENDINGS: Mapping[str, Callable[[str], int]] = {"cancelled": _cancel, "terminated": _terminate, "killed": _kill}
PAUSES = {"cancelled": 0.25, "terminated": 0.25, "killed": 5.0}  # seconds: after a kill PostgreSQL recovers first


def _query(url: str, statement: str) -> list[int]:
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=2) as conn:
            return [int(row[0]) for row in conn.execute(statement.encode())]
    except psycopg.Error:
        return []  # PostgreSQL is down, or restarting
