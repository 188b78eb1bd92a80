"""The legal commands of a seat, each as an object of its class, or together as options with open fields."""

import random
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Final, Generic, Self, cast

from kontor.domain.kernel.bots import body_of_choice, draw_commands, expand
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.game import Game as Folded
from kontor.domain.kernel.game import require_state
from kontor.domain.kernel.legal_pages import Numbered, walk
from kontor.domain.kernel.legality import Option
from kontor.domain.kernel.play import accepted_command, is_accepted, read_command
from kontor.domain.kernel.random_numbers import luck_of
from kontor.domain.kernel.ruleset import C, E, Ruleset, S
from kontor.engine.commands import kind_of
from kontor.errors import NotNow, TooMany

MOST_LISTED: Final = 50_000  # the most commands that a list may contain; there may be billions


class Legal(Generic[S, C, E]):
    """The legal commands of a seat at one moment.

    `choice()` picks one command at random. Iteration yields every command once, but there may be billions of them. `in`
    tests whether a command is legal. `options` describes all commands with open fields, as a server does.
    """

    def __init__(
        self, rules: Ruleset[S, C, E], game: Folded[S], seat: int, may_act: bool, kinds: Collection[str] | None = None
    ) -> None:
        self._rules = rules
        self._game = game
        self._may_act = may_act
        self._kinds = kinds  # None: all
        self.seat = seat

    @cached_property
    def options(self) -> Sequence[Option]:
        """Return all legal commands as options with open fields (docs/contract/commands.md)."""
        found = self._rules.legal(require_state(self._game), self.seat) if self._may_act else ()
        return found if self._kinds is None else [each for each in found if each["type"] in self._kinds]

    def __iter__(self) -> Iterator[C]:
        for body in walk(self.options):
            command = accepted_command(self._rules, self._game, self.seat, body)
            if command is not None:
                yield command

    def __length_hint__(self) -> int:
        """Return an upper bound of the number of commands. Raise TooMany if there are too many for a list.

        `list`, `tuple` and `sorted` call this method before they iterate. They ignore a TypeError, so TooMany must not
        be a TypeError.
        """
        if self.at_most > MOST_LISTED:
            raise TooMany(
                f"There may be {self.at_most:,} legal commands, which is too many for a list. Pick one command with "
                "choice(), take a few with some(24) or itertools.islice(…), or iterate over the commands in a loop."
            )
        return self.at_most

    def __contains__(self, command: object) -> bool:
        try:
            body = body_of_choice(self._rules.commands, command)
        except TypeError:
            return False
        if body is None or not self._may_act or (self._kinds is not None and body.get("type") not in self._kinds):
            return False
        return is_accepted(self._rules, self._game, self.seat, body)

    def __bool__(self) -> bool:
        return self._may_act if self._kinds is None else bool(self.options)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the names of the kinds of legal commands."""
        return tuple(dict.fromkeys(cast(str, option["type"]) for option in self.options))

    @property
    def at_most(self) -> int:
        """Return an upper bound of the number of legal commands. It is computed from the options, and the rules may
        refuse some of the commands.
        """
        return sum(map(Numbered(self.options).count, self.options))

    def of(self, *kinds: str | type) -> Self:
        """Return only the legal commands of these kinds. Each kind is given by its name or as a class."""
        wanted = {kind_of(self._rules, kind) for kind in kinds}
        narrowed = wanted if self._kinds is None else wanted & {*self._kinds}
        return type(self)(self._rules, self._game, self.seat, self._may_act, narrowed)

    def choice(self, rng: random.Random | None = None) -> C:
        """Pick a legal command at random: first its kind, with equal probabilities, then its fields. Raise NotNow if
        there is no legal command.

        This method is fast, but cannot reach every command (docs/python.md). `sample` can reach every command. Without
        `rng`, Python's global `random` is used.
        """
        draw = self._rules.random_command
        if draw is not None and self._may_act and self._kinds is None:
            return draw(require_state(self._game), self.seat, _luck(rng))
        if not self:
            raise NotNow("not-your-decision", f"Seat {self.seat} has no legal command of this kind now.")
        return self.sample(1, rng)[0]

    def sample(self, wanted: int = 1, rng: random.Random | None = None, *, seed: int | None = None) -> list[C]:
        """Pick `wanted` legal commands independently: first the kind, with equal probabilities, then the fields. A
        server with the same `seed` returns the same commands. Without `rng` and `seed`, Python's global `random` is
        used.
        """
        luck = _luck(rng) if seed is None else luck_of("sample", self._game.version, self.seat, seed)
        options = self.options
        drawn = draw_commands(self._rules, self._game, self.seat, options, wanted, luck) if options else ()
        return [self._read(body) for body in drawn]

    def some(self, wanted: int = 24, without: Collection[str | type] = ()) -> list[C]:
        """Return up to `wanted` different legal commands, at least one of each kind. Kinds in `without` are left out.
        The result is always the same.
        """
        left_out = {kind_of(self._rules, kind) for kind in without}
        options = [each for each in self.options if each["type"] not in left_out]
        return [self._read(body) for body in expand(self._rules, self._game, self.seat, wanted, options)[0]]

    def __repr__(self) -> str:
        return f"<legal for seat {self.seat}: {', '.join(self.kinds) or 'nothing'}>"

    def _read(self, body: JsonObject) -> C:
        return read_command(self._rules, body)


def _luck(rng: random.Random | None) -> random.Random:
    return cast(random.Random, random) if rng is None else rng  # the module has the same functions
