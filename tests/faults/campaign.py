"""`make faults`: clients play, the nemesis strikes as the seed has it, the checker looks at all that is left.

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
from dataclasses import dataclass
from pathlib import Path

import click

from tests.faults.checker import Report, examine
from tests.faults.debts import DebtsWatched
from tests.faults.memory import Memory
from tests.faults.nemesis import FAULTS, Nemesis
from tests.faults.players import TABLES, Player, settle
from tests.faults.running import SMALL, Running
from tests.faults.stepped_clock import SteppedClock
from tests.faults.tally import Strike, table
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
}
DISK = "size=1200m,mode=755"
WELL = 180.0  # seconds for everything to work again after a fault
ANOTHER = 0.15  # of the faults come before the one before has been recovered from


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of a whole campaign."""

    strikes: Sequence[Strike]
    report: Report
    memory: Memory
    oldest_debt: float
    resolved: int

    def __str__(self) -> str:
        sent = self.memory.sent
        commands = (
            f"{len(sent)} commands sent, {len(self.memory.told())} acknowledged, {self.memory.retries} times asked "
            f"again; {self.resolved} that were left open had been carried out"
        )
        debt = f"oldest debt in all: {self.oldest_debt:.1f} s"
        return "\n".join([table(self.strikes), commands, debt, str(self.report)])


def campaign(seed: int, faults: int, players: int = 6, kinds: Sequence[str] = (), tables: int = len(TABLES)) -> Outcome:
    """Strike so many times, each kind as often as the others, in an order that the seed tells. `tables`: how many of
    their kinds are played at; the first are the shortest games."""
    luck, memory = random.Random(seed), Memory()
    rulesets = {RULESETS[str(table["ruleset"])] for table in TABLES[:tables]}
    with _disk() as (home, disk), _kontor(home, rulesets) as (kontor, clock), a_line_to(kontor.url) as line:
        nemesis = Nemesis(kontor, line, luck, disk, clock)
        playing = [
            Player(line.url, kontor.key, memory, TABLES[n % tables], luck.getrandbits(32)) for n in range(players)
        ]
        for player in playing:
            player.start()
        with DebtsWatched(kontor) as debts:
            order = _order(luck, [each for each in nemesis.kinds() if each in (kinds or FAULTS)], faults)
            strikes = list(_strikes(nemesis, memory, debts, order))
            for player in playing:
                player.closing.set()
            for player in playing:
                player.join()
            resolved = settle(kontor.url, kontor.key, memory)
            for game in memory.games:
                kontor.until(lambda game=game: kontor.status(game) == "finished")  # type: ignore[misc]
        report = examine(kontor.store, kontor.registry, memory)
    return Outcome(strikes, report, memory, debts.oldest(0.0), resolved)


def _order(luck: random.Random, kinds: Sequence[str], faults: int) -> Sequence[str]:
    order = [kinds[n % len(kinds)] for n in range(faults)]
    luck.shuffle(order)
    return order


def _strikes(nemesis: Nemesis, memory: Memory, debts: DebtsWatched, order: Sequence[str]) -> Iterator[Strike]:
    _until_well(nemesis, memory, time.monotonic())
    for number, kind in enumerate(order, 1):
        began = time.monotonic()
        nemesis.strike(kind)
        over = time.monotonic()
        is_alone = nemesis.luck.random() >= ANOTHER
        if is_alone or number == len(order):
            _until_well(nemesis, memory, over)
        answered, bots = memory.answered_after(over), memory.bots_after(over)
        strike = Strike(kind, over - began, answered and answered - over, bots and bots - over, debts.oldest(began))
        print(f"{number:4} {strike}", flush=True)
        yield strike
        time.sleep(nemesis.luck.uniform(0.1, 1.0))


def _until_well(nemesis: Nemesis, memory: Memory, since: float) -> None:
    """A command is acknowledged, and a bot answers one."""
    until = time.monotonic() + WELL
    while memory.answered_after(since) is None or memory.bots_after(since) is None:
        nemesis.kontor.has_said("")  # that it lives
        assert time.monotonic() < until, f"not well after {WELL:g} s; kontor said: {''.join(nemesis.kontor.said)}"
        time.sleep(0.02)


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
def _kontor(home: Path, rulesets: Iterable[str]) -> Iterator[tuple[Running, SteppedClock | None]]:
    clock = SteppedClock.made(home)
    stepped: Mapping[str, str] = clock.environment() if clock else {}
    kontor = Running(home / "data", sorted(rulesets), {**ROOMY, **stepped})
    try:
        yield kontor, clock
    finally:
        kontor.stop()


@click.command()
@click.option("--seed", default=None, type=int, help="What decides the order of the faults; else by lot.")
@click.option("--faults", default=200, show_default=True)
@click.option("--players", default=6, show_default=True)
@click.option("--kinds", default="", help="Only these, with commas between.")
@click.option("--tables", default=len(TABLES), show_default=True, help="2: short games alone, for a short run.")
def main(seed: int | None, faults: int, players: int, kinds: str, tables: int) -> None:
    seed = random.SystemRandom().getrandbits(32) if seed is None else seed
    click.echo(f"seed {seed}")
    outcome = campaign(seed, faults, players, [each for each in kinds.split(",") if each], tables)
    click.echo(f"{outcome}\nseed {seed}")
    sys.exit(bool(outcome.report.findings))


if __name__ == "__main__":
    main()
