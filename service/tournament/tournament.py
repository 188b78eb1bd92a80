"""Play many games between bots on all cores. Bots change their seats from game to game."""

import multiprocessing
import os
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import TypedDict

from kontor.service.tournament import stdio_bots
from kontor.service.tournament.match import Outcome, Setting, play_match
from kontor.service.tournament.slow_decisions import DECISIONS as NOW
from kontor.service.tournament.slow_decisions import Report as ReportSlow
from kontor.service.tournament.slow_decisions import ignore
from kontor.service.tournament.standings import Standings


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of a tournament that is still to be played. `ruleset`: the name of its ruleset in the registry."""

    ruleset: str
    setting: Setting
    bots: tuple[str, ...]
    number: int


def entries(ruleset: str, setting: Setting, named: Sequence[str], seats: int, games: int) -> Iterator[Entry]:
    """Yield the games of a tournament. The last named bot gets the remaining seats. From game to game, every bot moves
    by one seat."""
    filled = [*named, *[named[-1]] * (seats - len(named))]
    for number in range(games):
        turn = number % seats
        yield Entry(ruleset, setting, tuple(filled[turn:] + filled[:turn]), number)


def play_entry(rulesets: Sequence[str], entry: Entry, keep: bool = False) -> tuple[Entry, Outcome]:
    """Play one game. This function can run in a separate process, because it loads the rulesets and bots by their
    names."""
    with stdio_bots.running(stdio_bots.load(rulesets, entry.bots)[entry.ruleset]) as rules:
        return entry, play_match(rules, entry.setting, entry.bots, entry.number, keep)


def play_all(
    rulesets: Sequence[str], games: Sequence[Entry], jobs: int, keep: bool = False, slow: ReportSlow = ignore
) -> Iterator[tuple[Entry, Outcome]]:
    """Play `jobs` games at a time, and yield each outcome as soon as its game has ended. With one job, play in this
    process. `slow` is called with a sentence while a bot thinks for a long time."""
    if jobs == 1:
        with NOW.watched(slow):
            yield from (play_entry(rulesets, entry, keep) for entry in games)
        return
    with (
        _forwarding(slow) as reports,
        ProcessPoolExecutor(jobs, initializer=_begin, initargs=(os.getpid(), reports)) as pool,
    ):
        try:
            for done in as_completed([pool.submit(play_entry, rulesets, entry, keep) for entry in games]):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)  # a caller that stops early waits only for running games


@contextmanager
def _forwarding(slow: ReportSlow) -> Iterator[Connection]:
    """Yield the end of a pipe for other processes, and call `slow` with each sentence that they send. A short message
    is one write, so the pipe needs no lock. A killed process could leave a lock locked."""
    reader, writer = multiprocessing.Pipe(duplex=False)

    def forward() -> None:
        with suppress(EOFError):  # all writers are closed
            while True:
                slow(reader.recv())

    thread = threading.Thread(target=forward, daemon=True)
    thread.start()
    try:
        yield writer
    finally:
        writer.close()
        thread.join()


def _begin(parent: int, reports: Connection) -> None:
    """Prepare a process that plays games. The process reports slow decisions, and ends when its parent ends. Otherwise
    it would continue to play after the parent was killed."""

    def watch() -> None:
        with NOW.watched(reports.send):
            while os.getppid() == parent:
                time.sleep(1)
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Line(TypedDict):
    """The result of one bot. In `wins`, a first place that two seats share counts as a half. `rate`: the share of games
    won, with its interval. `points`: the mean per seat and game. `decisions`: the mean per game."""

    bot: str
    games: int
    wins: float
    rate: float
    low: float
    high: float
    points: float
    mu: float
    sigma: float
    decisions: float
    slowest: float


@dataclass
class Report:
    """The outcomes of a tournament, by the number of the game. So the report does not depend on the order in which
    games end."""

    outcomes: dict[int, tuple[Entry, Outcome]] = field(default_factory=dict)
    slowest: dict[str, float] = field(default_factory=dict)  # seconds of the slowest decision of each bot

    def add(self, entry: Entry, outcome: Outcome) -> None:
        self.outcomes[entry.number] = (entry, outcome)
        for bot, seconds in outcome.slowest.items():
            self.slowest[bot] = max(seconds, self.slowest.get(bot, 0.0))

    @property
    def games(self) -> int:
        return len(self.outcomes)

    @property
    def ended(self) -> list[int]:
        """The numbers of the games that were not given up."""
        return sorted(number for number, (_, outcome) in self.outcomes.items() if not outcome.is_given_up)

    def lines(self) -> list[Line]:
        """Return the result of each bot, best first. Games that were given up do not count."""
        played = [self.outcomes[number] for number in self.ended]
        standings = Standings()
        for entry, outcome in played:
            standings.add(entry.bots, outcome.ranks, outcome.totals)
        return [self._line(bot, standings, played) for bot in standings.ranked()]

    def _line(self, bot: str, standings: Standings, played: Sequence[tuple[Entry, Outcome]]) -> Line:
        mine = [(entry, outcome) for entry, outcome in played if bot in entry.bots]
        rate, rating = standings.rate(bot), standings.ratings[bot]
        return Line(
            bot=bot,
            games=rate.games,
            wins=round(rate.wins, 3),
            rate=round(rate.share, 4),
            low=round(rate.interval[0], 4),
            high=round(rate.interval[1], 4),
            points=round(standings.points[bot] / sum(entry.bots.count(bot) for entry, _ in mine), 2),
            mu=round(rating.mu, 2),
            sigma=round(rating.sigma, 2),
            decisions=round(sum(outcome.decisions[bot] for _, outcome in mine) / len(mine), 1),
            slowest=round(max(outcome.slowest[bot] for _, outcome in mine), 6),
        )
