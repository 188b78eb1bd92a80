"""Positions in which a bot of Hansa must decide, and how to ask it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.playout import advance, eager_command
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.state import State
from kontor.domain.hansa.view.view import view
from kontor.domain.kernel.game import require_state, table_of
from kontor.domain.kernel.model import read
from kontor.domain.kernel.random_numbers import luck_of
from kontor.domain.kernel.ruleset import Bot, Budget, Choice, Look, Table
from kontor.service.tournament.match import Setting, start_game

GAMES: list[tuple[str, int, dict[str, bool | int | str]]] = [
    ("hansa", 3, {}),
    ("hansa", 3, {"favours": True, "missions": True}),
    ("hansa", 5, {"edition": "classic"}),
    ("hansa", 2, {"two_player_variant": "provinces"}),
    ("hansa", 2, {"two_player_variant": "neutral"}),
    ("east", 3, {}),
    ("east", 5, {}),
    ("east", 2, {"two_player_variant": "neutral"}),
    ("britannia", 3, {"open_borders": True}),
    ("britannia", 4, {}),
    ("britannia", 2, {"two_player_variant": "neutral", "edition": "classic"}),
]
NAMES = [f"{board}, {seats} seats, {' '.join(map(str, chosen.values())) or 'plain'}" for board, seats, chosen in GAMES]


@dataclass(frozen=True)
class Position:
    """A moment of a game in which a seat must decide."""

    table: Table
    state: State

    @property
    def seat(self) -> int:
        return decider(self.state)

    def look(self) -> Look:
        """As the kernel makes it, without what these bots do not look at: the options."""
        return Look(self.table, self.seat, view(self.state, frozenset({self.seat})), [], lambda wanted: [])


def positions(number: int, board: str = "hansa", seats: int = 3, **options: bool | int | str) -> Iterator[Position]:
    """Every decision of a game that is played eagerly."""
    game = start_game(RULESET, Setting(board, options, 0.1), ["random"] * seats, number)
    state, luck = require_state(game), Random(number)
    while decider(state) >= 0:
        yield Position(table_of(game), state)
        state = advance(state, decider(state), eager_command(state, decider(state), luck))


def ticking(step: float) -> Callable[[], float]:
    """A clock that moves on when it is looked at, so that what is found in time is the same each time."""
    ticks = count()
    return lambda: next(ticks) * step


def ask(bot: Bot, look: Look, seconds: float = 0.2) -> Choice:
    return bot(look, Budget(seconds, ticking(0.004), luck_of("test", look.seat)))


def after(position: Position, choice: Choice) -> State:
    """Where the choice leads; a Violation if it is refused."""
    body = dict(choice.command or {})
    return advance(position.state, position.seat, read(RULESET.commands[str(body.pop("type"))], body))
