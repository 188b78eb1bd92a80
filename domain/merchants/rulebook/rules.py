"""The rules of Merchants, room by room: who decides, and which room a command or an event belongs to."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, TypeVar, assert_never, cast, get_args

from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.rulebook import (
    bank,
    build,
    caravan,
    card_effects,
    cards,
    chips,
    deliver,
    gold,
    merchant,
    posts,
    production,
    recruit,
    robber,
    scoring,
    setup,
    setup_effects,
    trade,
    turn,
    winning,
)
from kontor.domain.merchants.rulebook.catalogue import COMMANDS, EVENTS, Command, Event
from kontor.domain.merchants.state import Phase, State

__all__ = ["COMMANDS", "EVENTS", "Command", "Event", "awaiting", "decide", "evolve", "invited", "is_over", "may_act"]

# ---------------------------------------------------------------- whose decision it is (ME-DEC-1)

PHASES: Final[dict[type[Command], tuple[Phase, ...]]] = {
    setup.PlaceStartPost: ("setup_posts",),
    setup.PlaceNeutralPost: ("setup_neutral",),
    setup.PlaceStartRoute: ("setup_routes",),
    production.RollDice: ("pre_roll",),
    robber.DiscardCards: ("discard",),
    robber.MoveRobber: ("robber",),
    robber.Steal: ("steal",),
    gold.ChooseChain: ("choose_chain",),
    build.PlaceFreeRoute: ("free_route",),
    build.DeclineFreeRoute: ("free_route",),
    chips.PlaceChip: ("place_chip",),
    cards.PlayCard: ("pre_roll", "action"),
}
ACTION: Final[tuple[Phase, ...]] = ("action",)
TRADING: Final = (trade.OfferTrade, trade.WithdrawOffer, trade.AnswerOffer)
SETTING_UP: Final = ("setup_posts", "setup_neutral", "setup_routes")
WRONG_PHASE: Final[dict[Phase, tuple[str, str]]] = {
    "pre_roll": ("ME-TURN-2", "Before the roll you may play a card; then roll the dice."),
    "action": ("ME-DEC-1", "The dice are rolled: act, or end your turn."),
    "discard": ("ME-ROBBER-3", "First every player above seven cards discards."),
    "robber": ("ME-DEC-3", "First move the robber."),
    "steal": ("ME-DEC-3", "First choose whom to rob, or nobody."),
    "choose_chain": ("ME-DEC-3", "First choose the chain that is paid."),
    "free_route": ("ME-DEC-3", "First place the free route, or decline it."),
    "place_chip": ("ME-DEC-3", "First place a number chip at your new post."),
}


def turn_order(state: State) -> tuple[int, ...]:
    return state.game.order


def is_over(state: State) -> bool:
    return state.phase == "finished"


def awaiting(state: State) -> tuple[int, ...]:
    if state.phase == "finished":
        return ()
    if state.phase == "discard":
        return tuple([seat for seat, owed in enumerate(state.pending.debts) if owed])
    return (setup.seat_to_place(state),) if state.phase in SETTING_UP else (state.active,)


def may_act(state: State) -> tuple[int, ...]:
    """In the action phase the others may trade, while no decision is pending (ME-DEC-3)."""
    if state.phase != "action":
        return awaiting(state)
    return tuple([seat for seat in state.game.seats if seat == state.active or _may_trade(state, seat)])


def _may_trade(state: State, seat: int) -> bool:
    """All of this is public: the size of a hand, gold, offers."""
    return any(trade.purse(state, seat)) or any([seat == offer.by or seat in offer.to for offer in state.offers])


def invited(state: State) -> tuple[int, ...]:
    """Seats with an open offer that they have not answered."""
    if state.phase != "action" or not state.offers:
        return ()
    asked = {seat for offer in state.offers for seat in offer.to if seat not in offer.accepted + offer.declined}
    return tuple(sorted(asked - {state.active}))


def require_turn(state: State, seat: int, command: Command) -> None:
    if state.phase not in PHASES.get(type(command), ACTION):
        rule, message = WRONG_PHASE.get(state.phase, ("ME-DEC-1", "The game is being set up, or is over."))
        raise Violation(rule, "wrong_phase", message, phase=state.phase)
    if state.phase == "action" and seat != state.active and not isinstance(command, TRADING):
        raise Violation("ME-DEC-1", "not_your_decision", "It is not your turn; you may only trade.")


# ---------------------------------------------------------------- what a command does


def decide(state: State, seat: int, command: Command, dice: Dice) -> Sequence[Event]:
    require_turn(state, seat, command)
    match command:
        case turn.EndTurn():
            return turn.decide_end(state, seat)
        case production.RollDice():
            return production.decide(state, seat, dice)
        case trade.AnswerOffer():
            return trade.decide_answer(state, seat, command)
        case build.BuildRoute():
            return build.decide_build(state, seat, command)
        case build.PlaceFreeRoute():
            return build.decide_free(state, seat, command)
        case build.DeclineFreeRoute():
            return build.decide_decline(state, seat)
        case gold.ChooseChain():
            return build.decide_chain(state, seat, command)
        case merchant.MoveMerchant():
            return merchant.decide(state, seat, command)
        case chips.PlaceChip():
            return chips.decide(state, seat, command)
        case caravan.MoveCaravan():
            return caravan.decide(state, seat, command)
        case bank.BuyResource():
            return bank.decide_buy(state, seat, command)
        case bank.TradeWithBank():
            return bank.decide_trade(state, seat, command)
        case recruit.RecruitMerchant():
            return recruit.decide_merchant(state, seat, command)
        case recruit.PlaceCaravan():
            return recruit.decide_caravan(state, seat, command)
        case trade.OfferTrade():
            return trade.decide_offer(state, seat, command)
        case trade.ConcludeTrade():
            return trade.decide_conclusion(state, seat, command)
        case trade.WithdrawOffer():
            return trade.decide_withdrawal(state, seat, command)
        case robber.DiscardCards():
            return robber.decide_discard(state, seat, command)
        case robber.MoveRobber():
            return robber.decide_move(state, seat, command)
        case robber.Steal():
            return robber.decide_steal(state, seat, command, dice)
        case cards.BuyCard():
            return cards.decide_buy(state, seat, dice)
        case cards.PlayCard():
            return card_effects.decide(state, seat, command)
        case setup.PlaceStartPost():
            return setup.decide_post(state, seat, command)
        case setup.PlaceNeutralPost():
            return setup.decide_neutral(state, seat, command)
        case setup.PlaceStartRoute():
            return setup.decide_route(state, seat, command)
        case _:
            assert_never(command)


# ---------------------------------------------------------------- what an event leaves behind


Evolver: TypeAlias = Callable[[State, Event, int], State]
E = TypeVar("E")


def _versioned(evolve: Callable[[State, E, int], State], events: object) -> dict[type[Event], Evolver]:
    """A room's events, each with the room's `evolve`."""
    return dict.fromkeys(get_args(events) or (events,), cast(Evolver, evolve))


def _plain(evolve: Callable[[State, E], State], events: object) -> dict[type[Event], Evolver]:
    def versioned(state: State, event: E, version: int) -> State:
        return evolve(state, event)

    return _versioned(versioned, events)


# a table and no match: of 57 classes a match tries half before it finds one, and that was most of the time of a fold
EVOLVE: Final[dict[type[Event], Evolver]] = {
    **_versioned(setup_effects.evolve, setup.Events),
    **_plain(turn.evolve, turn.Events),
    **_plain(production.evolve, production.Events),
    **_plain(robber.evolve, robber.Events),
    **_plain(trade.evolve, trade.Events),
    **_plain(bank.evolve, bank.Events),
    **_plain(recruit.evolve, recruit.Events),
    **_plain(build.evolve, build.Events),
    **_plain(gold.evolve, gold.Events),
    **_plain(merchant.evolve, merchant.Events),
    **_plain(posts.evolve, posts.Events),
    **_plain(chips.evolve, chips.Events),
    **_plain(caravan.evolve, caravan.Events),
    **_versioned(deliver.evolve, deliver.Events),
    **_versioned(cards.evolve, cards.Events),
    **_plain(winning.evolve, winning.Events),
    **_plain(scoring.evolve, scoring.Events),
}


def evolve(state: State, event: Event, version: int) -> State:
    return EVOLVE[type(event)](state, event, version)
