"""The only road by which a game changes, for people, bots and the system alike: load, compare, decide, append.

A process keeps games folded. It trusts that only for an acceptance, since the append compares version and head once
more; before it refuses anything it asks the database whether the game has moved on (contract §4).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias
from uuid import UUID

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.commits import Record
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.violation import GameOver, Refusal, Violation
from kontor.service.engine import projection
from kontor.service.engine.game_at import Seen, new_game
from kontor.service.engine.loaded_games import NoSuchGame, Rooms, require_seen
from kontor.service.engine.moves import Move, final_scoring, late, seat_commit, time_out
from kontor.service.http.problems import Problem
from kontor.service.jobs.after_commit import Afterwards
from kontor.service.registry import Registry
from kontor.service.store import Answer, Aside, Debt, Head, KeyTaken, NewGame, Store

ATTEMPTS = 5


class Moved(Exception):
    """The game does not stand at the version that the caller expects."""

    def __init__(self, seen: Seen) -> None:
        super().__init__(f"The game stands at version {seen.game.version}.")
        self.seen = seen


class Contention(Exception):
    """Others were faster, five times in a row. Nothing was changed."""


class Answered(Exception):
    """This request was answered before, or its key belongs to another one; `answer` is the stored one."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("An answer is stored for this idempotency key.")
        self.answer = answer


@dataclass(frozen=True, slots=True)
class Keyed:
    """An idempotency key with all that is stored under it once the request is accepted."""

    scope: str
    key: str
    fingerprint: bytes
    answer: Callable[[Seen, Move], tuple[int, str, JsonObject]]  # status, body, headers


REFUSALS = (Moved, Violation, Refusal, Unreadable, Problem)

Decide: TypeAlias = Callable[[Seen], Move]


class Games:
    """All games of a database, as one process sees them. Threads may share it."""

    def __init__(
        self,
        registry: Registry,
        store: Store,
        afterwards: Afterwards,
        cache_bytes: int,
        ring: Callable[[UUID], None] = lambda _: None,
    ) -> None:
        self.registry = registry
        self.store = store
        self._afterwards = afterwards
        self._ring = ring  # wakes those who wait in this process
        self._rooms = Rooms(registry, store, cache_bytes)

    # ---------------------------------------------------------------- reading

    def known(self, game_id: UUID) -> Seen | None:
        """What this process remembers; perhaps stale."""
        return self._rooms.known(game_id)

    def fresh(self, game_id: UUID) -> Seen:
        """The game as the database has it now."""
        return self._rooms.fresh(game_id)

    def met(self, game_id: UUID, head: Head | None, tail: Sequence[Record]) -> Seen:
        """The game, given where the database just said it stands and what follows the version we knew."""
        return self._rooms.met(game_id, head, tail)

    # ---------------------------------------------------------------- changing

    def create(
        self, new: NewGame, board: JsonObject, move: Callable[[Any], Move], keyed: Keyed | None
    ) -> tuple[Seen, Move]:
        """Create a game. `move` is given the game before its first event."""
        rules = self.registry[new.ruleset]
        made = move(new_game(new.id, new.seed, board))
        seen = Seen(rules, made.commits[-1].after, new.visibility, new.creator, new.practice, new.bot_milliseconds)
        try:
            owed = projection.owed(rules, None, seen.game)
            if not self.store.create(new, made.commits, self._aside(seen, owed, made, keyed)):
                raise NoSuchGame(new.id)
        except KeyTaken:
            raise self._answered(keyed) from None
        room = self._rooms.room(new.id)
        with room.lock:
            room.seen = seen
        self._tell(seen, owed)
        return seen, made

    def handle(
        self, game_id: UUID, decide: Decide, expected: int | None = None, keyed: Keyed | None = None
    ) -> tuple[Seen, Move]:
        """Change the game as `decide` says, or raise what it raises. Decides again if somebody was faster."""
        room = self._rooms.room(game_id)
        with room.lock:
            if room.seen is None:
                self._rooms.catch_up(game_id, room)
            for _ in range(ATTEMPTS):
                seen = require_seen(room)
                try:
                    move = _decided(seen, decide, expected)
                except REFUSALS:
                    if self._rooms.catch_up(game_id, room):
                        continue
                    self._require_unanswered(keyed)
                    raise
                after = seen.moved_to(move.commits[-1].after)
                owed = projection.owed(seen.rules, seen.game, after.game)
                if self._append(seen, after, owed, move, keyed):
                    room.seen = after
                    break
                self._rooms.catch_up(game_id, room)
            else:
                raise Contention(game_id)
        self._tell(after, owed)
        return after, move

    def _append(self, seen: Seen, after: Seen, owed: Debt | None, move: Move, keyed: Keyed | None) -> bool:
        try:
            return self.store.append(seen.game.id, seen.head, move.commits, self._aside(after, owed, move, keyed))
        except KeyTaken:
            raise self._answered(keyed) from None

    def _aside(self, after: Seen, owed: Debt | None, move: Move, keyed: Keyed | None) -> Aside:
        answer = None
        if keyed is not None:
            status, body, headers = keyed.answer(after, move)
            answer = Answer(keyed.scope, keyed.key, keyed.fingerprint, status, body, headers)
        return Aside(
            projection.shown(after.rules, after.game),
            owed,
            answer,
            move.seated,
            move.left,
        )

    def _require_unanswered(self, keyed: Keyed | None) -> None:
        if keyed is not None and (answer := self.store.answer(keyed.scope, keyed.key)) is not None:
            raise Answered(answer)

    def _answered(self, keyed: Keyed | None) -> Exception:
        answer = None if keyed is None else self.store.answer(keyed.scope, keyed.key)
        return Contention() if answer is None else Answered(answer)

    def _tell(self, seen: Seen, owed: Debt | None) -> None:
        self._ring(seen.game.id)
        self._afterwards.committed(seen.game.id, seen.game.version, owed)

    # ---------------------------------------------------------------- the system's own commands

    def act(self, game_id: UUID, seat: int, body: JsonObject, expected: int, note: Json = None) -> Seen:
        """A bot's command, with its reasoning sealed beside it; `Moved` if the game stands elsewhere by now."""

        def decide(seen: Seen) -> Move:
            command = play.read_command(seen.rules, body)
            return Move((seat_commit(seen.rules, seen.game, seat, command, note),))

        return self.handle(game_id, decide, expected)[0]

    def score(self, game_id: UUID) -> Seen:
        """The final scoring, if it is owed; otherwise nothing happens."""
        seen = self.fresh(game_id)
        if seen.game.status != "scoring":
            return seen
        try:
            return self.handle(game_id, final_scoring)[0]
        except GameOver:  # another worker was faster
            return self.fresh(game_id)

    def time_out(self, game_id: UUID) -> Seen:
        """Note the deadlines that have passed, one commit each, and do what the game's clock says; else nothing."""
        seen = self.fresh(game_id)
        while late(seen.game):
            try:
                seen = self.handle(game_id, time_out)[0]
            except GameOver:  # ended meanwhile, or the seat decided at the last moment
                return self.fresh(game_id)
        return seen


def _decided(seen: Seen, decide: Decide, expected: int | None) -> Move:
    if expected is not None and seen.game.version != expected:
        raise Moved(seen)
    return decide(seen)
