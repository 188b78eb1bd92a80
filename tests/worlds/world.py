"""A world: one way to play a ruleset, on which properties, recorded games and benchmarks run."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kontor.domain.kernel.canonical import Json, JsonObject, canonical
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.ruleset import Chair, Order, Ruleset, Table

AnyRuleset: TypeAlias = Ruleset[Any, Any, Any]
AnyGame: TypeAlias = Game[Any]

Policy: TypeAlias = Callable[[AnyRuleset, AnyGame, int, random.Random], JsonObject | None]
"""What a seat does next in a playout that shall end; None where it is only invited and passes."""

Draw: TypeAlias = Callable[[Any, int, random.Random], Any]
"""A legal typed command of a state and a seat, by lot."""


Advance: TypeAlias = Callable[[Any, int, Any, Dice], Any]
"""The state after a typed command."""


@dataclass(frozen=True, slots=True)
class Quick:
    """How a ruleset plays by itself: any legal command, one that gets somewhere, and the state after it."""

    anything: Draw
    purposeful: Draw
    advance: Advance


def nothing_to_count(table: Table, view: JsonObject) -> None:
    """A ruleset whose pieces come and go."""


def unending(events: Sequence[object]) -> Sequence[str]:
    """A ruleset of which no whole game is recorded."""
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """`counted` is given the view of all seats together and asserts that no piece was lost or made."""

    rules: AnyRuleset
    board: str
    seats: int
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    order: Order = "listed"
    counted: Callable[[Table, JsonObject], None] = nothing_to_count
    policy: Policy | None = None
    ends: Sequence[str] = ()  # ways to end of which a whole game is recorded here, as `end_of` names them
    aims: Mapping[str, Policy] = field(default_factory=dict)  # policies that bring about one of these ends
    end_of: Callable[[Sequence[object]], Sequence[str]] = unending  # the ways a game with these events ended
    quick: Quick | None = None  # play without JSON, to be measured
    words: Callable[[JsonObject], Json] = lambda board: None  # names that a client puts together from the board
    spellings: Callable[[JsonObject], Mapping[str, str]] = lambda board: {}  # other names → those that options use
    changes: JsonObject = field(default_factory=dict)  # what a board file of one's own has otherwise than `board`

    @property
    def name(self) -> str:
        told = [
            f"{key}-{value}" if not isinstance(value, bool) else key for key, value in self.options.items() if value
        ]
        drawn = ["drawn"] if self.order == "drawn" else []
        return "-".join([self.board, f"{self.seats}-seats", *told, *self.changes, *drawn])

    @property
    def board_data(self) -> JsonObject:
        return {**self.rules.boards()[self.board], **self.changes}

    @property
    def table(self) -> Table:
        chairs = tuple(Chair(seat) for seat in range(1, self.seats + 1))
        return Table(self.board_data, dict(self.options), chairs, self.order, self.rules.version)

    @property
    def viewers(self) -> Sequence[frozenset[int]]:
        """Spectators, every seat alone, and somebody who holds the first two."""
        alone = [frozenset({seat}) for seat in range(1, self.seats + 1)]
        return [frozenset(), *alone, frozenset({1, 2})]

    @property
    def everybody(self) -> frozenset[int]:
        return frozenset(range(1, self.seats + 1))


def spelt(world: World, body: Json) -> Json:
    """A command in the spelling that options use."""
    names = world.spellings(world.board_data)

    def plain(value: Json) -> Json:
        if isinstance(value, Mapping):
            return {key: plain(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [plain(item) for item in value]
        return names.get(value, value) if isinstance(value, str) else value

    return plain(body) if names else body


def seen(world: World, game: AnyGame, viewer: frozenset[int]) -> bytes:
    """The bytes of a view."""
    return canonical(world.rules.view(game.state, viewer))
