"""Commands and events of the tiny ruleset."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from kontor.domain.kernel.dice import Draw, Shuffle
from kontor.domain.kernel.model import Names, Range
from kontor.domain.kernel.secrets import Ref, Secret, Shown

KINDS = {"card": "a card of the pile, c01 to c12", "seat": "a seat of the table"}

Seat: TypeAlias = Annotated[int, Names("seat")]
CardId: TypeAlias = Annotated[str, Names("card")]


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the die for points."""


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Take the top card of the pile, unseen by the others."""


@dataclass(frozen=True, slots=True)
class ShowCard:
    """Show a card of your hand for its points."""

    card: CardId


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer points to whoever accepts first."""

    points: Annotated[int, Range(1, 3)]


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """Accept an open offer, or let it be known that you do not."""

    accept: bool


@dataclass(frozen=True, slots=True)
class AnswerChallenge:
    """Pay a point to the challenger, or let the challenger gain one."""

    pay: bool


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid in secret; the highest bid that is alone wins two points."""

    amount: Annotated[int, Range(0, 3)]


Command = Roll | TakeCard | ShowCard | Offer | AnswerOffer | AnswerChallenge | Bid

COMMANDS: dict[str, type[Command]] = {
    "roll": Roll,
    "take_card": TakeCard,
    "show_card": ShowCard,
    "offer": Offer,
    "answer_offer": AnswerOffer,
    "answer_challenge": AnswerChallenge,
    "bid": Bid,
}


@dataclass(frozen=True, slots=True)
class OrderDrawn:
    order: tuple[Seat, ...]
    draws: tuple[Shuffle, ...] = ()


@dataclass(frozen=True, slots=True)
class Charm:
    seat: Seat
    charm: int
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class CharmsDealt:
    seats: tuple[Seat, ...]
    sealed: tuple[Secret[Charm], ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    card: CardId


@dataclass(frozen=True, slots=True)
class PileOrder:
    draws: tuple[Shuffle, ...]


@dataclass(frozen=True, slots=True)
class PileShuffled:
    """One part per card from the top, and a last one that names the draw."""

    count: int
    sealed: tuple[Secret[Card | PileOrder], ...] = ()


@dataclass(frozen=True, slots=True)
class TurnStarted:
    seat: Seat
    round: int


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


@dataclass(frozen=True, slots=True)
class CardTaken:
    seat: Seat
    left: int
    sealed: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class CardShown:
    seat: Seat
    card: CardId
    points: int
    opens: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class OfferMade:
    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class OfferAnswered:
    seat: Seat
    by: Seat
    accept: bool
    points: int


@dataclass(frozen=True, slots=True)
class OfferClosed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class BiddingOpened:
    round: int


@dataclass(frozen=True, slots=True)
class BidValue:
    amount: int


@dataclass(frozen=True, slots=True)
class BidPlaced:
    seat: Seat
    sealed: tuple[Secret[BidValue], ...] = ()


@dataclass(frozen=True, slots=True)
class BidOf:
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class BidsRevealed:
    bids: tuple[BidOf, ...]
    winner: Seat | None = None
    opens: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayEnded:
    rounds: int


@dataclass(frozen=True, slots=True)
class Tally:
    seat: Seat
    points: int
    charm: int


@dataclass(frozen=True, slots=True)
class DayScored:
    tallies: tuple[Tally, ...]
    opens: tuple[Ref, ...] = ()


Event = (
    OrderDrawn
    | CharmsDealt
    | PileShuffled
    | TurnStarted
    | DieRolled
    | Challenged
    | ChallengeAnswered
    | CardTaken
    | CardShown
    | OfferMade
    | OfferAnswered
    | OfferClosed
    | BiddingOpened
    | BidPlaced
    | BidsRevealed
    | PlayEnded
    | DayScored
)

EVENTS: dict[str, type[Event]] = {
    "order_drawn": OrderDrawn,
    "charms_dealt": CharmsDealt,
    "pile_shuffled": PileShuffled,
    "turn_started": TurnStarted,
    "die_rolled": DieRolled,
    "challenged": Challenged,
    "challenge_answered": ChallengeAnswered,
    "card_taken": CardTaken,
    "card_shown": CardShown,
    "offer_made": OfferMade,
    "offer_answered": OfferAnswered,
    "offer_closed": OfferClosed,
    "bidding_opened": BiddingOpened,
    "bid_placed": BidPlaced,
    "bids_revealed": BidsRevealed,
    "play_ended": PlayEnded,
    "day_scored": DayScored,
}
