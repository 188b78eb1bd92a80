"""Do bots starve the API? Its times while four games of `planner` are thought about, and while they are not.

    python -m bench.starve [seconds]

Two people play Hansa over HTTP on a fresh `kontor up` with its default settings, each asking every 50 ms: what is
legal, a command, the state, the summary. A time counts from the moment at which a question was due, so that one slow
answer is not hidden by the pause it causes. Four games of planners wait to be played meanwhile; their workers are
frozen for every other two seconds. So both columns are of the same minute of the same machine, and the ratio holds.
"""

import itertools
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import httpx

from tests.faults.running import Running, running

EVERY = 0.05  # seconds between two questions of a person
TURN = 2.0  # seconds with bots, then without
SETTINGS = {f"KONTOR_LIMIT_{what}": "0" for what in ("COMMANDS", "CREATES", "READS", "ACCOUNTS")}
KINDS = ("reads", "commands")


@dataclass
class Times:
    """Milliseconds, with and without bots at work."""

    thinking: bool = False
    settled: float = 0.0  # answers to questions that were due before are of the other column
    taken: dict[tuple[str, bool], list[float]] = field(default_factory=dict)

    def note(self, kind: str, due: float) -> None:
        if due > self.settled:
            self.taken.setdefault((kind, self.thinking), []).append((time.perf_counter() - due) * 1000)


def person(house: Running, times: Times, stop: threading.Event) -> None:
    with httpx.Client(base_url=f"{house.url}/v1/games", headers=house.key, timeout=30) as client:
        due = time.perf_counter()
        for kind, ask in asks(house, client):
            due = max(due + EVERY, time.perf_counter() - 1.0)  # a second behind, no more: it is no load test
            if stop.wait(max(0.0, due - time.perf_counter())):
                return
            ask()
            times.note(kind, due)


def asks(house: Running, client: httpx.Client) -> Iterator[tuple[str, Callable[[], httpx.Response]]]:
    """Game after game, three seats of one person."""
    while True:
        game, found = house.game("me", "me", "me", ruleset="hansa"), {"awaiting": [1], "commands": [{}]}

        def legal(game: object = game, found: dict[str, list[object]] = found) -> httpx.Response:
            seats = client.get(f"/{game}").json()["awaiting"]
            answer = client.get(f"/{game}/legal-commands", params={"seat": (seats or [1])[0], "expand": 1})
            found.update(answer.json(), awaiting=seats)
            return answer

        for _ in range(400):
            yield "reads", legal
            if not found["awaiting"] or not found["commands"]:
                break
            body = {**found["commands"][0], "seat": found["awaiting"][0]}  # type: ignore[dict-item]
            yield "commands", lambda body=body, game=game: client.post(f"/{game}/commands", json=body)  # type: ignore[misc]
            yield "reads", lambda game=game: client.get(f"/{game}/state")  # type: ignore[misc]
            yield "reads", lambda game=game: client.get(f"/{game}")  # type: ignore[misc]


def take_turns(house: Running, times: Times, seconds: float) -> None:
    """With bots, without bots, and so on, as long for each."""
    end = time.perf_counter() + 2 * seconds
    for thinking in itertools.cycle((True, False)):
        if time.perf_counter() >= end:
            return
        times.thinking, times.settled = thinking, time.perf_counter() + 0.1
        if thinking:
            time.sleep(TURN)
        else:
            with house.frozen("bots"):
                time.sleep(TURN)


def p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98]


def main(seconds: float = 20.0) -> None:
    times, stop = Times(), threading.Event()
    with running(("domain.hansa:RULESET",), SETTINGS) as house:
        for _ in range(4):
            house.game("planner", "planner", "planner", ruleset="hansa")
        people = [threading.Thread(target=person, args=(house, times, stop)) for _ in range(2)]
        for each in people:
            each.start()
        try:
            time.sleep(2.0)
            take_turns(house, times, seconds)
        finally:
            stop.set()
            for each in people:
                each.join()
    print(f"{'milliseconds':<14}{'without bots':>24}{'with four planner games':>28}{'ratio of p99':>16}")
    for kind in KINDS:
        alone, beside = times.taken[kind, False], times.taken[kind, True]
        told = [f"p50 {statistics.median(each):6.1f}  p99 {p99(each):7.1f}" for each in (alone, beside)]
        print(f"{kind:<14}{told[0]:>24}{told[1]:>28}{p99(beside) / p99(alone):>16.2f}   ({len(alone)}, {len(beside)})")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
