"""Merchants of Europe as a library: `new()` begins a game, and every command is a class of its own.

    >>> from kontor import merchants
    >>> game = merchants.new(seats=3, seed=7)
    >>> game
    <Merchants of Europe: 3 seats, running, version 34, awaiting 2>

Names on the board are those of `game.board`; docs/python.md goes through it.
"""

from collections.abc import Sequence
from typing import TypeAlias

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.ruleset import Order
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.options import Start
from kontor.domain.merchants.rulebook.bank import BuyResource, TradeWithBank
from kontor.domain.merchants.rulebook.build import BuildRoute, DeclineFreeRoute, PlaceFreeRoute
from kontor.domain.merchants.rulebook.caravan import MoveCaravan
from kontor.domain.merchants.rulebook.card_play import PlayCard
from kontor.domain.merchants.rulebook.cards import BuyCard
from kontor.domain.merchants.rulebook.catalogue import Command, Event
from kontor.domain.merchants.rulebook.chips import PlaceChip
from kontor.domain.merchants.rulebook.gold import ChooseChain
from kontor.domain.merchants.rulebook.merchant import MoveMerchant
from kontor.domain.merchants.rulebook.place_caravan import PlaceCaravan
from kontor.domain.merchants.rulebook.production import RollDice
from kontor.domain.merchants.rulebook.recruit_merchant import RecruitMerchant
from kontor.domain.merchants.rulebook.robber import DiscardCards, MoveRobber, Steal
from kontor.domain.merchants.rulebook.start_pieces import PlaceNeutralPost, PlaceStartPost, PlaceStartRoute
from kontor.domain.merchants.rulebook.trade import AnswerOffer, ConcludeTrade, OfferTrade, WithdrawOffer
from kontor.domain.merchants.rulebook.turn import EndTurn
from kontor.domain.merchants.state import State
from kontor.engine import game as engine
from kontor.engine import new_game

__all__ = [
    "BOARDS",
    "BOTS",
    "COLOURS",
    "AnswerOffer",
    "BuildRoute",
    "BuyCard",
    "BuyResource",
    "ChooseChain",
    "ConcludeTrade",
    "DeclineFreeRoute",
    "DiscardCards",
    "EndTurn",
    "Game",
    "MoveCaravan",
    "MoveMerchant",
    "MoveRobber",
    "OfferTrade",
    "PlaceCaravan",
    "PlaceChip",
    "PlaceFreeRoute",
    "PlaceNeutralPost",
    "PlaceStartPost",
    "PlaceStartRoute",
    "PlayCard",
    "RecruitMerchant",
    "RollDice",
    "Steal",
    "TradeWithBank",
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
    board: "str | JsonObject" = "merchants-short-fair",
    seed: new_game.Seed | None = None,
    *,
    order: Order = "drawn",
    colours: Sequence[str | None] = (),
    start: Start | None = None,
) -> "Game":  # in quotes: spelled out, the type of a game fills a screen of help(new)
    """A new game of Merchants of Europe.

    `board`: `merchants-short-fair`, `merchants-short`, `merchants-main`, or your own as JSON. `seed`: the same seed is
    the same game; without one, nobody can foretell its dice. `order`: `drawn` has the rules roll for who begins,
    `listed` has seat 1 begin. `start`: how the first posts are placed. RuleViolation if that does not go together.
    """
    options = {"start": start}
    return new_game.new(RULESET, seats, board, seed, order=order, colours=colours, options=options)


def rule(rule_id: str) -> str:
    """The text of a rule, by its id."""
    return new_game.rule(RULESET, rule_id)
