"""When a development card may be played (ME-CARD-1 to -7)."""

from dataclasses import replace

import pytest

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.build_route import (
    DeclineFreeRoute,
    PlaceFreeRoute,
    RouteBuilt,
)
from kontor.domain.merchants.rulebook.card_deck import BuyCard
from kontor.domain.merchants.rulebook.card_play import CardPlayed, PlayCard
from kontor.domain.merchants.rulebook.production import RollDice
from kontor.domain.merchants.rulebook.robber import MoveRobber
from kontor.domain.merchants.rulebook.turn import EndTurn
from tests.domain.merchants.factories import (
    BLUE,
    ORANGE,
    RED,
    WHITE,
    Game,
    acting,
    card_face,
    dice,
    path,
    recruit,
    routes,
    sevened,
    to_roll,
)
from tests.domain.merchants.places import all_edges, edges_in_the_west
from tests.domain.merchants.seen import seat_as_seen

NEARLY_ALL = Bundle(lumber=19, wool=19, grain=19, ore=19, salt=18)
NOTHING = {BLUE: Bundle(), WHITE: Bundle(), ORANGE: Bundle()}


# ---------------------------------------------------------------- when


def test_one_card_a_turn_the_one_before_the_roll_included() -> None:
    """ME-CARD-1, ME-CARD-3"""
    game = to_roll(RED, cards={RED: ("treasure", "treasure")}).when(RED, PlayCard("d01")).accepted()
    game = game.when(RED, PlayCard("d02")).refused_by("ME-CARD-1", code="card_limit")
    game = game.when(RED, RollDice(), luck=dice(1, 1)).accepted()
    game.when(RED, PlayCard("d02")).refused_by("ME-CARD-1", code="card_limit")


def test_a_card_is_not_played_in_the_turn_in_which_it_was_bought() -> None:
    """ME-CARD-2"""
    game = acting(RED, hands={RED: Bundle(wool=1, salt=1)}, deck=("treasure",)).when(RED, BuyCard()).accepted()
    game.when(RED, PlayCard("d01")).refused_by("ME-CARD-2", code="card_too_fresh")


def test_only_cards_of_the_own_hand_are_played() -> None:
    """ME-CARD-3"""
    game = acting(RED, cards={RED: ("treasure",), BLUE: ("treasure",)})
    for card in ("d02", "d03", "d99", "d1", "treasure", ""):
        game.when(RED, PlayCard(card)).refused_by("ME-CARD-3", code="unknown_card")
    played = game.when(RED, PlayCard("d01")).accepted()
    played.when(RED, PlayCard("d01")).refused_by("ME-CARD-3", code="unknown_card")


def test_a_card_is_played_between_actions_only() -> None:
    """ME-CARD-3, ME-DEC-3"""
    sevened(RED, cards={RED: ("treasure",)}).when(RED, PlayCard("d01")).refused_by("ME-DEC-3", code="wrong_phase")
    acting(RED, cards={BLUE: ("treasure",)}).when(BLUE, PlayCard("d01")).refused_by(
        "ME-DEC-1", code="not_your_decision"
    )


def ready(kind: str) -> Game:
    """Red, who has not rolled, holds the card, has a merchant at Wien and routes Budapest - Wien."""
    game = to_roll(RED, cards={RED: (kind,)}, hands={RED: Bundle()})
    return game.given(*recruit(RED, "wien"), *routes(RED, "e:2,0,se"))


PLAYS = {
    "lancer": PlayCard("d01"),
    "trade_routes": PlayCard("d01"),
    "harvest": PlayCard("d01", resources=Bundle(ore=1, salt=1)),
    "treasure": PlayCard("d01"),
    "swift_merchant": PlayCard("d01", merchant="m1", to="i:2,1,n"),
    "strong_horses": PlayCard("d01", caravan="c1", path=path("e:2,0,se")),
    "safe_conduct": PlayCard("d01"),
}


@pytest.mark.parametrize("kind", PLAYS)
def test_any_card_may_be_played_before_the_roll_and_lies_open_then(kind: str) -> None:
    """ME-RULING-10, ME-CARD-3, ME-CARD-4, ME-TURN-2, ME-PIECE-11"""
    game = ready(kind).when(RED, PLAYS[kind])
    game.then_among_others(CardPlayed(RED, "d01", kind, (card_face(1),)))
    assert [(card["card"], card["kind"]) for card in game.view()["discard_pile"]] == [("d01", kind)]  # type: ignore[union-attr,index,call-overload]
    assert seat_as_seen(game, RED)["cards"] == []
    if kind == "lancer":
        game = game.when(RED, MoveRobber("h:2,1")).accepted()
    if kind == "trade_routes":
        game = game.when(RED, PlaceFreeRoute("e:1,-1,ne")).when(RED, DeclineFreeRoute()).accepted()
    game = game.when(RED, EndTurn()).refused_by("ME-TURN-2", code="wrong_phase")
    game.when(RED, RollDice()).accepted()


@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("lancer", PLAYS["harvest"]),
        ("trade_routes", PLAYS["swift_merchant"]),
        ("harvest", PlayCard("d01")),
        ("treasure", PLAYS["harvest"]),
        ("swift_merchant", PlayCard("d01", merchant="m1")),
        ("swift_merchant", PlayCard("d01", to="i:2,1,n")),
        ("strong_horses", PlayCard("d01", caravan="c1")),
        ("strong_horses", PLAYS["swift_merchant"]),
        ("safe_conduct", PLAYS["strong_horses"]),
    ],
)
def test_a_card_is_played_with_the_choices_it_asks_for(kind: str, command: PlayCard) -> None:
    """ME-CARD-4"""
    ready(kind).when(RED, command).refused_by("ME-CARD-4", code="wrong_count")


# ---------------------------------------------------------------- without effect


def test_trade_routes_need_a_place_for_a_route() -> None:
    """ME-CARD-7, ME-RULING-39"""
    game = acting(RED, cards={RED: ("trade_routes",)})
    spent = game.given(*routes(RED, *edges_in_the_west(29)))
    spent.when(RED, PlayCard("d01")).refused_by("ME-CARD-7", code="no_effect")
    free = [edge for edge in all_edges() if edge not in {"e:2,0,e", "e:-1,0,ne", "e:2,-1,se", "e:0,-2,e"}]
    crowded = game.given(*(RouteBuilt(BLUE, edge, "paid", 9) for edge in free))
    crowded.when(RED, PlayCard("d01")).refused_by("ME-CARD-7", code="no_effect")


def test_a_harvest_needs_a_card_in_the_bank() -> None:
    """ME-CARD-7, ME-RULING-39, ME-RULING-54"""
    everything = replace(NEARLY_ALL, salt=19)
    game = acting(RED, cards={RED: ("harvest",)}, hands={RED: everything, **NOTHING})
    game.when(RED, PlayCard("d01", resources=Bundle(ore=1))).refused_by("ME-CARD-7", code="no_effect")


def test_a_swift_merchant_needs_a_merchant_on_the_board() -> None:
    """ME-CARD-7, ME-RULING-39"""
    game = acting(RED, cards={RED: ("swift_merchant",)})
    game.when(RED, PlayCard("d01", merchant="m1", to="i:2,1,n")).refused_by("ME-CARD-7", code="no_effect")


def test_strong_horses_need_a_legal_move() -> None:
    """ME-CARD-7, ME-RULING-39"""
    game = acting(RED, cards={RED: ("strong_horses",)})  # no route beside Red's
    game.when(RED, PlayCard("d01", caravan="c1", path=path("e:2,0,se"))).refused_by("ME-CARAVAN-1", code="no_route")
    assert not any(option["type"] == "play_card" for option in game.options(RED))
