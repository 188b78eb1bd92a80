"""What development cards do (ME-CARD-7 to -15); which cards there are, the board file says (ME-CARD-6)."""

from collections.abc import Sequence
from typing import TypeAlias

from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import counts, holds
from kontor.domain.merchants.rulebook import build, caravan, chips, merchant, network, posts
from kontor.domain.merchants.rulebook.cards import (
    CardPlayed,
    CardTaken,
    PlayCard,
    TollsWaived,
    TreasureTaken,
    require_playable,
)
from kontor.domain.merchants.state import State

Moves: TypeAlias = merchant.MerchantMoved | posts.PostFounded | posts.CoastGoldTaken | chips.ChipDemanded
Effects: TypeAlias = CardTaken | TreasureTaken | TollsWaived | build.FreeRouteGranted | Moves | caravan.Travel

FIELDS = ("resources", "merchant", "to", "caravan", "path")
TAKES = {
    "take_resources": ("resources",),
    "free_merchant_move": ("merchant", "to"),
    "free_caravan_move": ("caravan", "path"),
}


def decide(state: State, seat: int, command: PlayCard) -> Sequence[CardPlayed | Effects]:
    card = require_playable(state, seat, command.card)
    kind = state.game.card_kinds[card]
    ref = state.game.card_refs[card]
    effect = state.game.board.effect[kind]
    _refuse_others(command, TAKES.get(effect, ()))
    played = CardPlayed(seat, command.card, state.game.board.kinds[kind], () if ref is None else (ref,))
    return [played, *_effect(state, seat, command, kind)]


def _refuse_others(command: PlayCard, wanted: tuple[str, ...]) -> None:
    """Nothing is named that the card does not ask for: that would be a misunderstanding."""
    for field in FIELDS:
        if field not in wanted and getattr(command, field) is not None:
            raise Violation("ME-CARD-4", "wrong_count", f"This card does not ask for {field}; leave it out.")


def _missing(what: str) -> Violation:
    return Violation("ME-CARD-4", "wrong_count", f"With this card you choose {what} as well.")


def _effect(state: State, seat: int, command: PlayCard, kind: int) -> Sequence[Effects]:
    board = state.game.board
    amount = board.amount[kind]
    match board.effect[kind]:
        case "move_robber_and_steal":
            return []  # it comes with the robber's move and the theft (ME-CARD-8)
        case "free_trade_routes":
            return _routes(state, seat, amount)
        case "take_resources":
            return _harvest(state, seat, command, amount)
        case "take_gold":
            return [TreasureTaken(seat, amount)]
        case "free_merchant_move":
            return _merchant(state, seat, command, amount)
        case "free_caravan_move":
            return _caravan(state, seat, command, amount)
        case "toll_free_turn":
            return [TollsWaived(seat)]


def _routes(state: State, seat: int, amount: int) -> Sequence[build.FreeRouteGranted]:
    if not network.can_grow(state, seat):
        raise Violation("ME-CARD-7", "no_effect", "You can place no route now; keep the card.")
    return [build.FreeRouteGranted(seat, None, amount)]


def harvest_size(state: State, amount: int) -> int:
    """How many cards the harvest brings: fewer only if the bank holds fewer in all (ME-RULING-54)."""
    return min(amount, sum(state.bank))


def _harvest(state: State, seat: int, command: PlayCard, amount: int) -> Sequence[CardTaken]:
    due = harvest_size(state, amount)
    if not due:
        raise Violation("ME-CARD-7", "no_effect", "The bank holds no card; keep this one.")
    if command.resources is None:
        raise _missing("resources")
    wanted = counts(command.resources)
    if sum(wanted) != due:
        raise Violation("ME-CARD-10", "wrong_count", f"Take exactly {due} cards.", due=due)
    if not holds(state.bank, wanted):
        raise Violation("ME-RULING-54", "bank_empty", "The bank does not hold these cards; choose others.")
    return [CardTaken(seat, command.resources)]


def _merchant(state: State, seat: int, command: PlayCard, amount: int) -> Sequence[Moves]:
    if not any(merchant.ends(state, seat, piece, amount) for piece in range(2)):
        raise Violation("ME-CARD-7", "no_effect", "None of your merchants can move; keep the card.")
    if command.merchant is None or command.to is None:
        raise _missing("merchant and to")
    piece, place = merchant.require_end(state, seat, command.merchant, command.to)
    if state.game.board.distances(state.merchants[seat][piece])[place] > amount:
        raise Violation("ME-CARD-15", "too_far", f"The card moves a merchant up to {amount} intersections.")
    return merchant.moved(state, seat, command.merchant, place, None)


def _caravan(state: State, seat: int, command: PlayCard, amount: int) -> Sequence[caravan.Travel]:
    """Where no legal move exists (ME-CARD-7) the refusal says why the one named is none."""
    if command.caravan is None or command.path is None:
        raise _missing("caravan and path")
    if len(command.path) > amount:
        raise Violation("ME-CARD-15", "too_far", f"The card moves a caravan up to {amount} routes.")
    return caravan.travelled(state, seat, command.caravan, command.path, None)
