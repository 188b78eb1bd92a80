"""Games between bots in a store, with their pending work, and a worker pool of real processes."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType
from uuid import UUID

import pytest
from redis import Redis

from kontor.domain.kernel import play
from kontor.domain.kernel.commits import SYSTEM
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.lifecycle import SeatPlan
from kontor.service.engine import projection
from kontor.service.engine.game_at import GameAt
from kontor.service.jobs.queues import KINDS
from kontor.service.settings import Settings
from kontor.service.store.append_values import Alongside
from kontor.service.store.commits import NewGame
from kontor.service.store.store import Store
from kontor.workers.worker import Worker, new_worker
from tests.support.api_processes import children, process_name
from tests.support.fixed_seeds import draw_number
from tests.support.paths import IMPORT_PATH, ROOT
from tests.support.playing import Played, hash_of, id_of, seed_of
from tests.support.slow_bots import RULESET

NOBODY = UUID(int=0)  # no game


def game_of_bots(store: Store, *names: str, rounds: int = 2, creator: UUID | None = None) -> UUID:
    """Create a game that only bots play. No job is queued for the game. `creator`: the account that created it."""
    number = draw_number()
    board = next(iter(RULESET.boards().values()))
    seats = tuple(SeatPlan(n, "bot", name) for n, name in enumerate(names, 1))
    played = Played(RULESET, Game(id_of(number), seed_of(number), board))
    plan = play.Plan(hash_of(board), {"rounds": rounds}, seats)
    played.write(SYSTEM, {"type": "create"}, play.create(RULESET, played.game, plan))
    store.boards.put(RULESET.name, board)
    new = NewGame(played.game.id, played.game.seed, RULESET.name, 0, hash_of(board), creator=creator)
    at = GameAt(RULESET, played.game, creator=creator)
    alongside = Alongside(projection.project(None, at), projection.pending_work(None, at))
    assert store.commits.create(new, played.commits, alongside)
    return played.game.id


def environment(settings: Settings) -> Mapping[str, str]:
    """Return the settings as a child process reads them."""
    path = os.pathsep.join(filter(None, (IMPORT_PATH, os.environ.get("PYTHONPATH"))))
    return {**os.environ, **settings.environment(), "PYTHONPATH": path}


@contextmanager
def worker_pool(
    settings: Settings, processes: int = 1, more: Mapping[str, str] = MappingProxyType({})
) -> Iterator[subprocess.Popen[bytes]]:
    """Run `kontor server worker` as an operator does. `more`: further variables of its environment."""
    given = {**environment(replace(settings, worker_processes=processes)), **more}
    process = subprocess.Popen([sys.executable, "-m", "kontor.workers.pool", "pool"], env=given, cwd=ROOT)
    try:
        yield process
    finally:
        process.terminate()
        assert process.wait(60) == 0


def processes_of(parent: int, word: str) -> list[int]:
    """Return the children of a process whose name ends with a word: `kontor relay`."""
    return [pid for pid in children(parent) if process_name(pid).split()[-1:] == [word]]


def work(client: Redis, monkeypatch: pytest.MonkeyPatch, kinds: Sequence[str] = KINDS, jobs: int | None = None) -> None:
    """Run queued jobs in this process, as a worker would. `jobs`: how many jobs to run, or None to run all jobs."""
    monkeypatch.setattr(Worker, "_install_signal_handlers", lambda self: None)
    new_worker(client, kinds).work(burst=True, logging_level="CRITICAL", max_jobs=jobs)


def status_of(store: Store, game_id: UUID) -> str:
    row = store.games.row(game_id)
    assert row is not None
    return row.status


def version_of(store: Store, game_id: UUID) -> int:
    head = store.games.head(game_id)
    assert head is not None
    return head.version


def wait_until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
