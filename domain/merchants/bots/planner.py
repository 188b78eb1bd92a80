"""The bot `planner`: a beam search over its own turn, then a simulated round in which its rivals play like `greedy`."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from kontor.domain.kernel.bots import Stages, imagine
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.random_numbers import Luck
from kontor.domain.kernel.reasons import Reasons
from kontor.domain.kernel.ruleset import Budget, Choice, Look
from kontor.domain.merchants.bots.choice import compare_commands, make_choice, plain_reasons
from kontor.domain.merchants.bots.greedy import act, choose
from kontor.domain.merchants.bots.planner_trades import answer_offer, conclude, promising_offers
from kontor.domain.merchants.bots.robbing import robber_moves
from kontor.domain.merchants.bots.start_sites import best_start_sites
from kontor.domain.merchants.bots.turn_search import DECIDED, Way, after, remaining_rounds, ways, worth
from kontor.domain.merchants.rulebook import place_start_pieces, trade, turn
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.rulebook.rules import decide, evolve
from kontor.domain.merchants.rulebook.who_decides import awaiting, is_over
from kontor.domain.merchants.state import State
from kontor.domain.merchants.view.determinize import determinize

BEAM: Final = 3
FINALISTS: Final = 6  # continuations for which the turns of the rivals are simulated
SAMPLES: Final = 12  # simulations of each continuation
TRUST: Final = 0.5  # weight of the simulated rounds in the evaluation
STARTS: Final = 4  # start sites that are tried
FIRST_ROUNDS: Final = 3  # rounds that are simulated after each start site
RIVALS: Final = 0.5  # weight of the nearest rival's rounds
PLANNING: Final = (
    "The rounds that the bot still needs after this turn and a round of its rivals, less a share of the rivals' rounds."
)
STARTING: Final = (
    "The rounds that the bot still needs, three rounds after this start, less a share of the rivals' rounds."
)
ROBBING: Final = "The rounds that the rivals lose. The rounds of the leaders count most."
HASTY: Final = "There was no time to compare commands. This is the first possible action on the list of greedy."
OFFERING: Final = "The rounds that the trade would save, times the probability that a rival accepts."


class Judged(NamedTuple):
    """A continuation of the turn. `value` decides the planner's choice. `rounds` is the number that the planner
    reports, or None if it is unknown.
    """

    value: float
    rounds: float | None
    way: Way

    @property
    def first(self) -> Command:
        return self.way.first or turn.EndTurn()


Dealing: TypeAlias = Callable[[State, int, Luck, Stages], tuple[Command, Reasons] | None]  # `_dealing`, for example
Comparison: TypeAlias = Callable[[Sequence[Way], int, Luck, Stages], list[Judged]]  # `judge_continuations`, for example


def planner(look: Look, budget: Budget) -> Choice:
    if not look.options:
        return Choice(None)
    stages = Stages(budget)
    command, reasons = plan_with_reasons(imagine(look, budget.luck, determinize), look.seat, budget.luck, stages)
    return make_choice(command, reasons, stages.nodes)


def plan(state: State, seat: int, luck: Luck, stages: Stages) -> Command | None:
    """Return the command that the planner chooses for the seat."""
    return plan_with_reasons(state, seat, luck, stages)[0]


def plan_with_reasons(state: State, seat: int, luck: Luck, stages: Stages) -> tuple[Command | None, Reasons]:
    """Return the seat's command and the reasons for it. Decisions that need no plan, and decisions without enough time,
    are made by the rules of `greedy`.
    """
    if state.phase == "setup_posts":
        return _best_of(_start_posts(state, seat, luck, stages), seat, STARTING)
    if state.phase == "robber":
        moves = robber_moves(state, seat)
        return moves[0][1], compare_commands(ROBBING, [(move, harm) for harm, move in moves])
    if state.phase == "action" and seat == state.active:
        return in_turn(state, seat, luck, stages, _dealing, judge_continuations)
    command = _plain(state, seat, luck)
    return command, plain_reasons(state.phase, command)


def in_turn(
    state: State, seat: int, luck: Luck, stages: Stages, deal: Dealing, compare: Comparison
) -> tuple[Command, Reasons]:
    """Trade, or search for the best continuation. `deal` chooses a trade with another seat. `compare`
    orders the continuations that the search found.

    If time is up before all first commands were examined, `greedy` decides. Without this rule, a planner without time
    would end every turn at once, and the game would never end.
    """
    late = stages.until(0.5)
    if not late():
        if dealing := deal(state, seat, luck, stages):
            return dealing
        dice = Dice(luck.randbytes(32), {})
        if found := ways(state, seat, dice, BEAM, late):
            return _best_of(compare(distinct(found), seat, luck, stages), seat, PLANNING)
    hasty = act(state, seat)
    return hasty, compare_commands(HASTY, [(hasty, None)])


def _dealing(state: State, seat: int, luck: Luck, stages: Stages) -> tuple[Command, Reasons] | None:
    """Return a trade with another seat, and the reasons for it. Trades with seats come before trades with the bank."""
    agreed = conclude(state, seat)
    if agreed is not None:
        return agreed, plain_reasons(state.phase, agreed)
    offers = promising_offers(state, seat)
    return (offers[0][1], compare_commands(OFFERING, [(each, saved) for saved, each in offers])) if offers else None


def _plain(state: State, seat: int, luck: Luck) -> Command | None:
    if state.phase == "action":
        return answer_offer(state, seat)
    if state.phase in DECIDED:
        return DECIDED[state.phase](state, seat)
    return choose(state, seat, luck)


def _best_of(found: Sequence[Judged], seat: int, because: str) -> tuple[Command, Reasons]:
    won = [each.first for each in found if each.way.state.winner == seat]
    return found[0].first, compare_commands(because, [(each.first, each.rounds) for each in found], won)


def _start_posts(state: State, seat: int, luck: Luck, stages: Stages) -> list[Judged]:
    """Return the best start sites, ordered by the value of the position a few rounds later."""
    board, dice = state.board, Dice(luck.randbytes(32), {})
    sites = best_start_sites(state, seat)[:STARTS]
    commands = [place_start_pieces.PlaceStartPost(board.sites[site]) for site in sites]
    begun = [Way(n, command, after(state, seat, command, dice)) for n, command in enumerate(commands)]
    return judge_continuations(begun, seat, luck, stages, FIRST_ROUNDS, 1.0)


def distinct(found: Sequence[Way]) -> list[Way]:
    """Return the best continuation for each first command."""
    best: dict[Command | None, Way] = {}
    for way in found:
        best.setdefault(way.first, way)
    return list(best.values())[:FINALISTS]


def judge_continuations(
    finalists: Sequence[Way], seat: int, luck: Luck, stages: Stages, rounds: int = 1, told: float = TRUST
) -> list[Judged]:
    """Order the continuations by their value after `rounds` simulated rounds. All are simulated with the same random
    numbers, as often as time allows. `told`: the weight of the simulated rounds in the reported number. It is 1 for
    start sites, because they have no value from a search.
    """
    late, seeds = stages.until(0.95), [luck.random() for _ in range(SAMPLES)]
    met: list[list[State]] = []
    for seed in seeds if len(finalists) > 1 else ():
        later = [position_after(way.state, seat, Random(seed), rounds) for way in finalists if not late()]
        if len(later) < len(finalists):
            break
        met.append(later)
    found = [judge_way(way, seat, [each[n] for each in met], told) for n, way in enumerate(finalists)]
    return sorted(found, key=lambda each: each.value)


def judge_way(way: Way, seat: int, later: Sequence[State], told: float) -> Judged:
    """Return the value of a continuation from the search and the simulated rounds. A win decides the choice, but does
    not change the reported number of rounds.
    """
    now = remaining_rounds(way.state, seat) if way.state.winner else way.rounds
    if not later:
        return Judged(way.rounds, now if told < 1 else None, way)
    values = [worth(each, seat, RIVALS) for each in later]
    then = [
        remaining_rounds(each, seat, RIVALS) if each.winner else value
        for each, value in zip(later, values, strict=True)
    ]
    return Judged(_blend(way.rounds, values, TRUST), _blend(now, then, told), way)


def _blend(now: float, later: Sequence[float], trust: float) -> float:
    return (1 - trust) * now + trust * (sum(later) / len(later))


def position_after(state: State, seat: int, luck: Random, rounds: int) -> State:
    """Return the position `rounds` rounds after the end of the seat's turn."""
    dice = Dice(luck.randbytes(32), {})
    if state.phase == "action":
        state = after(state, seat, turn.EndTurn(), dice)
    until = state.turn + rounds * len(state.seats)
    while not is_over(state) and state.turn < until:
        state = _greedy_step(state, dice)
    return state


def _greedy_step(state: State, dice: Dice) -> State:
    """Play one command of the deciding seat, without trades between seats. Without these trades the simulation is much
    faster.
    """
    seat = awaiting(state)[0]
    command = choose(state, seat)
    if command is None or isinstance(command, trade.OfferTrade):
        command = turn.EndTurn()
    for event in decide(state, seat, command, dice):
        state = evolve(state, event, 0)
    return state
