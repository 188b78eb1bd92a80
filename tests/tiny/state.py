"""The state of the tiny ruleset, and how events change it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from kontor.domain.kernel.ruleset import LedgerLine, Table
from kontor.domain.kernel.secrets import Ref
from tests.tiny import events as ev


@dataclass(frozen=True, slots=True)
class Held:
    """A card and the seal it came from."""

    card: str
    ref: Ref


@dataclass(frozen=True, slots=True)
class State:
    table: Table
    rounds: int
    order: tuple[int, ...]
    charms: Mapping[int, int] = field(default_factory=dict)
    charm_refs: tuple[Ref, ...] = ()
    pile: tuple[Held, ...] = ()
    hands: Mapping[int, tuple[Held, ...]] = field(default_factory=dict)
    points: Mapping[int, int] = field(default_factory=dict)
    ledger: tuple[LedgerLine, ...] = ()
    round: int = 0
    active: int = 0
    moved: bool = False
    challenged: int = 0
    offer: int = 0
    offered: bool = False
    refused: tuple[int, ...] = ()
    bidding: bool = False
    bids: Mapping[int, tuple[int, Ref]] = field(default_factory=dict)
    over: bool = False


def evolve(state: State, event: ev.Event, version: int) -> State:
    match event:
        case ev.OrderDrawn(order):
            return replace(state, order=order)
        case ev.CharmsDealt():
            charms = {part.value.seat: part.value.charm for part in event.sealed}
            refs = tuple(Ref(version, n) for n in range(len(charms)))
            return replace(state, charms=charms, charm_refs=refs)
        case ev.PileShuffled():
            return replace(state, pile=_pile(event, version))
        case ev.TurnStarted(seat, round):
            return replace(state, active=seat, round=round, moved=False, offered=False)
        case ev.DieRolled(seat, face):
            return _gain(replace(state, moved=True), seat, face, "rolled", version)
        case ev.Challenged(seat):
            return replace(state, challenged=seat)
        case ev.ChallengeAnswered(seat, by, paid):
            state = replace(state, challenged=0)
            if paid:
                state = _gain(state, seat, -1, "challenge", version)
            return _gain(state, by, 1, "challenge", version)
        case ev.CardTaken(seat):
            hand = (*state.hands.get(seat, ()), state.pile[0])
            return replace(state, moved=True, pile=state.pile[1:], hands={**state.hands, seat: hand})
        case ev.CardShown(seat, card, points):
            hand = tuple(held for held in state.hands[seat] if held.card != card)
            shown = replace(state, moved=True, hands={**state.hands, seat: hand})
            return _gain(shown, seat, points, "shown", version)
        case ev.OfferMade(_, points):
            return replace(state, offer=points, offered=True, refused=())
        case ev.OfferAnswered(seat, by, accept, points):
            if not accept:
                return replace(state, refused=(*state.refused, seat))
            state = replace(state, offer=0)
            return _gain(_gain(state, by, -points, "offer", version), seat, points, "offer", version)
        case ev.OfferClosed():
            return replace(state, offer=0)
        case ev.BiddingOpened():
            return replace(state, bidding=True, bids={})
        case ev.BidPlaced(seat):
            amount = event.sealed[0].value.amount
            return replace(state, bids={**state.bids, seat: (amount, Ref(version, 0))})
        case ev.BidsRevealed(_, winner):
            state = replace(state, bidding=False)
            return state if winner is None else _gain(state, winner, 2, "bid", version)
        case ev.PlayEnded():
            return replace(state, over=True)
        case ev.DayScored(tallies):
            for tally in tallies:
                state = _gain(state, tally.seat, tally.charm, "charm", version)
            return state
        case _:
            assert_never(event)


def _pile(event: ev.PileShuffled, version: int) -> tuple[Held, ...]:
    return tuple(
        Held(part.value.card, Ref(version, n)) for n, part in enumerate(event.sealed) if isinstance(part.value, ev.Card)
    )


def _gain(state: State, seat: int, points: int, category: str, version: int) -> State:
    line = LedgerLine(seat, points, category, "TINY-1", version)
    total = state.points.get(seat, 0) + points
    return replace(state, points={**state.points, seat: total}, ledger=(*state.ledger, line))
