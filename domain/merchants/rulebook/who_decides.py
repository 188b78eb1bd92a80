"""The seats that decide now, and the phases in which each command is allowed (ME-DEC-1 to -3, ME-TURN-2)."""

from typing import Final

from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.rulebook import (
    build_route,
    card_play,
    chips,
    gold,
    place_start_pieces,
    production,
    robber,
    trade,
)
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.state import Phase, State

PHASES: Final[dict[type[Command], tuple[Phase, ...]]] = {
    place_start_pieces.PlaceStartPost: ("setup_posts",),
    place_start_pieces.PlaceNeutralPost: ("setup_neutral",),
    place_start_pieces.PlaceStartRoute: ("setup_routes",),
    production.RollDice: ("pre_roll",),  # ME-TURN-2
    robber.DiscardCards: ("discard",),
    robber.MoveRobber: ("robber",),
    robber.Steal: ("steal",),
    gold.ChooseChain: ("choose_chain",),
    build_route.PlaceFreeRoute: ("free_route",),
    build_route.DeclineFreeRoute: ("free_route",),
    chips.PlaceChip: ("place_chip",),
    card_play.PlayCard: ("pre_roll", "action"),  # ME-CARD-3
}
ACTION: Final[tuple[Phase, ...]] = ("action",)  # all other commands, in any order and as often as wanted (ME-TURN-3)
TRADING: Final = (
    trade.OfferTrade,
    trade.WithdrawOffer,
    trade.AnswerOffer,
)  # also for seats other than the active one (ME-TRADE-1)
SETTING_UP: Final = ("setup_posts", "setup_neutral", "setup_routes")
WRONG_PHASE: Final[dict[Phase, tuple[str, str]]] = {
    "pre_roll": ("ME-TURN-2", "Before the roll you may only play a card. Then roll the dice."),
    "action": ("ME-DEC-1", "The dice are already rolled. Act, or end your turn."),
    "discard": ("ME-ROBBER-3", "First, every player with more than seven cards must discard."),
    "robber": ("ME-DEC-3", "First, move the robber."),
    "steal": ("ME-DEC-3", "First, choose a player to rob, or decline to rob."),
    "choose_chain": ("ME-DEC-3", "First, choose the chain that is paid."),
    "free_route": ("ME-DEC-3", "First, place the free route, or decline it."),
    "place_chip": ("ME-DEC-3", "First, place a number chip at your new post."),
}


DECISIONS: Final[dict[str, str]] = {  # the phases in which a seat decides
    "setup_posts": "Place a start post.",
    "setup_neutral": "Place a neutral post.",
    "setup_routes": "Place a start route.",
    "pre_roll": "Roll the dice. Before the roll you may play a card.",
    "discard": "Discard cards, because you have more than seven.",
    "robber": "Move the robber.",
    "steal": "Choose a player to rob, or decline to rob.",
    "action": "Trade, build, move, play a card, or end your turn.",
    "choose_chain": "Choose the chain that is paid.",
    "free_route": "Place the free route, or decline it.",
    "place_chip": "Place a number chip at your new post.",
}


def decision(state: State, seat: int) -> str:
    return state.phase


def turn_order(state: State) -> tuple[int, ...]:
    return state.turn_order


def is_over(state: State) -> bool:
    return state.phase == "finished"


def awaiting(state: State) -> tuple[int, ...]:
    """Return the seats that must decide now. This is one seat, except for the discards after a seven (ME-ROBBER-3)."""
    if state.phase == "finished":
        return ()
    if state.phase == "discard":
        return tuple([seat for seat, owed in enumerate(state.pending.debts) if owed])
    return (place_start_pieces.seat_to_place(state),) if state.phase in SETTING_UP else (state.active,)


def may_act(state: State) -> tuple[int, ...]:
    """Return the seats that may send a command now. In the action phase the other seats may trade, if no decision is
    pending (ME-DEC-3).
    """
    if state.phase != "action":
        return awaiting(state)
    return tuple([seat for seat in state.seats if seat == state.active or _may_trade(state, seat)])


def _may_trade(state: State, seat: int) -> bool:
    """Return whether the seat may trade. The answer depends only on public facts: the size of the hand, gold and
    offers.
    """
    return any(trade.purse(state, seat)) or any([seat == offer.by or seat in offer.to for offer in state.offers])


def invited_seats(state: State) -> tuple[int, ...]:
    """Return the seats, other than the active seat, that have not answered an open offer."""
    if state.phase != "action" or not state.offers:
        return ()
    asked = {seat for offer in state.offers for seat in offer.to if trade.awaits_answer(offer, seat)}
    return tuple(sorted(asked - {state.active}))


def asked_at(state: State, seat: int) -> int:
    """Return the version at which the newest unanswered offer to the seat was made, or 0 if there is none."""
    return max([offer.version for offer in state.offers if trade.awaits_answer(offer, seat)], default=0)


def require_decision(state: State, seat: int, command: Command) -> None:
    """Refuse a command that is not allowed in the current phase. A decision that an action demands comes before the
    next action (ME-TURN-4).
    """
    if state.phase not in PHASES.get(type(command), ACTION):
        rule, message = WRONG_PHASE.get(state.phase, ("ME-DEC-1", "The game is being set up, or is over."))
        raise Violation(rule, "wrong_phase", message, phase=state.phase)
    if state.phase == "action" and seat != state.active and not isinstance(command, TRADING):
        raise Violation("ME-DEC-1", "not_your_decision", "It is not your turn. You may only trade.")
