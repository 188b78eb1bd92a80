"""Who sees what (HT-INFO)."""

import json

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.favours import SetStandingOrder, StandingOrderSet
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.missions import MissionsDealt
from kontor.domain.hansa.rulebook.replacement_markers import ReplacementDrawn, ReplacementsRevealed
from kontor.domain.hansa.rulebook.rewards import NoReward
from kontor.domain.hansa.rulebook.setup_events import HiddenMarker, MarkerSupplyShuffled
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.kernel.secrets import Ref
from tests.domain.hansa.factories import (
    BLUE,
    RED,
    Play,
    favoured,
    held,
    lies,
    missions,
    owns,
    placed,
    position,
    share,
    started,
)
from tests.domain.hansa.seen import plate, seat_view, seen, used

ROUTE = "Bremen~Osnabrück"


def taken() -> Play:
    """Red has taken a marker; another lies on its plate."""
    return position(
        "hansa-45",
        held("hansa-45", RED, ROUTE),
        lies("m01", "plus_three_actions", ROUTE),
        supply=["develop_ability", "plus_four_actions", "swap_offices"],
    ).when(RED, EstablishRoute(ROUTE, NoReward()))


def test_everything_on_the_table_is_public() -> None:
    """HT-INFO-1, HT-PIECE-9"""
    play = position(
        "hansa-45",
        placed(BLUE, "Hamburg~Stade/1"),
        owns(BLUE, "m01", "swap_offices"),
        shares=[share(BLUE, (2, 1), (3, 0), bursa=1)],
        prestige={BLUE: 4},
    )
    spectator = seen(play)
    blue = seat_view(play, BLUE)
    assert spectator["posts"] == [{"post": "Hamburg~Stade/1", "seat": BLUE, "shape": "trader"}]
    assert blue["supply"] == {"traders": 2, "merchants": 1}
    assert blue["stock"] == {"traders": 3, "merchants": 0}
    assert blue["desk"]["bursa"] == 1
    assert blue["prestige"] == 4
    assert blue["unused"] == [{"marker": "m01", "kind": "swap_offices"}]
    assert spectator["turn"]["left"] == 2
    assert spectator["marker_supply"] == 12
    assert spectator == seen(play, RED) == seen(play, RED, BLUE)


def test_the_order_of_the_supply_is_sealed_for_no_seat() -> None:
    """HT-INFO-2, HT-INFO-8"""
    (shuffled,) = started("hansa-45").happened(MarkerSupplyShuffled)
    assert {part.seats for part in shuffled.sealed} == {()}
    assert len([part for part in shuffled.sealed if isinstance(part.value, HiddenMarker)]) == shuffled.count == 12
    (dealt,) = started("hansa-45", missions=True).happened(MissionsDealt)
    assert dealt.sealed[-1].seats == ()


def test_a_view_names_no_hidden_marker() -> None:
    """HT-INFO-2, HT-INFO-8"""
    play = started("hansa-45")
    for seats in ((), (1,), (1, 2, 3, 4)):
        text = json.dumps(seen(play, *seats))
        assert not any(f"m{n:02d}" in text for n in range(4, 16))


def test_the_replacement_on_the_plate_is_hidden_from_everybody() -> None:
    """HT-INFO-3, HT-RULING-55"""
    play = taken()
    assert plate(play, RED) == 1
    for seats in ((), (RED,), (BLUE,)):
        view = seen(play, *seats)
        assert "m04" not in json.dumps(view)
        assert view["unseen_markers"] == {"develop_ability": 1, "plus_four_actions": 1, "swap_offices": 1}
    (drawn,) = play.happened(ReplacementDrawn)
    assert drawn == ReplacementDrawn(RED, 2, 1)


def test_it_is_shown_to_all_at_the_end_of_the_turn() -> None:
    """HT-INFO-4, HT-RULING-29"""
    ended = taken().when(RED, EndTurn())
    (revealed,) = ended.happened(ReplacementsRevealed)
    assert revealed.opens == (Ref(2, 0),)  # the supply was the second event here, its first position
    for seats in ((), (RED,), (BLUE,)):
        view = seen(ended, *seats)
        assert view["revealed_replacements"] == [{"marker": "m04", "kind": "develop_ability"}]
        assert view["unseen_markers"] == {"plus_four_actions": 1, "swap_offices": 1}


def test_a_mission_is_its_owners_alone_until_the_scoring() -> None:
    """HT-INFO-5, HT-MISSION-1"""
    play = position("hansa-45", missions({1: 3, 2: 2, 3: 1, 4: 4}), missions=True)
    assert seat_view(play, RED, RED)["mission"] == {"card": 3, "cities": ["Minden", "Perleberg", "Goslar"]}
    for viewers in ((), (BLUE,), (2, 3, 4)):
        assert "mission" not in seat_view(play, RED, *viewers)
    (dealt,) = started("hansa-45", missions=True).happened(MissionsDealt)
    assert [part.seats for part in dealt.sealed[:4]] == [(1,), (2,), (3,), (4,)]


def test_unseen_kinds_are_counted_without_their_order() -> None:
    """HT-INFO-6"""
    shuffled: list[list[str]] = []
    for order in (["swap_offices", "move_three"], ["move_three", "swap_offices"]):
        play = position("hansa-45", supply=order)  # type: ignore[arg-type]
        shuffled.append(json.dumps(seen(play), sort_keys=True))  # type: ignore[arg-type]
    assert shuffled[0] == shuffled[1]


def test_used_markers_stay_public() -> None:
    """HT-INFO-7, HT-RULING-56"""
    play = position("hansa-45", owns(RED, "m01", "develop_ability")).when(RED, UseMarker("m01", ability="keys"))
    assert used(play, RED) == {"m01": "develop_ability"}


def test_a_spectator_sees_what_is_public_and_a_standing_order_is_its_owners() -> None:
    """HT-INFO-9, HT-RULING-36"""
    play = position("hansa-45", favoured("income_share", RED), turn=BLUE, favours=True)
    ordered = play.when(RED, SetStandingOrder("decline"))
    (event,) = ordered.happened(StandingOrderSet)
    assert [part.seats for part in event.sealed] == [(RED,)]
    assert seat_view(ordered, RED, RED)["standing_order"] == "decline"
    for viewers in ((), (BLUE,)):
        assert "standing_order" not in seat_view(ordered, RED, *viewers)
    assert RULESET.readers(RED, SetStandingOrder("decline")) == (RED,)
    assert RULESET.readers(RED, EndTurn()) is None


def test_resigning_clocks_and_undoing_are_no_rules_of_the_game() -> None:
    """HT-RULING-80"""
    assert not {"resign", "undo", "time_out", "leave"} & set(RULESET.commands)
