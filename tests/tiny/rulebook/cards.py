"""Cards: taken unseen by others, shown for points (TINY-3, -4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.secrets import Ref, Shown
from kontor.domain.kernel.states import changed
from kontor.domain.kernel.violation import Violation
from tests.tiny.rulebook import offers, turn
from tests.tiny.state import State, gain
from tests.tiny.words import CardId, Seat


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Take the top card of the pile, unseen by the others."""


@dataclass(frozen=True, slots=True)
class ShowCard:
    """Show a card of your hand for its points."""

    card: CardId


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


Events: TypeAlias = CardTaken | CardShown


def take(state: State, seat: int) -> Sequence[Events | offers.Events | turn.Events]:
    turn.require_turn(state, seat)
    if not state.pile:
        raise Violation("TINY-3", "pile_empty", "The pile is empty; roll the die or show a card.")
    taken = CardTaken(seat, len(state.pile) - 1, (Shown((seat,), state.pile[0].ref),))
    return [*offers.closed(state), taken, *turn.after(state, seat)]


def show(state: State, seat: int, command: ShowCard) -> Sequence[Events | offers.Events | turn.Events]:
    turn.require_turn(state, seat)
    card = command.card
    held = next((each for each in state.hands.get(seat, ()) if each.card == card), None)
    if held is None:
        raise Violation("TINY-4", "not_held", f"You do not hold {shorten(card)}; show a card of your hand.", card=card)
    return [*offers.closed(state), CardShown(seat, card, _worth(card), (held.ref,)), *turn.after(state, seat)]


def _worth(card: str) -> int:
    return int(card[1:]) % 4 + 1


def evolve(state: State, event: Events, version: int) -> State:
    match event:
        case CardTaken(seat):
            hand = (*state.hands.get(seat, ()), state.pile[0])
            return changed(state, pile=state.pile[1:], hands={**state.hands, seat: hand})
        case CardShown(seat, card, points):
            hand = tuple(held for held in state.hands[seat] if held.card != card)
            return gain(changed(state, hands={**state.hands, seat: hand}), seat, points, "shown", version)
