"""Whole games without a server: a bot plays any ruleset, and each commit is written as the server would write it."""

import hashlib
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic
from uuid import UUID

from kontor.domain.kernel import play
from kontor.domain.kernel.bots import look, random_bot
from kontor.domain.kernel.canonical import Json, JsonObject, canonical
from kontor.domain.kernel.commits import SYSTEM, Command, Commit, commit, event_of, seat_actor
from kontor.domain.kernel.event_lines import line
from kontor.domain.kernel.game import Game, follow, require_state
from kontor.domain.kernel.lifecycle import Note, NoteSealed, SeatPlan, SeatTaken
from kontor.domain.kernel.random_numbers import luck_of
from kontor.domain.kernel.ruleset import Bot, Budget, C, E, Order, Ruleset, S
from kontor.domain.kernel.secrets import Secret


def seed_of(number: int) -> bytes:
    """Return 32 bytes that look random and are always the same."""
    return hashlib.sha256(f"seed {number}".encode()).digest()


def id_of(number: int) -> UUID:
    """Return a UUIDv7 for tests: its time is 2026-01-01, and the rest is a counter."""
    return UUID(int=(0x019B76DA_A800 << 80) | (7 << 76) | (2 << 62) | number)


def nonce_of(number: int) -> str:
    return hashlib.sha256(f"nonce {number}".encode()).hexdigest()


def participant_of(seat: int) -> str:
    return hashlib.sha256(f"participant {seat}".encode()).hexdigest()[:32]


def hash_of(board: JsonObject) -> str:
    return f"sha256:{hashlib.sha256(canonical(board)).hexdigest()}"


@dataclass
class Played(Generic[S, C, E]):
    """A game and its commits. Every step is written as the server would write it."""

    rules: Ruleset[S, C, E]
    game: Game[S]
    commits: list[Commit[S]] = field(default_factory=list)

    def write(
        self,
        actor: str,
        body: JsonObject,
        events: Sequence[object],
        readers: tuple[int, ...] | None = None,
        bot: str | None = None,
        past: Game[S] | None = None,
    ) -> None:
        command = Command(id_of(1000 + len(self.commits)), actor, body, readers, bot)
        hours, seconds = divmod(len(self.commits), 3600)
        at = f"2026-01-01T{hours:02}:{seconds // 60:02}:{seconds % 60:02}.000Z"
        made = commit(self.rules, self.game, command, events, at, None if past is None else {past.version: past})
        self.commits.append(made)
        self.game = made.after

    def do(self, seat: int, body: JsonObject, note: Json = None, bot: str | None = None) -> None:
        """Play a seat's command as the service would. A bot's note is sealed before the events of the command."""
        command = play.read_command(self.rules, body)
        events: list[object] = [] if note is None else [NoteSealed((Secret((), Note(note)),))]
        readers = self.rules.readers(seat, command)
        self.write(seat_actor(seat), body, [*events, *play.act(self.rules, self.game, seat, command)], readers, bot)

    def score(self) -> None:
        self.write(SYSTEM, {"type": "score"}, play.score(self.rules, self.game))

    def lines(self, seats: Collection[int] = (), ended: bool | None = None) -> list[JsonObject]:
        """Return the log as the holder of `seats` sees it now."""
        open_to_all = self.game.is_ended if ended is None else ended
        return list(lines(self.commits, seats, open_to_all))

    def refolded(self) -> Game[S]:
        """Return the game, replayed from its stored records."""
        game: Game[S] = Game(self.game.id, self.game.seed, self.game.board)
        for made in self.commits:
            game = follow(self.rules, game, stored_events(self.rules, made))
        return game


def lines(commits: Sequence[Commit[S]], seats: Collection[int], ended: bool) -> Iterator[JsonObject]:
    for made in commits:
        for record in made.records:
            cause = (made.command, made.salt) if record.version == made.first else None
            yield line(record, seats, ended, cause)


def stored_events(rules: Ruleset[S, C, E], made: Commit[S]) -> list[object]:
    """Return the events of a commit, read from the stored text."""
    shown = [line(record, (), True) for record in made.records]
    return [
        event_of(rules, each["envelope"], [(part.seats, part.value) for part in record.parts])  # type: ignore[arg-type]
        for each, record in zip(shown, made.records, strict=True)
    ]


def created(
    rules: Ruleset[S, C, E],
    seats: int,
    number: int = 1,
    board: JsonObject | None = None,
    options: dict[str, bool | int | str] | None = None,
    order: Order = "listed",
    bots: Collection[int] = (),
    game_id: UUID | None = None,
) -> Played[S, C, E]:
    """Return a started game. All seats except those of bots were taken one after the other, each with a nonce."""
    chosen = board if board is not None else next(iter(rules.boards().values()))
    played: Played[S, C, E] = Played(rules, Game(game_id or id_of(number), seed_of(number), chosen))
    plans = tuple(SeatPlan(n, "bot", "random") if n in bots else SeatPlan(n, "open") for n in range(1, seats + 1))
    plan = play.Plan(hash_of(chosen), options or {}, plans, order)
    played.write(SYSTEM, {"type": "create"}, play.create(rules, played.game, plan))
    for seat in range(1, seats + 1):
        if seat not in bots:
            taker = SeatTaken(seat, participant_of(seat), nonce_of(seat))
            body: JsonObject = {"type": "take_seat", "nonce": nonce_of(seat)}
            played.write(seat_actor(seat), body, play.take_seat(rules, played.game, taker))
    return played


def step(played: Played[S, C, E], bot: Bot = random_bot) -> bool:
    """Make one decision of an awaited seat, or an answer of an invited seat. Return False if play has ended."""
    rules, game = played.rules, played.game
    if game.status != "running":
        return False
    state = require_state(game)
    luck = luck_of("step", game.id.hex, game.version)
    waited, asked = rules.awaiting(state), rules.invited(state)
    seat = luck.choice(asked) if asked and luck.random() < 0.5 else luck.choice(waited)
    choice = bot(look(rules, game, seat), Budget(0.05, time.monotonic, luck))
    if choice.command is None:
        return True
    played.do(seat, choice.command, choice.note)
    return True


def finished(played: Played[S, C, E], bot: Bot = random_bot, limit: int = 5000) -> Played[S, C, E]:
    """Play a game to its end, score it, and return it."""
    for _ in range(limit):
        if not step(played, bot):
            played.score()
            return played
    raise AssertionError(f"no end after {limit} decisions")
