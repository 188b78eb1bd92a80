"""Permanent markers in edition classic on Britannia: gained like ordinary ones, used at once (HT-BRIT-24)."""

import pytest

from kontor.domain.hansa.rulebook.completed_route import RoutePiecesReturned
from kontor.domain.hansa.rulebook.ending import EndTriggered, PlayEnded
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.marker_move import PiecesRelocated, Relocation, Setting
from kontor.domain.hansa.rulebook.move import Step
from kontor.domain.hansa.rulebook.office import OfficeOccupied
from kontor.domain.hansa.rulebook.permanent_markers import (
    PermanentMarkerOffered,
    PermanentMarkerUsed,
    ResolvePermanentMarker,
)
from kontor.domain.hansa.rulebook.rewards import NoReward, OfficeReward
from kontor.domain.kernel.dice import Dice
from tests.domain.hansa.factories import BLUE, MERCHANT, RED, TRADER, Happened, Play, held, placed, position, share, use
from tests.domain.hansa.seen import on_post, stock, supply
from tests.support.scenario import KEY

MOVE, BORDERLANDS = "Canterbury~Calais", "Calais~Southampton"
WALES_1, WALES_2 = "Cardiff~Pembroke/1", "Cardiff~Pembroke/2"
SOUTHAMPTON = OfficeReward("office", "Southampton", TRADER)


def gained(
    route: str,
    *happened: Happened,
    supply: tuple[int, int] = (0, 0),
    stock: tuple[int, int] = (0, 0),
    reward: OfficeReward | NoReward = SOUTHAMPTON,
    rules: int = 1,
    edition: str = "classic",
) -> Play:
    """Red has just established the route, for an office in Southampton if nothing else is said."""
    before = position(
        "britannia-3",
        held("britannia-3", RED, route),
        *happened,
        shares=[share(RED, supply, stock)],
        rules=rules,
        edition=edition,
    )
    return before.when(RED, EstablishRoute(route, reward)).accepted()


def test_the_marker_comes_before_the_reward_and_before_the_pieces_return() -> None:
    """HT-BRIT-24, HT-RULING-19"""
    offered = gained(BORDERLANDS, supply=(2, 0)).then_no(OfficeOccupied, RoutePiecesReturned)
    assert offered.happened(PermanentMarkerOffered) == [
        PermanentMarkerOffered(RED, BORDERLANDS, "place_two_borderlands", reward=SOUTHAMPTON)
    ]
    assert on_post(offered, f"{BORDERLANDS}/1") is not None
    assert offered.view()["permanent"]["reward"]["city"] == "Southampton"  # type: ignore[index]
    from_supply = (Setting(TRADER, WALES_1, "supply"), Setting(TRADER, WALES_2, "supply"))
    after = offered.when(RED, use(placements=from_supply)).then_among_others(
        PermanentMarkerUsed(RED, BORDERLANDS, "place_two_borderlands"),
        PiecesRelocated(RED, (Relocation(RED, TRADER, "supply", WALES_1), Relocation(RED, TRADER, "supply", WALES_2))),
        OfficeOccupied(RED, "Southampton", 1, TRADER),
        RoutePiecesReturned(RED, BORDERLANDS, *returned(BORDERLANDS)),
    )
    assert supply(after, RED) == (0, 0)
    assert stock(after, RED) == returned(BORDERLANDS)
    assert on_post(after, f"{BORDERLANDS}/1") is None


def returned(route: str) -> tuple[int, int]:
    """What a route leaves after a trader became an office."""
    shapes = [event.shape for event in held("britannia-3", RED, route)]  # type: ignore[union-attr]
    return shapes.count(TRADER) - 1, shapes.count(MERCHANT)


def test_the_stock_comes_first_and_the_pieces_of_the_route_are_not_in_it() -> None:
    """HT-BRIT-16, HT-BRIT-24, HT-RULING-45"""
    offered = gained(BORDERLANDS, supply=(1, 0), stock=(1, 0))
    from_route = (Setting(TRADER, WALES_1, "stock"), Setting(TRADER, WALES_2, "stock"))
    offered.when(RED, use(placements=from_route)).refused_by("HT-BRIT-16", "source_order", source="supply")
    offered.when(RED, use(placements=(from_route[0], Setting(TRADER, WALES_2, "supply")))).accepted()
    offered.when(RED, use(placements=from_route[:1])).accepted()  # one piece is a use


def test_the_marker_must_be_used() -> None:
    """HT-BRIT-24"""
    offered = gained(BORDERLANDS, supply=(1, 0))
    offered.when(RED, ResolvePermanentMarker(False)).refused_by("HT-BRIT-24", "must_use")
    assert not offered.lists(RED, ResolvePermanentMarker(False))


@pytest.mark.parametrize(("rules", "edition"), [(0, "classic"), (1, "bigbox")])
def test_in_2020_and_in_games_of_old_it_comes_last_and_may_be_declined(rules: int, edition: str) -> None:
    """HT-MARKER-20, HT-RULING-19"""
    offered = gained(BORDERLANDS, supply=(1, 0), rules=rules, edition=edition).then_among_others(
        OfficeOccupied(RED, "Southampton", 1, TRADER),
        RoutePiecesReturned(RED, BORDERLANDS, *returned(BORDERLANDS)),
        PermanentMarkerOffered(RED, BORDERLANDS, "place_two_borderlands"),
    )
    offered.when(RED, ResolvePermanentMarker(False)).accepted()


def test_a_marker_that_can_do_nothing_is_skipped() -> None:
    """HT-BRIT-24, HT-MARKER-20: no piece in stock or supply, and the route's own are not there yet."""
    gained(BORDERLANDS).then_no(PermanentMarkerOffered).then_among_others(
        OfficeOccupied(RED, "Southampton", 1, TRADER),
        RoutePiecesReturned(RED, BORDERLANDS, *returned(BORDERLANDS)),
    )
    gained(MOVE, reward=NoReward()).then_no(PermanentMarkerOffered)  # nothing else stands on the board


def test_the_pieces_of_the_route_are_spent_and_stay_where_they_are() -> None:
    """HT-RULING-81, HT-EAST-9"""
    offered = gained(MOVE, placed(BLUE, "London~Oxford/1"), reward=NoReward())
    own = Step(f"{MOVE}/1", "London~Oxford/2")
    offered.when(RED, use(moves=(own,))).refused_by("HT-RULING-81", "route_in_progress", post=f"{MOVE}/1")
    assert not offered.lists(RED, use(moves=(own,)))
    onto = Step("London~Oxford/1", f"{MOVE}/1")
    offered.when(RED, use(moves=(onto,))).refused_by("HT-EAST-9", "post_occupied")
    after = offered.when(RED, use(moves=(Step("London~Oxford/1", "London~Oxford/2"),)))
    after.then_among_others(PermanentMarkerUsed(RED, MOVE, "move_two_any"))
    assert on_post(after, "London~Oxford/2") == (BLUE, TRADER)
    assert on_post(after, f"{MOVE}/1") is None


def test_the_game_ends_after_the_marker_and_the_reward() -> None:
    """HT-RULING-73, HT-BRIT-24"""
    reached = (*placed(BLUE, "London~Oxford/1"), OfficeOccupied(RED, "Canterbury", 1, TRADER))
    before = position(
        "britannia-3", held("britannia-3", RED, MOVE), reached, prestige={RED: 19}, edition="classic", rules=1
    )
    offered = before.when(RED, EstablishRoute(MOVE, NoReward())).then_no(PlayEnded)
    assert offered.happened(EndTriggered)
    ended = offered.when(RED, use(moves=(Step("London~Oxford/1", "London~Oxford/2"),)))
    assert [type(event) for event in ended.events][-2:] == [RoutePiecesReturned, PlayEnded]


def test_a_state_dealt_again_from_the_view_continues_alike() -> None:
    """HT-BRIT-24, HT-INFO-1"""
    offered = gained(BORDERLANDS, supply=(1, 0))
    state = offered.ruleset.determinize(offered.table, offered.view(RED), Dice(KEY, {}))
    command = use(placements=(Setting(TRADER, WALES_1, "supply"),))
    told = offered.ruleset.decide(state, RED, command, Dice(KEY, {}))
    offered.when(RED, command).then(*told)
