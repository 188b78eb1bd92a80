"""The table of contents: which room decides a command, which one folds an event, and whose decision is owed."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from kontor.domain.kernel.dice import Dice
from tests.tiny.rulebook import bids, cards, die, offers, scoring, setup, turn
from tests.tiny.rulebook.catalogue import Command, Event
from tests.tiny.state import State


def decide(state: State, seat: int, command: Command, dice: Dice) -> Sequence[Event]:
    match command:
        case die.Roll():
            return die.roll(state, seat, dice)
        case die.AnswerChallenge():
            return die.answer(state, seat, command)
        case cards.TakeCard():
            return cards.take(state, seat)
        case cards.ShowCard():
            return cards.show(state, seat, command)
        case offers.Offer():
            return offers.offer(state, seat, command)
        case offers.AnswerOffer():
            return offers.answer(state, seat, command)
        case bids.Bid():
            return bids.bid(state, seat, command)
        case _:
            assert_never(command)


def evolve(state: State, event: Event, version: int) -> State:
    match event:
        case setup.OrderDrawn() | setup.CharmsDealt() | setup.PileShuffled():
            return setup.evolve(state, event, version)
        case turn.TurnStarted() | turn.BiddingOpened() | turn.PlayEnded():
            return turn.evolve(state, event)
        case die.DieRolled() | die.Challenged() | die.ChallengeAnswered():
            return die.evolve(state, event, version)
        case cards.CardTaken() | cards.CardShown():
            return cards.evolve(state, event, version)
        case offers.OfferMade() | offers.OfferAnswered() | offers.OfferClosed():
            return offers.evolve(state, event, version)
        case bids.BidPlaced() | bids.BidsRevealed():
            return bids.evolve(state, event, version)
        case scoring.DayScored():
            return scoring.evolve(state, event, version)
        case _:
            assert_never(event)


def turn_order(state: State) -> tuple[int, ...]:
    return state.order


def awaiting(state: State) -> tuple[int, ...]:
    if state.over:
        return ()
    if state.bidding:
        return tuple(seat for seat in state.table.seats if seat not in state.bids)
    return (state.challenged or state.active,)


DECISIONS: Mapping[str, str] = {
    "turn": "Roll, take a card or show one; before that you may offer points.",
    "challenge": "Answer the challenge.",
    "bid": "Bid, in secret.",
}


def decision(state: State, seat: int) -> str:
    return "bid" if state.bidding else "challenge" if state.challenged else "turn"


def may_act(state: State) -> tuple[int, ...]:
    return tuple(sorted({*awaiting(state), *offers.invited(state)}))


def is_over(state: State) -> bool:
    return state.over
