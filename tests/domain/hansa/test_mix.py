"""How editions and boards mix (HT-MIX)."""

import pytest

from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.establish import EstablishRoute, OfficeReward
from kontor.domain.hansa.rulebook.income import TakeIncome
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.office import CityCompleted, GreenOfficePlaced
from kontor.domain.hansa.rulebook.permanent import ResolvePermanentMarker
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.words import Edition, PieceCount
from tests.domain.hansa.factories import (
    BLUE,
    MERCHANT,
    RED,
    TRADER,
    held,
    offices,
    owns,
    placed,
    position,
    seen,
    share,
    started,
    supply,
)


def test_the_east_board_keeps_its_rules_in_the_classic_edition() -> None:
    """HT-MIX-1, HT-EAST-1"""
    route = "Malmö~Visby"
    play = position(
        "east",
        held("east", RED, route),
        placed(BLUE, "Halle~Wittenberg/1"),
        owns(RED, "m01", "remove_three"),
        shares=[share(RED, (1, 0), privilegium=1), share(BLUE)],
        edition="classic",
    )
    play.when(RED, EstablishRoute(route, OfficeReward("office", "Visby", MERCHANT))).when(
        RED, ResolvePermanentMarker(True, city="Dresden", shape=TRADER)
    ).then_among_others(GreenOfficePlaced(RED, "Dresden", TRADER, "right"), CityCompleted("Dresden", 2))
    removed = play.when(RED, UseMarker("m01", posts=("Halle~Wittenberg/1",))).accepted()
    assert supply(removed, BLUE) == (1, 0)


def test_what_the_table_of_differences_does_not_name_is_the_same_in_both_editions() -> None:
    """HT-MIX-3, HT-MIX-2"""

    def told(edition: Edition) -> list[object]:
        play = position(
            "hansa-45",
            placed(BLUE, "Hamburg~Stade/1"),
            held("hansa-45", RED, "Duisburg~Dortmund"),
            offices(BLUE, "Dortmund", 1, MERCHANT),
            shares=[share(RED, (4, 0), (3, 0), actiones=5), share(BLUE, stock=(3, 0))],
            edition=edition,
        )
        events: list[object] = []
        for seat, command in (
            (RED, PlacePiece("Minden~Hannover/1", TRADER)),
            (RED, DisplacePiece("Hamburg~Stade/1", TRADER, PieceCount(1, 0))),
            (
                BLUE,
                PlaceDisplaced(
                    (Placement("displaced", TRADER, "Emden~Stade/1"), Placement("stock", TRADER, "Emden~Stade/2"))
                ),
            ),
            (RED, TakeIncome(2, 0)),
            (RED, EstablishRoute("Duisburg~Dortmund", OfficeReward("office", "Duisburg", TRADER))),
            (RED, EndTurn()),
        ):
            play = play.when(seat, command)
            events += play.accepted().events
        return events

    assert told("bigbox") == told("classic")


@pytest.mark.parametrize("edition", ["bigbox", "classic"])
def test_every_board_starts_in_both_editions(edition: Edition) -> None:
    """HT-MIX-2, HT-RULING-3"""
    for board in ("hansa-3", "hansa-45", "east", "britannia-3", "britannia-45"):
        assert seen(started(board, edition=edition))["edition"] == edition
