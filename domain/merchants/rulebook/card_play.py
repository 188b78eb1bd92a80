"""Play development cards: when a card may be played, and the effect of each kind (ME-CARD-1 to -4, -7 to -15). The
board file lists the cards (ME-CARD-6).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.secrets import Ref
from kontor.domain.kernel.states import changed, put
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import Bundle, counts, holds
from kontor.domain.merchants.rulebook import build_route, chips, move_caravan, move_merchant, network, posts
from kontor.domain.merchants.rulebook.move_caravan import Path
from kontor.domain.merchants.state import State, with_cards, with_gold
from kontor.domain.merchants.words import (
    MERCHANTS,
    CaravanId,
    CardId,
    KindId,
    MerchantId,
    PlaceId,
    Seat,
    card_number,
)


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a development card. A seat can play one card in a turn, but not a card that it bought in this turn
    (ME-CARD-1, ME-CARD-2, ME-CARD-4).
    """

    card: CardId
    resources: Annotated[Bundle | None, Doc("harvest: the cards to take")] = None
    merchant: Annotated[MerchantId | None, Doc("swift merchant: the merchant that moves")] = None
    to: Annotated[PlaceId | None, Doc("swift merchant: the destination, an intersection or a site")] = None
    caravan: Annotated[CaravanId | None, Doc("strong horses: the caravan that moves")] = None
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat played a development card, and all seats see its kind. The events of its effect follow (ME-CARD-1,
    ME-CARD-4).
    """

    seat: Seat
    card: CardId
    kind: KindId
    opens: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A seat took resource cards from the bank, by the effect of a development card (ME-CARD-10)."""

    seat: Seat
    cards: Bundle


@dataclass(frozen=True, slots=True)
class TreasureTaken:
    """A seat took gold from the bank, by the effect of a development card (ME-CARD-11).

    `gold`: how much gold the seat took.
    """

    seat: Seat
    gold: int


@dataclass(frozen=True, slots=True)
class TollsWaived:
    """The caravans of this seat pay no fees until the end of the turn (ME-CARD-14)."""

    seat: Seat


Moved: TypeAlias = move_merchant.MerchantMoved | posts.PostFounded | posts.CoastGoldTaken | chips.ChipDemanded
Effects: TypeAlias = (
    CardTaken | TreasureTaken | TollsWaived | build_route.FreeRouteGranted | Moved | move_caravan.Travel
)

CHOICES: Final = ("resources", "merchant", "to", "caravan", "path")
CHOICES_OF: Final = {
    "take_resources": ("resources",),
    "free_merchant_move": ("merchant", "to"),
    "free_caravan_move": ("caravan", "path"),
}


def playable(state: State, seat: int) -> list[int]:
    """Return the cards that the seat may play now. A card may still have no effect (ME-CARD-1, ME-CARD-2)."""
    if state.card_played:
        return []
    return [card for card in state.cards[seat] if card not in state.fresh_cards]


def _require_playable(state: State, seat: int, name: str) -> int:
    card = card_number(name)
    if card is None or card not in state.cards[seat]:
        raise Violation("ME-CARD-3", "unknown_card", "You do not have this card.", card=name)
    if state.card_played:
        raise Violation(
            "ME-CARD-1", "card_limit", "You have already played a card in this turn. Play this card in a later turn."
        )
    if card in state.fresh_cards:
        raise Violation("ME-CARD-2", "card_too_fresh", "You bought this card in this turn. Play it in a later turn.")
    return card


def decide(state: State, seat: int, command: PlayCard) -> Sequence[CardPlayed | Effects]:
    card = _require_playable(state, seat, command.card)
    kind = state.card_kinds[card]
    ref = state.card_refs[card]
    effect = state.board.effect[kind]
    _refuse_other_choices(command, CHOICES_OF.get(effect, ()))
    played = CardPlayed(seat, command.card, state.board.kinds[kind], () if ref is None else (ref,))
    return [played, *_effect(state, seat, command, kind)]


def _refuse_other_choices(command: PlayCard, wanted: tuple[str, ...]) -> None:
    """Refuse a command with a field that the card does not use, because the player has misunderstood the card."""
    for field in CHOICES:
        if field not in wanted and getattr(command, field) is not None:
            raise Violation("ME-CARD-4", "wrong_count", f"This card does not use `{field}`. Leave this field out.")


def _missing(what: str) -> Violation:
    return Violation("ME-CARD-4", "wrong_count", f"This card also needs {what}.")


def _effect(state: State, seat: int, command: PlayCard, kind: int) -> Sequence[Effects]:
    amount = state.board.amount[kind]
    match state.board.effect[kind]:
        case "move_robber_and_steal":
            return []  # the effect follows with the commands that move the robber and steal (ME-CARD-8)
        case "free_trade_routes":
            return _routes(state, seat, amount)
        case "take_resources":
            return _harvest(state, seat, command, amount)
        case "take_gold":
            return [TreasureTaken(seat, amount)]  # ME-CARD-11
        case "free_merchant_move":
            return _merchant(state, seat, command, amount)
        case "free_caravan_move":
            return _caravan(state, seat, command, amount)
        case "toll_free_turn":
            return [TollsWaived(seat)]  # ME-CARD-14


def _routes(state: State, seat: int, amount: int) -> Sequence[build_route.FreeRouteGranted]:
    """Grant the free routes of the card. `build_route` places the routes one by one (ME-CARD-9)."""
    if not network.can_grow(state, seat):
        raise Violation("ME-CARD-7", "no_effect", "You cannot place a route now. Keep the card.")
    return [build_route.FreeRouteGranted(seat, None, amount)]


def harvest_size(state: State, amount: int) -> int:
    """Return the number of cards that the harvest brings. It is smaller only if the bank has fewer cards in total
    (ME-RULING-54).
    """
    return min(amount, sum(state.bank))


def _harvest(state: State, seat: int, command: PlayCard, amount: int) -> Sequence[CardTaken]:
    """Take the resource cards that the seat chose from the bank (ME-CARD-10)."""
    due = harvest_size(state, amount)
    if not due:
        raise Violation("ME-CARD-7", "no_effect", "The bank has no resource cards. Keep this card.")
    if command.resources is None:
        raise _missing("`resources`")
    wanted = counts(command.resources)
    if sum(wanted) != due:
        raise Violation("ME-CARD-10", "wrong_count", f"Take exactly {due} cards.", due=due)
    if not holds(state.bank, wanted):
        raise Violation("ME-RULING-54", "bank_empty", "The bank does not have these cards. Choose other cards.")
    return [CardTaken(seat, command.resources)]


def _merchant(state: State, seat: int, command: PlayCard, amount: int) -> Sequence[Moved]:
    """Move one merchant without paying grain (ME-CARD-12)."""
    if not any(move_merchant.ends(state, seat, piece, amount) for piece in range(len(MERCHANTS))):
        raise Violation("ME-CARD-7", "no_effect", "None of your merchants can move. Keep the card.")
    if command.merchant is None or command.to is None:
        raise _missing("`merchant` and `to`")
    piece, place = move_merchant.require_end(state, seat, command.merchant, command.to)
    if state.board.distances(state.merchants[seat][piece])[place] > amount:
        raise Violation("ME-CARD-15", "too_far", f"The card moves a merchant up to {amount} intersections.")
    return move_merchant.move_to(state, seat, command.merchant, place, None)


def _caravan(state: State, seat: int, command: PlayCard, amount: int) -> Sequence[move_caravan.Travel]:
    """Move one caravan without paying salt (ME-CARD-13). If no legal move exists (ME-CARD-7), the refusal explains what
    is wrong with the requested move.
    """
    if command.caravan is None or command.path is None:
        raise _missing("`caravan` and `path`")
    if len(command.path) > amount:
        raise Violation("ME-CARD-15", "too_far", f"The card moves a caravan up to {amount} routes.")
    return move_caravan.travel(state, seat, command.caravan, command.path, None)


Events: TypeAlias = CardPlayed | CardTaken | TreasureTaken | TollsWaived


def evolve(state: State, event: Events) -> State:
    match event:
        case CardPlayed():
            return _evolve_played(state, event)
        case CardTaken():
            return with_cards(state, event.seat, counts(event.cards))  # no purchase (ME-CARD-10)
        case TreasureTaken():
            return with_gold(state, event.seat, event.gold)
        case TollsWaived():
            return changed(state, tolls_waived=True)


def _evolve_played(state: State, event: CardPlayed) -> State:
    card, board = card_number(event.card) or 0, state.board
    phase, pending = state.phase, state.pending
    match board.effect[board.kind_at[event.kind]]:
        case "move_robber_and_steal":
            phase, pending = "robber", pending._replace(cause="lancer")  # no seat discards (ME-CARD-8)
        case "free_trade_routes":
            pending = pending._replace(must_place=True)  # ME-CARD-9
    return changed(
        state,
        cards=put(state.cards, event.seat, tuple([each for each in state.cards[event.seat] if each != card])),
        discard_pile=(*state.discard_pile, card),  # ME-CARD-4, ME-PIECE-11
        card_played=True,  # ME-CARD-1
        phase=phase,
        pending=pending,
    )
