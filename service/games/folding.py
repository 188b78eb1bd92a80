"""From stored records to a game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast
from uuid import UUID

from domain.kernel.canonical import JsonObject, parse_strict
from domain.kernel.commits import Record, event_of
from domain.kernel.game import Game, follow
from service.registry import AnyGame, AnyRuleset
from service.store import Head, Visibility


@dataclass(frozen=True, slots=True)
class Seen:
    """A game at one version as this process knows it, with the facts that stand beside its log and never change."""

    rules: AnyRuleset
    game: AnyGame
    visibility: Visibility
    creator: UUID | None
    practice: bool = False

    @property
    def head(self) -> Head:
        return Head(self.game.version, self.game.head)

    def moved_to(self, game: AnyGame) -> "Seen":
        return replace(self, game=game)


def envelope_of(record: Record) -> JsonObject:
    return cast(JsonObject, parse_strict(record.envelope))


def fold(rules: AnyRuleset, game: AnyGame, records: Sequence[Record]) -> AnyGame:
    """The game after these records, which follow its version one by one."""
    if not records:
        return game
    envelopes = [envelope_of(record) for record in records]
    events = [
        event_of(rules, envelope, [(part.seats, part.value) for part in record.parts])
        for envelope, record in zip(envelopes, records, strict=True)
    ]
    return replace(follow(rules, game, events), head=records[-1].hash, at=cast(str, envelopes[-1]["at"]))


def new_game(game_id: UUID, seed: bytes, board: JsonObject) -> AnyGame:
    return Game(game_id, seed, board)


def ends_commit(record: Record) -> bool:
    """Whether a position after this record is one in which somebody can act."""
    command = cast(JsonObject, envelope_of(record)["command"])
    return command["last"] == record.version
