"""What a seat may do: every command as an object of its class, or the options that describe them all."""

from collections.abc import Iterator, Sequence
from typing import Generic, cast

from kontor.domain.kernel.bots import drawn_commands, expand, expand_on
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.game import Game as Folded
from kontor.domain.kernel.legality import Option
from kontor.domain.kernel.own_bots import body_of_choice
from kontor.domain.kernel.play import is_accepted, read_command
from kontor.domain.kernel.ruleset import C, E, Ruleset, S

PAGE = 200  # commands that are looked for at a time


class Legal(Generic[S, C, E]):
    """The legal commands of a seat at one moment.

    Iterate over it for every command, each once; there may be billions, so take what you need, or `sample()`. `in` asks
    whether a command is legal, `options` describes all of them with open fields, as a server does.
    """

    def __init__(self, rules: Ruleset[S, C, E], game: Folded[S], seat: int, options: Sequence[Option]) -> None:
        self._rules = rules
        self._game = game
        self.seat = seat
        self.options = options

    def __iter__(self) -> Iterator[C]:
        start: int | None = 0
        while start is not None:
            found, start = expand_on(self._rules, self._game, self.seat, self.options, start, PAGE, ())
            yield from map(self._read, found)

    def __contains__(self, command: object) -> bool:
        if not self.options:
            return False
        try:
            body = body_of_choice(self._rules.commands, command)
        except TypeError:
            return False
        return body is not None and is_accepted(self._rules, self._game, self.seat, body)

    def __bool__(self) -> bool:
        return bool(self.options)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the commands that there are."""
        return tuple(dict.fromkeys(cast(str, option["type"]) for option in self.options))

    def some(self, wanted: int = 24) -> list[C]:
        """Up to so many different commands, with at least one of each kind."""
        return [self._read(body) for body in expand(self._rules, self._game, self.seat, wanted, self.options)[0]]

    def sample(self, wanted: int = 1, seed: int = 0) -> list[C]:
        """Commands drawn by lot, each for itself: first its kind, then its fields. Another seed is another draw."""
        drawn = drawn_commands(self._rules, self._game, self.seat, self.options, wanted, seed)
        return [self._read(body) for body in drawn]

    def __repr__(self) -> str:
        return f"<legal for seat {self.seat}: {', '.join(self.kinds) or 'nothing'}>"

    def _read(self, body: JsonObject) -> C:
        return read_command(self._rules, body)
