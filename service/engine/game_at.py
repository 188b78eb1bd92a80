"""A game at one version, folded from stored records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject, parse_strict
from kontor.domain.kernel.clocks import tick
from kontor.domain.kernel.commits import Record, event_of
from kontor.domain.kernel.game import Game, follow
from kontor.domain.kernel.lifecycle import GameCreated
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.store import Head, Visibility


@dataclass(frozen=True, slots=True)
class GameAt:
    """A game at one version as this process knows it, with the facts that stand beside its log and never change."""

    rules: AnyRuleset
    game: AnyGame
    visibility: Visibility
    creator: UUID | None
    practice: bool = False
    bot_milliseconds: int | None = None

    @property
    def head(self) -> Head:
        return Head(self.game.version, self.game.head)

    @property
    def awaiting(self) -> tuple[int, ...]:
        """The seats without which the game cannot go on."""
        return self.rules.awaiting(self.game.state) if self.game.status == "running" else ()

    @property
    def may_act(self) -> tuple[int, ...]:
        """The seats that have at least one legal command."""
        return self.rules.may_act(self.game.state) if self.game.status == "running" else ()

    def moved_to(self, game: AnyGame) -> "GameAt":
        """The same game at another version."""
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
    for some, last in _steps(game, envelopes, events):
        after = follow(rules, game, some)
        game = tick(rules, game, after, cast(str, last["actor"]), cast(str, last["at"]))
    return replace(game, head=records[-1].hash, at=cast(str, envelopes[-1]["at"]))


def _steps(
    game: AnyGame, envelopes: Sequence[JsonObject], events: Sequence[object]
) -> Iterator[tuple[Sequence[object], JsonObject]]:
    """Commit by commit where clocks run, which tick at ends of commits; otherwise all at one stroke."""
    created = events[0] if isinstance(events[0], GameCreated) else game.created
    if created is None or created.clock is None:
        yield events, envelopes[-1]
        return
    first = 0
    for n, envelope in enumerate(envelopes, 1):
        if cast(JsonObject, envelope["command"])["last"] == envelope["version"]:
            yield events[first:n], envelope
            first = n
    if first < len(events):  # a reading that ends within a commit
        yield events[first:], envelopes[-1]


def new_game(game_id: UUID, seed: bytes, board: JsonObject) -> AnyGame:
    return Game(game_id, seed, board)


def ends_commit(record: Record) -> bool:
    """Whether a position after this record is one in which somebody can act."""
    command = cast(JsonObject, envelope_of(record)["command"])
    return command["last"] == record.version
