"""A beam search over the seat's own turn. It tries purposes one after the other, and judges each result by the number
of rounds that the seat still needs.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.bots.forced_decisions import OWED
from kontor.domain.merchants.bots.rivals import nearest
from kontor.domain.merchants.bots.robbing import robber_move, theft
from kontor.domain.merchants.bots.rounds_to_win import cost_of_delay, prospect, rounds_for, rounds_left
from kontor.domain.merchants.bots.turn_plans import Purpose, purposes
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.rulebook.robber import SAFE_HAND
from kontor.domain.merchants.rulebook.rules import decide, evolve
from kontor.domain.merchants.rulebook.who_decides import is_over
from kontor.domain.merchants.state import State

DEEPEST: Final = 10  # most purposes in one turn
SEVEN: Final = 6  # on average, one of this many rolls is a seven, which takes half of a large hand
WON: Final = -100.0  # the value of a win: it decides the choice, but is not reported
RIVALS: Final = 0.2  # weight of the nearest rival's rounds during the search
DECIDED: Final = {**OWED, "robber": robber_move, "steal": theft}


class Way(NamedTuple):
    """A possible continuation of the turn: its value in rounds, its first command (None means to end the turn), and the
    state after it.
    """

    rounds: float
    first: Command | None
    state: State


def after(state: State, seat: int, command: Command, dice: Dice) -> State:
    """Return the state after the seat's command and after the forced decisions of the seat that follow from it."""
    for event in decide(state, seat, command, dice):
        state = evolve(state, event, 0)
    while state.phase in ("choose_chain", "free_route", "place_chip", "robber", "steal") and state.active == seat:
        for event in decide(state, seat, DECIDED[state.phase](state, seat), dice):
            state = evolve(state, event, 0)
    return state


def worth(state: State, seat: int, rivals: float = RIVALS) -> float:
    """Return the value that decides the choice between states: the estimate in rounds, or a fixed value if the game is
    won or lost.
    """
    if state.winner:
        return WON if state.winner == seat else -WON
    return remaining_rounds(state, seat, rivals)


def remaining_rounds(state: State, seat: int, rivals: float = RIVALS) -> float:
    """Return the number of rounds that the seat still needs if the turn ends here, less a share of the nearest rival's
    rounds. The share counts against commands that help a rival, for example a post next to the rival's routes.
    """
    own = 0.0 if state.winner == seat else _rounds(state, seat)
    return own - rivals * nearest(state, seat)


def _rounds(state: State, seat: int) -> float:
    """Return the number of rounds that the seat still needs. A large hand counts less, because a seven may take half of
    it before the next turn.
    """
    put_off, size = cost_of_delay(state, seat), sum(state.hands[seat])
    left = rounds_left(state, seat)
    if size > SAFE_HAND:
        risk = 1 - (1 - 1 / SEVEN) ** len(state.seats)
        halved = tuple(n - n * (size // 2) // size for n in state.hands[seat])
        robbed = rounds_for(prospect(state, seat), halved, state.gold[seat], len(state.cards[seat]))
        left += risk * (robbed - left)
    return left + put_off


def ways(state: State, seat: int, dice: Dice, beam: int, is_late: Callable[[], bool]) -> list[Way]:
    """Return the possible continuations of the turn, best first. Each may end the turn after any number of purposes.
    The list is empty if time is up before all first purposes were examined, because the best of a few may be bad.
    """
    begun = Way(worth(state, seat), None, state)
    found, front, met = [begun], [begun], {_key(state, seat)}
    for _ in range(DEEPEST):
        longer: list[Way] = []
        for way in front:
            for purpose in purposes(way.state, seat):
                if is_late():
                    return _rank(found + longer) if len(found) > 1 else []
                then = _carry_out(way.state, seat, purpose, dice)
                if then is None or _key(then, seat) in met:
                    continue
                met.add(_key(then, seat))
                longer.append(Way(worth(then, seat), way.first or purpose[0], then))
        if not longer:
            break
        front = [way for way in _rank(longer)[:beam] if not is_over(way.state)]
        found += longer
    return _rank(found)


def _carry_out(state: State, seat: int, purpose: Purpose, dice: Dice) -> State | None:
    """Return the state after all commands of a purpose. Return None if one of the commands turns out to be
    impossible.
    """
    try:
        for command in purpose:
            state = after(state, seat, command, dice)
    except Violation:
        return None
    return state


def _rank(found: Sequence[Way]) -> list[Way]:
    return sorted(found, key=lambda way: way.rounds)


def _key(state: State, seat: int) -> tuple[object, ...]:
    """Return a key for the result of the seat's turn. Different sequences of commands with the same result have the
    same key.
    """
    return (
        state.hands[seat],
        state.gold,
        state.routes,
        state.posts,
        state.delivered_by,
        state.merchants[seat],
        state.caravans[seat],
        state.cards[seat],
        state.robber,
        state.bought_with_gold,
    )
