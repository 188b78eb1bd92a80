"""Create a game in memory: its board, its seats, and the seed of its dice."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import cast

from kontor.domain.kernel import lifecycle as life
from kontor.domain.kernel import play
from kontor.domain.kernel.boards import board_hash
from kontor.domain.kernel.canonical import JsonObject, canonical
from kontor.domain.kernel.commits import SYSTEM
from kontor.domain.kernel.game import Game as Folded
from kontor.domain.kernel.game import follow
from kontor.domain.kernel.model import read, write
from kontor.domain.kernel.ruleset import C, E, Order, Ruleset, S
from kontor.engine.game import Game
from kontor.engine.log import Log, Step, uuid_of
from kontor.engine.refusals import REFUSALS, error_of
from kontor.errors import BadCommand, KontorError

Seed = int | str | bytes


def new(
    rules: Ruleset[S, C, E],
    seats: int,
    board: str | JsonObject | None = None,
    seed: Seed | None = None,
    *,
    order: Order | None = None,
    colours: Sequence[str | None] = (),
    options: Mapping[str, object] | None = None,
) -> Game[S, C, E]:
    """Create a game of a ruleset. See `kontor.hansa.new` for the arguments."""
    if not isinstance(seats, int):
        raise TypeError(f"seats must be the number of seats, not {seats!r}")
    try:
        laid = _board(rules, rules.usual_board(seats) if board is None else board, seats)
        asked = {name: value for name, value in (options or {}).items() if value is not None}
        chairs = [(seat, colour) for seat, colour in enumerate([*colours, *[None] * seats][:seats], 1)]
        chosen = cast("dict[str, bool | int | str]", write(read(rules.options, cast(JsonObject, asked))))
        plan = play.Plan(
            board_hash(laid),
            chosen,
            tuple(life.SeatPlan(seat, "open") for seat, _ in chairs),
            order or rules.order(chosen),
        )
        secret = _secret(seed)
        about = canonical({"ruleset": rules.name, "board": plan.board, "plan": write(plan)})
        blank: Folded[S] = Folded(uuid_of(b"game/" + about + secret), secret, laid)
        takers = [life.SeatTaken(seat, _participant(secret, seat), None, False, colour) for seat, colour in chairs]
        events = tuple(play.create(rules, blank, plan, takers))
    except REFUSALS as refusal:
        raise error_of(rules, refusal) from None
    log = Log.of(blank)
    log.append(Step(SYSTEM, {"type": "create"}, events), follow(rules, blank, events))
    return Game(rules, log)


def rule(rules: Ruleset[S, C, E], rule_id: str) -> str:
    """Return the text of the rule with this id."""
    if (text := rules.rules().get(rule_id)) is None:
        raise KontorError(f"{rules.title} has no rule {rule_id}.")
    return text


def _board(rules: Ruleset[S, C, E], board: str | JsonObject, seats: int) -> JsonObject:
    if isinstance(board, str):
        shipped = rules.boards()
        name = board if board in shipped else rules.pick_board(board, seats)
        if name not in shipped:
            raise BadCommand(f"There is no board {board}. The boards are {', '.join(shipped)}.")
        return shipped[name]
    if flaws := rules.check_board(board):
        raise BadCommand(f"The board is not valid: {flaws[0].pointer}: {flaws[0].message}", flaws)
    return board


def _secret(seed: Seed | None) -> bytes:
    """Return the 32 bytes that determine all dice. They are derived from the given seed, or random if there
    is no seed.
    """
    if seed is None:
        return secrets.token_bytes(32)
    given = seed if isinstance(seed, bytes) else str(seed).encode()
    return hashlib.sha256(b"kontor/library/seed/1\n" + given).digest()


def _participant(secret: bytes, seat: int) -> str:
    return uuid_of(b"participant/%d/" % seat + secret).hex
