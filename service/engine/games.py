"""Create and change games. `Games.handle` is the only function that changes a game, for people, bots and the system.

A process caches loaded games. The process may accept a command on a cached game, because the append statement compares
version and head hash. Before a process refuses a command, it asks the database whether the game has newer events
(docs/contract/server.md).
"""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.commits import SYSTEM
from kontor.domain.kernel.violation import REFUSALS, GameOver
from kontor.service.engine import projection
from kontor.service.engine.game_at import GameAt, new_game
from kontor.service.engine.game_lock import Contention
from kontor.service.engine.loaded_games import LoadedGames, NoSuchGame
from kontor.service.engine.log_pages import page_after
from kontor.service.engine.moves import (
    Decide,
    IdempotencyKey,
    MakeReply,
    Move,
    Moved,
    Reply,
    end_abandoned,
    expired_pauses,
    final_scoring,
    is_abandoned,
    late,
    no_reply,
    resume,
    seat_commit,
    time_out,
)
from kontor.service.engine.snapshots import Snapshots, is_due
from kontor.service.jobs.after_commit import AfterCommit
from kontor.service.registry import Registry
from kontor.service.store.append_values import Alongside, Answer
from kontor.service.store.commits import NewGame, VersionConflict
from kontor.service.store.debts import Debt
from kontor.service.store.events import Logged
from kontor.service.store.lookup import Credential
from kontor.service.store.origins import Origin
from kontor.service.store.store import Store

ATTEMPTS = 5


class Games:
    """All games of a database, as one process sees them. Threads may share it."""

    def __init__(
        self,
        registry: Registry,
        store: Store,
        after_commit: AfterCommit,
        cache_bytes: int,
        snapshots: Snapshots,
        games_per_account: int = 0,
        request_threads: int = 2,
    ) -> None:
        self.registry = registry
        self.store = store
        self._after_commit = after_commit
        self.snapshots = snapshots
        self._games_per_account = games_per_account  # limit of unfinished games; 0: no limit
        # Other modules read cached games and report damage through it. Only this class changes a game.
        self.loaded = LoadedGames(registry, store, cache_bytes, snapshots, after_commit.damaged, request_threads)

    def fresh(self, game_id: UUID) -> GameAt:
        """Return the game at its newest version in the database."""
        return self.loaded.fresh(game_id)

    def events_after(self, at: GameAt, after: int, limit: int) -> Sequence[Logged]:
        """Return up to `limit` stored events after a version. Raise `GameDamaged` if one of them is damaged."""
        page = page_after(self.store, at.game.id, after, limit, at.head)
        if page.damaged is not None:
            raise self.loaded.damage_found(at.game.id, page.damaged)
        return page.events

    # ---------------------------------------------------------------- changing

    def create(
        self,
        new: NewGame,
        board: JsonObject,
        first_move: Callable[[Any], Move],
        key: IdempotencyKey | None = None,
        make_reply: MakeReply = no_reply,
        origin: Origin | None = None,
    ) -> tuple[GameAt, Reply]:
        """Create a game, and return it with the answer. `first_move` is called with the game before its first event."""
        rules = self.registry[new.ruleset]
        move = first_move(new_game(new.id, new.seed, board))
        game = move.commits[-1].after
        after = GameAt(rules, game, new.settings, new.creator, game.at)
        reply, alongside = _prepare(None, after, move, key, make_reply, origin)
        if not self.store.commits.create(new, move.commits, alongside, self._games_per_account):
            raise NoSuchGame(new.id)
        loaded = self.loaded.entry(new.id)
        with loaded.lock:
            loaded.at = after
        self._tell(0, after, alongside.owed)
        return after, reply

    def handle(
        self,
        game_id: UUID,
        decide: Decide,
        by: Credential | None = None,
        expected: int | None = None,
        key: IdempotencyKey | None = None,
        make_reply: MakeReply = no_reply,
        origin: Origin | None = None,
    ) -> tuple[GameAt, Reply]:
        """Change the game by the move that `decide` returns. If `decide` raises an exception, change nothing and raise
        it again.

        `by`: the credential of a cached caller. The append statement checks the credential, and raises
        `UnknownCredential` if the credential is no longer valid. `expected`: the version at which the caller wants the
        change."""
        loaded = self.loaded.entry(game_id)
        with loaded.lock:
            for _ in range(ATTEMPTS):
                # 1. Take the game from the cache, or load it.
                if loaded.at is None:
                    self.loaded.load(loaded)
                at = loaded.require()
                # 2. Decide. The cache may be behind: before a refusal, ask the database whether the game has moved on.
                # With a cached caller (`by`), raise the refusal: the HTTP layer then looks up the caller and the game,
                # and decides again.
                try:
                    move = _decide(at, decide, expected)
                except REFUSALS:
                    if by is None and self.loaded.catch_up(loaded):
                        continue
                    raise
                # 3. Prepare the answer and the rows that are written with the events.
                after = at.moved_to(move.commits[-1].after)
                reply, alongside = _prepare(at, after, move, key, make_reply, origin)
                # 4. Append if version and head are still the same, else refresh the game and retry.
                try:
                    self.store.commits.append(game_id, at.head, move.commits, alongside, by)
                except VersionConflict as conflict:
                    if not self.loaded.catch_up(loaded, conflict.head, conflict.tail):
                        self.loaded.load(loaded)  # the head is the same, but its event was changed
                    continue
                loaded.at = after
                break
            else:
                raise Contention
        # 5. Wake subscribers and enqueue jobs, as best effort.
        self._tell(at.game.version, after, alongside.owed)
        return after, reply

    def _tell(self, before: int, after: GameAt, owed: Debt | None) -> None:
        self._after_commit.committed(after.game.id, after.game.version, owed, is_due(before, after), after.creator)

    def wake(self, at: GameAt) -> None:
        """Wake the streams of a game after a change that is not in its log, such as an invitation."""
        self._after_commit.committed(at.game.id, at.game.version, None)

    # ---------------------------------------------------------------- the system's own commands

    def act(self, game_id: UUID, seat: int, body: JsonObject, expected: int, note: Json = None) -> GameAt:
        """Write a bot's command, with the bot's reasoning as a sealed note. Raise `Moved` if the game is not at version
        `expected`."""

        def decide(at: GameAt) -> Move:
            command = play.read_command(at.rules, body)
            return Move((seat_commit(at.rules, at.game, seat, command, note, at.game.place(seat).bot),))

        return self.handle(game_id, decide, expected=expected, origin=Origin(None, SYSTEM, "bot"))[0]

    def score(self, game_id: UUID) -> GameAt:
        """Write the final scoring of a game, if the scoring is pending."""
        at = self.fresh(game_id)
        if at.game.status != "scoring":
            return at
        try:
            return self.handle(game_id, final_scoring, origin=Origin(None, SYSTEM, "scoring"))[0]
        except GameOver:  # another worker was faster
            return self.fresh(game_id)

    def time_out(self, game_id: UUID) -> GameAt:
        """Record each passed deadline, with the consequence that the game's clock defines, and end each expired pause.
        End the game if it is abandoned. Each of these changes is one commit."""
        at = self.fresh(game_id)
        while (is_late := late(at.game)) or (is_rested := expired_pauses(at.game)) or is_abandoned(at.game):
            try:
                decide = time_out if is_late else resume if is_rested else end_abandoned
                at = self.handle(game_id, decide, origin=Origin(None, SYSTEM, "deadline"))[0]
            except GameOver:  # the game has ended meanwhile, or the seat has decided
                return self.fresh(game_id)
        return at


def _decide(at: GameAt, decide: Decide, expected: int | None) -> Move:
    if expected is not None and at.game.version != expected:
        raise Moved(at, expected)
    return decide(at)


def _prepare(
    before: GameAt | None,
    after: GameAt,
    move: Move,
    key: IdempotencyKey | None,
    make_reply: MakeReply,
    origin: Origin | None,
) -> tuple[Reply, Alongside]:
    """Return the answer to a move, and the rows that are written together with the move."""
    reply, answer = make_reply(after, move), None
    if key is not None:
        answer = Answer(key.scope, key.key, key.fingerprint, reply.status, reply.body, dict(reply.headers))
    shows = projection.project(before, after, move.commits[-1].command.actor)
    owed = projection.pending_work(before, after)
    return reply, Alongside(shows, owed, answer, origin, move.seated, move.left, move.invited, move.accepted)
