"""The rules of Merchants, module by module: the module that decides each command, and the module that applies each
event.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, TypeVar, assert_never, cast, get_args

from kontor.domain.kernel.dice import Dice
from kontor.domain.merchants.rulebook import (
    bank,
    build_route,
    card_deck,
    card_play,
    chips,
    deliver,
    gold,
    move_caravan,
    move_merchant,
    place_caravan,
    place_start_pieces,
    posts,
    production,
    recruit_merchant,
    robber,
    scoring,
    setup,
    trade,
    turn,
    winning,
)
from kontor.domain.merchants.rulebook.catalogue import Command, Event
from kontor.domain.merchants.rulebook.who_decides import require_decision
from kontor.domain.merchants.state import State


def decide(state: State, seat: int, command: Command, dice: Dice) -> Sequence[Event]:
    require_decision(state, seat, command)
    match command:  # the frequent commands first: each class that does not fit takes time
        case turn.EndTurn():
            return turn.decide(state, seat)
        case production.RollDice():
            return production.decide(state, seat, dice)
        case trade.OfferTrade():
            return trade.decide_offer(state, seat, command)
        case bank.TradeWithBank():
            return bank.decide_trade(state, seat, command)
        case move_merchant.MoveMerchant():
            return move_merchant.decide(state, seat, command)
        case bank.BuyResource():
            return bank.decide_buy(state, seat, command)
        case trade.WithdrawOffer():
            return trade.decide_withdrawal(state, seat, command)
        case move_caravan.MoveCaravan():
            return move_caravan.decide(state, seat, command)
        case trade.AnswerOffer():
            return trade.decide_answer(state, seat, command)
        case build_route.BuildRoute():
            return build_route.decide_build(state, seat, command)
        case build_route.PlaceFreeRoute():
            return build_route.decide_free(state, seat, command)
        case build_route.DeclineFreeRoute():
            return build_route.decide_decline(state, seat)
        case gold.ChooseChain():
            return build_route.decide_chain(state, seat, command)
        case chips.PlaceChip():
            return chips.decide(state, seat, command)
        case recruit_merchant.RecruitMerchant():
            return recruit_merchant.decide(state, seat, command)
        case place_caravan.PlaceCaravan():
            return place_caravan.decide(state, seat, command)
        case trade.ConcludeTrade():
            return trade.decide_conclusion(state, seat, command)
        case robber.DiscardCards():
            return robber.decide_discard(state, seat, command)
        case robber.MoveRobber():
            return robber.decide_move(state, seat, command)
        case robber.Steal():
            return robber.decide_steal(state, seat, command, dice)
        case card_deck.BuyCard():
            return card_deck.decide(state, seat, dice)
        case card_play.PlayCard():
            return card_play.decide(state, seat, command)
        case place_start_pieces.PlaceStartPost():
            return place_start_pieces.decide_post(state, seat, command)
        case place_start_pieces.PlaceNeutralPost():
            return place_start_pieces.decide_neutral(state, seat, command)
        case place_start_pieces.PlaceStartRoute():
            return place_start_pieces.decide_route(state, seat, command)
        case _:
            assert_never(command)


Evolver: TypeAlias = Callable[[State, Event, int], State]
E = TypeVar("E")


def _evolvers(evolve: Callable[[State, E, int], State], events: object) -> dict[type[Event], Evolver]:
    """Return a table that maps each event class of a module to the module's `evolve`."""
    return dict.fromkeys(get_args(events) or (events,), cast(Evolver, evolve))


def _plain(evolve: Callable[[State, E], State], events: object) -> dict[type[Event], Evolver]:
    def evolve_versioned(state: State, event: E, version: int) -> State:
        return evolve(state, event)

    return _evolvers(evolve_versioned, events)


# a table, not a match: with 57 classes a match tests half of them first, which took most of the time of a fold
EVOLVE: Final[dict[type[Event], Evolver]] = {
    **_evolvers(setup.evolve, setup.Events),
    **_plain(place_start_pieces.evolve, place_start_pieces.Events),
    **_plain(turn.evolve, turn.Events),
    **_plain(production.evolve, production.Events),
    **_plain(robber.evolve, robber.Events),
    **_evolvers(trade.evolve, trade.Events),
    **_plain(bank.evolve, bank.Events),
    **_plain(recruit_merchant.evolve, recruit_merchant.MerchantRecruited),
    **_plain(place_caravan.evolve, place_caravan.CaravanPlaced),
    **_plain(build_route.evolve, build_route.Events),
    **_plain(gold.evolve, gold.Events),
    **_plain(move_merchant.evolve, move_merchant.Events),
    **_plain(posts.evolve, posts.Events),
    **_plain(chips.evolve, chips.Events),
    **_plain(move_caravan.evolve, move_caravan.Events),
    **_evolvers(deliver.evolve, deliver.Events),
    **_evolvers(card_deck.evolve, card_deck.Events),
    **_plain(card_play.evolve, card_play.Events),
    **_plain(winning.evolve, winning.Events),
    **_plain(scoring.evolve, scoring.Events),
}


def evolve(state: State, event: Event, version: int) -> State:
    return EVOLVE[type(event)](state, event, version)
