"""What is hidden and what is open (ME-INFO)."""

from typing import Any, cast

from kontor.domain.kernel import play
from kontor.domain.kernel.commits import SYSTEM
from kontor.domain.kernel.secrets import opened_by, sealed_in
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.goods import Bundle, Goods
from kontor.domain.merchants.rulebook.bank import BuyResource, TradeWithBank
from kontor.domain.merchants.rulebook.card_deck import BuyCard
from kontor.domain.merchants.rulebook.card_play import PlayCard
from kontor.domain.merchants.rulebook.catalogue import Command, Event
from kontor.domain.merchants.rulebook.chips import PlaceChip
from kontor.domain.merchants.rulebook.move_merchant import MoveMerchant
from kontor.domain.merchants.rulebook.production import RollDice
from kontor.domain.merchants.rulebook.robber import CardStolen, DiscardCards, MoveRobber, Steal
from kontor.domain.merchants.rulebook.trade import AnswerOffer, ConcludeTrade, OfferTrade
from kontor.domain.merchants.state import State
from tests.domain.merchants.factories import (
    BLUE,
    EVERYBODY,
    ORANGE,
    RED,
    WHITE,
    Game,
    acting,
    card_face,
    dice,
    face_of,
    merchant,
    sevened,
    to_roll,
)
from tests.domain.merchants.seen import hand, seat_as_seen
from tests.support.playing import Played, created, step


def test_a_hand_is_known_to_its_owner_and_its_size_to_all() -> None:
    """ME-INFO-1, ME-INFO-8"""
    game = acting(RED, hands={BLUE: Bundle(ore=2, wool=1)})
    assert hand(game, BLUE) == {"ore": 2, "wool": 1}
    for viewers in ((), (RED,), (RED, WHITE, ORANGE)):
        assert "hand" not in seat_as_seen(game, BLUE, *viewers)
        assert seat_as_seen(game, BLUE, *viewers)["hand_size"] == 3


def test_gold_bank_warehouses_and_piles_are_open() -> None:
    """ME-INFO-2, ME-RULING-42"""
    game = acting(RED, gold={BLUE: 7}, hands={BLUE: Bundle(ore=2, wool=1)}, cards={BLUE: ("lancer",)})
    seen = game.view()
    assert seen["bank"] == {"lumber": 17, "wool": 17, "grain": 16, "ore": 16, "salt": 17}
    assert len(cast("list[object]", seen["draw_pile"])) == 24
    assert seen["discard_pile"] == []
    blue = seat_as_seen(game, BLUE)
    assert (blue["gold"], len(blue["cards"]), blue["warehouse_posts"], blue["routes_left"]) == (7, 1, 4, 29)


def test_rolls_purchases_trades_and_discards_are_public() -> None:
    """ME-INFO-3, ME-RULING-13, ME-RULING-42"""
    game = acting(RED, hands={RED: Bundle(ore=4), BLUE: Bundle(wool=1)}, cards={RED: ("harvest",)})
    game = game.when(RED, BuyResource("salt")).when(RED, TradeWithBank("ore", "grain")).accepted()
    steps = [
        game,
        game.when(RED, OfferTrade(Goods(ore=1), Goods(wool=1), (BLUE,))),
        to_roll(RED, hands={BLUE: Bundle(wool=8)}).when(RED, RollDice(), luck=dice(3, 4)),
        to_roll(RED).when(RED, RollDice(), luck=dice(2, 3)),
        game.when(RED, PlayCard("d01", resources=Bundle(wool=2))),
    ]
    steps.append(steps[1].when(BLUE, AnswerOffer(1, accept=True)).when(RED, ConcludeTrade(1, BLUE)))
    steps.append(steps[2].when(BLUE, DiscardCards(Bundle(wool=4))))
    assert all(not sealed_in(event) for each in steps for event in each.accepted().events)


def robbed(luck: int) -> Game:
    game = sevened(RED, hands={BLUE: Bundle(lumber=1, salt=1)}).when(RED, MoveRobber("h:0,0"))
    return game.when(RED, Steal(BLUE), luck=(luck,)).accepted()


def test_the_stolen_card_is_known_to_thief_and_victim_alone() -> None:
    """ME-INFO-4"""
    (event,) = robbed(0).happened(CardStolen)
    assert [part.seats for part in event.sealed] == [(RED, BLUE), ()]
    assert robbed(0).view(WHITE, ORANGE) == robbed(1).view(WHITE, ORANGE)
    assert hand(robbed(0), RED) != hand(robbed(1), RED)
    assert hand(robbed(0), BLUE) != hand(robbed(1), BLUE)


def test_a_card_in_hand_is_known_to_its_owner_and_the_pile_to_no_seat() -> None:
    """ME-INFO-5, ME-BUILD-3"""
    game = acting(RED, hands={RED: Bundle(wool=1, salt=1)}, deck=("treasure",)).when(RED, BuyCard())
    assert [card["kind"] for card in seat_as_seen(game, RED, RED)["cards"]] == ["treasure"]
    assert all("kind" not in card for card in seat_as_seen(game, RED, BLUE)["cards"])
    pile = cast("list[dict[str, Any]]", game.view(*EVERYBODY)["draw_pile"])
    assert len(pile) == 24
    assert all("kind" not in card for card in pile)


def test_a_played_card_is_opened() -> None:
    """ME-INFO-5, ME-CARD-4"""
    game = acting(RED, cards={RED: ("treasure",)}).when(RED, PlayCard("d01"))
    assert next(opened_by(event) for event in game.events) == (card_face(1),)


def test_the_number_of_a_face_down_chip_is_hidden_until_it_is_turned() -> None:
    """ME-INFO-6"""
    game = acting(RED, hands={RED: Bundle(grain=1)}).given(*merchant(RED, "i:4,-2,n"))
    chips = {each["chip"]: each for each in cast("list[dict[str, Any]]", game.view(*EVERYBODY)["chips"])}
    assert chips["salt-1"]["resource"] == "salt"
    assert "number" not in chips["salt-1"]
    turned = game.when(RED, MoveMerchant("m1", "kaliningrad")).when(RED, PlaceChip("h:5,-3", "salt-1"))
    assert [opened_by(event) for event in turned.events] == [(face_of("salt-1"),)]
    chips = {each["chip"]: each for each in cast("list[dict[str, Any]]", turned.view()["chips"])}
    assert chips["salt-1"]["number"] == 10
    assert "number" not in chips["salt-2"]


def test_dice_are_open_and_the_card_of_a_theft_is_not() -> None:
    """ME-INFO-7"""
    (rolled,) = [event for event in to_roll(RED).when(RED, RollDice()).events if hasattr(event, "draws")]
    assert len(rolled.draws) == 2
    (event,) = robbed(0).happened(CardStolen)
    assert not hasattr(event, "draws")
    assert [part.value.draws is not None for part in event.sealed] == [False, True]


def parts(played: Played[State, Command, Event]) -> tuple[int, int]:
    """How many sealed parts a spectator is shown, and of how many."""
    lines = cast("list[dict[str, Any]]", played.lines())
    return sum(len(line["parts"]) for line in lines), sum(len(line["envelope"]["sealed"]) for line in lines)


def test_after_the_end_everything_is_revealed() -> None:
    """ME-INFO-9, ME-RULING-43"""
    played = created(RULESET, 3)
    for _ in range(20):
        step(played)
    assert parts(played)[0] == 0
    played.write(SYSTEM, {"type": "abort"}, play.abort(played.game, "admin"))
    shown, sealed = parts(played)
    assert shown == sealed >= 35  # chips and cards at least
