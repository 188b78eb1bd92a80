"""Audit a whole database in one process or several. The audit checks every game, every stored answer, the tree of the
transparency log, and rows that belong to no game. Games may be played during the audit, because it reads each game in
one snapshot."""

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, as_completed, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Literal, TypeAlias
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.finding import Finding
from kontor.service.audit.signatures import Keys, keys_of, receipt_error, receipt_findings
from kontor.service.audit.stored_answers import answer_findings
from kontor.service.audit.stored_game import StoredLines, check_stored_game
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.signing.keys import read_keys
from kontor.service.signing.receipts import Signer
from kontor.service.store import whole_games
from kontor.service.store.audit_runs import AuditRuns
from kontor.service.store.games import read_row
from kontor.service.store.pool import Pool, connection, open_pool
from kontor.service.store.store import Store
from kontor.service.store.whole_games import Chosen, one_look
from kontor.service.tlog.log import LogSigner, compare_with_note
from kontor.service.tlog.rewrites import find_false_checkpoints, find_missing, find_rewrites
from kontor.service.tlog.signer_note import CannotSign

GAMES = 10  # games per task
PAGE = 1000  # ids or answers to read at a time
AHEAD = 4  # tasks to submit for each process
MOST = 1000  # findings of one kind to report
RECORDED = 100  # findings of a run whose text is stored

Kind: TypeAlias = Literal["games", "answers", "tree", "strays", "receipts"]


class CannotAudit(Exception):
    """The audit was not completed. The message says why. This does not mean that a game is damaged."""


@dataclass(frozen=True, slots=True)
class GameFinding:
    """A finding, and the game that it is about. `game` is None if the finding is about the transparency log."""

    game: UUID | None
    finding: Finding

    def __str__(self) -> str:
        return f"{'transparency log' if self.game is None else f'game {self.game}'}: {self.finding}"


@dataclass(slots=True)
class Tally:
    """The results of one audit task or of all tasks."""

    games: int = 0
    versions: int = 0
    decided: int = 0
    answers: int = 0
    findings: list[GameFinding] = field(default_factory=list)
    unchecked: list[tuple[UUID, str]] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.versions += other.versions
        self.decided += other.decided
        self.answers += other.answers
        self.findings += other.findings
        self.unchecked += other.unchecked

    def note(self, game: UUID | None, findings: Iterable[Finding]) -> None:
        """Add the findings of one game, but at most `MOST` findings."""
        self.findings += [GameFinding(game, each) for each in islice(findings, MOST)]


@dataclass(frozen=True, slots=True)
class Task:
    kind: Kind
    chosen: Chosen
    games: Sequence[UUID] = ()
    receipts: Sequence[JsonObject] = ()


class Auditor:
    """One process of the audit. It creates the objects that all its tasks share."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.pool: Pool = open_pool(settings.database_url, 2)
        self.rulesets = Registry.load(settings.rulesets)
        self.keys = _public_keys(settings)

    def perform(self, task: Task) -> Tally:
        kinds: dict[Kind, Callable[[Task], Tally]] = {
            "games": self._games,
            "answers": self._answers,
            "tree": self._tree,
            "strays": self._strays,
            "receipts": self._receipts,
        }
        return kinds[task.kind](task)

    def _games(self, task: Task) -> Tally:
        tally = Tally()
        for game_id in task.games:
            with one_look(self.pool) as conn:
                outcome = check_stored_game(conn, game_id, self.rulesets)
            if outcome is None:
                continue
            tally.games += 1
            tally.versions += outcome.version
            tally.decided += outcome.decided
            tally.note(game_id, outcome.findings)
            tally.unchecked += [(game_id, why) for why in outcome.unchecked]
        return tally

    def _answers(self, task: Task) -> Tally:
        tally, after = Tally(), ("", "")
        while True:
            with one_look(self.pool) as conn:
                page = whole_games.answers_after(conn, task.chosen, after, PAGE)
                for each in page if len(tally.findings) < MOST else ():
                    tally.note(each.game_id, answer_findings(conn, each, self.keys))
            tally.answers += len(page)
            if len(page) < PAGE:
                return tally
            after = page[-1].scope, page[-1].key

    def _tree(self, task: Task) -> Tally:
        store, tally = Store(self.pool), Tally()
        for each in find_rewrites(store, task.chosen.game):
            if each.head is None:
                message = f"leaf {each.index} of the tree contains this version, but the log ends before it"
            else:
                message = f"its hash is {each.head.hex()}, but leaf {each.index} of the tree contains another hash"
            tally.note(each.game_id, [Finding("tree", f"{message}: the log was rewritten", each.version)])
        for size in find_false_checkpoints(store, self.keys.values()) if self.keys else ():
            message = f"the checkpoint of size {size} has no valid signature, or its root does not match its leaves"
            tally.note(None, [Finding("tree", message)])
        tally.note(None, (Finding("tree", missing) for missing in find_missing(store)))
        if self._settings.signing_keys:
            try:
                compare_with_note(self.pool, LogSigner.of(self._settings))  # the note of this node's worker
            except CannotSign as error:
                tally.note(None, [Finding("tree", str(error))])
        return tally

    def _strays(self, task: Task) -> Tally:
        tally = Tally()
        with connection(self.pool) as conn:
            for table, game_id in whole_games.strays(conn, MOST):
                tally.note(game_id, [Finding(table, "there are rows of a game that does not exist")])
        return tally

    def _receipts(self, task: Task) -> Tally:
        """Compare receipts with the stored games. If the database does not have a version that a receipt signs, the
        version was lost."""
        tally = Tally()
        for receipt in task.receipts:
            game_id = UUID(str(receipt["game"]))
            with one_look(self.pool) as conn:
                tally.note(game_id, _receipt_findings(conn, game_id, receipt, self.keys))
        return tally


def _receipt_findings(conn: Connection[TupleRow], game_id: UUID, receipt: JsonObject, keys: Keys) -> Iterator[Finding]:
    if (error := receipt_error(receipt, keys)) is not None:
        yield Finding("receipt", error)
    elif (row := read_row(conn, game_id)) is None:
        yield Finding("receipt", f"key {receipt['key']} signed it, but the game does not exist here")
    else:
        yield from receipt_findings(receipt, StoredLines(conn, game_id, row.head.version), keys)


def _public_keys(settings: Settings) -> Keys:
    if not settings.signing_keys:
        return {}
    return keys_of(Signer(read_keys(Path(settings.signing_keys))).published())


# ---------------------------------------------------------------- all tasks


def count(settings: Settings, chosen: Chosen) -> int:
    """Return the number of games to check."""
    with open_pool(settings.database_url, 1) as pool, connection(pool) as conn:
        return whole_games.count(conn, chosen)


def audit(settings: Settings, chosen: Chosen, jobs: int, receipts: Sequence[JsonObject] = ()) -> Iterator[Tally]:
    """Perform all tasks of an audit, and yield the tally of each task when it ends. Also check `receipts`."""
    with open_pool(settings.database_url, 1) as pool:
        tasks = _tasks(pool, chosen, receipts)
        yield from _here(settings, tasks) if jobs == 1 else _in_processes(settings, tasks, jobs)


def record(pool: Pool, run_id: UUID, tallies: Iterable[Tally]) -> Iterator[Tally]:
    """Yield the tallies of a run unchanged, and store its progress and findings for /metrics and
    `kontor server doctor`. An interrupted run never counts as ended."""
    whole = Tally()
    for each in tallies:
        whole.add(each)
        AuditRuns(pool).note(run_id, whole.games, whole.versions, len(whole.findings))
        yield each
    AuditRuns(pool).end(run_id, [str(each) for each in whole.findings[:RECORDED]])


def _tasks(pool: Pool, chosen: Chosen, receipts: Sequence[JsonObject]) -> Iterator[Task]:
    """Yield all tasks of an audit. Long tasks that cannot be divided come first."""
    if receipts:
        yield Task("receipts", chosen, receipts=receipts)
    yield Task("tree", chosen)
    yield Task("answers", chosen)
    if chosen.is_all:
        yield Task("strays", chosen)
    after = UUID(int=0)
    while ids := _ids_after(pool, chosen, after):
        for first in range(0, len(ids), GAMES):
            yield Task("games", chosen, ids[first : first + GAMES])
        after = ids[-1]


def _ids_after(pool: Pool, chosen: Chosen, after: UUID) -> Sequence[UUID]:
    with connection(pool) as conn:
        return whole_games.ids_after(conn, chosen, after, PAGE)


def _here(settings: Settings, tasks: Iterator[Task]) -> Iterator[Tally]:
    auditor = Auditor(settings)
    with auditor.pool:
        for task in tasks:
            yield auditor.perform(task)


_auditor: Auditor | None = None  # each process of an audit has its own


def _begin(settings: Settings) -> None:
    global _auditor
    _auditor = Auditor(settings)


def _perform(task: Task) -> Tally:
    assert _auditor is not None
    return _auditor.perform(task)


def _in_processes(settings: Settings, tasks: Iterator[Task], jobs: int) -> Iterator[Tally]:
    """Perform tasks in several processes, and yield their tallies. Only a few tasks are submitted ahead, so that
    neither tasks nor results pile up."""
    Registry.load(settings.rulesets)  # so that an error is raised here, and not in each process
    _public_keys(settings)
    spawned = multiprocessing.get_context("spawn")  # a fork would share database connections
    with ProcessPoolExecutor(jobs, spawned, initializer=_begin, initargs=(settings,)) as executor:
        waiting: set[Future[Tally]] = set()
        try:
            for task in tasks:
                waiting.add(executor.submit(_perform, task))
                if len(waiting) >= jobs * AHEAD:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    yield from (each.result() for each in done)
            yield from (each.result() for each in as_completed(waiting))
        except BrokenProcessPool:
            raise CannotAudit("A process of the audit was killed; try again, or with --jobs 1.") from None
        finally:
            executor.shutdown(wait=True, cancel_futures=True)
