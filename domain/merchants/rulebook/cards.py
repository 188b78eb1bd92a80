"""Development cards: buying, playing, reshuffling (ME-CARD, ME-BUILD-3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.secrets import Ref, Secret, Shown
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import Bundle, bundle, counts
from kontor.domain.merchants.rulebook import costs
from kontor.domain.merchants.rulebook.caravan import Path
from kontor.domain.merchants.rulebook.piles import CardFace, Shuffled, shuffled_pile, with_pile
from kontor.domain.merchants.state import State, put_counts, with_cards, with_gold, without_cards
from kontor.domain.merchants.words import CaravanId, CardId, KindId, MerchantId, PlaceId, Seat, card_id, card_number


@dataclass(frozen=True, slots=True)
class BuyCard:
    """Buy the top card of the draw pile, for 1 wool and 1 salt."""


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a development card, at most one in a turn and none bought in it."""

    card: CardId
    resources: Annotated[Bundle | None, Doc("harvest: the cards to take")] = None
    merchant: Annotated[MerchantId | None, Doc("swift merchant: who moves")] = None
    to: Annotated[PlaceId | None, Doc("swift merchant: where to, an intersection or a site")] = None
    caravan: Annotated[CaravanId | None, Doc("strong horses: which one moves")] = None
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class DeckReshuffled:
    """The discard pile becomes the draw pile, with new ids: part k is the k-th card from the top, the last part the
    draws. The first card is the buyer's, who sees its part at once."""

    count: int
    sealed: tuple[Secret[CardFace | Shuffled], ...] = ()


@dataclass(frozen=True, slots=True)
class CardBought:
    seat: Seat
    card: CardId
    left: Annotated[int, Doc("cards left in the draw pile")]
    cost: Bundle
    sealed: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: Seat
    card: CardId
    kind: KindId
    opens: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class CardTaken:
    """Cards taken from the bank for a development card."""

    seat: Seat
    cards: Bundle


@dataclass(frozen=True, slots=True)
class TreasureTaken:
    seat: Seat
    gold: int


@dataclass(frozen=True, slots=True)
class TollsWaived:
    """No fees for this seat's caravans until the end of the turn."""

    seat: Seat


def can_draw(state: State) -> bool:
    return bool(state.pile or state.discard)


def decide_buy(state: State, seat: int, dice: Dice) -> Sequence[DeckReshuffled | CardBought]:
    if not can_draw(state):
        raise Violation("ME-RULING-37", "deck_empty", "All development cards are in hands; none can be bought.")
    costs.require(state, seat, costs.CARD)
    cost = bundle(costs.CARD)
    if state.pile:
        top = state.pile[0]
        ref = state.game.card_refs[top]
        shown = () if ref is None else (Shown((seat,), ref),)
        return [CardBought(seat, card_id(top), len(state.pile) - 1, cost, shown)]
    # the new pile's first part is sealed for the buyer at once: its address is not known before it is written
    kinds = [state.game.board.kinds[state.game.card_kinds[card]] for card in state.discard]
    first = len(state.game.card_kinds)
    renewed = DeckReshuffled(len(kinds), shuffled_pile(dice, kinds, first, top_for=(seat,)))
    return [renewed, CardBought(seat, card_id(first), len(kinds) - 1, cost)]


def require_playable(state: State, seat: int, name: str) -> int:
    """The number of a card the seat may play now (ME-CARD-1, ME-CARD-2)."""
    card = card_number(name)
    if card is None or card not in state.cards[seat]:
        raise Violation("ME-CARD-3", "unknown_card", "You hold no such card.", card=name)
    if state.played:
        raise Violation("ME-CARD-1", "card_limit", "You have played a card in this turn; play this one in the next.")
    if card in state.fresh:
        raise Violation("ME-CARD-2", "card_too_fresh", "You bought this card in this turn; play it in a later one.")
    return card


def playable(state: State, seat: int) -> list[int]:
    if state.played:
        return []
    return [card for card in state.cards[seat] if card not in state.fresh]


Events: TypeAlias = DeckReshuffled | CardBought | CardPlayed | CardTaken | TreasureTaken | TollsWaived


def evolve(state: State, event: Events, version: int) -> State:
    match event:
        case DeckReshuffled():
            return with_pile(state, event.sealed, version)._replace(discard=())
        case CardBought():
            return _bought(state, event)
        case CardPlayed():
            return _played(state, event)
        case CardTaken():
            return with_cards(state, event.seat, counts(event.cards))
        case TreasureTaken():
            return with_gold(state, event.seat, event.gold)
        case TollsWaived():
            return state._replace(waived=True)


def _bought(state: State, event: CardBought) -> State:
    card = card_number(event.card) or 0
    return without_cards(state, event.seat, counts(event.cost))._replace(
        pile=tuple([each for each in state.pile if each != card]),
        cards=put_counts(state.cards, event.seat, (*state.cards[event.seat], card)),
        fresh=(*state.fresh, card),
    )


def _played(state: State, event: CardPlayed) -> State:
    card, board = card_number(event.card) or 0, state.game.board
    effect = board.effect[board.kind_at[event.kind]]
    after = state._replace(
        cards=put_counts(state.cards, event.seat, tuple([each for each in state.cards[event.seat] if each != card])),
        discard=(*state.discard, card),
        played=True,
    )
    if effect == "move_robber_and_steal":
        return after._replace(phase="robber", pending=state.pending._replace(cause="lancer"))
    if effect == "free_trade_routes":
        return after._replace(pending=state.pending._replace(must_place=True))
    return after
