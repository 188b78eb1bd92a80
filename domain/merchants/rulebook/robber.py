"""The seven and the robber: discards, the robber's new hex, the theft (ME-ROBBER)."""

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
from kontor.domain.merchants.goods import INDEX, RESOURCES, Bundle, Counts, Resource, counts, holds, named
from kontor.domain.merchants.rulebook import trade
from kontor.domain.merchants.state import Cause, State, resumed, without_cards
from kontor.domain.merchants.words import HexId, Seat

SAFE_HAND: Final = 7  # with more cards than this a seat discards (ME-ROBBER-2)


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
    """Take a card at random from a player with a post at the robber's hex, or decline to rob (ME-ROBBER-5,
    ME-ROBBER-6)."""

    victim: Annotated[Seat | None, Doc("whom to rob")] = None
    decline: Annotated[Literal[True] | None, Doc("instead of a victim: rob no seat")] = None


@dataclass(frozen=True, slots=True)
class Debt:
    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class DiscardDemanded:
    """A 7 was rolled; these seats hold more than 7 cards and return so many (ME-ROBBER-2)."""

    debts: tuple[Debt, ...]


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """The cards went back to the bank (ME-ROBBER-2)."""

    seat: Seat
    cards: Bundle


@dataclass(frozen=True, slots=True)
class RobberMoved:
    """The robber is on another hex, which produces nothing from now on (ME-ROBBER-4, ME-PROD-3)."""

    seat: Seat
    from_: HexId
    to: HexId
    cause: Cause


@dataclass(frozen=True, slots=True)
class StolenCard:
    """The card that a theft took. `draws`: in old games the draw is here too."""

    resource: Resource
    draws: tuple[Draw, ...] | None = None


@dataclass(frozen=True, slots=True)
class TheftDraw:
    """The draw behind a theft. Its value counts through the victim's sorted hand: not even the thief may see it."""

    draws: tuple[Draw, ...]


@dataclass(frozen=True, slots=True)
class CardStolen:
    """One card changes hands: part 0 is the card, for thief and victim (ME-INFO-4), part 1 is the draw, for no seat
    (ME-ROBBER-5)."""

    thief: Seat
    victim: Seat
    sealed: tuple[Secret[StolenCard | TheftDraw], ...] = ()

    @property
    def card(self) -> Resource:
        return cast(StolenCard, self.sealed[0].value).resource


@dataclass(frozen=True, slots=True)
class StealDeclined:
    """The seat took no card although it might have (ME-ROBBER-5)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NothingToSteal:
    """No player at the robber's hex can be robbed (ME-ROBBER-6)."""

    seat: Seat


def demanded(state: State) -> Sequence[DiscardDemanded]:
    """The number of cards that each seat must discard after a 7 (ME-ROBBER-2)."""
    sizes = [(seat, sum(state.hands[seat])) for seat in state.seats]
    debts = tuple([Debt(seat, size // 2) for seat, size in sizes if size > SAFE_HAND])
    return [DiscardDemanded(debts)] if debts else []


def decide_discard(state: State, seat: int, command: DiscardCards) -> Sequence[CardsDiscarded]:
    cards, owed = counts(command.cards), state.pending.debts[seat]
    if sum(cards) != owed:
        raise Violation("ME-ROBBER-2", "wrong_count", f"Return exactly {owed} of your cards.", owed=owed)
    if not holds(state.hands[seat], cards):
        raise Violation("ME-ROBBER-2", "not_held", f"You do not hold {named(cards)}; choose among the cards you hold.")
    return [CardsDiscarded(seat, command.cards)]


def targets(state: State) -> list[int]:
    """The land hexes that have a number at present, without the hex of the robber (ME-ROBBER-4, ME-RULING-14)."""
    robber = state.robber
    return [hex_ for hex_, number in enumerate(state.numbers) if number and hex_ != robber]


def decide_move(state: State, seat: int, command: MoveRobber) -> Sequence[RobberMoved | NothingToSteal]:
    board = state.board
    hex_ = board.hex_at.get(command.hex)
    if hex_ is None:
        raise Violation("ME-ROBBER-4", "unknown_hex", "There is no such hex on this board.", hex=command.hex)
    if board.resource[hex_] == SEA:
        raise Violation("ME-ROBBER-4", "not_land", "The robber goes to a land, not to the sea.", hex=command.hex)
    if hex_ == state.robber:
        raise Violation("ME-ROBBER-4", "same_hex", "The robber must go to another hex.", hex=command.hex)
    if not state.numbers[hex_]:
        raise Violation("ME-ROBBER-4", "no_number", "The robber goes to a land that has a number.", hex=command.hex)
    moved = RobberMoved(seat, board.hexes[state.robber], command.hex, state.pending.cause)
    return [moved] if victims(state, seat, hex_) else [moved, NothingToSteal(seat)]


def victims(state: State, seat: int, hex_: int) -> list[int]:
    """Other players with a post at the hex and at least one card (ME-ROBBER-5, ME-RULING-15); own and neutral posts do
    not count (ME-ROBBER-6)."""
    owners = {state.posts[site] for site in state.board.hex_sites[hex_]}
    return [each for each in state.seats if each in owners and each != seat and any(state.hands[each])]


def nobody_robbed(state: State) -> Steal:
    """Return the command that robs no player: in old games, one without a victim."""
    return Steal(decline=True) if state.rules.since(1) else Steal()


def declines(state: State, command: Steal, possible: Sequence[int]) -> bool:
    """Return whether the seat takes no card (ME-RULING-15). A command that names neither is refused, because a
    forgotten field would cost the card; until version 1 it did."""
    if not state.rules.since(1):
        return command.victim is None
    if (command.victim is None) == (command.decline is None):
        raise Violation(
            "ME-ROBBER-5",
            "victim_missing" if command.victim is None else "victim_and_decline",
            f"Name a player with victim ({' or '.join(map(str, possible))}), or rob no player with decline: true.",
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
            "Choose another player with cards and a post at the robber's hex, or none.",
            possible=possible,
        )
    assert command.victim is not None, "nobody is among those who can be robbed"
    hand = state.hands[command.victim]
    draw = dice.below("theft", sum(hand))  # at random (ME-ROBBER-5)
    held = [name for kind, name in enumerate(RESOURCES) for _ in range(hand[kind])]
    both = (min(seat, command.victim), max(seat, command.victim))
    sealed = (Secret(both, StolenCard(held[draw.value])), Secret((), TheftDraw((draw,))))
    # the victim may no longer have what it promised, whatever card was taken (ME-RULING-17)
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
            # nothing else in play moves it, a chip neither (ME-ROBBER-7)
            return changed(state, phase="steal", robber=state.board.hex_at[event.to])
        case CardStolen():
            return _stolen(state, event)
        case StealDeclined() | NothingToSteal():
            return changed(state, phase=resumed(state))


def _discard(state: State, event: CardsDiscarded) -> State:
    """Discard, in any order of seats; after the last discard the robber moves (ME-ROBBER-3)."""
    debts = put(state.pending.debts, event.seat, 0)
    after = without_cards(state, event.seat, counts(event.cards))
    after.phase = "discard" if any(debts) else "robber"
    after.pending = state.pending._replace(debts=debts)
    return after


def _stolen(state: State, event: CardStolen) -> State:
    hands = state.hands
    for seat, change in ((event.thief, 1), (event.victim, -1)):
        hands = put(hands, seat, _with_card(hands[seat], event.card, change))
    return changed(state, hands=hands, phase=resumed(state))


def _with_card(hand: Counts, card: Resource, change: int) -> Counts:
    """Return the hand after the theft; unknown for readers who may not see the card (ME-INFO-4)."""
    if is_unknown(card):
        return tuple(cast(int, Unknown()) for _ in hand)
    kind = INDEX[card]
    return put(hand, kind, hand[kind] + change)
