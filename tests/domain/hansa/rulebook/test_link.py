"""The east-west link (HT-LINK)."""

from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.link import LinkCompleted
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.rewards import ExtraOfficeReward, OfficeReward
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    YELLOW,
    full_city,
    held,
    linked,
    offices,
    owns,
    position,
    share,
)
from tests.domain.hansa.seen import prestige

ROUTE = "Stendal~Bruinswiek"
CLOSE = EstablishRoute(ROUTE, OfficeReward("office", "Bruinswiek", TRADER))
CHAIN = (
    *(offices(RED, city, 1) for city in ("Stendal", "Minden", "Arnheim")),
    offices(RED, "Münster", 1, MERCHANT),
    held("hansa-45", RED, ROUTE),
)
SHARES = [share(RED, privilegium=1)]


def test_the_first_three_links_are_worth_seven_four_and_two() -> None:
    """HT-LINK-1"""
    for before, points in (((), 7), ((BLUE,), 4), ((BLUE, GREEN), 2)):
        given = position("hansa-45", *CHAIN, linked(*before), shares=SHARES)
        rank = len(before) + 1
        given.when(RED, CLOSE).then_among_others(
            LinkCompleted(RED, rank), PrestigeGained(RED, points, "link", 1 + points, rank=rank)
        )


def test_the_fourth_link_is_worth_nothing() -> None:
    """HT-LINK-1"""
    given = position("hansa-45", *CHAIN, linked(BLUE, GREEN, YELLOW), shares=SHARES)
    after = given.when(RED, CLOSE).accepted()
    assert prestige(after, RED) == 1  # for Stendal


def test_both_ends_and_every_city_between_need_an_office() -> None:
    """HT-LINK-1"""
    for missing in ("Stendal", "Arnheim", "Münster"):
        chain = [event for event in CHAIN if getattr(event, "city", "") != missing]
        position("hansa-45", *chain, shares=SHARES).when(RED, CLOSE).then_no(LinkCompleted)


def test_position_and_control_do_not_matter_for_the_link() -> None:
    """HT-LINK-2"""
    controlled = (offices(BLUE, city, 2) for city in ("Minden", "Arnheim", "Stendal"))
    position("hansa-45", *CHAIN, *controlled, shares=SHARES).when(RED, CLOSE).then_among_others(LinkCompleted(RED, 1))


def test_a_seat_scores_the_link_once() -> None:
    """HT-LINK-3"""
    position("hansa-45", *CHAIN, linked(RED), shares=SHARES).when(RED, CLOSE).then_no(LinkCompleted)


def test_an_extra_office_closes_the_link_and_a_swap_does_not() -> None:
    """HT-LINK-4, HT-RULING-24"""
    given = position(
        "hansa-45",
        *CHAIN,
        full_city("hansa-45", BLUE, "Bruinswiek"),
        owns(RED, "m01", "extra_office"),
        owns(RED, "m02", "swap_offices"),
        offices(BLUE, "Minden", 2),
    )
    given.when(
        RED, EstablishRoute(ROUTE, ExtraOfficeReward("extra_office", "Bruinswiek", TRADER, "m01"))
    ).then_among_others(LinkCompleted(RED, 1))
    given.when(RED, UseMarker("m02", city="Minden", left_index=1)).then_no(LinkCompleted, PrestigeGained)
