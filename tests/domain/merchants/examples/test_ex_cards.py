"""Worked examples of development cards, conservation and the frozen game (rules page 20.7)."""

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.bank import TradeWithBank
from kontor.domain.merchants.rulebook.build_route import DeclineFreeRoute, FreeRouteGranted, PlaceFreeRoute, RouteBuilt
from kontor.domain.merchants.rulebook.card_deck import BuyCard, CardBought, DeckReshuffled
from kontor.domain.merchants.rulebook.card_play import CardPlayed, CardTaken, PlayCard
from kontor.domain.merchants.rulebook.gold import Payment, SiteConnected
from kontor.domain.merchants.rulebook.production import Grant, ResourcesProduced, RollDice
from kontor.domain.merchants.rulebook.robber import CardStolen, MoveRobber, RobberMoved, Steal
from kontor.domain.merchants.rulebook.sealed_piles import CardFace
from kontor.domain.merchants.rulebook.turn import EndTurn, TurnEnded, TurnStarted
from kontor.domain.merchants.rulebook.winning import GameFrozen, Rank
from tests.domain.merchants.factories import (
    BLUE,
    ORANGE,
    RED,
    WHITE,
    Game,
    acting,
    card_bought,
    card_face,
    delivered,
    dice,
    post,
    robber,
    routes,
    to_roll,
)

CARD = Bundle(wool=1, salt=1)


def test_a_fresh_card_and_a_second_card_are_refused() -> None:
    """ME-EX-55: ME-CARD-1, ME-CARD-2"""
    game = acting(RED, cards={RED: ("harvest", "treasure")}, deck=("lancer",)).given(card_bought(RED, 3))
    (
        game.when(RED, PlayCard("d03"))
        .refused_by("ME-CARD-2", code="card_too_fresh")
        .when(RED, PlayCard("d01", resources=Bundle(ore=2)))
        .then(CardPlayed(RED, "d01", "harvest", (card_face(1),)), CardTaken(RED, Bundle(ore=2)))
        .when(RED, PlayCard("d02"))
        .refused_by("ME-CARD-1", code="card_limit")
    )


def test_a_lancer_rides_before_the_roll() -> None:
    """ME-EX-56: ME-TURN-2, ME-CARD-8"""
    game = (
        to_roll(RED, cards={RED: ("lancer", "treasure")}, hands={RED: Bundle(ore=3)})
        .given(*robber(ORANGE, "h:2,0"))
        .when(RED, PlayCard("d01"))
        .then(CardPlayed(RED, "d01", "lancer", (card_face(1),)))
        .when(RED, MoveRobber("h:0,-1"))
        .then(RobberMoved(RED, "h:2,0", "h:0,-1", "lancer"))
        .when(RED, Steal(BLUE))
    )
    assert [(event.thief, event.victim) for event in game.happened(CardStolen)] == [(RED, BLUE)]
    game = game.when(RED, TradeWithBank("ore", "gold")).refused_by("ME-TURN-2", code="wrong_phase")
    game = game.when(RED, RollDice(), luck=dice(2, 3))
    assert Grant(RED, Bundle(grain=2)) in game.happened(ResourcesProduced)[0].grants
    game.when(RED, PlayCard("d02")).refused_by("ME-CARD-1", code="card_limit")


def all_bought(hand: Bundle) -> Game:
    """White is active; the draw pile is empty, all 25 cards are in hands."""
    kinds = ("treasure", "treasure", "treasure", "safe_conduct", "safe_conduct")
    game = to_roll(RED, hands={WHITE: hand}, deck=kinds)
    game = game.given(*(card_bought(number % 4 + 1, number) for number in range(1, 26)))
    return game.given(TurnEnded(RED), TurnStarted(BLUE, 6))


def whites_turn(game: Game) -> Game:
    return game.given(TurnEnded(BLUE), TurnStarted(WHITE, 7)).when(WHITE, RollDice(), luck=dice(1, 1)).accepted()


def test_the_discard_pile_becomes_the_draw_pile() -> None:
    """ME-EX-57: ME-CARD-5"""
    kinds = ("treasure", "treasure", "treasure", "safe_conduct", "safe_conduct")
    full = all_bought(CARD)
    played = (CardPlayed(n % 4 + 1, f"d{n:02}", kind, (card_face(n),)) for n, kind in enumerate(kinds, 1))
    game = whites_turn(full.given(*played))
    bought = game.when(WHITE, BuyCard()).accepted()
    (shuffled,) = bought.happened(DeckReshuffled)
    faces = [part.value for part in shuffled.sealed if isinstance(part.value, CardFace)]
    assert shuffled.count == 5
    assert sorted(face.kind for face in faces) == sorted(kinds)
    assert [face.card for face in faces] == ["d26", "d27", "d28", "d29", "d30"]
    top, *others = [part.seats for part in shuffled.sealed]
    assert top == (WHITE,)
    assert set(others) == {()}
    assert bought.happened(CardBought) == [CardBought(WHITE, "d26", 4, CARD)]
    whites_turn(full).when(WHITE, BuyCard()).refused_by("ME-RULING-37", code="deck_empty")


def test_a_card_of_routes_meets_a_double_arrow() -> None:
    """ME-EX-64: ME-CARD-9, ME-BUILD-11, ME-GOLD-8"""
    game = (
        acting(BLUE, cards={BLUE: ("trade_routes",)})
        .given(*post(BLUE, "poznan"), *routes(BLUE, "e:3,-2,ne"))
        .when(BLUE, PlayCard("d01"))
        .then(CardPlayed(BLUE, "d01", "trade_routes", (card_face(1),)), FreeRouteGranted(BLUE, None, 2))
        .when(BLUE, DeclineFreeRoute())
        .refused_by("ME-CARD-9", code="must_place")
        .when(BLUE, PlaceFreeRoute("e:4,-3,se"))
        .then(RouteBuilt(BLUE, "e:4,-3,se", "card", 27), FreeRouteGranted(BLUE, "e:4,-3,se", 1))
        .when(BLUE, PlaceFreeRoute("e:-1,0,e"))
        .refused_by("ME-BUILD-11", code="not_adjacent")
    )
    connected = game.when(BLUE, PlaceFreeRoute("e:4,-3,e")).then(
        RouteBuilt(BLUE, "e:4,-3,e", "double_arrow", 26),
        SiteConnected(("kaliningrad", "poznan"), ("e:4,-3,e", "e:4,-3,se", "e:3,-2,ne"), (Payment(BLUE, 3),)),
        FreeRouteGranted(BLUE, None, 1),
    )
    declined = game.when(BLUE, DeclineFreeRoute()).then_among_others(FreeRouteGranted(BLUE, None, 1))
    for second in (connected, declined):
        second.when(BLUE, PlaceFreeRoute("e:-1,0,e")).accepted().when(BLUE, EndTurn()).accepted()
        second.when(BLUE, DeclineFreeRoute()).accepted().when(BLUE, EndTurn()).accepted()


def spent(orange: int) -> Game:
    """Given of ME-EX-65; Orange began with so many routes. Networks: Budapest-Praha, Bern-Paris, Köln-Amsterdam."""
    return (
        acting(WHITE, supply={RED: 2, BLUE: 2, WHITE: 1, ORANGE: orange})
        .given(*routes(RED, "e:2,0,ne", left=1), *routes(BLUE, "e:-1,-1,se", left=1))
        .given(*routes(ORANGE, "e:0,-2,ne", left=orange - 1))
        .given(*post(RED, "beograd", "bucuresti", "chisinau", "istanbul"))
        .given(*post(BLUE, "roma", "tirana", "athina", "torino"))
        .given(*post(WHITE, "amsterdam", "wroclaw", "poznan", "warszawa"))
        .given(*post(ORANGE, "kaliningrad", "kobenhavn", "minsk", "kyiv"))
        .given(*delivered(RED, "praha", WHITE, 4, 4), *delivered(RED, "paris", ORANGE, 3, 3))
        .given(*delivered(RED, "amsterdam", WHITE, 2, 2), *delivered(RED, "lyon", BLUE, 1, 1))
        .given(*delivered(BLUE, "budapest", RED, 4, 4), *delivered(BLUE, "koln", ORANGE, 3, 3))
        .given(*delivered(BLUE, "nurnberg", RED, 2, 2), *delivered(WHITE, "venezia", BLUE, 4, 4))
        .given(*delivered(WHITE, "krakow", ORANGE, 3, 3), *delivered(WHITE, "wien", RED, 2, 2))
        .given(*delivered(ORANGE, "bern", BLUE, 4, 4), *delivered(ORANGE, "berlin", WHITE, 3, 3))
    )


def test_a_game_in_which_no_seat_can_continue_ends_without_a_winner() -> None:
    """ME-EX-65: ME-WIN-5"""
    frozen = spent(orange=2).when(WHITE, EndTurn())
    frozen.then(
        TurnEnded(WHITE),
        GameFrozen((Rank(RED, 1, 1), Rank(BLUE, 2, 2), Rank(WHITE, 2, 2), Rank(ORANGE, 4, 3))),
    )
    assert frozen.ruleset.is_over(frozen.state)
    one_route_left = spent(orange=3).when(WHITE, EndTurn())
    one_route_left.then_among_others(TurnEnded(WHITE)).then_no(GameFrozen)
    assert one_route_left.happened(TurnStarted)
