"""Development cards: the draw pile, purchases and reshuffling (ME-BUILD-3, ME-CARD-5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.secrets import Secret, Shown
from kontor.domain.kernel.states import put
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import Bundle, bundle, counts
from kontor.domain.merchants.rulebook import costs
from kontor.domain.merchants.rulebook.sealed_piles import CardFace, Shuffled, shuffled_pile, with_pile
from kontor.domain.merchants.state import State, without_cards
from kontor.domain.merchants.words import CardId, Seat, card_id, card_number


@dataclass(frozen=True, slots=True)
class BuyCard:
    """Buy the top card of the draw pile, for 1 wool and 1 salt (ME-BUILD-1, ME-BUILD-3)."""


@dataclass(frozen=True, slots=True)
class DeckReshuffled:
    """The discard pile is shuffled and becomes the draw pile, with new ids. Sealed part k is the k-th card from the
    top, and the last part contains the draws. The buyer gets the first card and sees its part at once (ME-CARD-5).

    `count`: the number of cards in the new draw pile.
    """

    count: int
    sealed: tuple[Secret[CardFace | Shuffled], ...] = ()


@dataclass(frozen=True, slots=True)
class CardBought:
    """A seat bought the top card of the draw pile. Only this seat sees the kind of the card (ME-BUILD-3)."""

    seat: Seat
    card: CardId
    left: Annotated[int, Doc("cards left in the draw pile")]
    cost: Bundle
    sealed: tuple[Shown, ...] = ()


def _can_draw(state: State) -> bool:
    return bool(state.draw_pile or state.discard_pile)


def can_buy(state: State, seat: int) -> bool:
    return _can_draw(state) and costs.can_pay(state, seat, costs.CARD)


def decide(state: State, seat: int, dice: Dice) -> Sequence[DeckReshuffled | CardBought]:
    """Give the top card to the seat that buys it. Only this seat sees the card (ME-BUILD-3). If the draw pile is empty,
    shuffle the discard pile first (ME-CARD-5).
    """
    if not _can_draw(state):
        raise Violation(
            "ME-RULING-37", "deck_empty", "You cannot buy a development card: the players hold all of them."
        )
    costs.require(state, seat, costs.CARD)
    cost = bundle(costs.CARD)
    if state.draw_pile:
        top = state.draw_pile[0]
        ref = state.card_refs[top]
        shown = () if ref is None else (Shown((seat,), ref),)
        return [CardBought(seat, card_id(top), len(state.draw_pile) - 1, cost, shown)]
    # The top card needs to be shown to the buyer. The address of its sealed part is not known before the event is
    # written, so the part is sealed for the buyer from the start.
    kinds = [state.board.kinds[state.card_kinds[card]] for card in state.discard_pile]
    first = len(state.card_kinds)
    renewed = DeckReshuffled(len(kinds), shuffled_pile(dice, kinds, first, top_for=(seat,)))
    return [renewed, CardBought(seat, card_id(first), len(kinds) - 1, cost)]


Events: TypeAlias = DeckReshuffled | CardBought


def evolve(state: State, event: Events, version: int) -> State:
    if isinstance(event, DeckReshuffled):
        after = with_pile(state, event.sealed, version)
        after.discard_pile = ()  # ME-PIECE-11
        return after
    card = card_number(event.card) or 0
    after = without_cards(state, event.seat, counts(event.cost))
    after.draw_pile = tuple([each for each in state.draw_pile if each != card])
    after.cards = put(state.cards, event.seat, (*state.cards[event.seat], card))
    after.fresh_cards = (*state.fresh_cards, card)  # ME-CARD-2
    return after
