"""Examples for the OpenAPI document: the first move of a game of each ruleset, played in memory. Always the same."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from kontor.domain.kernel import model, play
from kontor.domain.kernel.bots import expand
from kontor.domain.kernel.commits import SYSTEM, Command, Commit, commit, seat_actor
from kontor.domain.kernel.event_lines import line
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.lifecycle import SeatPlan, SeatTaken
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.violation import Refusal, Violation
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.signing.keys import SigningKey
from kontor.service.signing.receipts import Signer
from kontor.service.store.boards import board_hash

GAME = UUID("01980000-0000-7000-8000-000000000001")
COMMAND = UUID("01980000-0000-7000-8000-000000000002")
AT = "2026-01-01T12:00:00.000Z"
SIGNER = Signer([SigningKey("0123456789abcdef", AT, None, bytes(32))])


@dataclass(frozen=True, slots=True)
class Example:
    """Bodies by the name of the schema that they are an example of."""

    bodies: Mapping[str, Any]


@cache
def example(rules: AnyRuleset) -> Example:
    name, made = next(_games(rules))
    game = made.after
    seat = rules.awaiting(game.state)[0]
    commands, more = expand(rules, game, seat, 3)
    moved = _moved(rules, game, seat, commands[0])
    return Example(
        {
            "NewGame": {
                "ruleset": rules.name,
                "board": name,
                "seats": [{"kind": "me"} if n == 0 else {"kind": "open"} for n, _ in enumerate(game.places)],
            },
            "CommandRequest": commands[0],
            "WhatIfRequest": {"version": game.version, "commands": [{**commands[0], "seat": seat}]},
            "Legal": {
                "version": game.version,
                "seat": seat,
                "awaiting": list(rules.awaiting(game.state)),
                "options": list(rules.legal(game.state, seat))[:3],
                "commands": commands,
                "truncated": more,
            },
            "Outcome": {
                "version": moved.after.version,
                "events": [
                    line(record, (seat,), False, (moved.command, moved.salt) if record.version == moved.first else None)
                    for record in moved.records
                ],
                "awaiting": list(rules.awaiting(moved.after.state)),
                "receipt": SIGNER.receipt(moved.after, str(COMMAND)),
            },
        }
    )


def _games(rules: AnyRuleset) -> Iterator[tuple[str, Commit[Any]]]:
    """Games that can be created as they are, the smallest first: not every board is for every number of seats."""
    for seats in range(rules.seats[0], rules.seats[1] + 1):
        for name, board in rules.boards().items():
            game: AnyGame = Game(GAME, bytes(32), board)
            options: Any = model.write(model.read(rules.options, {}))
            plan = play.Plan(board_hash(board), options, tuple(SeatPlan(n, "open") for n in range(1, seats + 1)))
            takers = [SeatTaken(n, f"{n:032x}") for n in range(1, seats + 1)]
            try:
                events = play.create(rules, game, plan, takers)
            except (Violation, Refusal, Unreadable):
                continue
            yield name, commit(rules, game, Command(COMMAND, SYSTEM, {"type": "create"}), events, AT)


def _moved(rules: AnyRuleset, game: AnyGame, seat: int, body: Any) -> Commit[Any]:
    command = play.read_command(rules, body)
    cause = Command(COMMAND, seat_actor(seat), body, rules.readers(seat, command))
    return commit(rules, game, cause, play.act(rules, game, seat, command), AT)
