"""How much processor time does one command cost in the API and in PostgreSQL, without an HTTP server?

    python -m bench.command [commands] [--profile FILE]

The application is called in this process as a WSGI server calls it, one command after the other, with its own
PostgreSQL and Redis. Every second command has an Idempotency-Key. Processor times hardly depend on other work of the
machine.
"""

import cProfile
import io
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from kontor.service.http.app import create_app
from kontor.service.http.context import NAME
from kontor.service.settings import Settings
from kontor.service.signing.keys import make_keys
from tests.support.recorded_load import LoadGame, load_games
from tests.support.servers import Servers, running

LIMITS = dict.fromkeys(("limit_commands", "limit_creates", "limit_reads", "limit_accounts", "games_per_account"), 0)
GAMES = 26
WARM = 300  # commands before the measurement


def call(app, method: str, path: str, body: bytes, key: str, **headers: str) -> tuple[str, bytes]:
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8080",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "127.0.0.1:8080",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_AUTHORIZATION": f"Bearer {key}",
        **headers,
    }
    if not key:
        del environ["HTTP_AUTHORIZATION"]
    told = []
    parts = app(environ, lambda status, headers, exc=None: told.append(status))
    text = b"".join(parts)
    if hasattr(parts, "close"):
        parts.close()
    return told[0], text


def yardstick() -> float:
    """Return the processor seconds of a fixed piece of plain Python: the present speed of this machine."""
    begun = time.process_time()
    for n in range(400):
        json.loads(json.dumps({"numbers": list(range(30)), "text": "x" * n}))
    return time.process_time() - begun


def turns(games: list[LoadGame]) -> Iterator[tuple[LoadGame, str]]:
    """Yield command after command, alternating between the games."""
    for n in range(max(len(game.bodies) for game in games)):
        for game in games:
            if n < len(game.bodies):
                yield game, game.bodies[n]


def postgres_seconds(servers: Servers) -> float:
    """Return the processor time of all processes of this PostgreSQL so far."""
    main_pid = int((servers.directory.cluster / "postmaster.pid").read_text().split()[0])
    ticks = 0
    for each in Path("/proc").iterdir():
        if each.name.isdigit():
            try:
                words = (each / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:  # the process has ended in the meantime
                continue
            if main_pid in (int(each.name), int(words[1])):
                ticks += int(words[11]) + int(words[12])
            if main_pid == int(each.name):
                ticks += int(words[13]) + int(words[14])  # of ended processes
    return ticks / os.sysconf("SC_CLK_TCK")


def main(count: int, profile: str | None) -> None:
    with running() as servers:
        keys = servers.directory.path / "keys.json"
        make_keys(keys)
        database = servers.database()
        import psycopg

        psycopg.connect(servers.super_url("postgres"), autocommit=True).execute(
            "ALTER ROLE kontor_app SET plan_cache_mode = force_generic_plan"
        )
        settings = Settings(
            database_url=servers.app_url(database), redis_url=servers.redis_url, signing_keys=str(keys), **LIMITS
        )
        app = create_app(settings)
        apps = [app, create_app(settings)] if "--two" in sys.argv else [app]
        context = app.extensions[NAME]

        def post(path: str, body: Mapping[str, object], key: str) -> Mapping[str, object]:
            status, text = call(app, "POST", path, json.dumps(body).encode(), key)
            assert status.startswith("201"), text
            return json.loads(text)

        games = list(load_games(context.store, post, GAMES))
        profiler = cProfile.Profile() if profile else None
        made, begun, database_begun, measured = 0, 0.0, 0.0, [yardstick()]
        wall = 0.0
        for n, (game, body) in enumerate(turns(games)):
            if n == WARM:
                begun, database_begun, wall = time.process_time(), postgres_seconds(servers), time.perf_counter()
                if profiler:
                    profiler.enable()
            if n == WARM + count:
                break
            if n % 100 == 0:
                measured.append(yardstick())
                begun += measured[-1]
            more = {"HTTP_IDEMPOTENCY_KEY": f"k{n}"} if n % 2 else {}
            status, text = call(
                apps[n % len(apps)], "POST", f"/v1/games/{game.id}/commands", body.encode(), game.key, **more
            )
            assert status.startswith("201"), (status, text)
            made += n >= WARM
        if profiler:
            profiler.disable()
            profiler.dump_stats(profile)
        unit = sorted(measured)[len(measured) // 2]
        print(f"in units of plain Python (here {unit * 1e3:.2f} ms): {(time.process_time() - begun) / made / unit:.4f}")
        print(
            f"{made} commands: API {(time.process_time() - begun) / made * 1e3:.3f} ms, "
            f"PostgreSQL {(postgres_seconds(servers) - database_begun) / made * 1e3:.3f} ms, "
            f"wall {(time.perf_counter() - wall) / made * 1e3:.3f} ms"
        )


if __name__ == "__main__":
    arguments = sys.argv[1:]
    at = arguments.index("--profile") if "--profile" in arguments else None
    main(int(arguments[0]) if arguments and arguments[0].isdigit() else 3000, None if at is None else arguments[at + 1])
