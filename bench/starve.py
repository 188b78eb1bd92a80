"""Do bots starve the API? Measure response times while four games of `planner` run, and while they do not.

    python -m bench.starve [seconds]

Two people play Hansa over HTTP on a fresh `kontor up` with its default settings, each with a request every 50 ms: legal
commands, a command, the state, the summary. A time counts from the moment at which a request was due, so that one slow
response does not hide the delay it causes. Four games of planners run at the same time; their workers are frozen for
every other two seconds. So both columns come from the same minute of the same machine, and the ratio holds.
"""

import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field

import httpx

from tests.faults.running import Running, running

EVERY = 0.05  # seconds between two requests of a person
TURN = 2.0  # seconds with bots, then without
SETTLE = 0.1  # seconds between two turns
SETTINGS = {f"KONTOR_LIMIT_{what}": "0" for what in ("COMMANDS", "CREATES", "READS", "ACCOUNTS")}
SETTINGS |= {"KONTOR_GAMES_PER_ACCOUNT": "0"}
KINDS = ("reads", "commands")


@dataclass
class Times:
    """When requests were due, how many milliseconds their responses took, and when bots were working."""

    taken: list[tuple[str, float, float]] = field(default_factory=list)
    turns: list[tuple[float, float, bool]] = field(default_factory=list)

    def note(self, kind: str, due: float) -> None:
        self.taken.append((kind, due, (time.perf_counter() - due) * 1000))

    def of(self, kind: str, thinking: bool) -> list[float]:
        """A request belongs to the turn in which it was due, however late the response came."""
        turns = [(begin, end) for begin, end, thought in self.turns if thought == thinking]
        return [ms for what, due, ms in self.taken if what == kind and any(b <= due < e for b, e in turns)]


def person(house: Running, times: Times, stop: threading.Event) -> None:
    with httpx.Client(base_url=f"{house.url}/v1/games", headers=house.key, timeout=30) as client:
        due = time.perf_counter()
        for kind, ask in asks(house, client):
            due = max(due + EVERY, time.perf_counter() - 1.0)  # at most a second behind: this is not a load test
            if stop.wait(max(0.0, due - time.perf_counter())):
                return
            ask()
            times.note(kind, due)


def asks(house: Running, client: httpx.Client) -> Iterator[tuple[str, Callable[[], httpx.Response]]]:
    """Play game after game, three seats of one person."""
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
    """Alternate with bots and without, for the same time each."""
    for _ in range(max(1, round(seconds / TURN))):
        for thinking in (True, False):
            with nullcontext() if thinking else house.frozen("bots"):
                time.sleep(SETTLE)
                begin = time.perf_counter()
                time.sleep(TURN)
                times.turns.append((begin, time.perf_counter(), thinking))


def p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98]


def main(seconds: float = 20.0) -> None:
    times, stop = Times(), threading.Event()
    with running(("kontor.domain.hansa:RULESET",), SETTINGS) as house:
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
        alone, beside = times.of(kind, False), times.of(kind, True)
        told = [f"p50 {statistics.median(each):6.1f}  p99 {p99(each):7.1f}" for each in (alone, beside)]
        print(f"{kind:<14}{told[0]:>24}{told[1]:>28}{p99(beside) / p99(alone):>16.2f}   ({len(alone)}, {len(beside)})")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
