"""`planner`: a beam over its own turn, then the others answer for one round as `greedy` would."""

from random import Random
from typing import Final

from kontor.domain.kernel.bots import Stages, imagined
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.luck import Luck
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget, Choice, Look
from kontor.domain.merchants.bots.dealings import answered, concluded, offered
from kontor.domain.merchants.bots.greedy import choose, note_on
from kontor.domain.merchants.bots.start_sites import best_start_sites
from kontor.domain.merchants.bots.turn_search import DECIDED, Way, after, ways, worth
from kontor.domain.merchants.rulebook import place_start_pieces, trade, turn
from kontor.domain.merchants.rulebook.catalogue import COMMANDS, Command
from kontor.domain.merchants.rulebook.rules import decide, evolve
from kontor.domain.merchants.rulebook.who_decides import awaiting, is_over
from kontor.domain.merchants.state import State
from kontor.domain.merchants.view.determinize import determinize

BEAM: Final = 3
FINALISTS: Final = 6  # ways that the others answer
SAMPLES: Final = 12  # rounds of luck that each of them meets
TRUST: Final = 0.5  # how much of a judgement these answers are
STARTS: Final = 4  # start sites that are tried out
FIRST_ROUNDS: Final = 3  # so long
RIVALS: Final = 0.5  # how much the rounds of the nearest rival count then


def planner(look: Look, budget: Budget) -> Choice:
    if not look.options:
        return Choice(None)
    stages = Stages(budget)
    command = planned(imagined(look, budget.luck, determinize), look.seat, budget.luck, stages)
    return Choice(None if command is None else body_of(COMMANDS, command), note_on(stages.nodes))


def planned(state: State, seat: int, luck: Luck, stages: Stages) -> Command | None:
    """What the seat does now; what is no matter of planning as `greedy` would do it."""
    if state.phase == "setup_posts":
        return _start_post(state, seat, luck, stages)
    if state.phase in DECIDED:
        return DECIDED[state.phase](state, seat)
    if state.phase != "action":
        return choose(state, seat, luck)
    if seat != state.active:
        return answered(state, seat)
    return concluded(state, seat) or offered(state, seat) or _best(state, seat, luck, stages)


def _start_post(state: State, seat: int, luck: Luck, stages: Stages) -> Command:
    """Of the sites that fit best, the one that stands best after a few rounds."""
    board, dice = state.board, Dice(luck.randbytes(32), {})
    sites = best_start_sites(state, seat)[:STARTS]
    commands = [place_start_pieces.PlaceStartPost(board.sites[site]) for site in sites]
    begun = [Way(n, command, after(state, seat, command, dice)) for n, command in enumerate(commands)]
    return _judged(begun, seat, luck, stages, FIRST_ROUNDS).first or commands[0]


def _best(state: State, seat: int, luck: Luck, stages: Stages) -> Command:
    dice = Dice(luck.randbytes(32), {})
    found = ways(state, seat, dice, BEAM, stages.until(0.5))
    first = _judged(found, seat, luck, stages).first
    return first or turn.EndTurn()


def _judged(found: list[Way], seat: int, luck: Luck, stages: Stages, rounds: int = 1) -> Way:
    """Of the best ways the one that stands best so many rounds later; each meets the same luck, as often as there is
    time for all of them."""
    finalists = _distinct(found)
    late, seeds = stages.until(0.95), [luck.random() for _ in range(SAMPLES)]
    met: list[list[float]] = []
    for seed in seeds if len(finalists) > 1 else ():
        later = [_later(way.state, seat, Random(seed), rounds) for way in finalists if not late()]
        if len(later) < len(finalists):
            break
        met.append(later)
    if not met:
        return finalists[0]
    means = [sum(each) / len(met) for each in zip(*met, strict=True)]
    judged = [(1 - TRUST) * way.rounds + TRUST * mean for way, mean in zip(finalists, means, strict=True)]
    return finalists[judged.index(min(judged))]


def _distinct(found: list[Way]) -> list[Way]:
    """The best way for each first command."""
    best: dict[Command | None, Way] = {}
    for way in found:
        best.setdefault(way.first, way)
    return list(best.values())[:FINALISTS]


def _later(state: State, seat: int, luck: Random, rounds: int) -> float:
    """What the position is worth so many rounds later, at the end of the seat's turn."""
    dice = Dice(luck.randbytes(32), {})
    if state.phase == "action":
        state = after(state, seat, turn.EndTurn(), dice)
    until = state.turn + rounds * len(state.seats)
    while not is_over(state) and state.turn < until:
        state = _greedy_step(state, dice)
    return worth(state, seat, RIVALS)


def _greedy_step(state: State, dice: Dice) -> State:
    """One command of whoever is to decide; nobody trades with another here, which saves most of the time."""
    seat = awaiting(state)[0]
    command = choose(state, seat)
    if command is None or isinstance(command, trade.OfferTrade):
        command = turn.EndTurn()
    for event in decide(state, seat, command, dice):
        state = evolve(state, event, 0)
    return state
