"""Final scoring (HT-SCORE), mission cards included (HT-MISSION-2, -3)."""

import pytest

from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.special import SpecialSpaceTaken
from kontor.domain.hansa.words import Edition
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    RED,
    TRADER,
    YELLOW,
    Play,
    extra,
    favoured,
    missions,
    office_row,
    offices,
    owns,
    position,
    share,
)
from tests.domain.hansa.seen import controller, points


def ranks(play: Play) -> list[int]:
    return [line.rank for line in play.score().seats]


def test_totals_are_the_sums_of_the_ledger() -> None:
    """HT-SCORE-1"""
    play = position(
        "hansa-45",
        office_row(RED, "Minden", TRADER, TRADER),
        SpecialSpaceTaken(RED, 7),
        owns(RED, "m01", "swap_offices"),
        shares=[share(RED, bursa=3)],
        prestige={RED: 5},
    )
    score = play.score()
    for line in score.seats:
        assert line.total == sum(line.breakdown.values())
        assert line.total == sum(each.points for each in score.ledger if each.seat == line.seat)
    assert play.scored(RED).breakdown == {
        "prestige": 5,
        "abilities": 4,
        "markers": 1,
        "special_prestige": 7,
        "cities": 2,
        "network": 2,
        "mission": 0,
        "regions": 0,
    }
    assert all(each.rule in play.ruleset.rules() for each in score.ledger)


def test_prestige_points_count_beyond_the_printed_track() -> None:
    """HT-SCORE-2, HT-RULING-61"""
    assert points(position("hansa-45", prestige={RED: 61}), RED, "prestige") == 61


def test_the_ledger_names_the_cities_that_brought_prestige() -> None:
    """HT-SCORE-2"""
    play = position(
        "hansa-45",
        PrestigeGained(RED, 1, "control", 1, "Minden"),
        PrestigeGained(RED, 1, "coin", 2, "Lübeck"),
        PrestigeGained(RED, 7, "link", 9, rank=1),
    )
    lines = [(each.points, each.rule, each.about) for each in play.ledger(RED, "prestige")]
    assert lines == [
        (1, "HT-ROUTE-4", ("Minden",)),
        (1, "HT-OFFICE-4", ("Lübeck",)),
        (7, "HT-LINK-1", ("Stendal", "Arnheim")),
    ]


@pytest.mark.parametrize(
    ("ability", "full"), [("actiones", 5), ("privilegium", 3), ("liber_sophiae", 3), ("bursa", 3), ("keys", 4)]
)
def test_a_fully_developed_ability_gives_four_except_keys(ability: str, full: int) -> None:
    """HT-SCORE-3, HT-DESK-2"""
    developed = position("hansa-45", shares=[share(RED, (0, 0), (0, 0), **{ability: full})])
    nearly = position("hansa-45", shares=[share(RED, (0, 0), (0, 0), **{ability: full - 1})])
    assert points(developed, RED, "abilities") == (0 if ability == "keys" else 4)
    assert points(nearly, RED, "abilities") == 0


def test_markers_score_by_their_number() -> None:
    """HT-SCORE-4"""
    scored = [
        points(
            position("hansa-45", *(owns(RED, f"m{n:02d}", "swap_offices") for n in range(1, number + 1)), supply=0),
            RED,
            "markers",
        )
        for number in range(13)
    ]
    assert scored == [0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21, 21]


def test_special_spaces_score_their_values() -> None:
    """HT-SCORE-5"""
    play = position("hansa-45", *(SpecialSpaceTaken(RED, space) for space in (7, 8, 9, 11)))
    assert points(play, RED, "special_prestige") == 35


def test_each_controlled_city_scores_two() -> None:
    """HT-SCORE-6"""
    play = position("hansa-45", offices(RED, "Minden", 1), offices(BLUE, "Minden", 2), offices(RED, "Goslar", 1))
    assert (points(play, RED, "cities"), points(play, BLUE, "cities")) == (2, 2)


def test_the_tie_break_goes_by_the_level_of_actiones_then_by_the_network() -> None:
    """HT-SCORE-9, HT-RULING-33"""
    # levels 1 and 2 have the same value
    play = position("hansa-45", shares=[share(RED, actiones=2), share(BLUE, actiones=1)])
    assert ranks(play) == [4, 3, 1, 1]
    # equal in all: the network decides
    network = position(
        "hansa-45",
        office_row(RED, "Duisburg", TRADER),
        offices(BLUE, "Goslar", 1),
        shares=[share(RED, keys=1)],
        prestige={BLUE: 1},
    )
    assert network.scored(RED).total == network.scored(BLUE).total == 4
    assert ranks(network)[:2] == [1, 2]


@pytest.mark.parametrize(("edition", "expected"), [("bigbox", [1, 2, 3, 3]), ("classic", [1, 1, 3, 3])])
def test_classic_knows_no_tie_break(edition: Edition, expected: list[int]) -> None:
    """HT-SCORE-10, HT-SCORE-12, HT-MIX-2"""
    play = position(
        "hansa-45", shares=[share(RED), share(BLUE, actiones=1)], prestige={RED: 9, BLUE: 9}, edition=edition
    )
    assert ranks(play) == expected


def test_shared_ranks_leave_out_the_next_ones() -> None:
    """HT-SCORE-12"""
    play = position("hansa-45", prestige={RED: 9, BLUE: 9, GREEN: 9, YELLOW: 2})
    assert ranks(play) == [1, 1, 1, 4]


def test_extra_offices_count_for_missions_and_control_goes_by_the_tie_break() -> None:
    """HT-MISSION-2, HT-MISSION-3, HT-RULING-69, HT-RULING-70"""
    dealt = missions({RED: 3, BLUE: 1, GREEN: 2, YELLOW: 5})
    tied = (
        offices(BLUE, "Minden", 1),
        offices(RED, "Minden", 2),
        offices(RED, "Perleberg", 1),
        offices(RED, "Goslar", 1),
    )
    play = position("hansa-45", dealt, *tied, missions=True)
    assert controller(play, "Minden") == RED
    assert points(play, RED, "mission") == 8
    present = position("hansa-45", dealt, offices(BLUE, "Minden", 1), extra(RED, "Minden"), missions=True)
    assert points(present, RED, "mission") == 1
    favourite = position("hansa-45", dealt, *tied, favoured("city_prestige", RED), missions=True, favours=True)
    assert points(favourite, RED, "mission") == 8
