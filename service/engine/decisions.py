"""Read the decisions of a finished game from its log: seat, command and version."""

from collections.abc import Iterator
from dataclasses import dataclass

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.log_pages import page_after
from kontor.service.store.store import Store

PAGE = 500  # events to read at a time


@dataclass(frozen=True, slots=True)
class Decision:
    """A command of a seat, and the version of the game before it. `bot` names the bot that decided, if one did."""

    version: int
    seat: int
    bot: str | None
    command: JsonObject


def decisions(store: Store, now: GameAt) -> Iterator[Decision]:
    """Yield all decisions of seats in order, including those that were undone later."""
    for after in range(0, now.game.version, PAGE):
        for each in page_after(store, now.game.id, after, PAGE, now.head).events:
            if each.cause is None:
                continue
            command = each.cause[0]
            if command.actor.startswith("seat:") and command.body.get("type") in now.rules.commands:
                seat = int(command.actor.removeprefix("seat:"))
                yield Decision(each.record.version - 1, seat, command.bot, command.body)
