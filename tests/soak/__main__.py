"""`make soak`: play on `kontor up` for two hours, and measure it at the start, in the middle and at the end.

    python -m tests.soak --minutes 120 --players 4 --seed 1

It prints all sizes, and ends with 1 if something is not level.
"""

import sys
import threading
import time

import click
import httpx

from tests.faults.campaign import ROOMY, RULESETS
from tests.faults.memory import Memory
from tests.faults.players import TABLES, Player
from tests.faults.running import Running, running
from tests.soak.judging import Line, judge
from tests.soak.measuring import Measurement, measure

SMALL_CACHES = {  # for about 80 games, so that they are full before the middle, also of a short soak
    "KONTOR_CACHE_BYTES": str(2 * 2**20),
    "KONTOR_WORKER_CACHE_BYTES": str(2 * 2**20),
}
WARM_UP = 0.1  # of the time, before the first measurement: modules are loaded and pools are full
CHANGE = 5.0  # seconds between two visitors


class Visitor(threading.Thread):
    """Opens an account, reads a game, sends a command that is refused, and deletes the account; again and again."""

    def __init__(self, url: str) -> None:
        super().__init__(name="visitor", daemon=True)
        self._url, self.closing = url, threading.Event()

    def run(self) -> None:
        while not self.closing.wait(CHANGE):
            with httpx.Client(base_url=self._url, timeout=30) as client:
                client.headers["Authorization"] = f"Bearer {self._opened(client)}"
                game = next(iter(client.get("/v1/games?limit=1").json()["items"]), None)
                if game is not None:
                    client.get(f"/v1/games/{game['id']}/events?after=0&limit=20")
                    client.post(f"/v1/games/{game['id']}/commands", json={"type": "no_such_command"})
                client.delete("/v1/me")

    def _opened(self, client: httpx.Client) -> str:
        return str(client.post("/v1/accounts", json={"name": "Visitor"}).json()["api_key"])


def soak(minutes: float, players: int, seed: int) -> list[Line]:
    """Run the load and return a line for each thing that was measured."""
    with running(sorted(RULESETS.values()), {**ROOMY, **SMALL_CACHES}) as kontor:
        memory = Memory()
        playing = [
            Player(kontor.url, kontor.key, memory, TABLES[n % len(TABLES)], seed * 1000 + n) for n in range(players)
        ]
        visitor = Visitor(kontor.url)
        for each in (*playing, visitor):
            each.start()
        measured = _measure_thrice(kontor, minutes * 60)
        for each in (*playing, visitor):
            each.closing.set()
        if memory.flaws:
            raise click.ClickException("; ".join(memory.flaws[:3]))
        return list(judge(measured))


def _measure_thrice(kontor: Running, seconds: float) -> list[Measurement]:
    found = []
    for wait in (seconds * WARM_UP, seconds * (1 - WARM_UP) / 2, seconds * (1 - WARM_UP) / 2):
        time.sleep(wait)
        found.append(measure(kontor))
        click.echo(f"{len(found)} of 3 measurements, {found[-1].commits} commits", err=True)
    return found


@click.command()
@click.option("--minutes", default=120.0, show_default=True)
@click.option("--players", default=4, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(minutes: float, players: int, seed: int) -> None:
    lines = soak(minutes, players, seed)
    click.echo(f"{'':60}{'start':>15}{'middle':>15}{'end':>15}")
    for line in lines:
        click.echo(str(line))
    grown = [line for line in lines if line.flaw]
    click.echo(f"{len(lines)} things measured, {len(grown)} are not level")
    sys.exit(bool(grown))


if __name__ == "__main__":
    main()
