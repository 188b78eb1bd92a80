"""A game at one version, as a process has loaded it."""

from dataclasses import dataclass, replace
from typing import cast
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject, parse_strict
from kontor.domain.kernel.commits import Record
from kontor.domain.kernel.game import Game
from kontor.service.clock import stamp
from kontor.service.game_settings import DEFAULTS, GameSettings
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.store.games import GameRow, Head


@dataclass(frozen=True, slots=True)
class GameAt:
    """A game at one version, with those facts of its row that never change."""

    rules: AnyRuleset
    game: AnyGame
    settings: GameSettings = DEFAULTS
    creator: UUID | None = None
    created_at: str = ""  # RFC 3339
    imported: bool = False  # true: the game was played on another server

    @property
    def head(self) -> Head:
        return Head(self.game.version, self.game.head)

    @property
    def private_to(self) -> frozenset[str] | None:
        """The participants of a private game, or None if the game is not private."""
        if self.settings.visibility != "private":
            return None
        return frozenset(place.participant for place in self.game.places if place.participant is not None)

    @property
    def awaiting(self) -> tuple[int, ...]:
        """The seats that must decide before the game can continue."""
        return self.rules.awaiting(self.game.state) if self.game.status == "running" else ()

    @property
    def decisions(self) -> tuple[str, ...]:
        """The kinds of decisions that the awaited seats must make, in the order of `awaiting`."""
        return tuple(self.rules.decision(self.game.state, seat) for seat in self.awaiting)

    @property
    def may_act(self) -> tuple[int, ...]:
        """The seats that have at least one legal command."""
        return self.rules.may_act(self.game.state) if self.game.status == "running" else ()

    def moved_to(self, game: AnyGame) -> "GameAt":
        """Return the same game at another version."""
        return self if game is self.game else replace(self, game=game)


def game_of_row(rules: AnyRuleset, game: AnyGame, row: GameRow) -> GameAt:
    """Return the game together with the facts in its row."""
    return GameAt(rules, game, row.settings, row.creator, stamp(row.created_at), row.imported)


def envelope_of(record: Record) -> JsonObject:
    return cast(JsonObject, parse_strict(record.envelope))


def new_game(game_id: UUID, seed: bytes, board: JsonObject) -> AnyGame:
    return Game(game_id, seed, board)


def ends_commit(record: Record) -> bool:
    """Return whether this record is the last one of its commit. A seat can act only after such a record."""
    command = cast(JsonObject, envelope_of(record)["command"])
    return command["last"] == record.version
