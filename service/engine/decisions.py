"""The decisions of a game that is over, as its log tells them: who decided what, and where the game stood then."""

from collections.abc import Iterator
from dataclasses import dataclass

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.log_pages import page_after
from kontor.service.store import Store

PAGE = 500  # events that are read at a time


@dataclass(frozen=True, slots=True)
class Decision:
    """A command of a seat's, and the version at which it was sent. `bot`: which one decided it, if one did."""

    version: int
    seat: int
    bot: str | None
    command: JsonObject


def decisions(store: Store, now: GameAt) -> Iterator[Decision]:
    """All that seats have decided by the rules, in order; what was undone later among it."""
    for after in range(0, now.game.version, PAGE):
        for each in page_after(store, now.game.id, after, PAGE, now.head).events:
            if each.cause is None:
                continue
            command = each.cause[0]
            if command.actor.startswith("seat:") and command.body.get("type") in now.rules.commands:
                seat = int(command.actor.removeprefix("seat:"))
                yield Decision(each.record.version - 1, seat, command.bot, command.body)
