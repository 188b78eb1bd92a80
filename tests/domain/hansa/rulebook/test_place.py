"""Place (HT-PLACE)."""

from kontor.domain.hansa.rulebook.place import PiecePlaced, PlacePiece
from kontor.domain.hansa.rulebook.turn import ActionSpent
from tests.domain.hansa.factories import BLUE, GREEN, MERCHANT, RED, TRADER, offices, placed, position, share
from tests.domain.hansa.seen import on_post, stock, supply

POST = "Hamburg~Stade/1"


def test_one_piece_of_the_supply_goes_to_an_empty_post() -> None:
    """HT-PLACE-1, HT-DEC-4"""
    given = position("hansa-45", shares=[share(RED, (2, 1), (3, 0))])
    after = given.when(RED, PlacePiece(POST, TRADER)).then(ActionSpent(RED, 1, 2), PiecePlaced(RED, TRADER, POST))
    assert on_post(after, POST) == (RED, TRADER)
    assert (supply(after, RED), stock(after, RED)) == ((1, 1), (3, 0))


def test_an_occupied_post_is_refused() -> None:
    """HT-PLACE-1, HT-BOARD-5"""
    for owner in (RED, BLUE):
        position("hansa-45", placed(owner, POST)).when(RED, PlacePiece(POST, TRADER)).refused_by(
            "HT-PLACE-1", "post_occupied"
        )


def test_a_shape_that_the_supply_lacks_is_refused() -> None:
    """HT-PLACE-1, HT-PLACE-4"""
    given = position("hansa-45", shares=[share(RED, (1, 0), (3, 1))])
    given.when(RED, PlacePiece(POST, MERCHANT)).refused_by("HT-PLACE-1", "not_enough_pieces")
    given = position("hansa-45", shares=[share(RED, (0, 1), (3, 1))])
    given.when(RED, PlacePiece(POST, TRADER)).refused_by("HT-PLACE-1", "not_enough_pieces")


def test_the_other_posts_of_the_route_do_not_matter() -> None:
    """HT-PLACE-2"""
    given = position("hansa-45", placed(BLUE, "Hamburg~Stade/2"), placed(GREEN, "Hamburg~Stade/3"))
    given.when(RED, PlacePiece(POST, TRADER)).accepted()


def test_a_merchant_only_post_takes_merchants_and_a_normal_post_takes_both() -> None:
    """HT-PLACE-3, HT-BOARD-4, HT-PIECE-5, HT-PIECE-6"""
    given = position("east", shares=[share(RED, (2, 2))])
    given.when(RED, PlacePiece("Malmö~Visby/2", TRADER)).refused_by("HT-PLACE-3", "shape_not_allowed")
    given.when(RED, PlacePiece("Malmö~Visby/2", MERCHANT)).accepted()
    given.when(RED, PlacePiece("Malmö~Visby/1", MERCHANT)).accepted()
    given.when(RED, PlacePiece("Malmö~Visby/1", TRADER)).accepted()


def test_each_place_may_choose_another_route() -> None:
    """HT-PLACE-5"""
    given = position("hansa-45", shares=[share(RED, (2, 0))])
    given.when(RED, PlacePiece(POST, TRADER)).when(RED, PlacePiece("Quedlinburg~Halle/4", TRADER)).accepted()


LONDON = offices(RED, "London", 1)
SHARES = [share(RED, (6, 2), actiones=5)]


def test_sea_routes_have_one_or_two_posts_for_merchants() -> None:
    """HT-BRIT-15, HT-BOARD-4"""
    given = position("britannia-45", LONDON, shares=SHARES)
    given.when(RED, PlacePiece("Conway~Isle of Man/1", TRADER)).refused_by("HT-PLACE-3", "shape_not_allowed")
    given.when(RED, PlacePiece("Conway~Isle of Man/1", MERCHANT)).accepted()


def test_sea_routes_demand_merchants() -> None:
    """HT-EAST-8"""
    given = position("east", shares=[share(RED, (2, 1))])
    for post in ("Danzig~Malmö/4", "Stralsund~Malmö/2", "Stralsund~Malmö/3", "Malmö~Visby/2", "Wismar~Stralsund/3"):
        given.when(RED, PlacePiece(post, TRADER)).refused_by("HT-PLACE-3", "shape_not_allowed")
        given.when(RED, PlacePiece(post, MERCHANT)).accepted()
