"""A running `kontor up` whose processes can be found, killed and frozen; and games played on it."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
from redis import Redis

from kontor.service.registry import Registry
from kontor.service.stack import postgres, redis
from kontor.service.stack.data_directory import DataDirectory
from kontor.service.store.pool import open_pool
from kontor.service.store.store import Store
from tests.faults.judging import Tally, judged
from tests.faults.rulesets import POISON
from tests.support.api_processes import free_port
from tests.support.paths import IMPORT_PATH, ROOT

RULESETS = (
    "tests.support.slow_bots:RULESET",
    "tests.faults.rulesets:SLOW",
    "tests.faults.rulesets:POISONED",
    "kontor.domain.hansa:RULESET",
)
SMALL = {
    "KONTOR_API_PROCESSES": "1",
    "KONTOR_WORKER_PROCESSES": "4",  # one for what is urgent, one for accounts below their share, two that can meet
    "KONTOR_MAX_STREAMS": "4",
    "KONTOR_RELAY_SECONDS": "0.2",
    "KONTOR_DEBT_GRACE_SECONDS": "0.5",
    "KONTOR_BOT_SECONDS": "0.2",
    "KONTOR_BOT_NICENESS": "0",  # other tests may want the processors at the same time
}
ROLES: dict[tuple[str, ...], str] = {  # words of a command line or of the process's name → role
    ("valkey-server",): "redis",
    ("haproxy",): "front",
    ("kontor.service.cli", "requests"): "requests",
    ("kontor.service.cli", "streams"): "streams",
    ("kontor.service.cli", "server", "serve"): "api",  # after its forks, which have its command line and their own name
    ("postgres", "-D"): "postgres",
    **{("kontor.workers.pool", role): role for role in ("relay", "webhooks", "urgent", "bots")},
    ("kontor.workers.pool", "prompt"): "bots",  # plays bots too
    ("kontor.workers.pool", "pool"): "pool",  # after its forks too
}
PATIENCE = 120.0  # seconds: the machine may be busy with other tests


class Running:
    """`kontor up` on a directory of its own."""

    def __init__(self, data: Path, rulesets: Sequence[str] = RULESETS, settings: Mapping[str, str] = SMALL) -> None:
        self.directory = DataDirectory(data)
        self.poison = data / "poison"
        kept = {name: value for name, value in os.environ.items() if not name.startswith("KONTOR_")}
        more = {"KONTOR_RULESETS": ",".join(rulesets), "PYTHONPATH": IMPORT_PATH, POISON: str(self.poison)}
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kontor.service.cli", "up", "--port", str(port), "--data", str(data)],
            cwd=ROOT,
            env={**kept, **settings, **more},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.said: list[str] = []
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.until(lambda: self.has_said("Ctrl-C stops it"))
        self.store = Store(open_pool(postgres.url(self.directory), 2))
        self.registry = Registry.load(tuple(rulesets))
        self.redis = Redis.from_url(redis.url(self.directory))
        self.key = self.new_account("Anna")

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                self.said.append(line)

    def new_account(self, name: str) -> Mapping[str, str]:
        """Open an account, and return the header with its key."""
        account = httpx.post(f"{self.url}/v1/accounts", json={"name": name}, timeout=30).json()
        return {"Authorization": f"Bearer {account['api_key']}"}

    def has_said(self, text: str) -> bool:
        assert self.process.poll() is None or text in "".join(self.said), "".join(self.said)
        return text in "".join(self.said)

    def stop(self) -> None:
        self.store.pool.close()
        self.redis.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        assert self.process.wait(60) == 0, "".join(self.said)
        self._listener.join(10)

    # ---------------------------------------------------------------- processes

    def pids(self, role: str) -> list[int]:
        """The processes of a role that live now."""
        return [pid for pid, words in descendants(self.process.pid) if role_of(words) == role]

    def request_sockets(self) -> list[Path]:
        """The sockets of the request processes, by which a client can reach each of them without HAProxy."""
        words = next((words for _, words in descendants(self.process.pid) if role_of(words) == "front"), ())
        return sorted(path for word in words for path in Path(word).parent.glob("api-*.sock") if word.endswith(".cfg"))

    def kill(self, role: str, with_children: bool = False) -> list[int]:
        """Signal 9, to all of a role at once; the pids."""
        hit = self.pids(role)
        if with_children:
            hit = sorted({*hit, *(pid for each in hit for pid, _ in descendants(each))})
        assert hit, f"no {role} runs"
        for pid in hit:
            os.kill(pid, signal.SIGKILL)
        return hit

    @contextmanager
    def frozen(self, role: str) -> Iterator[list[int]]:
        """It is there and answers nobody."""
        hit = self.pids(role)
        assert hit, f"no {role} runs"
        for pid in hit:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield hit
        finally:
            for pid in hit:
                os.kill(pid, signal.SIGCONT)

    def environment(self) -> Mapping[str, str]:
        """What the worker pool was given."""
        raw = Path(f"/proc/{self.pids('pool')[0]}/environ").read_bytes().decode()
        return dict(entry.split("=", 1) for entry in raw.split("\0") if "=" in entry)

    # ---------------------------------------------------------------- games

    def game(self, *seats: str, ruleset: str = "tiny", **options: object) -> UUID:
        """A new game: `me`, or names of bots."""
        chairs = [{"kind": "me"} if name == "me" else {"kind": "bot", "bot": name} for name in seats]
        board = "hansa" if ruleset == "hansa" else "square"
        body = {"ruleset": ruleset, "board": board, "seats": chairs, "options": options}
        made = httpx.post(f"{self.url}/v1/games", json=body, headers=self.key, timeout=30)
        assert made.status_code == 201, made.text
        return UUID(made.json()["id"])

    def shown(self, game: UUID) -> dict[str, Any]:
        return dict(httpx.get(f"{self.url}/v1/games/{game}", headers=self.key, timeout=30).json())

    def version(self, game: UUID) -> int:
        head = self.store.games.head(game)
        assert head is not None
        return head.version

    def status(self, game: UUID) -> str:
        row = self.store.games.row(game)
        assert row is not None
        return row.status

    def reaches(self, game: UUID, version: int) -> None:
        """Wait until a game stands at a version or beyond; it must not be over by then."""
        self.until(lambda: self.version(game) >= version)
        assert self.status(game) == "running"

    def ends(self, *games: UUID) -> list[Tally]:
        """Wait for the end of games and judge them."""
        for game in games:
            self.until(lambda game=game: self.status(game) == "finished")  # type: ignore[misc]
        return [judged(self.store, self.registry, game) for game in games]

    def until(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, "waited in vain; kontor said: " + "".join(self.said)
            time.sleep(0.02)


def descendants(parent: int) -> list[tuple[int, list[str]]]:
    """All processes below one, with their command lines and names."""
    below: dict[int, list[int]] = {}
    words: dict[int, list[str]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            stat = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            if stat[0] == "Z":
                continue
            below.setdefault(int(stat[1]), []).append(int(entry.name))
            arguments = (entry / "cmdline").read_text().split("\0")[:-1]
            words[int(entry.name)] = [*arguments, (entry / "comm").read_text()]
        except OSError:
            continue
    found, ahead = [], [parent]
    while ahead:
        children = below.get(ahead.pop(), [])
        ahead += children
        found += [(pid, words[pid]) for pid in children if pid in words]
    return sorted(found)


def role_of(words: list[str]) -> str | None:
    told = [Path(word).name for each in words for word in each.split()]  # Redis writes its title in one word
    return next((role for marks, role in ROLES.items() if all(mark in told for mark in marks)), None)


@contextmanager
def running(rulesets: Sequence[str] = RULESETS, settings: Mapping[str, str] = SMALL) -> Iterator[Running]:
    data = Path(tempfile.mkdtemp(prefix="kontor-"))
    try:
        kontor = Running(data, rulesets, settings)
        try:
            yield kontor
        finally:
            kontor.stop()
    finally:
        shutil.rmtree(data, ignore_errors=True)
