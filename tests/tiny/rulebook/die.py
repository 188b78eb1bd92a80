"""The die, and the challenge of a six (TINY-6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kontor.domain.kernel.dice import Dice, Draw
from kontor.domain.kernel.states import changed
from kontor.domain.kernel.violation import Violation
from tests.tiny.rulebook import offers, turn
from tests.tiny.state import State, gain
from tests.tiny.words import Seat


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the die for points."""


@dataclass(frozen=True, slots=True)
class AnswerChallenge:
    """Pay a point to the challenger, or let the challenger gain one."""

    pay: bool


@dataclass(frozen=True, slots=True)
class DieRolled:
    seat: Seat
    face: int
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class Challenged:
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class ChallengeAnswered:
    seat: Seat
    by: Seat
    paid: bool


Events: TypeAlias = DieRolled | Challenged | ChallengeAnswered


def roll(state: State, seat: int, dice: Dice) -> Sequence[Events | offers.Events | turn.Events]:
    turn.require_turn(state, seat)
    draw = dice.die("roll")
    rolled = [*offers.closed(state), DieRolled(seat, draw.face, (draw,))]
    if draw.face == 6:
        return [*rolled, Challenged(turn.next_seat(state, seat), seat)]
    return [*rolled, *turn.after(state, seat)]


def answer(state: State, seat: int, command: AnswerChallenge) -> Sequence[Events | turn.Events]:
    if state.challenged != seat:
        raise Violation("TINY-6", "not_challenged", "Nobody challenges you.")
    return [ChallengeAnswered(seat, state.active, command.pay), *turn.after(state, state.active)]


def evolve(state: State, event: Events, version: int) -> State:
    match event:
        case DieRolled(seat, face):
            return gain(state, seat, face, "rolled", version)
        case Challenged(seat):
            return changed(state, challenged=seat)
        case ChallengeAnswered(seat, by, paid):
            state = changed(state, challenged=0)
            if paid:
                state = gain(state, seat, -1, "challenge", version)
            return gain(state, by, 1, "challenge", version)
