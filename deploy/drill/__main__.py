"""`make drill`: play games on a cluster while its machines are killed. Then the checker of tests/faults/ compares all
answers that clients got with the log."""

import random
import shutil
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import click
import httpx

from deploy.drill import network
from deploy.drill.blows import strikes, struck, wait_until
from deploy.drill.cluster import PACKAGES, Cluster, missing
from deploy.drill.network import Loopback, Namespaces
from deploy.drill.partitions import HEADING, run_cases
from deploy.drill.serving import environment, kontor, serve_commands
from deploy.drill.standby import export_lines, standby_url, told_by
from kontor.service.registry import Registry
from kontor.service.store.pool import open_pool
from kontor.service.store.store import Store
from tests.faults.campaign import RULESETS
from tests.faults.checker import Report, examine
from tests.faults.memory import Memory
from tests.faults.players import TABLES, Player, settle

SHOWN = 5  # findings to print for a case


@click.command()
@click.option("--kills", default=5, show_default=True, help="how often to kill the primary; 0: kill nothing")
@click.option("--partitions", default=20, show_default=True, help="how often to cut the network")
@click.option("--players", default=4, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(kills: int, partitions: int, players: int, seed: int) -> None:
    """Exit codes: 0 no acknowledged command was lost, doubled or changed, or the packages are missing on this machine;
    1 some were."""
    if lacking := missing():
        click.echo(f"The drill needs {', '.join(lacking)}; on Debian 12: apt-get install {PACKAGES}. Skipped.")
        return
    if partitions and (reason := network.obstacle()):
        click.echo(f"{reason} That part is skipped.")
        partitions = 0
    home = Path(tempfile.mkdtemp(prefix="kontor-drill-"))
    home.chmod(0o755)
    cluster = Cluster(home, Namespaces() if partitions else Loopback())
    try:
        cluster.start()
        click.echo(f"{cluster.leader()} leads; Patroni has {cluster.settings()}; seed {seed}; logs in {home}")
        with kontor(cluster) as url:
            report = run_drill(cluster, url, kills, partitions, players, seed)
            click.echo(read_elsewhere(cluster, url))
    finally:
        cluster.stop()
    click.echo(str(report))
    if not report.findings:
        shutil.rmtree(home, ignore_errors=True)
    sys.exit(bool(report.findings))


def run_drill(cluster: Cluster, url: str, kills: int, partitions: int, players: int, seed: int) -> Report:
    """Play games, kill servers, and compare the answers that clients got with the stored games."""
    luck, memory, registry = random.Random(seed), Memory(), Registry.load(RULESETS.values())
    opened = httpx.post(f"{url}/v1/accounts", json={"name": "drill"}).json()
    key = {"Authorization": f"Bearer {opened['api_key']}"}
    playing = [Player(url, key, memory, TABLES[n % 3], luck.getrandbits(32)) for n in range(players)]
    for player in playing:
        player.start()
    for what, strike, mend in strikes(cluster, kills):
        wait_until(lambda: memory.answered_after(time.monotonic() - 1) is not None)
        click.echo(str(struck(cluster, memory, what, strike, mend)))
    findings = cut_network(cluster, memory, partitions, seed)
    for player in playing:
        player.closing.set()
    for player in playing:
        player.join()
    settle(url, key, memory)
    with open_pool(cluster.app_url, 2) as pool:
        store = Store(pool)
        wait_until(lambda: all((row := store.games.row(game)) and row.status == "finished" for game in memory.games))
        report = examine(store, registry, memory)
    return replace(report, findings=list(dict.fromkeys([*findings, *report.findings])))


def cut_network(cluster: Cluster, memory: Memory, partitions: int, seed: int) -> list[str]:
    """Cut the network, and print a row of the table and the new findings after each case. Return all findings."""
    found: dict[str, None] = {}
    if isinstance(cluster.network, Namespaces):
        click.echo(HEADING)
        for outcome in run_cases(cluster, cluster.network, memory, partitions, seed):
            click.echo(str(outcome))
            new = [each for each in outcome.findings if each not in found]
            for finding in new[:SHOWN]:
                click.echo(f"    {finding.partition(chr(10))[0]}")
            found |= dict.fromkeys(new)
    return list(found)


def read_elsewhere(cluster: Cluster, url: str) -> str:
    """Check that a standby returns the same events and exports as the primary, after it has caught up."""
    standby = standby_url(cluster)
    with serve_commands(cluster, standby, ("serve",), redis_url="") as there:
        wait_until(lambda: told_by(there) == told_by(url))
    env, home = environment(cluster), cluster.home
    archives = [export_lines(env, each, home / f"{n}.ndjson.zst") for n, each in enumerate((cluster.app_url, standby))]
    assert archives[0]
    assert archives[0] == archives[1], "the export of a standby differs"
    return f"a standby returned the same events to spectators, and exported the same {len(archives[0])} lines"


if __name__ == "__main__":
    main()
