"""The network of offices (HT-SCORE-7, HT-SCORE-8)."""

from tests.domain.hansa.factories import MERCHANT, RED, TRADER, extra, office_row, offices, position, share
from tests.domain.hansa.seen import points


def test_keys_multiply_offices_not_cities() -> None:
    """HT-SCORE-7, HT-RULING-57"""
    play = position(
        "hansa-45", office_row(RED, "Minden", TRADER, TRADER), extra(RED, "Minden"), shares=[share(RED, keys=4)]
    )
    assert points(play, RED, "network") == 3 * 4


def test_one_network_counts_the_one_with_the_most_offices() -> None:
    """HT-SCORE-8"""
    # Hamburg, Lübeck and Stade hang together; Halle lies apart with as many offices in one city
    play = position(
        "hansa-45",
        offices(RED, "Hamburg", 1),
        offices(RED, "Lübeck", 1),
        offices(RED, "Stade", 1, MERCHANT),
        office_row(RED, "Halle", TRADER, TRADER),
    )
    assert points(play, RED, "network") == 3
    (line,) = play.ledger(RED, "network")
    assert set(line.about) == {"Hamburg", "Lübeck", "Stade"}


def test_sea_routes_connect_networks() -> None:
    """HT-SCORE-8"""
    play = position(
        "east", offices(RED, "Malmö", 1, MERCHANT), offices(RED, "Visby", 1, MERCHANT), offices(RED, "Danzig", 1)
    )
    assert points(play, RED, "network") == 3
