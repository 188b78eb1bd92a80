"""The set-up: order, charms, pile (TINY-2, -3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from kontor.domain.kernel.dice import Dice, Draw, Shuffle
from kontor.domain.kernel.model import read
from kontor.domain.kernel.ruleset import Table
from kontor.domain.kernel.secrets import Ref, Secret
from kontor.domain.kernel.states import changed
from kontor.domain.kernel.violation import Violation
from tests.tiny.options import Options
from tests.tiny.rulebook.turn import TurnStarted
from tests.tiny.state import Held, State
from tests.tiny.words import CARDS, CardId, Seat


@dataclass(frozen=True, slots=True)
class OrderDrawn:
    order: tuple[Seat, ...]
    draws: tuple[Shuffle, ...] = ()


@dataclass(frozen=True, slots=True)
class Charm:
    seat: Seat
    charm: int
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class CharmsDealt:
    seats: tuple[Seat, ...]
    sealed: tuple[Secret[Charm], ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    card: CardId


@dataclass(frozen=True, slots=True)
class PileOrder:
    draws: tuple[Shuffle, ...]


@dataclass(frozen=True, slots=True)
class PileShuffled:
    """One part per card from the top, and a last one that names the draw."""

    count: int
    sealed: tuple[Secret[Card | PileOrder], ...] = ()


Events: TypeAlias = OrderDrawn | CharmsDealt | PileShuffled


def initial(table: Table) -> State:
    options = read(Options, table.options)
    if len(table.chairs) == 4 and options.rounds > 5:
        raise Violation("TINY-2", "too_long", "With four seats a day has five rounds at most.", rounds=options.rounds)
    return State(table, options.rounds, table.seats)


def setup(table: Table, dice: Dice) -> Sequence[Events | TurnStarted]:
    events: list[Events] = []
    order = table.seats
    if table.order == "drawn":
        drawn = dice.shuffle("order", order)
        order = cast("tuple[int, ...]", drawn.value)
        events.append(OrderDrawn(order, (drawn,)))
    charms = [dice.below("charm", 5) for _ in table.seats]
    parts = [Secret((seat,), Charm(seat, draw.value, (draw,))) for seat, draw in zip(table.seats, charms, strict=True)]
    events.append(CharmsDealt(table.seats, tuple(parts)))
    pile = dice.shuffle("pile", CARDS)
    cards = [Secret((), Card(cast(str, card))) for card in pile.value]
    events.append(PileShuffled(len(CARDS), (*cards, Secret((), PileOrder((pile,))))))
    return [*events, TurnStarted(order[0], 1)]


def evolve(state: State, event: Events, version: int) -> State:
    match event:
        case OrderDrawn(order):
            return changed(state, order=order)
        case CharmsDealt():
            charms = {part.value.seat: part.value.charm for part in event.sealed}
            refs = tuple(Ref(version, n) for n in range(len(charms)))
            return changed(state, charms=charms, charm_refs=refs)
        case PileShuffled():
            parts = enumerate(event.sealed)
            pile = tuple(Held(part.value.card, Ref(version, n)) for n, part in parts if isinstance(part.value, Card))
            return changed(state, pile=pile)
