"""All processes of `kontor up`, started in order, supervised, and stopped in the opposite order."""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from types import FrameType

import httpx

from kontor.service import migrations
from kontor.service.settings import Settings
from kontor.service.signing.keys import make_keys
from kontor.service.stack import data_directory, postgres, processes, redis
from kontor.service.stack.data_directory import CannotStart, DataDirectory
from kontor.service.stack.processes import Child
from kontor.service.stack.supervise import Supervised, stop_all

# Seconds for a stop; an idle one takes none of them.
PATIENCE = {"The API": 5.0, "The worker pool": 6.0, "Redis": 3.0, "PostgreSQL": 15.0}
READY = 60.0


def run(settings: Settings, say: Callable[[str], None]) -> None:
    """Start everything, say where it is, start again what dies, and stop it all on Ctrl-C or SIGTERM."""
    require_free_port(settings.host, settings.port)
    directory = data_directory.prepare(settings.data)
    with data_directory.held(directory), _stopping() as stop, ExitStack() as stack:
        say("Starting …")
        supervisor = _Supervisor(stack, say)
        complete = _servers(settings, directory, supervisor)
        migrations.migrate(complete.migrate_url)
        api = _processes(complete, directory, supervisor)
        _wait_until_ready(complete, api, stop)
        if not stop.is_set():
            say(_greeting(complete))
        while not stop.wait(0.2):
            supervisor.check()
        say("Stopping …")
    say("Stopped. Your games are kept; start again and they go on.")


class _Supervisor:
    """All that runs, in the order of their starts; stopped in the opposite order when the stack is left."""

    def __init__(self, stack: ExitStack, say: Callable[[str], None]) -> None:
        self._stack, self._say = stack, say
        self._supervised: list[Supervised] = []

    def keep(self, *starts: Callable[[], Child]) -> Child:
        """Start children and keep them running; they are stopped together. Answers with the first."""
        group: list[Supervised] = []
        self._stack.callback(lambda: stop_all(group, max((PATIENCE[each.child.name] for each in group), default=0)))
        for start in starts:
            group.append(Supervised(start, self._say))
        self._supervised += group
        return group[0].child

    def check(self) -> None:
        for each in self._supervised:
            each.check()


def _servers(settings: Settings, directory: DataDirectory, supervisor: _Supervisor) -> Settings:
    """The settings with every server in place: those that were given, and ours for those that were not."""
    if not settings.database_url:
        supervisor.keep(lambda: postgres.start(directory))
        ours = {"database_url": postgres.url(directory), "migrate_url": postgres.url(directory, "kontor_owner")}
        settings = replace(settings, **ours)  # type: ignore[arg-type]  # two strings
    elif not settings.migrate_url:
        raise CannotStart("KONTOR_DATABASE_URL is set: set KONTOR_MIGRATE_URL as well, for the owner of the tables.")
    if not settings.redis_url:
        supervisor.keep(lambda: redis.start(directory))
        settings = replace(settings, redis_url=redis.url(directory))
    if not settings.signing_keys:
        make_keys(directory.signing_keys)
        settings = replace(settings, signing_keys=str(directory.signing_keys))
    return settings


def _processes(settings: Settings, directory: DataDirectory, supervisor: _Supervisor) -> Child:
    """The API, which is answered with, and the workers."""
    env = {**os.environ, **settings.environment()}

    def start(name: str, command: str, log: str) -> Child:
        argv = [sys.executable, "-m", "kontor.service.cli", command]
        return processes.start(name, argv, env=env, log=directory.log(log))

    return supervisor.keep(
        lambda: start("The API", "serve", "api"), lambda: start("The worker pool", "worker", "workers")
    )


def _wait_until_ready(settings: Settings, api: Child, stop: threading.Event) -> None:
    deadline = time.monotonic() + READY
    while not stop.wait(0.05):
        try:
            httpx.get(f"{_url(settings)}/healthz", timeout=2).raise_for_status()
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


def require_free_port(host: str, port: int) -> None:
    """Say now that the port is taken: everything else takes seconds."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise CannotStart(
            f"Kontor cannot listen on {host}:{port}: {error.strerror}. Choose another port with --port."
        ) from error


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """An event that the signals of a stop set; a second Ctrl-C changes nothing, everything is on its way out."""
    stop = threading.Event()

    def on_signal(number: int, frame: FrameType | None) -> None:
        stop.set()

    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {each: signal.signal(each, on_signal) for each in signals}
    try:
        yield stop
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
