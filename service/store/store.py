"""The store as engine, jobs and workers use it: one method a question, each on its own connection of the pool."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Concatenate, ParamSpec, TypeVar
from uuid import UUID

from psycopg import Connection, Rollback

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import Commit, Record
from kontor.service.store import (
    answers,
    append,
    audit_reads,
    boards,
    commit_feed,
    debts,
    games,
    imports,
    maintenance,
    origins,
    participants,
    seeds,
    snapshots,
)
from kontor.service.store.lookup import Credential, GameHead, look_up
from kontor.service.store.origins import CommitOrigin
from kontor.service.store.pool import Pool, connection, one_by_one, retried
from kontor.service.store.rows import (
    Alongside,
    Answer,
    Debt,
    GameRow,
    Head,
    Logged,
    NewGame,
    Owed,
    Placed,
    Position,
    ReservedSeed,
    Seated,
    Snapshot,
    Stored,
    TooManyGames,
    Wanted,
)

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


class Store:
    """Every game of a database. Threads may share it; it holds the pool and nothing else."""

    def __init__(self, pool: Pool, debt_grace_seconds: float = 3.0) -> None:
        self.pool = pool
        self.debt_grace_seconds = debt_grace_seconds  # seconds until the relay looks after what a commit left owing

    def _ask(self, question: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return retried(self.pool, lambda conn: question(conn, *args, **kwargs))

    # ---------------------------------------------------------------- writing

    def create(self, new: NewGame, commits: Sequence[Commit[S]], alongside: Alongside, most: int = 0) -> bool:
        """Create a game with its first commits, all or none. False: its reserved seed has expired or is used up
        (only if `new.id` was reserved). Raises KeyTaken, and TooManyGames if its creator has `most` games that have not
        ended (0: no limit)."""
        if most == 0 or new.creator is None:
            with connection(self.pool) as conn:
                return append.create(conn, new, commits, alongside, self.debt_grace_seconds)
        with one_by_one(self.pool, "games", new.creator) as conn:
            if games.unended(conn, new.creator) >= most:
                raise TooManyGames(most)
            return append.create(conn, new, commits, alongside, self.debt_grace_seconds)

    def append(
        self,
        game_id: UUID,
        at: Head,
        commits: Sequence[Commit[S]],
        alongside: Alongside,
        by: Credential | None = None,
    ) -> None:
        """Append commits behind `at`, all or none.

        A connection that breaks on the way is no failure while another one can be had: nothing is written twice.
        Raises VersionConflict if the game has moved on, KeyTaken if the answer's key has been used, and
        UnknownCredential if the credential of a caller from the cache is no longer good.
        """
        append.append(self.pool, game_id, at, commits, alongside, self.debt_grace_seconds, by)

    # ---------------------------------------------------------------- reading games

    def head(self, game_id: UUID) -> Head | None:
        """Where the game stands now; None: there is no such game."""
        return self._ask(games.head, game_id)

    def head_and_tail(self, game_id: UUID, after: int) -> GameHead:
        """Where the game ends now, and the records after a version."""
        return look_up(self.pool, None, game_id, after)[1]

    def versions(self, game_ids: Collection[UUID]) -> Mapping[UUID, int]:
        """Where several games stand, those that are there."""
        return self._ask(games.versions, game_ids)

    def row(self, game_id: UUID) -> GameRow | None:
        return self._ask(games.row, game_id)

    def rows(self, game_ids: Collection[UUID]) -> Mapping[UUID, GameRow]:
        """Several games, those that are there."""
        return self._ask(games.rows, game_ids)

    def load(self, game_id: UUID, formats: Collection[str] = (), upto: int = games.NO_END) -> Stored | None:
        """What it takes to fold the game, from the start or from the newest snapshot in one of these formats on.
        `upto`: the last version that this snapshot may be of."""
        return self._ask(games.load, game_id, formats, upto)

    def tail(self, game_id: UUID, after: int, until: int = games.NO_END) -> Sequence[Record]:
        """The records after a version, to fold onto a cached game; the last one's hash is the new head."""
        return self._ask(games.tail, game_id, after, until)

    def events(self, game_id: UUID, after: int, limit: int) -> Sequence[Logged]:
        """Up to `limit` events after a version, with the commands that caused them, for readers."""
        return self._ask(games.events, game_id, after, limit)

    def of_types(self, game_id: UUID, types: Collection[str]) -> Sequence[JsonObject]:
        """The envelopes of all events of some types, in their order."""
        return self._ask(games.of_types, game_id, types)

    def games_created(self, account: UUID, since: datetime) -> int:
        """Return how many games an account has created since then."""
        return self._ask(games.created, account, since)

    def list_games(self, wanted: Wanted) -> Sequence[GameRow]:
        """Newest first; the last row's id is the next page's `before`."""
        return self._ask(games.list_games, wanted)

    # ---------------------------------------------------------------- alongside the log

    def answer(self, scope: str, key: str) -> Answer | None:
        """The stored answer for an idempotency key, asked afresh."""
        return self._ask(answers.answer, scope, key)

    def board(self, board_hash: str) -> JsonObject | None:
        """The board with this content hash ("sha256:…")."""
        return self._ask(boards.board, board_hash)

    def put_board(self, ruleset: str, board: JsonObject, owner: UUID | None = None) -> str:
        """Store a checked board under the hash of its canonical JSON, and return that hash."""
        return self._ask(boards.put_board, ruleset, board, owner)

    def put_own_board(self, ruleset: str, board: JsonObject, owner: UUID, most: int, most_bytes: int) -> str:
        """The same for a board that an account has sent; raise TooManyBoards if it has too many."""
        with one_by_one(self.pool, "boards", owner) as conn:
            return boards.put_own_board(conn, ruleset, board, owner, most, most_bytes)

    def participants(self, game_id: UUID) -> Sequence[Seated]:
        """Everybody who ever sat down, in order of seats; deleted accounts are missing."""
        return self._ask(participants.participants, game_id)

    def forget_account(self, account: UUID) -> None:
        """Delete what ties an account to games: participants, answers, authorship. The log stays and verifies."""
        self._ask(participants.forget_account, account)

    def origins(self, game_id: UUID, after: int, limit: int) -> Sequence[CommitOrigin]:
        """Where the commits after a version came from, for auditors."""
        return self._ask(origins.origins, game_id, after, limit)

    def reserve_seed(self, seed: ReservedSeed, most: int = seeds.MOST) -> bool:
        """Return False if the account has as many reserved seeds as it may have."""
        with one_by_one(self.pool, "seeds", seed.account) as conn:
            return seeds.reserve(conn, seed, most)

    def reserved_seed(self, seed_id: UUID) -> ReservedSeed | None:
        """A reservation that is neither expired nor used; `create` with the same id uses it up."""
        return self._ask(seeds.reserved, seed_id)

    def note_read(self, account: UUID, key: UUID, call: str, game_id: UUID | None) -> None:
        """Keep that somebody read a game, or a list of games, by a grant alone."""
        self._ask(audit_reads.note, account, key, call, game_id)

    # ---------------------------------------------------------------- games from elsewhere

    def put_imported(
        self, row: GameRow, board: JsonObject, seed: bytes, logged: Sequence[Logged], around: imports.Frame
    ) -> bool:
        """Store a finished game of another server and its board, all of it or nothing. False: its id is taken."""
        with connection(self.pool) as conn, conn.transaction() as whole:
            boards.put_board(conn, row.ruleset, board, None)
            if not imports.put(conn, row, seed, logged, around):
                raise Rollback(whole)
            return True
        return False

    def imported(self, game_id: UUID) -> imports.Frame | None:
        """What the bundle of an imported game is framed by; None: the game is ours."""
        return self._ask(imports.frame, game_id)

    def imported_after(self, position: Position | None, limit: int) -> Sequence[Placed]:
        """Imported games in the order in which they came: they do not stand in that of `after`."""
        return self._ask(imports.after, position, limit)

    # ---------------------------------------------------------------- snapshots

    def newest_snapshot(self, game_id: UUID, formats: Collection[str], upto: int) -> Snapshot | None:
        """The newest snapshot of a game in one of these formats, at a version or before."""
        return self._ask(snapshots.newest, game_id, formats, upto)

    def put_snapshot(self, new: Snapshot) -> None:
        """Keep a snapshot; one that was there before is replaced."""
        self._ask(snapshots.put, new)

    def missing_snapshots(self, game_id: UUID, format_: str) -> Sequence[int]:
        """The versions at which the game lacks a snapshot of a format, after the newest that it has."""
        return self._ask(snapshots.missing, game_id, format_)

    def games_without_snapshot(
        self, rulesets: Collection[str], formats: Collection[str], limit: int
    ) -> Sequence[tuple[UUID, int]]:
        """Games of these rulesets that lack a snapshot of these formats, and where they stand."""
        return self._ask(snapshots.without, rulesets, formats, limit)

    # ---------------------------------------------------------------- what is owed; order across games

    def debt(self, game_id: UUID) -> tuple[int, Debt] | None:
        """What the game is owed, and since which version."""
        return self._ask(debts.debt, game_id)

    def claim_debts(self, limit: int) -> Sequence[Owed]:
        """Take up to `limit` due debts for one more attempt each; they fall due again later, ever more slowly."""
        return self._ask(debts.claim, limit, self.debt_grace_seconds)

    def debts_due_now(self) -> None:
        """Let all that bots and scorers owe fall due at once: whatever it waits for will not come."""
        self._ask(debts.due_now)

    def looked(self, game_id: UUID, version: int, seat: int) -> None:
        """Note that an invited bot has looked at this version and passed."""
        self._ask(debts.looked, game_id, version, seat)

    def postpone(self, game_id: UUID, version: int, seconds: float) -> None:
        """Let a debt rest while somebody works on it; a deadline is not overslept."""
        self._ask(debts.postpone, game_id, version, seconds)

    def debt_due_in(self, game_id: UUID, version: int, seconds: float) -> None:
        """Let a debt rest for just so long; a deadline is not overslept."""
        self._ask(debts.due_in, game_id, version, seconds)

    def tidy(self, delivery_days: float = 30) -> None:
        """Delete answers past their time, seeds that were reserved in vain, messages that were delivered long ago."""
        self._ask(maintenance.tidy, delivery_days)

    def after(self, position: Position | None, limit: int) -> Sequence[Placed]:
        """Commits after a position, in an order in which nothing can ever appear before what was read."""
        return self._ask(commit_feed.after, position, limit)
