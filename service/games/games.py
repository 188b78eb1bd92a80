"""The only road by which a game changes, for people, bots and the system alike: load, compare, decide, append.

A process keeps games folded. It trusts that only for an acceptance, since the append compares version and head once
more; before it refuses anything it asks the database whether the game has moved on (design §4).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias
from uuid import UUID

from domain.kernel import play
from domain.kernel.canonical import Json, JsonObject
from domain.kernel.clocks import deadlines
from domain.kernel.commits import SYSTEM, Command, Commit, commit, seat_actor
from domain.kernel.game import require_created
from domain.kernel.lifecycle import Note, NoteSealed
from domain.kernel.model import Unreadable
from domain.kernel.secrets import Secret
from domain.kernel.violation import GameOver, Refusal, Violation
from service.afterwards import Afterwards
from service.clock import new_id, now, stamp
from service.games import projection
from service.games.cache import Cache, Room, weight
from service.games.folding import Seen, fold, new_game
from service.problems import Problem
from service.registry import AnyGame, AnyRuleset, Registry
from service.store import Answer, Aside, Head, KeyTaken, NewGame, Seated, Store

ATTEMPTS = 5
WEIGH_EVERY = 64  # versions


class NoSuchGame(LookupError):
    """There is no game with this id."""


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
class Move:
    """What a decision brings about: commits, and who sits down or stands up with them."""

    commits: tuple[Commit[Any], ...]
    seated: tuple[Seated, ...] = ()
    left: tuple[str, ...] = ()


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
        self._cache: Cache[Seen] = Cache(cache_bytes)

    # ---------------------------------------------------------------- reading

    def known(self, game_id: UUID) -> Seen | None:
        """What this process remembers; perhaps stale."""
        return self._cache.known(game_id)

    def fresh(self, game_id: UUID) -> Seen:
        """The game as the database has it now."""
        room = self._cache.room(game_id)
        with room.lock:
            self._catch_up(game_id, room)
            return _require(room)

    def met(self, game_id: UUID, head: Head | None, tail: Sequence[Any]) -> Seen:
        """The game, given where the database just said it stands and what follows the version we knew."""
        if head is None:
            raise NoSuchGame(game_id)
        room = self._cache.room(game_id)
        with room.lock:
            seen = room.seen
            if seen is not None and head.version > seen.game.version:
                rest = [record for record in tail if record.version > seen.game.version]
                if rest and rest[0].version == seen.game.version + 1:
                    self._follow(game_id, room, seen, rest)
            if room.seen is None or room.seen.head != head:
                self._catch_up(game_id, room)
            return _require(room)

    # ---------------------------------------------------------------- changing

    def create(
        self, new: NewGame, board: JsonObject, move: Callable[[Any], Move], keyed: Keyed | None
    ) -> tuple[Seen, Move]:
        """Create a game. `move` is given the game before its first event."""
        rules = self.registry[new.ruleset]
        made = move(new_game(new.id, new.seed, board))
        seen = Seen(rules, made.commits[-1].after, new.visibility, new.creator, new.practice)
        try:
            if not self.store.create(new, made.commits, self._aside(seen, made, keyed)):
                raise NoSuchGame(new.id)
        except KeyTaken:
            raise self._answered(keyed) from None
        room = self._cache.room(new.id)
        with room.lock:
            room.seen = seen
        self._tell(seen)
        return seen, made

    def handle(
        self, game_id: UUID, decide: Decide, expected: int | None = None, keyed: Keyed | None = None
    ) -> tuple[Seen, Move]:
        """Change the game as `decide` says, or raise what it raises. Decides again if somebody was faster."""
        room = self._cache.room(game_id)
        with room.lock:
            if room.seen is None:
                self._catch_up(game_id, room)
            for _ in range(ATTEMPTS):
                seen = _require(room)
                try:
                    move = _decided(seen, decide, expected)
                except REFUSALS:
                    if self._catch_up(game_id, room):
                        continue
                    self._require_unanswered(keyed)
                    raise
                after = self._append(game_id, seen, move, keyed)
                if after is not None:
                    room.seen = after
                    break
                self._catch_up(game_id, room)
            else:
                raise Contention(game_id)
        self._tell(after)
        return after, move

    def _append(self, game_id: UUID, seen: Seen, move: Move, keyed: Keyed | None) -> Seen | None:
        after = seen.moved_to(move.commits[-1].after)
        try:
            done = self.store.append(game_id, seen.head, move.commits, self._aside(after, move, keyed))
        except KeyTaken:
            raise self._answered(keyed) from None
        return after if done else None

    def _aside(self, after: Seen, move: Move, keyed: Keyed | None) -> Aside:
        answer = None
        if keyed is not None:
            status, body, headers = keyed.answer(after, move)
            answer = Answer(keyed.scope, keyed.key, keyed.fingerprint, status, body, headers)
        return Aside(
            projection.shown(after.rules, after.game),
            projection.owed(after.rules, after.game),
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

    def _tell(self, seen: Seen) -> None:
        self._ring(seen.game.id)
        self._afterwards.committed(seen.game.id, seen.game.version, projection.owed(seen.rules, seen.game))

    # ---------------------------------------------------------------- the cache

    def _catch_up(self, game_id: UUID, room: Room[Seen]) -> bool:
        """Compare with the database and fold what is new; whether there was anything. Called with the lock held."""
        seen = room.seen
        head = None if seen is None else self.store.head(game_id)
        if seen is not None and head == seen.head:
            return False
        if seen is not None and head is not None and head.version > seen.game.version:
            records = self.store.tail(game_id, seen.game.version)
            self._follow(game_id, room, seen, records)
            return True
        self._load(game_id, room)  # nothing known yet, or we are ahead of a database that was restored
        return True

    def _follow(self, game_id: UUID, room: Room[Seen], seen: Seen, records: Sequence[Any]) -> None:
        room.seen = seen.moved_to(fold(seen.rules, seen.game, records))
        if room.seen.game.version // WEIGH_EVERY != seen.game.version // WEIGH_EVERY:
            self._weigh(game_id, room)

    def _load(self, game_id: UUID, room: Room[Seen]) -> None:
        stored = self.store.load(game_id)
        if stored is None:
            self._cache.forget(game_id)
            raise NoSuchGame(game_id)
        rules, row = self.registry[stored.row.ruleset], stored.row
        game = fold(rules, new_game(game_id, stored.seed, stored.board), stored.records)
        room.seen = Seen(rules, game, row.visibility, row.creator, row.practice)
        self._weigh(game_id, room)

    def _weigh(self, game_id: UUID, room: Room[Seen]) -> None:
        seen = _require(room)
        self._cache.weighed(game_id, weight(seen.game, (seen.rules,)))

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
            return self.handle(game_id, _score)[0]
        except GameOver:  # another worker was faster
            return self.fresh(game_id)

    def time_out(self, game_id: UUID) -> Seen:
        """Note the deadlines that have passed, one commit each, and do what the game's clock says; else nothing."""
        seen = self.fresh(game_id)
        while late(seen.game):
            try:
                seen = self.handle(game_id, _time_out)[0]
            except GameOver:  # ended meanwhile, or the seat decided at the last moment
                return self.fresh(game_id)
        return seen


def late(game: AnyGame) -> list[tuple[datetime, int]]:
    """Deadlines that have passed and the seats that let them pass, the longest overdue first."""
    if game.status != "running":
        return []
    return sorted((at, seat) for seat, at in deadlines(game).items() if at <= datetime.now(UTC))


def _time_out(seen: Seen) -> Move:
    overdue = late(seen.game)
    if not overdue:
        raise GameOver("Nobody is late any more.")
    (at, seat), clock = overdue[0], require_created(seen.game).clock
    bot = stand_in(seen.rules) if clock is not None and clock.on_timeout == "bot" else None
    command = Command(new_id(), SYSTEM, {"type": "time_out", "seat": seat})
    events = play.time_out(seen.game, seat, stamp(at), bot)
    left = (str(seen.game.place(seat).participant),) if bot else ()
    return Move((commit(seen.rules, seen.game, command, events, now()),), left=left)


def stand_in(rules: AnyRuleset) -> str:
    """The bot that plays for somebody who is away: one that means no harm, where the ruleset has it."""
    return "greedy" if "greedy" in rules.bots else "random"


def _score(seen: Seen) -> Move:
    command = Command(new_id(), SYSTEM, {"type": "score"})
    return Move((commit(seen.rules, seen.game, command, play.score(seen.rules, seen.game), now()),))


def seat_commit(rules: AnyRuleset, game: AnyGame, seat: int, command: Any, note: Json = None) -> Commit[Any]:
    """The commit of one command of a seat. Its body is written as the rules read it: nothing else enters the log."""
    events: list[object] = list(play.act(rules, game, seat, command))
    if note is not None:
        events.append(NoteSealed((Secret((), Note(note)),)))
    cause = Command(new_id(), seat_actor(seat), play.body_of(rules, command), rules.readers(seat, command))
    return commit(rules, game, cause, events, now())


def _decided(seen: Seen, decide: Decide, expected: int | None) -> Move:
    if expected is not None and seen.game.version != expected:
        raise Moved(seen)
    return decide(seen)


def _require(room: Room[Seen]) -> Seen:
    if room.seen is None:
        raise NoSuchGame
    return room.seen
