"""The commits of a game in memory. They become a chained and sealed log only when the game is saved, because hashing
takes longer than the rules.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Self, cast
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import SYSTEM, Command, Commit, commit
from kontor.domain.kernel.event_lines import line
from kontor.domain.kernel.game import Game as Folded
from kontor.domain.kernel.game import follow
from kontor.domain.kernel.play import body_of, move, read_command
from kontor.domain.kernel.ruleset import C, E, Ruleset, S

AT = "1970-01-01T00:00:00.000Z"  # a game in memory uses no clock, so that the same game has the same log, byte for byte
RECENT = 16  # the newest steps, which can be undone without a replay
MARKED = 64  # number of steps between two older marks
KERNEL = frozenset(  # kernel commands of a seat, which are not commands of the game
    {"join", "leave", "resign", "return", "undo", "pause", "resume", "pass_seat"}
)


class Step(NamedTuple):
    """One commit: the actor and the command. `bot`: the bot that chose the command, or None.

    `asked`: a command of the ruleset as an object, or JSON (read from a file, or a kernel command). `events`: the
    events of the commit. It is None if a seat played, because these events can be computed again from the game before
    the step. Storing all events would slow down long games, because Python's garbage collector visits each object.
    """

    actor: str
    asked: object
    events: tuple[object, ...] | None = None
    bot: str | None = None

    @property
    def seat(self) -> int:
        return int(self.actor.removeprefix("seat:"))

    @property
    def is_of_a_seat(self) -> bool:
        return self.actor != SYSTEM and not (isinstance(self.asked, Mapping) and self.asked["type"] in KERNEL)

    def command(self, rules: Ruleset[S, C, E]) -> C:
        return read_command(rules, self.asked) if isinstance(self.asked, Mapping) else cast(C, self.asked)

    def body(self, rules: Ruleset[S, C, E]) -> JsonObject:
        return self.asked if isinstance(self.asked, Mapping) else body_of(rules.commands, cast(C, self.asked))

    def follow(self, rules: Ruleset[S, C, E], before: Folded[S]) -> tuple[Sequence[object], Folded[S]]:
        """Return the events of this step, and the game after it."""
        if self.events is None:
            return move(rules, before, self.seat, self.command(rules))
        return self.events, follow(rules, before, self.events)


@dataclass(slots=True)
class Log(Generic[S]):
    """The log of a game in memory: the current game, its steps, and the commits that were already built.

    `marks` contains, by step number, the game after this step: for the newest steps, and for some older steps. Mark 0
    is the game before its first event.
    """

    now: Folded[S]
    steps: list[Step]
    marks: dict[int, Folded[S]]
    commits: list[Commit[S]]

    @classmethod
    def of(cls, blank: Folded[S]) -> Self:
        return cls(blank, [], {0: blank}, [])

    def append(self, step: Step, after: Folded[S]) -> None:
        self.steps.append(step)
        self.now = self.marks[len(self.steps)] = after
        old = len(self.steps) - RECENT
        if old > 0 and old % MARKED and self.steps[old - 1].events is None:
            self.marks.pop(old, None)

    def copy(self) -> Self:
        return type(self)(self.now, [*self.steps], {**self.marks}, [*self.commits])

    def cut(self, rules: Ruleset[S, C, E], number: int) -> None:
        """Take back the step with this number and all later steps."""
        for n in [n for n in self.marks if n > number]:
            del self.marks[n]
        begin = max(self.marks)
        game = self.marks[begin]
        for step in self.steps[begin:number]:
            _, game = step.follow(rules, game)
        self.now = self.marks[number] = game
        del self.steps[number:], self.commits[number:]

    def replay(self, rules: Ruleset[S, C, E]) -> Iterator[tuple[Step, Sequence[object], int]]:
        """Yield each step with its events and the version of the game after it."""
        game = self.marks[0]
        for n, step in enumerate(self.steps, 1):
            if step.events is not None and n in self.marks:  # an undo cannot be replayed from the mark
                game = self.marks[n]
                yield step, step.events, game.version
            else:
                events, game = step.follow(rules, game)
                yield step, events, game.version

    def last_of_a_seat(self) -> int | None:
        """Return the number of the last step in which a seat played a game command, or None."""
        return next((n for n in range(len(self.steps) - 1, -1, -1) if self.steps[n].is_of_a_seat), None)

    def as_commits(self, rules: Ruleset[S, C, E]) -> list[Commit[S]]:
        """Return all steps as commits. Commits that already exist stay unchanged."""
        for step in self.steps[len(self.commits) :]:
            before = self.commits[-1].after if self.commits else self.marks[0]
            command = Command(_id(before, "command"), step.actor, step.body(rules), _readers(rules, step), step.bot)
            self.commits.append(commit(rules, before, command, step.follow(rules, before)[0], AT))
        return self.commits

    def lines(self, rules: Ruleset[S, C, E]) -> Iterator[JsonObject]:
        """Yield the lines of the log with all sealed values, because a game in memory has no secrets from its user."""
        for each in self.as_commits(rules):
            for n, record in enumerate(each.records):
                yield line(record, (), True, None if n else (each.command, each.salt))


def _readers(rules: Ruleset[S, C, E], step: Step) -> tuple[int, ...] | None:
    return rules.readers(step.seat, step.command(rules)) if step.is_of_a_seat else None


def _id(game: Folded[S], what: str) -> UUID:
    """Return an id that is derived from the seed and the position in the log (UUID version 8, custom)."""
    return uuid_of(f"{what}/{game.id}/{game.version + 1}".encode() + game.seed)


def uuid_of(content: bytes) -> UUID:
    made = bytearray(hashlib.sha256(b"kontor/library/1\n" + content).digest()[:16])
    made[6], made[8] = made[6] & 0x0F | 0x80, made[8] & 0x3F | 0x80
    return UUID(bytes=bytes(made))
