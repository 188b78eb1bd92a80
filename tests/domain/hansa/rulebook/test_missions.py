"""Mission cards: dealt in secret, shown at the end (HT-MISSION-1, -6)."""

from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.missions import MissionsRevealed, RevealedMission
from kontor.domain.hansa.rulebook.rewards import OfficeReward
from kontor.domain.hansa.rulebook.scoring import FinalScored
from tests.domain.hansa.factories import BLUE, GREEN, MERCHANT, RED, TRADER, YELLOW, held, missions, offices, position
from tests.domain.hansa.seen import seat_view


def test_missions_are_shown_before_the_scoring() -> None:
    """HT-SCORE-11, HT-MISSION-1, HT-MISSION-6, HT-INFO-5"""
    route = "Duisburg~Dortmund"
    play = position(
        "hansa-45",
        missions({RED: 3, BLUE: 2, GREEN: 1, YELLOW: 4}),
        offices(BLUE, "Dortmund", 1, MERCHANT),
        held("hansa-45", RED, route),
        completed=9,
        missions=True,
    ).when(RED, EstablishRoute(route, OfficeReward("office", "Duisburg", TRADER)))
    scored = play.when_scored()
    shown, final = scored.events
    assert isinstance(shown, MissionsRevealed)
    assert isinstance(final, FinalScored)
    assert shown.missions[:2] == (
        RevealedMission(RED, 3, ("Minden", "Perleberg", "Goslar")),
        RevealedMission(BLUE, 2, ("Dortmund", "Minden", "Lüneburg")),
    )
    assert len(shown.opens) == 4
    assert "mission" not in seat_view(play, RED)  # for a spectator
    assert seat_view(scored, RED)["mission"] == {"card": 3, "cities": ["Minden", "Perleberg", "Goslar"]}
    assert [line.mission for line in final.seats] == [0, 1, 0, 0]
    assert [line.total for line in final.seats] == [line.total for line in scored.score().seats]
