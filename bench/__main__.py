"""Measure everything that docs/performance.md claims, in one table, with ratios to yardsticks of the same minute.

    python -m bench [--seconds 10] [--rounds 2]        (the long form: --seconds 60)

Yardsticks: a bare Flask endpoint that inserts three rows or reads one, pgbench with the same rows, and the same work at
another size. All results and raw samples go to bench/results.json, with the commit and the machine. The picture in
docs/ is drawn from it (bench/picture.py).
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench import http, picture

RESULTS = Path(__file__).parent / "results.json"
OTHERS = {"sizes": [], "streams": ["5000", "1000", "200", "200", "10"]}  # these print their results as JSON
TOLD = {"cold": [], "engine": ["--seconds", "1"]}  # these print text


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. `goal` applies to the ratio; it is a lower bound if `is_least`."""

    what: str
    ours: str
    yardstick: str
    ratio: float
    goal: float
    is_least: bool

    def __str__(self) -> str:
        is_met = self.ratio >= self.goal if self.is_least else self.ratio <= self.goal
        goal = f"{'≥' if self.is_least else '≤'} {self.goal:g}"
        compared = f"{self.ours:>16} {self.yardstick:>20} {self.ratio:7.2f} {goal:>7}"
        return f"{self.what:34} {compared} {'' if is_met else 'missed'}"


def rows(found: Mapping[str, Any]) -> Iterator[Row]:
    for each in found["http"]:
        goal = 0.33 if each["what"].startswith("commands") else 0.5
        yield Row(each["what"], f"{each['rate']}/s", f"bare {each['bare']}/s", each["of_bare"], goal, True)
        if each["what"].startswith("commands"):
            yield Row("  its p99", f"{each['p99']} ms", "bare's p99", each["p99_of_bare"], 3, False)
            if each.get("pgbench"):
                part = each["rate"] / each["pgbench"]
                yield Row("  of PostgreSQL alone", f"{each['rate']}/s", f"pgbench {each['pgbench']}/s", part, 0, True)
    cached, (one, two) = found["cached"], found["processes"]
    yield Row("commands, 800 games", f"{cached['rate']}/s", f"bare {cached['bare']}/s", cached["of_bare"], 0.33, True)
    yield Row("  its p99", f"{cached['p99']} ms", "bare's p99", cached["p99_of_bare"], 3, False)
    yield Row("processor ms, 2 processes", f"{two:.2f} ms", f"1 process {one:.2f} ms", two / one, 1.15, False)
    for name, goal in (("long", 1.1), ("many", 1.2)):
        each = found["sizes"][name]
        values = [value for key, value in each.items() if key.endswith("_ms")]
        yield Row(f"command, {name} games", f"{values[1]:.2f} ms", f"{values[0]:.2f} ms", each["ratio"], goal, False)
    late = found["streams"]["after_answer_ms"]["p99"]
    yield Row("streams, p99 after the answer", f"{late} ms", "100 ms", late / 100, 1, False)


def told(module: str, arguments: Sequence[str]) -> str:
    print(f"--- bench/{module}.py", flush=True)
    argv = [sys.executable, "-m", f"bench.{module}", *arguments]
    return subprocess.run(argv, check=True, stdout=subprocess.PIPE, text=True).stdout


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=int, default=10, help="of each run over HTTP")
    parser.add_argument("--rounds", type=int, default=2)
    args = parser.parse_args()
    http.require_wrk()
    found: dict[str, Any] = {**http.circumstances(), "at": datetime.now(UTC).isoformat(timespec="seconds")}
    found["http"] = http.measured_all(args.seconds, args.rounds, 200, (8, 16))
    found["cached"] = http.measured_all(args.seconds, args.rounds, 800, (8,), reading=False)[0]
    found["processes"] = http.processor_ms_by_processes(args.seconds, args.rounds, 200)
    found |= {name: json.loads(told(name, arguments)) for name, arguments in OTHERS.items()}
    found |= {name: told(name, arguments).splitlines() for name, arguments in TOLD.items()}
    RESULTS.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    for name in TOLD:
        print("\n".join(found[name]))
    print(f"\n{'':34} {'ours':>16} {'yardstick':>20} {'ratio':>7} {'goal':>7}")
    for row in rows(found):
        print(row)
    picture.draw(found)


if __name__ == "__main__":
    main()
