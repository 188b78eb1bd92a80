"""Start the API and the worker of a drill on their host."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager

import httpx

from deploy.drill.blows import wait_until
from deploy.drill.cluster import Cluster
from deploy.drill.network import FRONT
from kontor.service.settings import PREFIX
from kontor.service.signing.keys import make_keys
from kontor.service.stack import processes
from kontor.service.stack.processes import Child
from tests.faults.campaign import ROOMY, RULESETS
from tests.support.api_processes import free_port
from tests.support.paths import ROOT

KEYS = "signing-keys.json"


@contextmanager
def kontor(cluster: Cluster) -> Iterator[str]:
    """Run `kontor server serve` and `kontor server worker` on the cluster, and yield the address."""
    make_keys(cluster.home / KEYS)
    with serve_commands(cluster, cluster.app_url, ("serve", "worker"), cluster.redis_url) as url:
        wait_until(lambda: _is_ready(url))
        yield url


@contextmanager
def serve_commands(cluster: Cluster, database_url: str, commands: Sequence[str], redis_url: str) -> Iterator[str]:
    """Run these commands on a free port, and yield the address."""
    port = free_port()
    address = cluster.network.address(FRONT)
    own = {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "HOST": address, "PORT": str(port)}
    env = {**environment(cluster), **{PREFIX + name: value for name, value in own.items()}}
    with ExitStack() as stack:
        started = [
            stack.enter_context(_process(cluster, command, env, f"{command}-{port}.log")) for command in commands
        ]
        url = f"http://{address}:{port}"
        wait_until(lambda: _has_started(started, url))
        yield url


def _has_started(started: Sequence[Child], url: str) -> bool:
    for child in started:
        assert child.is_running, child.last_error()
    return _is_ready(url, "healthz")


def environment(cluster: Cluster) -> Mapping[str, str]:
    """Return the environment of the processes, without the addresses of their servers."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    files = {"SIGNING_KEYS": str(cluster.home / KEYS), "SIGNER_NOTES": str(cluster.home / "signer")}
    own = {**files, "RULESETS": ",".join(RULESETS.values()), "AUDIT_HOUR": "24"}
    return {**kept, **ROOMY, **{PREFIX + name: value for name, value in own.items()}, "PYTHONPATH": str(ROOT)}


@contextmanager
def _process(cluster: Cluster, command: str, env: Mapping[str, str], log: str) -> Iterator[Child]:
    argv, _ = cluster.network.command(FRONT, [sys.executable, "-m", "kontor.service.cli", "server", command], None)
    child = processes.start(command, argv, log=cluster.home / log, env=env)
    try:
        yield child
    finally:
        child.stop(30)


def _is_ready(url: str, what: str = "readyz") -> bool:
    try:
        return httpx.get(f"{url}/{what}", timeout=3).is_success
    except httpx.HTTPError:
        return False
