"""The deck of development cards (ME-CARD-5, -6)."""

from dataclasses import replace

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.card_deck import BuyCard, CardBought, DeckReshuffled
from kontor.domain.merchants.rulebook.card_play import CardPlayed, PlayCard, TreasureTaken
from kontor.domain.merchants.rulebook.turn import EndTurn
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, acting, card_bought, card_face, rolled, table
from tests.domain.merchants.seen import seat_as_seen
from tests.support.scenario import set_up

# ---------------------------------------------------------------- the pile


def test_the_discard_pile_is_shuffled_only_when_a_card_must_be_drawn() -> None:
    """ME-CARD-5, ME-RULING-37, ME-PIECE-11"""
    game = acting(RED, cards={RED: ("treasure",)}, hands={RED: Bundle(wool=2, salt=2)})
    game = game.given(*(card_bought(BLUE, number) for number in range(2, 25)))
    game = game.when(RED, PlayCard("d01")).accepted()
    last = game.when(RED, BuyCard()).then_no(DeckReshuffled)
    assert [(event.card, event.left) for event in last.happened(CardBought)] == [("d25", 0)]
    renewed = last.when(RED, BuyCard())
    assert [event.count for event in renewed.happened(DeckReshuffled)] == [1]
    assert [(event.card, event.left) for event in renewed.happened(CardBought)] == [("d26", 0)]
    assert renewed.view()["discard_pile"] == []
    assert [card["kind"] for card in seat_as_seen(renewed, RED, RED)["cards"]][-1] == "treasure"


def test_the_deck_of_the_board_file_is_played_with() -> None:
    """ME-CARD-6, ME-BOARD-8"""
    plain = table()
    chest: list[JsonObject] = [{"kind": "chest", "count": 25, "effect": "take_gold", "amount": 5, "attested": True}]
    own = replace(plain, board={**plain.board, "development_deck": chest})
    assert not RULESET.check_board(own.board)
    game = set_up(RULESET, own).given(card_bought(RED, 1)).given(*rolled(RED))
    game = game.when(RED, EndTurn()).accepted()
    for seat in (BLUE, WHITE, ORANGE):
        game = game.given(*rolled(seat)).when(seat, EndTurn()).accepted()
    game.when(RED, PlayCard("d01")).then(CardPlayed(RED, "d01", "chest", (card_face(1),)), TreasureTaken(RED, 5))
