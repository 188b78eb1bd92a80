"""Examples for the OpenAPI document, from one game of each ruleset. The games are played in memory and are the same in
every run."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from kontor.domain.kernel import lifecycle as life
from kontor.domain.kernel import model, play
from kontor.domain.kernel.boards import board_hash
from kontor.domain.kernel.bots import expand, quick_bot
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import SYSTEM, Command, Commit, commit, seat_actor
from kontor.domain.kernel.event_lines import line
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.violation import Refusal, Violation
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.signing.keys import SigningKey
from kontor.service.signing.receipts import CHECKPOINT, Signer

GAME = UUID("01980000-0000-7000-8000-000000000001")
COMMAND = UUID("01980000-0000-7000-8000-000000000002")
AT = "2026-01-01T12:00:00.000Z"
SIGNER = Signer([SigningKey("0123456789abcdef", AT, None, bytes(32))])


PATH = "/v1/games/{game_id}"


@dataclass(frozen=True, slots=True)
class Example:
    """The request body and the answer of an operation."""

    asked: Any = None
    answered: Any = None


@cache
def examples(rules: AnyRuleset) -> Mapping[str, Example]:
    """Play one game from its creation to its end, and return an example for each operation."""
    name, plan, board = next(_plans(rules))
    bare: AnyGame = Game(GAME, bytes(32), board)
    created = _commit(rules, bare, SYSTEM, {"type": "create"}, play.create(rules, bare, plan, [_taker(1)])).after
    left = _commit(rules, created, seat_actor(1), {"type": "leave"}, play.leave_seat(created, 1))
    joined = _commit(rules, created, seat_actor(2), {"type": "join"}, play.take_seat(rules, created, _taker(2)))
    game = joined.after
    for place in game.places[2:]:
        events = play.take_seat(rules, game, _taker(place.seat))
        game = _commit(rules, game, seat_actor(place.seat), {"type": "join"}, events).after
    seat = rules.awaiting(game.state)[0]
    commands, more = expand(rules, game, seat, 3)
    command = play.read_command(rules, commands[0])
    events = play.act(rules, game, seat, command)
    moved = _commit(rules, game, seat_actor(seat), commands[0], events, rules.readers(seat, command))
    bot = life.BotHolder("bot", quick_bot(rules))
    resigning = play.change_seat(moved.after, 1, bot, "resigned")
    resigned = _commit(rules, moved.after, seat_actor(1), {"type": "resign"}, resigning)
    back = life.ParticipantHolder("participant", _taker(1).participant)
    returning = play.change_seat(resigned.after, 1, back, "returned")
    returned = _commit(rules, resigned.after, seat_actor(1), {"type": "return"}, returning)
    aborted = _commit(rules, returned.after, SYSTEM, {"type": "abort"}, play.abort(returned.after, "agreed"))
    legal = {
        "version": game.version,
        "seat": seat,
        "awaiting": list(rules.awaiting(game.state)),
        "options": list(rules.legal(game.state, seat))[:3],
        "commands": commands,
        "truncated": more,
    }
    seats = [{"kind": "me"} if place.seat == 1 else {"kind": "open"} for place in created.places]
    what_if = {"version": game.version, "commands": [{**commands[0], "seat": seat}]}
    return {
        "POST /v1/games": Example({"ruleset": rules.name, "board": name, "seats": seats}),
        f"POST {PATH}/seats/{{seat}}/join": Example({}, _outcome(rules, joined, 2)),
        f"POST {PATH}/seats/{{seat}}/leave": Example({}, _outcome(rules, left, 1)),
        f"GET {PATH}/legal-commands": Example(None, legal),
        f"POST {PATH}/commands": Example(commands[0], _outcome(rules, moved, seat)),
        f"POST {PATH}/what-if": Example(what_if),
        f"POST {PATH}/seats/{{seat}}/resign": Example({"bot": bot.bot}, _outcome(rules, resigned, 1)),
        f"POST {PATH}/seats/{{seat}}/return": Example({}, _outcome(rules, returned, 1)),
        f"POST {PATH}/abort": Example({}, _outcome(rules, aborted, 1)),
    }


def _taker(seat: int) -> life.SeatTaken:
    return life.SeatTaken(seat, f"{seat:032x}")


def _outcome(rules: AnyRuleset, made: Commit[Any], seat: int) -> JsonObject:
    """Return the answer to a command, as the holder of a seat gets it."""
    after = made.after
    return {
        "version": after.version,
        "events": [
            line(record, (seat,), after.is_ended, (made.command, made.salt) if record.version == made.first else None)
            for record in made.records
        ],
        "awaiting": list(rules.awaiting(after.state)) if after.status == "running" else [],
        "receipt": SIGNER.receipt(after, str(made.command.id)),
        "checkpoint_href": CHECKPOINT,
    }


def _commit(
    rules: AnyRuleset,
    game: AnyGame,
    actor: str,
    body: JsonObject,
    events: Sequence[object],
    readers: tuple[int, ...] | None = None,
) -> Commit[Any]:
    command = Command(UUID(int=COMMAND.int + game.version), actor, body, readers)
    return commit(rules, game, command, events, AT)


def _plans(rules: AnyRuleset) -> Iterator[tuple[str, play.Plan, JsonObject]]:
    """Yield games that can be created, the smallest first. Not every board allows every number of seats."""
    for seats in range(rules.seats[0], rules.seats[1] + 1):
        for name, board in rules.boards().items():
            options: Any = model.write(model.read(rules.options, {}))
            chairs = tuple(life.SeatPlan(n, "open") for n in range(1, seats + 1))
            plan = play.Plan(board_hash(board), options, chairs)
            try:
                play.create(rules, Game(GAME, bytes(32), board), plan)
            except (Violation, Refusal, Unreadable):
                continue
            yield name, plan, board
