"""Bots: `greedy` takes what looks best now, `planner` looks for the best way through its whole turn.

Both see their seat's view and nothing else: what it does not tell is dealt anew by `determinize`, with luck that is the
same in two worlds the bot cannot tell apart.
"""

from collections.abc import Sequence
from random import Random

from domain.hansa.candidates import candidates
from domain.hansa.determinize import determinize
from domain.hansa.rules import COMMANDS, Command, decider
from domain.hansa.state import State
from domain.hansa.turn import EndTurn
from domain.hansa.worth import left, worth
from domain.kernel.canonical import Json, JsonObject
from domain.kernel.dice import Dice
from domain.kernel.model import write
from domain.kernel.ruleset import Budget, Choice, Look

BEAM = 7  # positions that the planner carries on with, after each step of its turn
WIDE = 24  # and so many after the first step, while there is time
DEEPEST = 14
TOLD = 6  # candidates in the note

NAMES = {form: name for name, form in COMMANDS.items()}


def greedy(look: Look, budget: Budget) -> Choice:
    """One ply: the command after which the position is worth most."""
    state = imagined(look, budget.luck)
    ranked = rank(state, look.seat, budget.luck)
    return _choice(ranked)


def planner(look: Look, budget: Budget) -> Choice:
    """The first command of the best turn found in time."""
    state = imagined(look, budget.luck)
    ranked = rank(state, look.seat, budget.luck)
    if len(ranked) == 1 or decider(state) != state.active:
        return _choice(ranked)
    deadline = budget.clock() + 0.8 * budget.seconds
    best = {id(command): value for value, command, after in ranked if _is_settled(after, look.seat)}
    edge = [(value, command, after) for value, command, after in ranked[:WIDE] if not _is_settled(after, look.seat)]
    for _ in range(DEEPEST):
        following: list[tuple[float, Command, State]] = []
        for value, first, here in edge:
            if budget.clock() > deadline:
                break
            for then, _, after in rank(here, look.seat, budget.luck):
                if _is_settled(after, look.seat):
                    best[id(first)] = max(best.get(id(first), then), then)
                else:
                    following.append((then, first, after))
            best[id(first)] = max(best.get(id(first), value), value)
        edge = _beam(following)
        if not edge:
            break
    for value, first, _ in edge:
        best[id(first)] = max(best.get(id(first), value), value)
    planned = sorted(((best.get(id(command), value), command, after) for value, command, after in ranked), key=_value)
    return _choice(planned[::-1])


def imagined(look: Look, luck: Random) -> State:
    """A full state as the seat may imagine it."""
    return determinize(look.table, look.view, Dice(luck.randbytes(32), {}))


def rank(state: State, seat: int, luck: Random) -> list[tuple[float, Command, State]]:
    """Candidates with what they lead to, best first."""
    ahead = round(left(state), 2)
    found = [(worth(after, seat, ahead), command, after) for command, after in candidates(state, seat, luck)]
    return sorted(found, key=_value, reverse=True)


def _idle(state: State, command: Command) -> float:
    """A turn is not ended while anything does no harm."""
    return 0.3 if isinstance(command, EndTurn) else 0.0


def _value(found: tuple[float, Command, State]) -> float:
    return found[0]


def _is_settled(state: State, seat: int) -> bool:
    """Whether the seat's turn is over, or somebody else must answer first."""
    return state.phase == "finished" or state.active != seat or decider(state) != seat


def _beam(found: Sequence[tuple[float, Command, State]]) -> list[tuple[float, Command, State]]:
    """The best positions, each once, however they came about."""
    kept: dict[tuple[object, ...], tuple[float, Command, State]] = {}
    for each in sorted(found, key=_value, reverse=True):
        after = each[2]
        key = (after.posts, after.offices, after.extras, after.supply, after.levels, after.used, after.unused)
        if key not in kept:
            kept[key] = each
            if len(kept) == BEAM:
                break
    return list(kept.values())


def _choice(ranked: Sequence[tuple[float, Command, State]]) -> Choice:
    told: list[Json] = [
        {"value": round(100 * value), "command": body_of(command)} for value, command, _ in ranked[:TOLD]
    ]
    return Choice(body_of(ranked[0][1]), {"candidates": told, "considered": len(ranked)})


def body_of(command: Command) -> JsonObject:
    written = write(command)
    assert isinstance(written, dict)
    return {"type": NAMES[type(command)], **written}
