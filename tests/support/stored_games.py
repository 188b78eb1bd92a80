"""Games in a store, and commits that could follow them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.domain.kernel.commits import Command, Commit, Record, commit
from kontor.domain.kernel.lifecycle import DecisionTimedOut
from kontor.service.game_settings import DEFAULTS, GameSettings
from kontor.service.store.append_values import Alongside, Answer, Projection
from kontor.service.store.commits import NewGame, VersionConflict
from kontor.service.store.events import NO_END, read_tail
from kontor.service.store.games import Head
from kontor.service.store.pool import Pool
from kontor.service.store.store import Store
from tests.support.fixed_seeds import draw_number
from tests.support.playing import Played, created, step
from tests.tiny import RULESET
from tests.tiny.state import State

# games of the store's tests are in the same database as those of the API's tests, whose lists show them
SHOWN = {"seats": [], "options": {"rounds": 2}, "order": "listed", "turn_order": [], "commitment": "0" * 64}
RUNNING = Projection("running", (1,), SHOWN)


@dataclass
class Standing:
    """A started game of market day. `played` is ahead of the stored game after every `next_commit`."""

    played: Played[State, Any, Any]
    stored: int  # commits in the store at first

    @property
    def id(self) -> UUID:
        return self.played.game.id

    @property
    def records(self) -> list[Record]:
        return [record for made in self.played.commits[: self.stored] for record in made.records]

    @property
    def head(self) -> Head:
        """Return the head of the game when it was stored."""
        return head_after(self.played.commits[self.stored - 1])

    def next_commit(self) -> Commit[State]:
        """Return the next commit of the game."""
        before = len(self.played.commits)
        while len(self.played.commits) == before:
            assert step(self.played), "the game is over"
        return self.played.commits[-1]

    def rival_commit(self, n: int) -> Commit[State]:
        """Return one of many possible next commits."""
        game = self.played.commits[self.stored - 1].after
        command = Command(UUID(int=n), "system", {"type": "rival", "n": n})
        return commit(RULESET, game, command, [DecisionTimedOut(1, f"deadline {n}")], "2026-01-02T00:00:00.000Z")


def stored_game(store: Store, alongside: Alongside | None = None, settings: GameSettings = DEFAULTS) -> Standing:
    """Create and store a started game for two seats in one statement."""
    played = created(RULESET, 2, draw_number(), options={"rounds": 9})
    board = store.boards.put("tiny", played.game.board)
    new = NewGame(played.game.id, played.game.seed, "tiny", 0, board, settings)
    assert store.commits.create(new, played.commits, alongside or Alongside(RUNNING))
    return Standing(played, len(played.commits))


def appended(store: Store, game: Standing, alongside: Alongside) -> Commit[State]:
    """Append the next commit of the game and return it."""
    at = store.games.head(game.id)
    assert at is not None
    made = game.next_commit()
    store.commits.append(game.id, at, [made], alongside)
    return made


def is_appended(store: Store, game_id: UUID, at: Head, commits: Sequence[Commit[State]], alongside: Alongside) -> bool:
    """Try to append commits, and return whether it succeeded, which means that the game had not changed."""
    try:
        store.commits.append(game_id, at, commits, alongside)
    except VersionConflict:
        return False
    return True


def answered(key: str, body: str = "{}", scope: str = "somebody/game") -> Alongside:
    return Alongside(RUNNING, answer=Answer(scope, key, b"what was asked", 201, body, {"ETag": '"7"'}))


def head_after(made: Commit[State]) -> Head:
    return Head(made.last, made.records[-1].hash)


def log_of(store: Store, game_id: UUID, after: int = 0) -> list[Record]:
    with store.pool.connection() as conn:
        return list(read_tail(conn, game_id, after, NO_END))


def rows_of(store: Store, game_id: UUID) -> Sequence[object]:
    """Return all rows of a game in the database."""
    tables = ("games", "events", "sealed", "commits", "debts", "answers", "participants")
    with store.pool.connection() as conn:
        return [
            sorted(map(repr, conn.execute(f"SELECT * FROM {table} WHERE game_id = %s".encode(), (game_id,))))
            for table in tables
        ]


def one_connection(conn: Connection[TupleRow]) -> Pool:
    """Return a pool that lends only this connection, which is in the transaction of the test."""

    class One:
        @contextmanager
        def connection(self, timeout: float | None = None) -> Iterator[Connection[TupleRow]]:
            yield conn

    return cast(Pool, One())
