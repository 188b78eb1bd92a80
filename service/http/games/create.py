"""A new game: from what was asked to its first events."""

import secrets
from collections.abc import Sequence
from typing import cast
from uuid import UUID

from kontor.domain.kernel import model, play
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import SYSTEM, Command, commit
from kontor.domain.kernel.lifecycle import SeatPlan, SeatTaken
from kontor.domain.kernel.model import Flaw, Unreadable
from kontor.domain.kernel.violation import Violation
from kontor.service.clock import new_id, new_participant, now
from kontor.service.engine.moves import Move
from kontor.service.http.context import house
from kontor.service.http.games.requests import NewGameForm
from kontor.service.http.problems import of_unreadable, of_violation, unreadable
from kontor.service.http.rulesets.resource import HASH, require_playable
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.store import NewGame, Seated


def plan_of(rules: AnyRuleset, asked: NewGameForm) -> tuple[play.Plan, JsonObject]:
    """The plan of a game and the board it is played on; 400 with pointers for what cannot be meant."""
    fewest, most = rules.seats
    if not fewest <= len(asked.seats) <= most:
        raise unreadable("/seats", "wrong-size", f"{rules.name} is played by {fewest} to {most}")
    _require_seats(rules, asked)
    board = _board(rules, asked)
    seats = tuple(
        SeatPlan(n, "bot" if seat.kind == "bot" else "open", seat.bot, seat.colour if seat.kind != "me" else None)
        for n, seat in enumerate(asked.seats, 1)
    )
    name = house().store.put_board(rules.name, board)
    return play.Plan(name, _options(rules, asked), seats, asked.order, asked.clock), board


def new_row(rules: AnyRuleset, asked: NewGameForm, plan: play.Plan, account: UUID) -> NewGame:
    """The game's row; its seed is the reserved one, or a fresh one."""
    game_id, seed = new_id(), secrets.token_bytes(32)
    if asked.seed is not None:
        reserved = house().store.reserved_seed(UUID(asked.seed))
        if reserved is None or reserved.account != account:
            raise unreadable("/seed", "unknown-reference", "is no seed of yours, or it has expired or is used up")
        game_id, seed = reserved.id, reserved.seed
    kept = (asked.visibility, account, asked.practice, asked.bot_milliseconds)
    return NewGame(game_id, seed, rules.name, rules.version, plan.board, *kept)


def first_move(rules: AnyRuleset, asked: NewGameForm, plan: play.Plan, game: AnyGame, account: UUID) -> Move:
    """Create the game and seat its creator."""
    takers = [
        SeatTaken(n, new_participant(), seat.nonce, seat.nonce is not None and asked.seed is None, seat.colour)
        for n, seat in enumerate(asked.seats, 1)
        if seat.kind == "me"
    ]
    try:
        events = play.create(rules, game, plan, takers)
    except Violation as error:
        raise of_violation(error, rules.name) from None
    made = commit(rules, game, Command(new_id(), SYSTEM, {"type": "create"}), events, now())
    return Move((made,), tuple(Seated(each.participant, each.seat, account) for each in takers))


def _options(rules: AnyRuleset, asked: NewGameForm) -> dict[str, bool | int | str]:
    """All options, also those left at their defaults: the log must not depend on what the default is later."""
    try:
        return cast("dict[str, bool | int | str]", model.write(model.read(rules.options, asked.options)))
    except Unreadable as error:
        raise of_unreadable(error, "/options") from None


def _board(rules: AnyRuleset, asked: NewGameForm) -> JsonObject:
    if HASH(asked.board):
        stored = house().store.board(asked.board)
        if stored is None:
            raise unreadable("/board", "unknown-reference", "no board is stored under this hash")
        require_playable(rules, stored)
        return stored
    try:
        return rules.boards()[rules.pick_board(asked.board, len(asked.seats))]
    except (KeyError, ValueError):
        raise unreadable("/board", "not-one-of", f"boards are {', '.join(rules.boards())}") from None
    except Violation as error:
        raise of_violation(error, rules.name) from None


def _require_seats(rules: AnyRuleset, asked: NewGameForm) -> None:
    if flaws := [flaw for n, _ in enumerate(asked.seats) for flaw in _seat_flaws(rules, asked, n)]:
        raise of_unreadable(Unreadable(flaws))


def _seat_flaws(rules: AnyRuleset, asked: NewGameForm, n: int) -> Sequence[Flaw]:
    seat, at = asked.seats[n], f"/seats/{n}"
    flaws = []
    if seat.kind == "bot" and seat.bot is None:
        flaws.append(Flaw(f"{at}/bot", "missing-field", f"name a bot: {', '.join(sorted(rules.bots))}"))
    elif seat.kind == "bot" and seat.bot not in rules.bots:
        flaws.append(Flaw(f"{at}/bot", "not-one-of", f"bots are {', '.join(sorted(rules.bots))}"))
    if seat.kind != "bot" and seat.bot is not None:
        flaws.append(Flaw(f"{at}/bot", "unknown-field", "only a seat of the kind bot has one"))
    if seat.kind != "me" and seat.nonce is not None:
        flaws.append(Flaw(f"{at}/nonce", "unknown-field", "only a seat of the kind me has one"))
    if seat.colour is not None and seat.colour not in rules.colours:
        flaws.append(Flaw(f"{at}/colour", "not-one-of", f"colours are {', '.join(rules.colours)}"))
    if seat.colour is not None and seat.colour in [each.colour for each in asked.seats[:n]]:
        flaws.append(Flaw(f"{at}/colour", "duplicate", "another seat has this colour"))
    return flaws
