"""The seven and the robber: discards, the move of the robber, and the theft (ME-ROBBER)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias, cast

from kontor.domain.kernel.dice import Dice, Draw
from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.secrets import Secret
from kontor.domain.kernel.states import changed, put
from kontor.domain.kernel.unknown_values import Unknown, is_unknown
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.boards.board import SEA
from kontor.domain.merchants.goods import INDEX, RESOURCES, Bundle, Counts, Resource, as_text, counts, holds
from kontor.domain.merchants.rulebook import trade
from kontor.domain.merchants.state import Cause, State, resume, without_cards
from kontor.domain.merchants.words import HexId, Seat

SAFE_HAND: Final = 7  # a seat with more cards must discard (ME-ROBBER-2)


@dataclass(frozen=True, slots=True)
class DiscardCards:
    """Return half of your resource cards, rounded down, to the bank (ME-ROBBER-2)."""

    cards: Bundle


@dataclass(frozen=True, slots=True)
class MoveRobber:
    """Move the robber to another land hex that has a number (ME-ROBBER-4)."""

    hex: HexId


@dataclass(frozen=True, slots=True)
class Steal:
    """Take a random card from a player who has a post at the robber's hex, or decline to rob a player (ME-ROBBER-5,
    ME-ROBBER-6).
    """

    victim: Annotated[Seat | None, Doc("the seat to rob")] = None
    decline: Annotated[Literal[True] | None, Doc("true, instead of `victim`: rob no seat")] = None


@dataclass(frozen=True, slots=True)
class Debt:
    """The cards that a seat must discard.

    `count`: how many cards the seat must discard.
    """

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class DiscardDemanded:
    """A 7 was rolled. Each of these seats holds more than 7 cards, and must discard `count` cards (ME-ROBBER-2).

    `debts`: the seats that must discard, and how many cards.
    """

    debts: tuple[Debt, ...]


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """A seat returned these cards to the bank (ME-ROBBER-2)."""

    seat: Seat
    cards: Bundle


@dataclass(frozen=True, slots=True)
class RobberMoved:
    """The robber moved to another hex, which produces no cards from now on (ME-ROBBER-4, ME-PROD-3).

    `cause`: why the robber moved: a `seven` was rolled, or the card `lancer` was played.
    """

    seat: Seat
    from_: HexId
    to: HexId
    cause: Cause


@dataclass(frozen=True, slots=True)
class StolenCard:
    """The card that was stolen. `draws`: the random draw, which only old games store here."""

    resource: Resource
    draws: tuple[Draw, ...] | None = None


@dataclass(frozen=True, slots=True)
class TheftDraw:
    """The random draw that selected the stolen card. Its value is a position in the victim's sorted hand, so not even
    the thief may see it.

    `draws`: the random draw.
    """

    draws: tuple[Draw, ...]


@dataclass(frozen=True, slots=True)
class CardStolen:
    """A seat stole a card from another seat. Sealed part 0 is the card, which the thief and the victim may see
    (ME-INFO-4). Part 1 is the random draw, which no seat may see (ME-ROBBER-5).
    """

    thief: Seat
    victim: Seat
    sealed: tuple[Secret[StolenCard | TheftDraw], ...] = ()

    @property
    def card(self) -> Resource:
        return cast(StolenCard, self.sealed[0].value).resource


@dataclass(frozen=True, slots=True)
class StealDeclined:
    """The seat took no card, although it could have robbed a player (ME-ROBBER-5)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NothingToSteal:
    """No player at the robber's hex can be robbed (ME-ROBBER-6)."""

    seat: Seat


def demand_discards(state: State) -> Sequence[DiscardDemanded]:
    """Return the demand to discard cards after a 7, if a seat has too many cards (ME-ROBBER-2)."""
    sizes = [(seat, sum(state.hands[seat])) for seat in state.seats]
    debts = tuple([Debt(seat, size // 2) for seat, size in sizes if size > SAFE_HAND])
    return [DiscardDemanded(debts)] if debts else []


def decide_discard(state: State, seat: int, command: DiscardCards) -> Sequence[CardsDiscarded]:
    cards, owed = counts(command.cards), state.pending.debts[seat]
    if sum(cards) != owed:
        raise Violation("ME-ROBBER-2", "wrong_count", f"Return exactly {owed} of your cards.", owed=owed)
    if not holds(state.hands[seat], cards):
        raise Violation(
            "ME-ROBBER-2", "not_held", f"You do not have {as_text(cards)}. Choose among the cards that you have."
        )
    return [CardsDiscarded(seat, command.cards)]


def targets(state: State) -> list[int]:
    """Return the hexes to which the robber may move: all land hexes that have a number now, except the robber's hex
    (ME-ROBBER-4, ME-RULING-14).
    """
    robber = state.robber
    return [hex_ for hex_, number in enumerate(state.numbers) if number and hex_ != robber]


def decide_move(state: State, seat: int, command: MoveRobber) -> Sequence[RobberMoved | NothingToSteal]:
    board = state.board
    hex_ = board.hex_at.get(command.hex)
    if hex_ is None:
        raise Violation("ME-ROBBER-4", "unknown_hex", "There is no such hex on this board.", hex=command.hex)
    if board.resource[hex_] == SEA:
        raise Violation("ME-ROBBER-4", "not_land", "The robber must go to a land hex, not to the sea.", hex=command.hex)
    if hex_ == state.robber:
        raise Violation("ME-ROBBER-4", "same_hex", "The robber must go to another hex.", hex=command.hex)
    if not state.numbers[hex_]:
        raise Violation(
            "ME-ROBBER-4", "no_number", "The robber must go to a land hex that has a number.", hex=command.hex
        )
    moved = RobberMoved(seat, board.hexes[state.robber], command.hex, state.pending.cause)
    return [moved] if victims(state, seat, hex_) else [moved, NothingToSteal(seat)]


def victims(state: State, seat: int, hex_: int) -> list[int]:
    """Return the other players who have a post at the hex and at least one card (ME-ROBBER-5, ME-RULING-15). The seat's
    own posts and neutral posts do not count (ME-ROBBER-6).
    """
    owners = {state.posts[site] for site in state.board.hex_sites[hex_]}
    return [each for each in state.seats if each in owners and each != seat and any(state.hands[each])]


def nobody_robbed(state: State) -> Steal:
    """Return the command that robs no player. In old games, this is a command without a victim."""
    return Steal(decline=True) if state.rules.since(1) else Steal()


def declines(state: State, command: Steal, possible: Sequence[int]) -> bool:
    """Return whether the seat declines to take a card (ME-RULING-15). Since rules version 1, a command with neither
    `victim` nor `decline` is refused, because a forgotten field would cost the card.
    """
    if not state.rules.since(1):
        return command.victim is None
    if (command.victim is None) == (command.decline is None):
        raise Violation(
            "ME-ROBBER-5",
            "victim_missing" if command.victim is None else "victim_and_decline",
            f"Set `victim` to {' or '.join(map(str, possible))}, or set `decline` to true to rob no player.",
            possible=list(possible),
        )
    return command.decline is not None


def decide_steal(
    state: State, seat: int, command: Steal, dice: Dice
) -> Sequence[CardStolen | StealDeclined | trade.OfferClosed | trade.OfferAnswered]:
    possible = victims(state, seat, state.robber)
    if declines(state, command, possible):
        return [StealDeclined(seat)]
    if command.victim not in possible:
        raise Violation(
            "ME-ROBBER-5",
            "cannot_be_robbed",
            "Choose a player who has cards and a post at the robber's hex, or set `decline` to true.",
            possible=possible,
        )
    assert command.victim is not None, "the victims must not contain None"
    hand = state.hands[command.victim]
    draw = dice.below("theft", sum(hand))  # the card is drawn at random (ME-ROBBER-5)
    held = [name for kind, name in enumerate(RESOURCES) for _ in range(hand[kind])]
    both = (min(seat, command.victim), max(seat, command.victim))
    sealed = (Secret(both, StolenCard(held[draw.value])), Secret((), TheftDraw((draw,))))
    # the victim may no longer have the cards that it promised; the stolen card is secret (ME-RULING-17)
    return [CardStolen(seat, command.victim, sealed), *trade.ended_by(state, command.victim, "robbed", 0)]


Events: TypeAlias = DiscardDemanded | CardsDiscarded | RobberMoved | CardStolen | StealDeclined | NothingToSteal


def evolve(state: State, event: Events) -> State:
    match event:
        case DiscardDemanded():
            debts = [0] * len(state.hands)
            for debt in event.debts:
                debts[debt.seat] = debt.count
            return changed(state, phase="discard", pending=state.pending._replace(debts=tuple(debts)))
        case CardsDiscarded():
            return _discard(state, event)
        case RobberMoved():
            # no other event moves the robber, not even a chip on its hex (ME-ROBBER-7)
            return changed(state, phase="steal", robber=state.board.hex_at[event.to])
        case CardStolen():
            return _evolve_stolen(state, event)
        case StealDeclined() | NothingToSteal():
            return changed(state, phase=resume(state))


def _discard(state: State, event: CardsDiscarded) -> State:
    """Discard cards. Seats discard in any order, and after the last discard the robber moves (ME-ROBBER-3)."""
    debts = put(state.pending.debts, event.seat, 0)
    after = without_cards(state, event.seat, counts(event.cards))
    after.phase = "discard" if any(debts) else "robber"
    after.pending = state.pending._replace(debts=debts)
    return after


def _evolve_stolen(state: State, event: CardStolen) -> State:
    hands = state.hands
    for seat, change in ((event.thief, 1), (event.victim, -1)):
        hands = put(hands, seat, _with_card(hands[seat], event.card, change))
    return changed(state, hands=hands, phase=resume(state))


def _with_card(hand: Counts, card: Resource, change: int) -> Counts:
    """Return the hand after the theft. The hand is unknown for viewers who may not see the stolen card (ME-INFO-4)."""
    if is_unknown(card):
        return tuple(cast(int, Unknown()) for _ in hand)
    kind = INDEX[card]
    return put(hand, kind, hand[kind] + change)
