"""The rules of market day, and the ruleset they make up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, assert_never, cast

from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.legality import Option, between, one_of
from kontor.domain.kernel.model import Flaw, Range, read
from kontor.domain.kernel.ruleset import Category, LedgerLine, Ruleset, Score, SeatScore, Table
from kontor.domain.kernel.secrets import Ref, Secret, Shown
from kontor.domain.kernel.violation import Violation
from tests.tiny import events as ev
from tests.tiny.state import Held, State, evolve

CARDS = tuple(f"c{n:02}" for n in range(1, 13))


@dataclass(frozen=True, slots=True)
class Options:
    """How long a day lasts."""

    rounds: Annotated[int, Range(1, 9)] = 2


def initial(table: Table) -> State:
    options = read(Options, table.options)
    if len(table.chairs) == 4 and options.rounds > 5:
        raise Violation("TINY-2", "too_long", "With four seats a day has five rounds at most.", rounds=options.rounds)
    return State(table, options.rounds, table.seats)


def setup(table: Table, dice: Dice) -> Sequence[ev.Event]:
    events: list[ev.Event] = []
    order = table.seats
    if table.order == "drawn":
        drawn = dice.shuffle("order", order)
        order = cast("tuple[int, ...]", drawn.value)
        events.append(ev.OrderDrawn(order, (drawn,)))
    charms = [dice.below("charm", 5) for _ in table.seats]
    parts = [
        Secret((seat,), ev.Charm(seat, draw.value, (draw,))) for seat, draw in zip(table.seats, charms, strict=True)
    ]
    events.append(ev.CharmsDealt(table.seats, tuple(parts)))
    pile = dice.shuffle("pile", CARDS)
    cards = [Secret((), ev.Card(cast(str, card))) for card in pile.value]
    events.append(ev.PileShuffled(len(CARDS), (*cards, Secret((), ev.PileOrder((pile,))))))
    return [*events, ev.TurnStarted(order[0], 1)]


def decide(state: State, seat: int, command: ev.Command, dice: Dice) -> Sequence[ev.Event]:
    match command:
        case ev.Roll():
            _require_turn(state, seat)
            draw = dice.die("roll")
            events = [*_closed(state), ev.DieRolled(seat, draw.face, (draw,))]
            if draw.face == 6:
                return [*events, ev.Challenged(_next(state, seat), seat)]
            return [*events, *_after_turn(state, seat)]
        case ev.TakeCard():
            _require_turn(state, seat)
            if not state.pile:
                raise Violation("TINY-3", "pile_empty", "The pile is empty; roll the die or show a card.")
            part = Shown((seat,), state.pile[0].ref)
            return [*_closed(state), ev.CardTaken(seat, len(state.pile) - 1, (part,)), *_after_turn(state, seat)]
        case ev.ShowCard(card):
            _require_turn(state, seat)
            held = next((each for each in state.hands.get(seat, ()) if each.card == card), None)
            if held is None:
                raise Violation("TINY-4", "not_held", f"You do not hold {card}; show a card of your hand.", card=card)
            return [*_closed(state), ev.CardShown(seat, card, _worth(card), (held.ref,)), *_after_turn(state, seat)]
        case ev.Offer(points):
            _require_turn(state, seat)
            if state.offered:
                raise Violation("TINY-5", "one_offer", "One offer a turn; go on with your turn.")
            return [ev.OfferMade(seat, points)]
        case ev.AnswerOffer(accept):
            if seat not in invited(state):
                raise Violation("TINY-5", "no_offer", "There is no offer for you to answer.")
            return [ev.OfferAnswered(seat, state.active, accept, state.offer)]
        case ev.AnswerChallenge(pay):
            if state.challenged != seat:
                raise Violation("TINY-6", "not_challenged", "Nobody challenges you.")
            return [ev.ChallengeAnswered(seat, state.active, pay), *_after_turn(state, state.active)]
        case ev.Bid(amount):
            return _bid(state, seat, amount)
        case _:
            assert_never(command)


def _require_turn(state: State, seat: int) -> None:
    if state.active != seat or state.challenged or state.bidding:
        raise Violation("TINY-1", "not_your_turn", "It is not your turn; answer what is asked of you.")


def _closed(state: State) -> Sequence[ev.Event]:
    return [ev.OfferClosed(state.active)] if state.offer else []


def _worth(card: str) -> int:
    return int(card[1:]) % 4 + 1


def _next(state: State, seat: int) -> int:
    return state.order[(state.order.index(seat) + 1) % len(state.order)]


def _after_turn(state: State, seat: int) -> Sequence[ev.Event]:
    if seat == state.order[-1]:
        return [ev.BiddingOpened(state.round)]
    return [ev.TurnStarted(_next(state, seat), state.round)]


def _bid(state: State, seat: int, amount: int) -> Sequence[ev.Event]:
    if not state.bidding or seat in state.bids:
        raise Violation("TINY-7", "no_bidding", "There is no bid to make now.")
    placed = ev.BidPlaced(seat, (Secret((seat,), ev.BidValue(amount)),))
    if len(state.bids) + 1 < len(state.order):
        return [placed]
    # the last bid's seal has no version yet: it is revealed by value, the others are opened
    amounts = {**{each: bid for each, (bid, _) in state.bids.items()}, seat: amount}
    alone = [each for each, bid in amounts.items() if list(amounts.values()).count(bid) == 1]
    winner = max(alone, key=lambda each: amounts[each], default=None)
    bids = tuple(ev.BidOf(each, amounts[each]) for each in sorted(amounts))
    opens = tuple(ref for _, ref in state.bids.values())
    revealed = ev.BidsRevealed(bids, winner, opens)
    if state.round == state.rounds:
        return [placed, revealed, ev.PlayEnded(state.round)]
    return [placed, revealed, ev.TurnStarted(state.order[0], state.round + 1)]


def finish(state: State) -> Sequence[ev.Event]:
    tallies = tuple(ev.Tally(seat, state.points.get(seat, 0), state.charms[seat]) for seat in state.table.seats)
    return [ev.DayScored(tallies, state.charm_refs)]


def awaiting(state: State) -> tuple[int, ...]:
    if state.over:
        return ()
    if state.bidding:
        return tuple(seat for seat in state.table.seats if seat not in state.bids)
    return (state.challenged or state.active,)


def invited(state: State) -> tuple[int, ...]:
    if not state.offer or state.challenged or state.bidding:
        return ()
    return tuple(seat for seat in state.table.seats if seat != state.active and seat not in state.refused)


def may_act(state: State) -> tuple[int, ...]:
    return tuple(sorted({*awaiting(state), *invited(state)}))


def legal(state: State, seat: int) -> Sequence[Option]:
    if state.over:
        return []
    if state.bidding:
        return [] if seat in state.bids else [{"type": "bid", "amount": between(0, 3)}]
    if state.challenged:
        return [{"type": "answer_challenge", "pay": one_of([True, False])}] if state.challenged == seat else []
    if seat != state.active:
        return [{"type": "answer_offer", "accept": one_of([True, False])}] if seat in invited(state) else []
    options: list[Option] = [{"type": "roll"}]
    if state.pile:
        options.append({"type": "take_card"})
    if hand := state.hands.get(seat):
        options.append({"type": "show_card", "card": one_of([held.card for held in hand])})
    if not state.offered:
        options.append({"type": "offer", "points": between(1, 3)})
    return options


def view(state: State, seats: frozenset[int]) -> JsonObject:
    return {
        "round": state.round,
        "rounds": state.rounds,
        "turn_order": state.order,
        "active": state.active,
        "challenged": state.challenged,
        "offer": state.offer,
        "offered": state.offered,
        "refused": state.refused,
        "bidding": state.bidding,
        "bids_placed": sorted(state.bids),
        "pile": len(state.pile),
        "over": state.over,
        "seats": [_seat_view(state, seat, seat in seats) for seat in state.table.seats],
    }


def _seat_view(state: State, seat: int, own: bool) -> JsonObject:
    hand = state.hands.get(seat, ())
    found: dict[str, Json] = {"seat": seat, "points": state.points.get(seat, 0), "cards": len(hand)}
    if own:
        bid = state.bids.get(seat)
        found["hand"] = [held.card for held in hand]
        found["charm"] = state.charms.get(seat)
        found["bid"] = bid[0] if bid else None
    return found


def determinize(table: Table, seen: JsonObject, dice: Dice) -> State:
    """A state that agrees with a view: what it does not tell is dealt anew."""
    facts = cast("Mapping[str, int]", seen)
    rows = cast("Sequence[Mapping[str, Json]]", seen["seats"])
    known = [card for row in rows for card in cast("Sequence[str]", row.get("hand", ()))]
    unknown = [str(card) for card in dice.shuffle("unseen", [card for card in CARDS if card not in known]).value]
    nowhere = Ref(0, 0)
    state = initial(table)
    hands: dict[int, tuple[Held, ...]] = {}
    charms: dict[int, int] = {}
    bids: dict[int, tuple[int, Ref]] = {}
    placed = cast("Sequence[int]", seen["bids_placed"])
    for row in rows:
        seat, count = cast(int, row["seat"]), cast(int, row["cards"])
        cards = cast("Sequence[str]", row["hand"]) if "hand" in row else [unknown.pop() for _ in range(count)]
        hands[seat] = tuple(Held(card, nowhere) for card in cards)
        charms[seat] = cast(int, row["charm"]) if "charm" in row else dice.below("charm", 5).value
        if seat in placed:
            bid = row.get("bid")
            bids[seat] = (bid if isinstance(bid, int) else dice.below("bid", 4).value, nowhere)
    return replace(
        state,
        order=tuple(cast("Sequence[int]", seen["turn_order"])),
        charms=charms,
        pile=tuple(Held(card, nowhere) for card in unknown[: facts["pile"]]),
        hands=hands,
        points={cast(int, row["seat"]): cast(int, row["points"]) for row in rows},
        round=facts["round"],
        active=facts["active"],
        challenged=facts["challenged"],
        offer=facts["offer"],
        offered=bool(seen["offered"]),
        refused=tuple(cast("Sequence[int]", seen["refused"])),
        bidding=bool(seen["bidding"]),
        bids=bids,
        over=bool(seen["over"]),
    )


def score(state: State) -> Score:
    lines: tuple[LedgerLine, ...] = state.ledger
    totals = {seat: sum(line.points for line in lines if line.seat == seat) for seat in state.table.seats}
    rows = []
    for seat, total in totals.items():
        categories = {line.category for line in lines if line.seat == seat}
        breakdown = {
            name: sum(line.points for line in lines if line.seat == seat and line.category == name)
            for name in sorted(categories)
        }
        rows.append(SeatScore(seat, total, 1 + sum(other > total for other in totals.values()), breakdown))
    return Score(tuple(rows), lines)


def readers(seat: int, command: ev.Command) -> tuple[int, ...] | None:
    return (seat,) if isinstance(command, ev.Bid) else None


def check_board(board: JsonObject) -> Sequence[Flaw]:
    return [] if board.get("name") else [Flaw("/name", "missing-field", "is required")]


CATEGORIES = (
    Category("bid", "Bids won"),
    Category("challenge", "Challenges"),
    Category("charm", "The charm"),
    Category("offer", "Offers"),
    Category("rolled", "Rolls of the die"),
    Category("shown", "Cards shown"),
)

_SEAT_NUMBER: JsonObject = {"type": "integer", "x-kind": "seat"}
_SEAT_NUMBERS: JsonObject = {"type": "array", "items": _SEAT_NUMBER}
_SEAT: JsonObject = {
    "type": "object",
    "title": "TinySeat",
    "required": ["seat", "points", "cards"],
    "properties": {
        "seat": _SEAT_NUMBER,
        "points": {"type": "integer"},
        "cards": {"type": "integer"},
        "hand": {"type": "array", "items": {"type": "string", "x-kind": "card"}},
        "charm": {"type": ["integer", "null"]},
        "bid": {"type": ["integer", "null"]},
    },
}
VIEW: JsonObject = {
    "type": "object",
    "title": "TinyState",
    "required": ["round", "active", "seats"],
    "properties": {
        **{name: {"type": "integer"} for name in ("round", "rounds", "offer", "pile")},
        **{name: _SEAT_NUMBER for name in ("active", "challenged")},
        **{name: {"type": "boolean"} for name in ("offered", "bidding", "over")},
        **{name: _SEAT_NUMBERS for name in ("turn_order", "refused", "bids_placed")},
        "seats": {"type": "array", "items": _SEAT},
    },
}

RULESET: Ruleset[State, ev.Command, ev.Event] = Ruleset(
    name="tiny",
    title="Market day",
    version=0,
    seats=(2, 4),
    colours=("red", "blue", "white", "black"),
    commands=ev.COMMANDS,
    events=ev.EVENTS,
    options=Options,
    rules=lambda: {f"TINY-{n}": f"Rule {n} of market day." for n in range(1, 8)},
    boards=lambda: {"square": {"name": "square"}, "street": {"name": "street"}},
    pick_board=lambda name, seats: name,
    check_board=check_board,
    initial=initial,
    setup=setup,
    decide=decide,
    evolve=evolve,
    finish=finish,
    turn_order=lambda state: state.order,
    awaiting=awaiting,
    may_act=may_act,
    invited=invited,
    is_over=lambda state: state.over,
    legal=legal,
    view=view,
    view_schema=VIEW,
    determinize=determinize,
    score=score,
    categories=CATEGORIES,
    bots={"random": random_bot},
    readers=readers,
)
