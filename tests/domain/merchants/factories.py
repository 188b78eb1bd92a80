"""Positions of Merchants told as a story: who sits, what they hold, what has happened.

Everything is folded from events of the log; where a test needs other hands, gold, cards or chips than the set-up
brings, these are chosen values of the set-up's own events.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from typing import TypeAlias, TypedDict, Unpack

from kontor.domain.kernel.ruleset import Chair, Order, Table
from kontor.domain.kernel.secrets import Ref, Secret, Shown
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.build_route import RouteBuilt
from kontor.domain.merchants.rulebook.card_deck import CardBought
from kontor.domain.merchants.rulebook.catalogue import Command, Event
from kontor.domain.merchants.rulebook.chips import ChipPlaced
from kontor.domain.merchants.rulebook.deliver import CommodityDelivered
from kontor.domain.merchants.rulebook.move_caravan import Step
from kontor.domain.merchants.rulebook.move_merchant import MerchantMoved
from kontor.domain.merchants.rulebook.place_caravan import CaravanPlaced
from kontor.domain.merchants.rulebook.place_start_pieces import (
    PlaceStartPost,
    PlaceStartRoute,
    StartPostPlaced,
    StartResourcesTaken,
)
from kontor.domain.merchants.rulebook.posts import PostFounded
from kontor.domain.merchants.rulebook.production import DiceRolled, ResourcesProduced, RollDice
from kontor.domain.merchants.rulebook.recruit_merchant import MerchantRecruited
from kontor.domain.merchants.rulebook.robber import RobberMoved, StealDeclined
from kontor.domain.merchants.rulebook.sealed_piles import CardFace, ChipFace
from kontor.domain.merchants.rulebook.setup import (
    ChipsLaid,
    DeckShuffled,
    OrderRoll,
    OrderRolled,
    SeatEquipped,
    StartSeatSet,
)
from kontor.domain.merchants.rulebook.turn import TurnEnded, TurnStarted
from kontor.domain.merchants.state import State
from kontor.domain.merchants.words import CaravanId, MerchantId
from tests.domain.merchants.places import intersection, rows
from tests.support.scenario import Scenario, given, set_up

Game: TypeAlias = Scenario[State, Command, Event]

RED, BLUE, WHITE, ORANGE = 1, 2, 3, 4
NEUTRAL = 0
EVERYBODY = (RED, BLUE, WHITE, ORANGE)

FREE = Bundle()  # a cost of nothing: given events leave hands as they are

HOME = {RED: "wien", BLUE: "bern", WHITE: "praha", ORANGE: "koln", NEUTRAL: "koln"}  # a start post of each


def dice(one: int, other: int) -> tuple[int, int]:
    """Luck for a roll that shows these faces."""
    return one - 1, other - 1


def path(*steps: str | Step) -> tuple[Step, ...]:
    return tuple(step if isinstance(step, Step) else Step(step) for step in steps)


def to(edge: str, *deliver: str) -> Step:
    """A step onto a route, delivering at these posts."""
    return Step(edge, deliver or None)


# ---------------------------------------------------------------- tables and set-up


def table(seats: int = 4, side: str = "short", start: str | None = None, order: Order = "listed") -> Table:
    options = {} if start is None else {"start": start}
    chairs = tuple(Chair(seat) for seat in range(1, seats + 1))
    return Table(RULESET.boards()[f"merchants-{side}"], options, chairs, order, RULESET.version)


class Chosen(TypedDict, total=False):
    """What a test chooses instead of what the set-up brings; what is not named does not change."""

    hands: Mapping[int, Bundle]  # resource cards at the start
    gold: Mapping[int, int]  # gold at the start
    supply: Mapping[int, int]  # routes at the start, the start route included
    moved: Mapping[str, str]  # start post here → there
    deck: Sequence[str]  # kinds of the cards on top of the draw pile
    arrows: tuple[str, ...]  # edges with a double arrow, besides those of the board
    rules: int  # by which version of the rules is played
    shortage: str  # the option of that name
    delivery_limit: str  # the option of that name


def started(seats: int = 4, **chosen: Unpack[Chosen]) -> Game:
    """The short game with the fixed start, in front of Red's first roll.

    Face-down chips: number 1 of each colour bears the lower of its two numbers, number 2 the higher one.
    """
    laid = _laid(seats, chosen.get("arrows", ()))
    options = {name: chosen[name] for name in ("shortage", "delivery_limit") if name in chosen}
    where = replace(laid.table, rules=chosen.get("rules", RULESET.version), options={**laid.table.options, **options})
    return given(RULESET, where, *(_chosen(event, chosen) for event in laid.events))


@cache
def _laid(seats: int, arrows: tuple[str, ...] = ()) -> Game:
    plain = table(seats)
    edges = [dict(edge) for edge in rows("merchants-short", "edges")]
    for edge in edges:
        edge["double_arrow"] = edge["double_arrow"] or edge["id"] in arrows
    return set_up(RULESET, replace(plain, board={**plain.board, "edges": edges}) if arrows else plain)


def _chosen(event: Event, chosen: Chosen) -> Event:
    match event:
        case StartResourcesTaken(seat):
            return replace(event, cards=chosen.get("hands", {}).get(seat, event.cards))
        case SeatEquipped(seat):
            return replace(
                event,
                gold=chosen.get("gold", {}).get(seat, event.gold),
                routes=chosen.get("supply", {}).get(seat, event.routes),
            )
        case StartPostPlaced(_, site):
            return replace(event, site=chosen.get("moved", {}).get(site, site))
        case DeckShuffled():
            return _stacked(event, chosen.get("deck", ()))
        case ChipsLaid():
            return _laid_in_order(event)
        case _:
            return event


def variable(seats: int = 4, first: int = RED, side: str = "short") -> Game:
    """The variable start, in front of the first post; `first` has won the roll for it."""
    laid = set_up(RULESET, table(seats, side, "variable", "drawn"))
    rolls = OrderRolled(tuple(OrderRoll(seat, (6, 6) if seat == first else (1, 1)) for seat in laid.table.seats))
    events = [event for event in laid.events if not isinstance(event, OrderRolled)]
    events = [StartSeatSet(first) if isinstance(event, StartSeatSet) else event for event in events]
    return given(RULESET, laid.table, events[0], rolls, *events[1:])


def main_game() -> Game:
    """The main game with four seats, each with three posts and a route; Red has rolled and is in the action phase."""
    game = variable(side="main")
    for order, sites in (
        (EVERYBODY, ("nurnberg", "bern", "bruxelles", "paris")),
        (EVERYBODY[::-1], ("koln", "praha", "lyon", "wien")),
        (EVERYBODY, ("budapest", "venezia", "berlin", "krakow")),
    ):
        for seat, site in zip(order, sites, strict=True):
            game = game.when(seat, PlaceStartPost(site)).accepted()
    for seat, edge in ((ORANGE, "e:0,-2,e"), (WHITE, "e:2,-1,se"), (BLUE, "e:-1,0,ne"), (RED, "e:2,0,e")):
        game = game.when(seat, PlaceStartRoute(edge)).accepted()
    return game.given(*rolled(RED))


def _stacked(event: DeckShuffled, deck: Sequence[str]) -> DeckShuffled:
    """The same cards with these kinds on top."""
    faces = [part.value for part in event.sealed if isinstance(part.value, CardFace)]
    kinds = [face.kind for face in faces]
    for kind in deck:
        kinds.remove(kind)
    told = [replace(face, kind=kind) for face, kind in zip(faces, [*deck, *kinds], strict=True)]
    return replace(event, sealed=(*(Secret((), face) for face in told), *event.sealed[len(told) :]))


def _laid_in_order(event: ChipsLaid) -> ChipsLaid:
    faces = [part.value for part in event.sealed if isinstance(part.value, ChipFace)]
    numbers: dict[str, list[int]] = {}
    for face in faces:
        numbers.setdefault(face.chip.split("-")[0], []).append(face.number)
    told = [
        replace(face, number=sorted(numbers[resource])[int(nth) - 1])
        for face, (resource, nth) in ((face, face.chip.split("-")) for face in faces)
    ]
    return replace(event, sealed=(*(Secret((), face) for face in told), *event.sealed[len(told) :]))


# ---------------------------------------------------------------- turns


Cards: TypeAlias = Mapping[int, Sequence[str]]  # kinds of development cards by seat


def to_roll(seat: int, seats: int = 4, cards: Cards | None = None, **chosen: Unpack[Chosen]) -> Game:
    """Second round, in front of this seat's roll. In the first round the seats bought these development cards:
    d01 is the first card of the first seat that has any."""
    held = cards or {}
    kinds = [kind for buyer in range(1, seats + 1) for kind in held.get(buyer, ())]
    chosen["deck"] = [*kinds, *chosen.get("deck", ())]
    game = started(seats, **chosen)
    numbers = count(1)
    for turn in range(1, seats + seat):
        active = (turn - 1) % seats + 1
        game = game.given(*rolled(active))
        if turn <= seats:
            game = game.given(*(card_bought(active, next(numbers), seats) for _ in held.get(active, ())))
        game = game.given(TurnEnded(active), TurnStarted(active % seats + 1, turn + 1))
    return game


def acting(seat: int, seats: int = 4, cards: Cards | None = None, **chosen: Unpack[Chosen]) -> Game:
    """As `to_roll`, but the seat has rolled and is in the action phase."""
    return to_roll(seat, seats, cards, **chosen).given(*rolled(seat))


def sevened(seat: int, seats: int = 4, cards: Cards | None = None, **chosen: Unpack[Chosen]) -> Game:
    """As `to_roll`, but the seat has rolled a seven and nobody owes cards: the robber must move."""
    return to_roll(seat, seats, cards, **chosen).when(seat, RollDice(), luck=dice(3, 4)).accepted()


def rolled(seat: int) -> tuple[Event, ...]:
    """A roll that brought nobody anything."""
    return DiceRolled(seat, (1, 1)), ResourcesProduced((), ())


def next_turn(seat: int, after: int, turn: int = 20) -> tuple[Event, ...]:
    """The turn of `after` is over; `seat` has rolled."""
    return TurnEnded(after), TurnStarted(seat, turn), *rolled(seat)


# ---------------------------------------------------------------- what is sealed


def part_of(kind: type[Event], nth: int, seats: int = 4) -> Ref:
    """The address of a part of the set-up event of that kind."""
    version = next(n for n, event in enumerate(_laid(seats).events, 1) if isinstance(event, kind))
    return Ref(version, nth)


def face_of(chip: str, seats: int = 4) -> Ref:
    """The address of the face of a face-down chip."""
    laid = next(event for event in _laid(seats).events if isinstance(event, ChipsLaid))
    return part_of(ChipsLaid, [hidden.chip for hidden in laid.hidden].index(chip), seats)


def card_face(number: int, seats: int = 4) -> Ref:
    """The address of the face of card `number` (d01 is 1) of the first draw pile."""
    return part_of(DeckShuffled, number - 1, seats)


def card_bought(seat: int, number: int, seats: int = 4) -> CardBought:
    shown = Shown((seat,), card_face(number, seats))
    return CardBought(seat, f"d{number:02}", 25 - number, FREE, (shown,))


# ---------------------------------------------------------------- pieces


def routes(seat: int, *edges: str, left: int = 29) -> tuple[Event, ...]:
    """Routes that the seat has placed after its start route."""
    return tuple(RouteBuilt(seat, edge, "paid", left - n - 1, FREE) for n, edge in enumerate(edges))


def merchant(seat: int, place: str, piece: MerchantId = "m1") -> tuple[Event, ...]:
    """A merchant of the seat stands on an intersection."""
    start = intersection(HOME[seat])
    return (
        MerchantRecruited(seat, piece, HOME[seat], FREE),
        MerchantMoved(seat, piece, start, place, 1, 0, FREE),
    )


def recruit(seat: int, site: str, piece: MerchantId = "m1") -> tuple[Event, ...]:
    """A merchant of the seat stands beside one of its posts."""
    return (MerchantRecruited(seat, piece, site, FREE),)


def robber(seat: int, place: str, from_: str = "h:7,-3") -> tuple[Event, ...]:
    """The robber has been moved there, and nobody was robbed."""
    return RobberMoved(seat, from_, place, "seven"), StealDeclined(seat)


def post(seat: int, *sites: str, warehouse: int = 4, free: int = 1) -> tuple[Event, ...]:
    """Posts that merchants of the seat have founded, one after the other, each freeing a commodity."""
    return tuple(
        event
        for n, site in enumerate(sites, 1)
        for event in (
            *merchant(seat, intersection(site)),
            PostFounded(seat, site, "m1", warehouse - n, free + n),
        )
    )


def caravan(seat: int, edge: str, piece: CaravanId = "c2") -> tuple[Event, ...]:
    """A caravan of the seat stands at a route; c1 is the one of the start."""
    return (CaravanPlaced(seat, piece, edge, FREE),)


def delivered(seat: int, site: str, owner: int, free: int = 0, to_deliver: int = 4) -> tuple[Event, ...]:
    """The seat has delivered a commodity; so many are free, so many still to deliver after it."""
    return (CommodityDelivered(seat, site, owner, free, to_deliver),)


def chip(seat: int, name: str, number: int, place: str) -> tuple[Event, ...]:
    """A face-down chip has been turned and placed."""
    return (ChipPlaced(seat, name, number, place, (face_of(name),)),)
