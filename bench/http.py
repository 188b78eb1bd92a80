"""How fast is the service over HTTP, compared with the minimum work of any such service?

    python -m bench.http [--seconds 20] [--rounds 3] [--games 200] [--connections 8,16]

It starts its own `kontor up` with the default processes and workers, and, on the same PostgreSQL, a bare Flask
application that inserts three rows or reads one (bench/bare_app.py). wrk (Debian: apt-get install wrk) calls both
alternately, a few seconds each, so that every ratio comes from the same minute of the same machine. The commands are
those of the recorded games of both rulesets, on new games in each round, every second one with an Idempotency-Key.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import httpx
import psycopg

from kontor.service.stack import postgres
from tests.faults.running import Running, descendants, role_of, running
from tests.support.api_processes import free_port
from tests.support.recorded_load import LoadGame, load_games

WRK = Path(__file__).parent / "wrk"
SETTINGS = {f"KONTOR_LIMIT_{what}": "100000000" for what in ("COMMANDS", "CREATES", "READS", "ACCOUNTS")}
SETTINGS |= {"KONTOR_GAMES_PER_ACCOUNT": "0"}
RULESETS = ("kontor.domain.hansa:RULESET", "kontor.domain.merchants:RULESET")
TABLE = """
    CREATE TABLE IF NOT EXISTS bare (
        game_id uuid NOT NULL, version bigint NOT NULL, envelope text NOT NULL, hash bytea NOT NULL,
        PRIMARY KEY (game_id, version));
    GRANT SELECT, INSERT ON bare TO kontor_app;
"""
BODY = "x" * 900  # as long as an envelope


Json = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Bare:
    """The bare application: its address and its main process."""

    url: str
    pid: int


@dataclass(frozen=True, slots=True)
class Run:
    """One run of wrk: responses per second, milliseconds, and failures."""

    rate: float
    p50: float
    p99: float
    failed: int


def wrk(url: str, script: str, lines: Path, connections: int, seconds: int) -> Run:
    argv = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", str(WRK / script), url, "--", str(lines)]
    said = subprocess.run(argv, capture_output=True, text=True, check=True).stdout
    for line in said.splitlines():
        if line.startswith("refused"):
            print(f"  {line}", file=sys.stderr)
    found = json.loads(next(line for line in said.splitlines() if line.startswith("RESULT"))[7:])
    seconds_taken = found["micros"] / 1e6
    return Run(found["requests"] / seconds_taken, found["p50"] / 1000, found["p99"] / 1000, found["failed"])


@contextmanager
def bare(house: Running) -> Iterator[Bare]:
    """Start the bare application: two processes of four threads."""
    with psycopg.connect(postgres.url(house.directory, postgres.SUPERUSER), autocommit=True) as conn:
        conn.execute(TABLE)
    port = free_port()
    argv = ["--interface", "wsgi", "--workers", "2", "--blocking-threads", "4", "--port", str(port)]
    server = subprocess.Popen(
        [sys.executable, "-m", "granian", *argv, "--no-ws", "--log-level", "warning", "bench.bare_app:app"],
        env={**os.environ, "BARE_DATABASE_URL": postgres.url(house.directory)},
    )
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(100):
            try:
                httpx.post(f"{url}/rows", content=BODY).raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.1)
        yield Bare(url, server.pid)
    finally:
        server.terminate()
        server.wait()


def pgbench(house: Running, folder: Path, seconds: int, connections: int) -> float | None:
    """Return how often per second PostgreSQL inserts as many rows without other work; None without pgbench."""
    program = shutil.which("pgbench") or next(map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin/pgbench"))), None)
    if program is None:
        return None
    script = folder / "insert.sql"
    text = f"SELECT game, n, '{BODY}', '\\x{'00' * 32}' FROM gen_random_uuid() AS game, generate_series(1, 3) AS n"
    script.write_text(f"INSERT INTO bare {text};\n")
    argv = [program, "-n", "-M", "prepared", "-f", str(script), "-c", str(connections), "-T", str(seconds)]
    said = subprocess.run([*argv, postgres.url(house.directory)], capture_output=True, text=True, check=True).stdout
    return float(next(line.split()[2] for line in said.splitlines() if line.startswith("tps")))


def bearer(key: str) -> Mapping[str, str]:
    return {"Authorization": f"Bearer {key}"}


def new_games(house: Running, count: int) -> list[LoadGame]:
    with httpx.Client(base_url=house.url, timeout=60) as client:

        def post(path: str, body: Mapping[str, object], key: str) -> Mapping[str, object]:
            made = client.post(path, json=body, headers=bearer(key) if key else {})
            made.raise_for_status()
            return dict(made.json())

        return list(load_games(house.store, post, count))


def written(folder: Path, games: Sequence[LoadGame]) -> Path:
    path = folder / f"games-{uuid4().hex}"
    with path.open("w") as out:
        for game in games:
            out.write(f"G {game.id} {game.key}\n")
            out.writelines(f"C {body}\n" for body in game.bodies)
    return path


def requests_to(folder: Path, lines: Sequence[str]) -> Path:
    path = folder / f"requests-{uuid4().hex}"
    path.write_text("\n".join(lines) + "\n")
    return path


def processor_seconds(*parents: int) -> Mapping[str, float]:
    """Return the processor seconds of all processes below these so far, by role."""
    found: dict[str, float] = {}
    for pid, words in (each for parent in parents for each in descendants(parent)):
        try:
            stat = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        role = role_of(words) or ("postgres" if "postgres" in words[0] else "other")
        found[role] = found.get(role, 0.0) + (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
    return found


def measured(run: Callable[[], Run], seconds: int, *parents: int) -> tuple[Run, Mapping[str, float]]:
    """Return a run and its cost: milliseconds of processor per response, by role."""
    before = processor_seconds(*parents)
    done = run()
    spent = {role: total - before.get(role, 0.0) for role, total in processor_seconds(*parents).items()}
    return done, {role: each / (done.rate * seconds) * 1e3 for role, each in sorted(spent.items()) if each > 0}


def commanded(house: Running, games: Path, connections: int, seconds: int) -> tuple[Run, Mapping[str, float]]:
    """Send the commands of these games. Return the run and its cost."""
    return measured(lambda: wrk(house.url, "commands.lua", games, connections, seconds), seconds, house.process.pid)


def commands(house: Running, other: Bare, folder: Path, args: argparse.Namespace, connections: int) -> Json:
    rows = requests_to(folder, [f"POST /rows - - {BODY}"])
    ours, theirs = [], []
    postgres_pid = house.pids("postgres")[0]
    for _ in range(args.rounds):
        games = written(folder, new_games(house, args.games))
        time.sleep(1)
        theirs.append(
            measured(
                lambda: wrk(other.url, "same.lua", rows, connections, args.seconds),
                args.seconds,
                other.pid,
                postgres_pid,
            )
        )
        ours.append(commanded(house, games, connections, args.seconds))
    found = compared(f"commands at {connections}", [run for run, _ in ours], [run for run, _ in theirs])
    costs = {"ours": _middle([cost for _, cost in ours]), "bare": _middle([cost for _, cost in theirs])}
    for name, cost in costs.items():
        print(
            f"  processor ms per {'command' if name == 'ours' else 'bare request'}: {sum(cost.values()):.2f} = {cost}"
        )
    return {**found, "processor_ms": costs}


def _middle(costs: Sequence[Mapping[str, float]]) -> Mapping[str, float]:
    return {role: round(statistics.median(cost.get(role, 0.0) for cost in costs), 3) for role in costs[0]}


def reads(house: Running, other: Bare, folder: Path, args: argparse.Namespace) -> Iterator[Json]:
    games = new_games(house, 50)
    with httpx.Client(base_url=house.url, timeout=60) as client:
        for game in games:
            for body in game.bodies[:20]:
                sent = client.post(f"/v1/games/{game.id}/commands", json=json.loads(body), headers=bearer(game.key))
                sent.raise_for_status()
        asked = [(f"/v1/games/{game.id}", game.key) for game in games]
        tags = [client.get(f"{path}/state", headers=bearer(key)).headers["ETag"] for path, key in asked]
    known = [str(uuid4()) for _ in range(50)]
    with psycopg.connect(postgres.url(house.directory), autocommit=True) as conn:
        for each in known:
            conn.execute("INSERT INTO bare VALUES (%s, 1, %s, %s)", (each, BODY, bytes(32)))
    yardstick = requests_to(folder, [f"GET /rows/{each} - - -" for each in known])
    kinds = {
        "summary": [f"GET {path} {key} - -" for path, key in asked],
        "state": [f"GET {path}/state {key} - -" for path, key in asked],
        "state, known": [f"GET {path}/state {key} {tag} -" for (path, key), tag in zip(asked, tags, strict=True)],
        "legal-commands": [f"GET {path}/legal-commands?seat=1 {key} - -" for path, key in asked],
        "20 events": [f"GET {path}/events?limit=20 {key} - -" for path, key in asked],
        "list of 20": [f"GET /v1/games?limit=20 {key} - -" for _, key in asked],
    }
    for name, lines in kinds.items():
        requests = requests_to(folder, lines)
        ours, theirs = [], []
        for _ in range(args.rounds):
            theirs.append(wrk(other.url, "same.lua", yardstick, 8, max(2, args.seconds // 4)))
            ours.append(wrk(house.url, "same.lua", requests, 8, max(2, args.seconds // 4)))
        yield compared(name, ours, theirs)


def compared(name: str, ours: Sequence[Run], theirs: Sequence[Run]) -> Json:
    found = {
        "what": name,
        "rate": round(statistics.median(run.rate for run in ours)),
        "bare": round(statistics.median(run.rate for run in theirs)),
        "of_bare": round(statistics.median(a.rate / b.rate for a, b in zip(ours, theirs, strict=True)), 3),
        "p50": round(statistics.median(run.p50 for run in ours), 1),
        "p99": round(statistics.median(run.p99 for run in ours), 1),
        "p99_of_bare": round(statistics.median(a.p99 / b.p99 for a, b in zip(ours, theirs, strict=True)), 2),
        "failed": sum(run.failed for run in ours),
        "samples": [[round(a.rate), round(b.rate), a.p99, b.p99] for a, b in zip(ours, theirs, strict=True)],
    }
    rates = f"{found['rate']:>6}/s  bare {found['bare']:>6}/s  {found['of_bare'] * 100:5.1f} %"
    times = f"p50 {found['p50']:6.1f} ms  p99 {found['p99']:6.1f} ms ({found['p99_of_bare']:.1f} × bare's)"
    print(f"{name:18} {rates}  {times}  failed {found['failed']}", flush=True)
    return found


def circumstances() -> Json:
    """Return the code version and the machine of these numbers."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()
    told = Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.split(":")[1].strip() for line in told if "model name" in line), "")
    return {"commit": commit, "processor": model, "cores": os.cpu_count(), "python": sys.version.split()[0]}


def processor_ms_by_processes(seconds: int, rounds: int, games: int) -> list[float]:
    """Return the cost of a command over all processes, with one request process and with two, which alternate."""
    one, two = ({**SETTINGS, "KONTOR_API_PROCESSES": str(number)} for number in (1, 2))
    temporary = tempfile.TemporaryDirectory()
    with running(RULESETS, one) as alone, running(RULESETS, two) as both, temporary as name:
        found: tuple[list[float], list[float]] = ([], [])
        for _ in range(rounds):
            for house, costs in zip((alone, both), found, strict=True):
                _, cost = commanded(house, written(Path(name), new_games(house, games)), 8, seconds)
                costs.append(sum(cost.values()))
    print(f"processor ms per command, 1 and 2 request processes: {found}", flush=True)
    return [statistics.median(costs) for costs in found]


def measured_all(seconds: int, rounds: int, games: int, connections: Sequence[int], reading: bool = True) -> list[Json]:
    """Measure everything in this file; each ratio comes from the same minute."""
    args = argparse.Namespace(seconds=seconds, rounds=rounds, games=games)
    found: list[Json] = []
    temporary = tempfile.TemporaryDirectory()
    with running(RULESETS, SETTINGS) as house, bare(house) as other, temporary as name:
        folder = Path(name)
        for each in connections:
            told = commands(house, other, folder, args, each)
            rate = pgbench(house, folder, seconds, each)
            found.append({**told, "pgbench": None if rate is None else round(rate)})
        if reading:
            found.extend(reads(house, other, folder, args))
    return found


def require_wrk() -> None:
    if shutil.which("wrk") is None:
        sys.exit("bench.http needs wrk, a load generator; on Debian: apt-get install wrk")


def main() -> None:
    parser = argparse.ArgumentParser(description="The service over HTTP, against a bare endpoint.")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--connections", default="8,16")
    parser.add_argument("--no-reads", action="store_true")
    args = parser.parse_args()
    require_wrk()
    connections = [int(each) for each in args.connections.split(",") if each]
    found = measured_all(args.seconds, args.rounds, args.games, connections, not args.no_reads)
    print(json.dumps({**circumstances(), "results": found}))


if __name__ == "__main__":
    main()
