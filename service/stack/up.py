"""All processes of `kontor up`, started in order, supervised, and stopped in the opposite order."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace

import httpx

from kontor.service import migrations
from kontor.service.settings import Settings
from kontor.service.signing.keys import make_keys
from kontor.service.stack import data_directory, postgres, processes, redis, strays
from kontor.service.stack.data_directory import CannotStart, DataDirectory
from kontor.service.stack.listening import require_free_port
from kontor.service.stack.log_files import LogFiles
from kontor.service.stack.processes import Child
from kontor.service.stack.supervise import NEVER, Supervisor, stopping
from kontor.service.stack.watching import watched

# Seconds for a stop; an idle one takes none of them.
POSTGRES_SECONDS = 15.0
REDIS_SECONDS = 3.0
KONTOR_SECONDS = 6.0  # the API, which takes no more than half of them, and the workers
READY = 60.0


def run(settings: Settings, say: Callable[[str], None]) -> None:
    """Start everything, say where it is, start again what dies, and stop it all on Ctrl-C or SIGTERM."""
    step = Steps(say)
    step(f"Kontor starts on {os.path.abspath(settings.data)}")
    if not settings.data.exists():
        require_free_port(settings.host, settings.port)  # before anything is made
    directory = data_directory.prepare(settings.data)
    with data_directory.held(directory), stopping() as stop, ExitStack() as stack:
        strays.end_marked(directory)
        require_free_port(settings.host, settings.port)
        supervisor = Supervisor(stack, say)
        complete = _servers(settings, directory, supervisor, step)
        step("the tables are brought up to date")
        migrations.migrate(complete.migrate_url, say=say)
        step(f"the API starts on port {settings.port}, and the workers")
        api = _processes(complete, directory, supervisor)
        _wait_until_ready(complete, api, stop)
        if not stop.is_set():
            say(_greeting(complete))
        logs = LogFiles(directory)
        with watched(complete.database_url, complete.redis_url, say):
            while not stop.wait(0.2):
                supervisor.check()
                logs.check()
        say("Stopping …")
    say("Stopped. Your games are kept; start again and they go on.")


class Steps:
    """Says what begins now, and how many seconds after the start."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say, self._begun = say, time.monotonic()

    def __call__(self, what: str) -> None:
        self._say(f"{time.monotonic() - self._begun:5.1f} s  {what} …")


def _servers(settings: Settings, directory: DataDirectory, supervisor: Supervisor, step: Steps) -> Settings:
    """The settings with every server in place: those that were given, and ours for those that were not."""
    if not settings.database_url:
        step("PostgreSQL starts" if directory.cluster.exists() else "PostgreSQL makes its cluster and starts")
        supervisor.keep(POSTGRES_SECONDS, lambda: postgres.start(directory))
        ours = {"database_url": postgres.url(directory), "migrate_url": postgres.url(directory, "kontor_owner")}
        settings = replace(settings, **ours)  # type: ignore[arg-type]  # two strings
    elif not settings.migrate_url:
        raise CannotStart("KONTOR_DATABASE_URL is set: set KONTOR_MIGRATE_URL as well, for the owner of the tables.")
    if not settings.redis_url:
        step("Redis starts")
        supervisor.keep(REDIS_SECONDS, lambda: redis.start(directory))
        settings = replace(settings, redis_url=redis.url(directory))
    if not settings.signing_keys:
        make_keys(directory.signing_keys)
        settings = replace(settings, signing_keys=str(directory.signing_keys))
    return settings


def _processes(settings: Settings, directory: DataDirectory, supervisor: Supervisor) -> Child:
    """Start the API, which is returned, and the workers. The API makes the first checks of `kontor server worker`: else
    all of it would be loaded once more before bots play on."""
    env = {**os.environ, **settings.environment(), strays.MARK: strays.new_mark(directory)}

    def start(name: str, argv: Sequence[str], log: str) -> Child:
        return processes.start(name, argv, env=env, log=directory.log(log), when_orphaned=signal.SIGTERM)

    serve = [sys.executable, "-m", "kontor.service.cli", "server", "serve"]
    api = supervisor.keep(KONTOR_SECONDS, lambda: start("The API", serve, "api"))
    # Without workers bots wait, and people play on: a pool that cannot live must not end the API and PostgreSQL.
    supervisor.keep_beside(api, lambda: start("The worker pool", processes.POOL, "workers"), most_failures=NEVER)
    return api


def _wait_until_ready(settings: Settings, api: Child, stop: threading.Event) -> None:
    deadline = time.monotonic() + READY
    # One client for all tries: each new one reads the certificates of all authorities, which slows down the start.
    with httpx.Client(base_url=_url(settings), timeout=2) as client:
        while not stop.wait(0.05):
            try:
                client.get("/healthz").raise_for_status()
                return
            except httpx.HTTPError as error:
                if not api.is_running or time.monotonic() > deadline:
                    raise CannotStart(f"The API did not start: {api.last_error()}") from error


def _url(settings: Settings) -> str:
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "") else settings.host
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def _greeting(settings: Settings) -> str:
    url = _url(settings)
    return (
        f"Kontor is running.\n\n  API    {url}/v1\n  docs   {url}/docs\n  data   {os.path.abspath(settings.data)}"
        "\n\nCtrl-C stops it."
    )
