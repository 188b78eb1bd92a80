"""redeploy_two (HT-EAST-12)."""

from kontor.domain.hansa.rulebook.completed_route import RoutePiecesReturned
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.marker_move import PiecesRelocated, Relocation, Setting
from kontor.domain.hansa.rulebook.permanent_markers import (
    PermanentMarkerDeclined,
    PermanentMarkerOffered,
    PermanentMarkerUsed,
    ResolvePermanentMarker,
)
from kontor.domain.hansa.rulebook.rewards import OfficeReward
from tests.domain.hansa.factories import (
    BLUE,
    MERCHANT,
    RED,
    TRADER,
    established,
    every_office,
    held,
    placed,
    position,
    share,
    use,
)
from tests.domain.hansa.seen import actions_left, on_post, stock

REDEPLOY = "Danzig~Malmö"
DECLINE = ResolvePermanentMarker(False)


def test_up_to_two_pieces_of_the_route_are_redeployed_and_the_rest_returns() -> None:
    """HT-EAST-12, HT-RULING-39, HT-ROUTE-10, HT-PIECE-2, HT-PIECE-3"""
    offered = established("east", REDEPLOY, placed(BLUE, "Krakau~Thorn/1"), shares=[share(RED)])
    assert offered.happened(PermanentMarkerOffered) == [PermanentMarkerOffered(RED, REDEPLOY, "redeploy_two", 3, 1)]
    assert stock(offered, RED) == (0, 0)
    one = offered.when(RED, use(placements=(Setting(TRADER, f"{REDEPLOY}/1"),))).then(
        PermanentMarkerUsed(RED, REDEPLOY, "redeploy_two"),
        PiecesRelocated(RED, (Relocation(RED, TRADER, "hand", f"{REDEPLOY}/1"),)),
        RoutePiecesReturned(RED, REDEPLOY, 2, 1),
    )
    assert stock(one, RED) == (2, 1)
    assert on_post(one, f"{REDEPLOY}/1") == (RED, TRADER)
    refusals = (
        ((), "nothing_to_do"),
        (
            (Setting(TRADER, "Krakau~Thorn/2"), Setting(TRADER, "Krakau~Thorn/3"), Setting(MERCHANT, f"{REDEPLOY}/4")),
            "too_many_pieces",
        ),
        ((Setting(MERCHANT, "Krakau~Thorn/2"), Setting(MERCHANT, "Krakau~Thorn/3")), "not_enough_pieces"),
        ((Setting(TRADER, "Krakau~Thorn/1"),), "post_occupied"),
        ((Setting(TRADER, "Krakau~Thorn/2"), Setting(MERCHANT, "Krakau~Thorn/2")), "post_occupied"),
        ((Setting(TRADER, f"{REDEPLOY}/4"),), "shape_not_allowed"),
        ((Setting(TRADER, "Krakau~Thorn/2", "stock"),), "wrong_fields"),
    )
    for placements, code in refusals:
        offered.when(RED, use(placements=placements)).refused_by("HT-EAST-12", code)


def test_the_reward_piece_is_not_redeployed() -> None:
    """HT-EAST-12"""
    offered = position("east", held("east", RED, REDEPLOY)).when(
        RED, EstablishRoute(REDEPLOY, OfficeReward("office", "Malmö", MERCHANT))
    )
    assert offered.happened(PermanentMarkerOffered) == [PermanentMarkerOffered(RED, REDEPLOY, "redeploy_two", 3, 0)]
    declined = offered.when(RED, DECLINE).then(
        PermanentMarkerDeclined(RED, REDEPLOY, "redeploy_two"), RoutePiecesReturned(RED, REDEPLOY, 3, 0)
    )
    assert actions_left(declined) == 1


def test_a_full_board_of_offices_does_not_matter_for_redeploying() -> None:
    """HT-EAST-12"""
    offered = established("east", REDEPLOY, *every_office("east", BLUE))
    offered.when(RED, use(placements=(Setting(MERCHANT, f"{REDEPLOY}/4"),))).accepted()
