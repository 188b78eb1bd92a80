"""Bots: `greedy` takes what looks best now, `planner` looks for the best way through its whole turn.

Both see their seat's view and nothing else: what it does not tell is dealt anew by `determinize`, with luck that is the
same in two worlds the bot cannot tell apart.
"""

from collections.abc import Sequence
from random import Random

from kontor.domain.hansa.bots.evaluation import worth
from kontor.domain.hansa.bots.search import Found, Mind, answered, mind_of, rank, turns
from kontor.domain.hansa.rulebook.catalogue import COMMANDS, Command
from kontor.domain.hansa.rulebook.rules import decider
from kontor.domain.hansa.state import State
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.kernel.canonical import Json, JsonObject, canonical
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.model import write
from kontor.domain.kernel.ruleset import Budget, Choice, Look

BREADTH, SAMPLES = 14, 8  # routes and fillings of lists that greedy looks at
WIDE, NARROW = 10, 6  # routes that the planner looks at first, and farther on
BEAM = 3  # positions that it carries on with after each step of its turn
FINALISTS = 6  # turns that it lets the others answer
TRUST = 0.8  # how much of a judgement that answer is
TOLD, LONGEST = 6, 2000  # candidates in the note, and its bytes

NAMES = {form: name for name, form in COMMANDS.items()}


def greedy(look: Look, budget: Budget) -> Choice:
    """One ply: the command after which the position is worth most."""
    state = imagined(look, budget.luck)
    return _choice(rank(state, mind_of(state, look.seat, budget.luck), BREADTH, SAMPLES))


def planner(look: Look, budget: Budget) -> Choice:
    """The first command of the best turn found in time."""
    began = budget.clock()
    state = imagined(look, budget.luck)
    return _choice(planned(state, mind_of(state, look.seat, budget.luck), budget, began))


def planned(state: State, mind: Mind, budget: Budget, began: float) -> list[Found]:
    """Ways through the turn, best first: those to which the others have answered before those they have not."""

    def later(share: float) -> bool:
        return budget.clock() - began > share * budget.seconds

    begun = rank(state, mind, WIDE, SAMPLES)
    if len(begun) == 1 or decider(state) != state.active:
        return begun
    ways = turns(state, mind, begun, BEAM, NARROW, lambda: later(0.5))
    judged: list[Found] = []
    seed, until = mind.luck.random(), state.turn + len(state.seats) + 1
    for value, first, end in ways[:FINALISTS]:
        # to the end of its next turn: only then it shows what a way was good for. Everybody is as lucky each time, so
        # that ways are compared, not luck
        after = answered(end, mind._replace(luck=Random(seed)), until, NARROW, lambda: later(0.95))
        if after is None:
            break
        then = worth(after, mind.seat, mind.ahead, mind.weights)
        judged.append(Found(TRUST * then + (1 - TRUST) * value, first, after))
    judged.sort(key=lambda found: found.value, reverse=True)
    return judged or ways


def imagined(look: Look, luck: Random) -> State:
    """A full state as the seat may imagine it."""
    return determinize(look.table, look.view, Dice(luck.randbytes(32), {}))


def _choice(ranked: Sequence[Found]) -> Choice:
    return Choice(body_of(ranked[0].first), _note(ranked))


def _note(ranked: Sequence[Found]) -> JsonObject:
    """The best first commands, each with what it was worth in hundredths of a point, as many as a note may hold."""
    told: list[Json] = []
    for value, command in _firsts(ranked):
        line: JsonObject = {"value": round(100 * value), "command": body_of(command)}
        if len(canonical({"candidates": [*told, line], "considered": len(ranked)})) > LONGEST:
            break
        told.append(line)
    return {"candidates": told, "considered": len(ranked)}


def _firsts(ranked: Sequence[Found]) -> list[tuple[float, Command]]:
    """Several ways may begin with the same command: the best one speaks for it."""
    best: dict[Command, float] = {}
    for value, command, _ in ranked:
        best.setdefault(command, value)
        if len(best) == TOLD:
            break
    return [(value, command) for command, value in best.items()]


def body_of(command: Command) -> JsonObject:
    written = write(command)
    assert isinstance(written, dict)
    return {"type": NAMES[type(command)], **written}
