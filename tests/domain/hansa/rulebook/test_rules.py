"""The table of contents: what goes for every command (HT-MIX)."""

from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.income import TakeIncome
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.rewards import OfficeReward
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.words import Edition, PieceCount
from tests.domain.hansa.factories import (
    BLUE,
    MERCHANT,
    RED,
    TRADER,
    held,
    offices,
    placed,
    position,
    share,
)


def test_only_the_listed_differences_exist_between_the_editions() -> None:
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
