"""Merchants of Europe as a library: `new()` creates a game, and every command has its own class.

    >>> from kontor import merchants
    >>> game = merchants.new(seats=3, seed=7)
    >>> game
    <Merchants of Europe: 3 seats, running, version 34, awaiting 2>

`game.board` has the names of places on the board (docs/python.md).
"""

from collections.abc import Sequence
from typing import TypeAlias

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.ruleset import Order
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.options import DeliveryLimit, Shortage, Start
from kontor.domain.merchants.rulebook.bank import BankTraded, BuyResource, ResourceBought, TradeWithBank
from kontor.domain.merchants.rulebook.build_route import (
    BuildRoute,
    DeclineFreeRoute,
    FreeRouteDeclined,
    FreeRouteGranted,
    FreeRouteLapsed,
    PlaceFreeRoute,
    RouteBuilt,
)
from kontor.domain.merchants.rulebook.card_deck import BuyCard, CardBought, DeckReshuffled
from kontor.domain.merchants.rulebook.card_play import CardPlayed, CardTaken, PlayCard, TollsWaived, TreasureTaken
from kontor.domain.merchants.rulebook.catalogue import Command, Event
from kontor.domain.merchants.rulebook.chips import ChipDemanded, ChipMoved, ChipPlaced, PlaceChip
from kontor.domain.merchants.rulebook.deliver import CommodityDelivered
from kontor.domain.merchants.rulebook.gold import ChainChoiceDemanded, ChooseChain, SiteConnected
from kontor.domain.merchants.rulebook.move_caravan import (
    CaravanArrived,
    CaravanDeparted,
    CaravanStepped,
    MoveCaravan,
    TollPaid,
)
from kontor.domain.merchants.rulebook.move_merchant import MerchantMoved, MoveMerchant
from kontor.domain.merchants.rulebook.place_caravan import CaravanPlaced, PlaceCaravan
from kontor.domain.merchants.rulebook.place_start_pieces import (
    NeutralPostPlaced,
    PlaceNeutralPost,
    PlaceStartPost,
    PlaceStartRoute,
    SetupFinished,
    StartPostPlaced,
    StartResourcesTaken,
    StartRoutePlaced,
)
from kontor.domain.merchants.rulebook.posts import CoastGoldTaken, PostFounded
from kontor.domain.merchants.rulebook.production import CompensationPaid, DiceRolled, ResourcesProduced, RollDice
from kontor.domain.merchants.rulebook.recruit_merchant import MerchantRecruited, RecruitMerchant
from kontor.domain.merchants.rulebook.robber import (
    CardsDiscarded,
    CardStolen,
    DiscardCards,
    DiscardDemanded,
    MoveRobber,
    NothingToSteal,
    RobberMoved,
    Steal,
    StealDeclined,
)
from kontor.domain.merchants.rulebook.scoring import FinalScored
from kontor.domain.merchants.rulebook.setup import (
    BoardLaid,
    ChipsLaid,
    DeckShuffled,
    OrderRolled,
    RobberPlaced,
    SeatEquipped,
    StartSeatSet,
)
from kontor.domain.merchants.rulebook.trade import (
    AnswerOffer,
    ConcludeTrade,
    OfferAnswered,
    OfferClosed,
    OfferTrade,
    TradeConcluded,
    TradeOffered,
    WithdrawOffer,
)
from kontor.domain.merchants.rulebook.turn import EndTurn, TurnEnded, TurnStarted
from kontor.domain.merchants.rulebook.winning import GameFrozen, GameWon
from kontor.domain.merchants.state import State
from kontor.engine import game as engine
from kontor.engine import new_game

__all__ = [
    "BOARDS",
    "BOTS",
    "COLOURS",
    "AnswerOffer",
    "BankTraded",
    "BoardLaid",
    "BuildRoute",
    "BuyCard",
    "BuyResource",
    "CaravanArrived",
    "CaravanDeparted",
    "CaravanPlaced",
    "CaravanStepped",
    "CardBought",
    "CardPlayed",
    "CardStolen",
    "CardTaken",
    "CardsDiscarded",
    "ChainChoiceDemanded",
    "ChipDemanded",
    "ChipMoved",
    "ChipPlaced",
    "ChipsLaid",
    "ChooseChain",
    "CoastGoldTaken",
    "Command",
    "CommodityDelivered",
    "CompensationPaid",
    "ConcludeTrade",
    "DeckReshuffled",
    "DeckShuffled",
    "DeclineFreeRoute",
    "DiceRolled",
    "DiscardCards",
    "DiscardDemanded",
    "EndTurn",
    "Event",
    "FinalScored",
    "FreeRouteDeclined",
    "FreeRouteGranted",
    "FreeRouteLapsed",
    "Game",
    "GameFrozen",
    "GameWon",
    "MerchantMoved",
    "MerchantRecruited",
    "MoveCaravan",
    "MoveMerchant",
    "MoveRobber",
    "NeutralPostPlaced",
    "NothingToSteal",
    "OfferAnswered",
    "OfferClosed",
    "OfferTrade",
    "OrderRolled",
    "PlaceCaravan",
    "PlaceChip",
    "PlaceFreeRoute",
    "PlaceNeutralPost",
    "PlaceStartPost",
    "PlaceStartRoute",
    "PlayCard",
    "PostFounded",
    "RecruitMerchant",
    "ResourceBought",
    "ResourcesProduced",
    "RobberMoved",
    "RobberPlaced",
    "RollDice",
    "RouteBuilt",
    "SeatEquipped",
    "SetupFinished",
    "SiteConnected",
    "StartPostPlaced",
    "StartResourcesTaken",
    "StartRoutePlaced",
    "StartSeatSet",
    "Steal",
    "StealDeclined",
    "TollPaid",
    "TollsWaived",
    "TradeConcluded",
    "TradeOffered",
    "TradeWithBank",
    "TreasureTaken",
    "TurnEnded",
    "TurnStarted",
    "WithdrawOffer",
    "new",
    "rule",
]

Game: TypeAlias = engine.Game[State, Command, Event]

BOARDS: tuple[str, ...] = tuple(RULESET.boards())
BOTS: tuple[str, ...] = tuple(RULESET.bots)
COLOURS: tuple[str, ...] = RULESET.colours


def new(
    seats: int = 3,
    board: "str | JsonObject" = "short",
    seed: new_game.Seed | None = None,
    *,
    order: Order | None = None,
    colours: Sequence[str | None] = (),
    start: Start | None = None,
    shortage: Shortage = "nobody",
    delivery_limit: DeliveryLimit = "post",
) -> "Game":  # in quotes: spelled out, this type would fill a screen of help(new)
    """Create a game of Merchants of Europe.

    `board`: `short` (the usual one for this number of seats), `main`, one of `BOARDS`, or your own as JSON. `seed`: the
    same seed gives the same game; without one, the dice are random. `order`: `drawn` rolls for who begins, `listed`
    lets seat 1 begin. The other arguments are the options of the game, as in `POST /v1/games`. Raise RuleViolation if
    the options contradict each other.
    """
    options = {"start": start, "shortage": shortage, "delivery_limit": delivery_limit}
    return new_game.new(RULESET, seats, board, seed, order=order, colours=colours, options=options)


def rule(rule_id: str) -> str:
    """Return the text of the rule with this id."""
    return new_game.rule(RULESET, rule_id)


def __dir__() -> list[str]:
    return sorted(__all__)
