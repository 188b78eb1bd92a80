"""`make faults`: clients play, join, resign, read streams and get webhooks. The nemesis strikes as the seed has it.
Then the checker compares all that clients remember with the log.

    python -m tests.faults.campaign --faults 200 --seed 1

The seed is printed: the same one strikes with the same faults in the same order. What the machine does meanwhile is its
own, so a second run is another run; the order alone has found most of what there was to find.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click
from cachetools.func import ttl_cache

from kontor.service.stack.data_directory import DataDirectory
from tests.faults.checker import Report, examine
from tests.faults.debts import DebtsWatched
from tests.faults.lines import Lines
from tests.faults.memory import Memory
from tests.faults.nemesis import FAULTS, Nemesis
from tests.faults.patches import BUG
from tests.faults.players import FRIENDS, TABLES, Player, settle
from tests.faults.running import SMALL, Running
from tests.faults.stepped_clock import SteppedClock
from tests.faults.tally import Strike, table
from tests.faults.watchers import Watcher, examine_webhooks, webhook_of
from tests.support.cut_line import a_line_to

RULESETS = {
    "tiny": "tests.tiny:RULESET",
    "hansa": "kontor.domain.hansa:RULESET",
    "merchants": "kontor.domain.merchants:RULESET",
}
ROOMY = {
    **SMALL,
    "KONTOR_API_PROCESSES": "2",
    "KONTOR_MAX_STREAMS": "100",
    "KONTOR_BOT_PATIENCE_SECONDS": "1",  # no player answers what a bot offers
    **{f"KONTOR_LIMIT_{what}": "0" for what in ("COMMANDS", "READS", "CREATES", "ACCOUNTS")},
    "KONTOR_GAMES_PER_ACCOUNT": "0",
    "KONTOR_WEBHOOKS_LOOPBACK": "true",
}
DISK = "size=1200m,mode=755"
WELL = 180.0  # seconds for everything to work again after a fault
PLAYERS = 16  # half of them at tables of friends, which wait for no bot
RATE = 30  # commands per second, at least: else too few faults hit a request
STUCK = 60.0  # seconds in which no game ends, when all are about to: those that are left are lost
ANOTHER = 0.15  # of the faults come before the one before has been recovered from


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of a whole campaign."""

    strikes: Sequence[Strike]
    report: Report
    memory: Memory
    oldest_debt: float
    resolved: int
    rate: float  # commands sent per second, while faults struck

    def __str__(self) -> str:
        sent = self.memory.sent
        commands = (
            f"{len(sent)} commands sent, {len(self.memory.told())} acknowledged, {self.memory.retries} times asked "
            f"again; {self.resolved} that were left open had been carried out"
        )
        rate = f"{self.rate:.0f} commands per second" + (
            f": fewer than {RATE} prove little" if self.rate < RATE else ""
        )
        hit = sum(each.repeated > 0 for each in self.strikes)
        also = (
            f"{hit} of {len(self.strikes)} faults hit a request that was sent again; {self.memory.streamed} events "
            f"streamed, {len(self.memory.received)} webhook messages received"
        )
        debt = f"oldest debt in all: {self.oldest_debt:.1f} s"
        return "\n".join([table(self.strikes), commands, rate, also, debt, str(self.report)])


def campaign(
    seed: int,
    faults: int,
    players: int = PLAYERS,
    kinds: Sequence[str] = (),
    rulesets: Sequence[str] = tuple(RULESETS),
    bug: str = "",
) -> Outcome:
    """Cause this number of faults. Each kind occurs equally often, in an order that follows from the seed. `bug`: the
    bug to plant."""
    luck, memory = random.Random(seed), Memory()
    tables = [table for table in (*FRIENDS, *FRIENDS, *TABLES) if table["ruleset"] in rulesets]
    planted = {BUG: bug} if bug else {}
    with (
        _disk() as (home, disk),
        _kontor(home, [RULESETS[name] for name in rulesets], planted) as (kontor, lines, clock),
        a_line_to(kontor.url) as line,
        webhook_of(kontor.url, kontor.key, memory) as receiver,
    ):
        nemesis = Nemesis(kontor, line, lines, memory, luck, disk, clock)
        friend = kontor.new_account("Ben")
        watching = [Watcher(line.url, memory) for _ in range(players)]
        sockets = ttl_cache(maxsize=1, ttl=0.5)(kontor.request_sockets)  # it reads /proc of the whole machine
        playing = [
            Player(
                line.url,
                kontor.key,
                memory,
                tables[n % len(tables)],
                luck.getrandbits(32),
                friend,
                sockets,
                watching[n].games,
            )
            for n in range(players)
        ]
        for each in (*playing, *watching):
            each.start()
        began = time.monotonic()
        with DebtsWatched(kontor) as debts:
            order = _order(luck, [each for each in nemesis.kinds() if each in (kinds or FAULTS)], faults)
            strikes = list(_strikes(nemesis, memory, debts, order))
            rate = len(memory.sent) / (time.monotonic() - began)
            _finish(kontor, memory, playing, watching)
            resolved = settle(kontor.url, kontor.key, memory)
        report = examine(kontor.store, kontor.registry, memory)
        findings = [*report.findings, *examine_webhooks(kontor.store, receiver, memory)]
    return Outcome(strikes, replace(report, findings=findings), memory, debts.oldest(0.0), resolved, rate)


def _finish(kontor: Running, memory: Memory, playing: Sequence[Player], watching: Sequence[Watcher]) -> None:
    """Wait for the end of all games, as long as any of them goes on: the checker reports the others."""
    for player in playing:
        player.closing.set()
    for player in playing:
        player.join()
    for watcher in watching:
        watcher.games.put(None)
    unfinished, until = list(memory.games), time.monotonic() + STUCK
    while unfinished and time.monotonic() < until:
        left = [game for game in unfinished if (row := kontor.store.games.row(game)) and row.status != "finished"]
        if len(left) < len(unfinished):
            until = time.monotonic() + STUCK
        unfinished = left
        time.sleep(0.1)
    for watcher in watching:
        watcher.join()


def _order(luck: random.Random, kinds: Sequence[str], faults: int) -> Sequence[str]:
    order = [kinds[n % len(kinds)] for n in range(faults)]
    luck.shuffle(order)
    return order


def _strikes(nemesis: Nemesis, memory: Memory, debts: DebtsWatched, order: Sequence[str]) -> Iterator[Strike]:
    if not _is_well(nemesis, memory, time.monotonic()):
        return
    for number, kind in enumerate(order, 1):
        began, retries = time.monotonic(), memory.retries
        nemesis.strike(kind)
        over = time.monotonic()
        is_alone = nemesis.luck.random() >= ANOTHER
        if (is_alone or number == len(order)) and not _is_well(nemesis, memory, over):
            return
        answered, bots = memory.answered_after(over), memory.bots_after(over)
        waits = (answered and answered - over, bots and bots - over, debts.oldest(began))
        strike = Strike(kind, over - began, *waits, memory.retries - retries)
        print(f"{number:4} {strike}", flush=True)
        yield strike
        time.sleep(nemesis.luck.uniform(0.1, 1.0))


def _is_well(nemesis: Nemesis, memory: Memory, since: float) -> bool:
    """Wait until a command is acknowledged, and a bot answers one. Else report it, and return False."""
    until = time.monotonic() + WELL
    while memory.answered_after(since) is None or memory.bots_after(since) is None:
        if time.monotonic() > until or nemesis.kontor.process.poll() is not None:
            memory.flaw(f"not well after {WELL:g} s; kontor said: {''.join(nemesis.kontor.said)}")
            return False
        time.sleep(0.05)
    return True


@contextmanager
def _disk() -> Iterator[tuple[Path, Path | None]]:
    """A place for everything: a small disk of its own, which can be filled, where one can be mounted."""
    home = Path(tempfile.mkdtemp(prefix="kontor-"))
    mounting = ["mount", "-t", "tmpfs", "-o", DISK, "kontor-faults", str(home)]
    mounted = os.geteuid() == 0 and not subprocess.run(mounting, capture_output=True, check=False).returncode
    home.chmod(0o755)
    try:
        yield home, home if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(home)], check=True)
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def _kontor(
    home: Path, rulesets: Iterable[str], planted: Mapping[str, str]
) -> Iterator[tuple[Running, Lines, SteppedClock | None]]:
    clock = SteppedClock.made(home)
    stepped: Mapping[str, str] = clock.environment() if clock else {}
    lines = Lines(home / "lines", DataDirectory(home / "data"))
    try:
        kontor = Running(home / "data", sorted(rulesets), {**ROOMY, **stepped, **planted, **lines.environment()})
        try:
            yield kontor, lines, clock
        finally:
            lines.heal()
            kontor.stop()
    finally:
        lines.close()


@click.command()
@click.option("--seed", default=None, type=int, help="What decides the order of the faults; else by lot.")
@click.option("--faults", default=200, show_default=True)
@click.option("--players", default=PLAYERS, show_default=True)
@click.option("--kinds", default="", help="Only these, with commas between.")
@click.option("--rulesets", default=",".join(RULESETS), show_default=True, help="tiny: short games alone.")
@click.option("--bug", default="", help="Plant this bug of tests/faults/patches.py.")
def main(seed: int | None, faults: int, players: int, kinds: str, rulesets: str, bug: str) -> None:
    seed = random.SystemRandom().getrandbits(32) if seed is None else seed
    click.echo(f"seed {seed}")
    outcome = campaign(seed, faults, players, [each for each in kinds.split(",") if each], rulesets.split(","), bug)
    click.echo(f"{outcome}\nseed {seed}")
    sys.exit(bool(outcome.report.findings))


if __name__ == "__main__":
    main()
