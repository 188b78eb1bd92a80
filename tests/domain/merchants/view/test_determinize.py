"""A full state dealt from a view (ME-INFO-8)."""

from itertools import islice

from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.states import changed
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.bots.playout import anything
from kontor.domain.merchants.goods import Bundle, Goods
from kontor.domain.merchants.rulebook.trade import OfferTrade
from kontor.domain.merchants.view.determinize import determinize
from kontor.domain.merchants.view.view import view
from tests.domain.merchants.factories import BLUE, EVERYBODY, RED, WHITE, acting, table
from tests.domain.merchants.playouts import positions


def test_a_table_dealt_from_a_view_agrees_with_it_and_knows_no_more() -> None:
    """ME-INFO-8"""
    game = acting(RED, hands={BLUE: Bundle(ore=2, wool=1)}, cards={BLUE: ("lancer", "treasure"), RED: ("harvest",)})
    game = game.when(RED, OfferTrade(Goods(salt=1), Goods(ore=1))).accepted()
    for seats in ((), (RED,), (BLUE, WHITE)):
        seen = game.view(*seats)
        deals = [RULESET.determinize(game.table, seen, Dice(bytes([n]) * 32, {})) for n in range(8)]
        assert all(RULESET.view(deal, frozenset(seats)) == seen for deal in deals)
        everything = [canonical(RULESET.view(deal, frozenset(EVERYBODY))) for deal in deals]
        assert len(set(everything)) > 1  # what is not seen is dealt anew


def test_nothing_but_what_lies_face_down_is_lost_in_the_view_of_all_seats() -> None:
    """ME-INFO-2, ME-INFO-6; when an offer was made the log tells, not the view"""
    hidden = {"chip_numbers", "card_kinds", "card_refs"}  # refs: of cards that have new ids since a reshuffle
    for state in islice(positions("merchants-main", 4, "variable", 3, anything), 0, 1500, 7):
        dealt = determinize(table(4, "main"), view(state, frozenset(EVERYBODY)), Dice(bytes(32), {}))
        told = changed(state, offers=tuple(offer._replace(version=0) for offer in state.offers))
        assert {name for name, value in vars(dealt).items() if value != getattr(told, name)} <= hidden
