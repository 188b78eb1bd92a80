"""The commits of a game in memory. They are written down as a log, chained and sealed, only when it is kept: hashing
would take longer than the rules do."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, Self
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import SYSTEM, Command, Commit, commit
from kontor.domain.kernel.event_lines import line
from kontor.domain.kernel.game import Game as Folded
from kontor.domain.kernel.play import read_command
from kontor.domain.kernel.ruleset import C, E, Ruleset, S

AT = "1970-01-01T00:00:00.000Z"  # a game in memory knows no clock: the same game is the same log, byte for byte
KERNEL = frozenset(  # what a seat can ask of a table, which is no command of the game
    {"join", "leave", "resign", "return", "undo", "pause", "resume", "pass_seat"}
)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One commit: who asked for what, what happened, and the game after it. `bot`: who decided it, if a bot did."""

    actor: str
    body: JsonObject
    events: tuple[object, ...]
    after: Folded[S]
    bot: str | None = None

    @property
    def seat(self) -> int:
        return int(self.actor.removeprefix("seat:"))

    @property
    def is_of_a_seat(self) -> bool:
        return self.actor != SYSTEM and self.body.get("type") not in KERNEL


@dataclass(slots=True)
class Log(Generic[S]):
    """The game before its first event, its steps, and as many of them as have been written down."""

    blank: Folded[S]
    steps: list[Step[S]]
    commits: list[Commit[S]]

    @property
    def now(self) -> Folded[S]:
        return self.steps[-1].after

    def append(self, step: Step[S]) -> None:
        self.steps.append(step)

    def copy(self) -> Self:
        return type(self)(self.blank, [*self.steps], [*self.commits])

    def before(self, number: int) -> Self:
        return type(self)(self.blank, self.steps[:number], self.commits[:number])

    def of_seats(self) -> Iterator[Step[S]]:
        return (step for step in self.steps if step.is_of_a_seat)

    def last_of_a_seat(self) -> int | None:
        """The number of the last step that a seat brought about by a command of the game."""
        return next((n for n in range(len(self.steps) - 1, -1, -1) if self.steps[n].is_of_a_seat), None)

    def written(self, rules: Ruleset[S, C, E]) -> list[Commit[S]]:
        """All steps as commits; those that were read or written before stay as they are."""
        for step in self.steps[len(self.commits) :]:
            before = self.commits[-1].after if self.commits else self.blank
            command = Command(_id(before, "command"), step.actor, step.body, _readers(rules, step), step.bot)
            self.commits.append(commit(rules, before, command, step.events, AT))
        return self.commits

    def lines(self, rules: Ruleset[S, C, E]) -> Iterator[JsonObject]:
        """The lines of the log, with everything that is sealed: whoever has the game in memory knows it all."""
        for each in self.written(rules):
            for n, record in enumerate(each.records):
                yield line(record, (), True, None if n else (each.command, each.salt))


def _readers(rules: Ruleset[S, C, E], step: Step[S]) -> tuple[int, ...] | None:
    return rules.readers(step.seat, read_command(rules, step.body)) if step.is_of_a_seat else None


def _id(game: Folded[S], what: str) -> UUID:
    """An id that follows from the seed and the place in the log (a UUID of version 8: made by a rule of one's own)."""
    return uuid_of(f"{what}/{game.id}/{game.version + 1}".encode() + game.seed)


def uuid_of(content: bytes) -> UUID:
    made = bytearray(hashlib.sha256(b"kontor/library/1\n" + content).digest()[:16])
    made[6], made[8] = made[6] & 0x0F | 0x80, made[8] & 0x3F | 0x80
    return UUID(bytes=bytes(made))
