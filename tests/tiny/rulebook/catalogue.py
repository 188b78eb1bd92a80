"""The commands and events of market day with their wire names."""

from typing import TypeAlias

from tests.tiny.rulebook import bids, cards, die, offers, scoring, setup, turn

Command: TypeAlias = (
    die.Roll | cards.TakeCard | cards.ShowCard | offers.Offer | offers.AnswerOffer | die.AnswerChallenge | bids.Bid
)

COMMANDS: dict[str, type[Command]] = {
    "roll": die.Roll,
    "take_card": cards.TakeCard,
    "show_card": cards.ShowCard,
    "offer": offers.Offer,
    "answer_offer": offers.AnswerOffer,
    "answer_challenge": die.AnswerChallenge,
    "bid": bids.Bid,
}

Event: TypeAlias = (
    setup.Events | turn.Events | die.Events | cards.Events | offers.Events | bids.Events | scoring.DayScored
)

EVENTS: dict[str, type[Event]] = {
    "order_drawn": setup.OrderDrawn,
    "charms_dealt": setup.CharmsDealt,
    "pile_shuffled": setup.PileShuffled,
    "turn_started": turn.TurnStarted,
    "die_rolled": die.DieRolled,
    "challenged": die.Challenged,
    "challenge_answered": die.ChallengeAnswered,
    "card_taken": cards.CardTaken,
    "card_shown": cards.CardShown,
    "offer_made": offers.OfferMade,
    "offer_answered": offers.OfferAnswered,
    "offer_closed": offers.OfferClosed,
    "bidding_opened": turn.BiddingOpened,
    "bid_placed": bids.BidPlaced,
    "bids_revealed": bids.BidsRevealed,
    "play_ended": turn.PlayEnded,
    "day_scored": scoring.DayScored,
}
