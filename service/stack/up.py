"""`kontor up`: start all processes in order, supervise them, and stop them in the opposite order."""

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace

import httpx

from kontor.service import migrations
from kontor.service.settings import Settings
from kontor.service.signing.keys import make_keys
from kontor.service.stack import data_directory, leftover_processes, postgres, processes, redis
from kontor.service.stack.data_directory import CannotStart, DataDirectory
from kontor.service.stack.log_files import LogFiles
from kontor.service.stack.ports import is_healthy, require_free_port
from kontor.service.stack.processes import Child
from kontor.service.stack.server_monitor import watch
from kontor.service.stack.supervise import NEVER, Supervisor, stopping
from kontor.service.stop_event import StopEvent

# Seconds for a process to stop; an idle process stops at once.
POSTGRES_SECONDS = 15.0
REDIS_SECONDS = 3.0
KONTOR_SECONDS = 6.0  # the workers, and the API, which needs at most half of it
READY = 60.0  # seconds until the API must answer


def run(settings: Settings, say: Callable[[str], None]) -> None:
    """Start all processes, print the addresses, and restart processes that die. Stop all processes on Ctrl-C or
    SIGTERM."""
    step = Steps(say)
    step(f"Starting Kontor on {os.path.abspath(settings.data)}")
    if not settings.data.exists():
        require_free_port(settings.host, settings.port)  # before the data directory is created
    directory = data_directory.prepare(settings.data)
    with data_directory.lock_directory(directory), stopping() as stop, ExitStack() as stack:
        leftover_processes.end_marked(directory)
        require_free_port(settings.host, settings.port)
        supervisor = Supervisor(stack, say)
        complete = _servers(settings, directory, supervisor, step)
        step("Updating the tables")
        migrations.migrate(complete.migrate_url, say=say)
        step(f"Starting the API on port {settings.port}, and the workers")
        api = _processes(complete, directory, supervisor)
        _wait_until_ready(complete, api, stop)
        if not stop.is_set():
            say(_greeting(complete))
        logs = LogFiles(directory)
        with watch(complete.database_url, complete.redis_url, say):
            while not stop.wait(0.2):
                supervisor.check()
                logs.check()
        say("Stopping …")
    say("Stopped. Your games are stored: they continue when you start Kontor again.")


class Steps:
    """Prints each step of the start, with the seconds since the first step."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say, self._begun = say, time.monotonic()

    def __call__(self, what: str) -> None:
        self._say(f"{time.monotonic() - self._begun:5.1f} s  {what} …")


def _servers(settings: Settings, directory: DataDirectory, supervisor: Supervisor, step: Steps) -> Settings:
    """Start PostgreSQL and Redis, unless the settings name them. Return the settings with their addresses, and with the
    path of the signing keys."""
    if not settings.database_url:
        step("Starting PostgreSQL" if directory.cluster.exists() else "Creating a cluster and starting PostgreSQL")
        supervisor.keep(POSTGRES_SECONDS, lambda: postgres.start(directory))
        ours = {"database_url": postgres.url(directory), "migrate_url": postgres.url(directory, "kontor_owner")}
        settings = replace(settings, **ours)  # type: ignore[arg-type]  # two strings
    elif not settings.migrate_url:
        raise CannotStart("KONTOR_DATABASE_URL is set: set KONTOR_MIGRATE_URL as well, for the owner of the tables.")
    if not settings.redis_url:
        step("Starting Redis")
        supervisor.keep(REDIS_SECONDS, lambda: redis.start(directory))
        settings = replace(settings, redis_url=redis.url(directory))
    if not settings.signing_keys:
        make_keys(directory.signing_keys)
        settings = replace(settings, signing_keys=str(directory.signing_keys))
    return settings


def _processes(settings: Settings, directory: DataDirectory, supervisor: Supervisor) -> Child:
    """Start the API and the workers, and return the process of the API. Start the worker pool directly: `kontor server
    worker` would repeat the checks of the API, and delay the bots."""
    env = {**os.environ, **settings.environment(), leftover_processes.MARK: leftover_processes.new_mark(directory)}

    def start(name: str, argv: Sequence[str], log: str) -> Child:
        return processes.start(name, argv, env=env, log=directory.log(log), when_orphaned=signal.SIGTERM)

    serve = [sys.executable, "-m", "kontor.service.cli", "server", "serve"]
    api = supervisor.keep(KONTOR_SECONDS, lambda: start("The API", serve, "api"))
    # Without workers people can still play, so a failing pool must not end the API and PostgreSQL.
    supervisor.keep_beside(api, lambda: start("The worker pool", processes.POOL, "workers"), most_failures=NEVER)
    return api


def _wait_until_ready(settings: Settings, api: Child, stop: StopEvent) -> None:
    # Each new client reads all CA certificates, which would slow down the start, so all attempts share one client.
    with httpx.Client(base_url=_url(settings), timeout=2) as client:
        processes.wait_until_ready(api, lambda: is_healthy(client), READY, stop.wait)


def _url(settings: Settings) -> str:
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "") else settings.host
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def _greeting(settings: Settings) -> str:
    url = _url(settings)
    page = url.replace("//127.0.0.1:", "//localhost:")  # browsers have no passkeys for IP addresses
    return (
        f"Kontor is running.\n\n  play   {page}/\n  API    {url}/v1\n  docs   {url}/docs\n"
        f"  data   {os.path.abspath(settings.data)}\n\nCtrl-C stops it."
    )
