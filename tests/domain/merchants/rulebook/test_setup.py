"""Board, order, chips, deck, robber and equipment (ME-SETUP-1 to -10)."""

from collections import Counter
from dataclasses import replace
from typing import Any, cast

import pytest

from kontor.domain.merchants import RULESET
from kontor.domain.merchants.rulebook.sealed_piles import CardFace, ChipFace
from kontor.domain.merchants.rulebook.setup import (
    ChipsLaid,
    DeckShuffled,
    OrderRolled,
    RobberPlaced,
    SeatEquipped,
    StartChip,
    StartSeatSet,
)
from kontor.domain.merchants.rulebook.turn import TurnStarted
from tests.domain.merchants.factories import table
from tests.support.scenario import Loaded, given, set_up

# ---------------------------------------------------------------- laying the board


def test_start_chips_lie_face_up_on_the_marked_hexes() -> None:
    """ME-SETUP-2, ME-BOARD-6"""
    (laid,) = set_up(RULESET, table()).happened(ChipsLaid)
    assert set(laid.start) == {
        StartChip("lumber-0", "h:0,-1", 5),
        StartChip("wool-0", "h:3,-2", 9),
        StartChip("grain-0", "h:2,0", 5),
        StartChip("ore-0", "h:0,0", 9),
        StartChip("salt-0", "h:4,-1", 9),
    }


def test_ten_chips_lie_face_down_with_their_colours_to_be_seen() -> None:
    """ME-SETUP-3, ME-INFO-6, ME-INFO-7"""
    (laid,) = set_up(RULESET, table()).happened(ChipsLaid)
    assert [(chip.chip, chip.resource) for chip in laid.hidden] == [
        (f"{resource}-{n}", resource) for resource in ("lumber", "wool", "grain", "ore", "salt") for n in (1, 2)
    ]
    assert all(part.seats == () for part in laid.sealed)
    faces = [part.value for part in laid.sealed if isinstance(part.value, ChipFace)]
    numbers = {"lumber": [10, 11], "wool": [3, 4], "grain": [10, 11], "ore": [3, 4], "salt": [10, 11]}
    for resource, expected in numbers.items():
        assert sorted(face.number for face in faces if face.chip.startswith(resource)) == expected


def test_which_face_down_chip_bears_which_number_is_drawn() -> None:
    """ME-SETUP-3"""
    seen = set()
    for n in range(12):
        events = RULESET.setup(table(), Loaded({"chips": 100 * n}, ()))
        (laid,) = [event for event in events if isinstance(event, ChipsLaid)]
        seen.add(tuple(part.value.number for part in laid.sealed if isinstance(part.value, ChipFace)))
    assert len(seen) > 3


def test_a_board_may_have_other_numbers_of_face_down_chips() -> None:
    """ME-BOARD-6, ME-BOARD-8"""
    plain = table()
    chips = cast("dict[str, dict[str, Any]]", plain.board["number_chips"])
    more = {**chips, "ore": {**chips["ore"], "hidden": []}, "salt": {**chips["salt"], "hidden": [2, 6, 12]}}
    own = replace(plain, board={**plain.board, "number_chips": more})
    assert not RULESET.check_board(own.board)
    (laid,) = set_up(RULESET, own).happened(ChipsLaid)
    hidden = [chip.chip for chip in laid.hidden if chip.resource in ("ore", "salt")]
    assert hidden == ["salt-1", "salt-2", "salt-3"]
    faces = [part.value for part in laid.sealed if isinstance(part.value, ChipFace)]
    assert sorted(face.number for face in faces if face.chip in hidden) == [2, 6, 12]


def test_25_cards_are_shuffled_into_a_hidden_pile() -> None:
    """ME-SETUP-4, ME-PIECE-1, ME-INFO-5"""
    (laid,) = set_up(RULESET, table()).happened(DeckShuffled)
    faces = [part.value for part in laid.sealed if isinstance(part.value, CardFace)]
    kinds = {"lancer": 10, "trade_routes": 3, "harvest": 3, "treasure": 3}
    assert laid.count == len(faces) == 25
    assert Counter(face.kind for face in faces) == {
        **kinds, "swift_merchant": 2, "strong_horses": 2, "safe_conduct": 2,
    }  # fmt: skip
    assert all(part.seats == () for part in laid.sealed)
    assert [face.card for face in faces] == [f"d{n:02}" for n in range(1, 26)]  # the ids tell nothing
    assert [face.kind for face in faces] != sorted(face.kind for face in faces)


def test_the_robber_begins_where_the_board_file_says() -> None:
    """ME-SETUP-5, ME-RULING-5"""
    assert set_up(RULESET, table()).happened(RobberPlaced) == [RobberPlaced("h:7,-3")]


@pytest.mark.parametrize(
    ("side", "seats", "warehouse", "commodities"),
    [("short", 3, 5, 6), ("short", 4, 4, 5), ("main", 3, 9, 10), ("main", 4, 7, 8)],
)
def test_each_player_is_equipped(side: str, seats: int, warehouse: int, commodities: int) -> None:
    """ME-SETUP-6, ME-SETUP-7, ME-SETUP-8, ME-SETUP-9, ME-PIECE-2, ME-PIECE-3"""
    equipped = set_up(RULESET, table(seats, side)).happened(SeatEquipped)
    assert equipped == [SeatEquipped(seat, 3, 30, 2, 2, warehouse, commodities, 1) for seat in range(1, seats + 1)]


# ---------------------------------------------------------------- who begins


def test_the_first_seat_begins_in_the_order_listed() -> None:
    """ME-SETUP-10"""
    game = set_up(RULESET, table())
    assert game.happened(OrderRolled) == []
    assert game.happened(StartSeatSet) == [StartSeatSet(1)]
    assert game.ruleset.turn_order(game.state) == (1, 2, 3, 4)


def test_the_highest_roll_begins_and_those_tied_for_it_roll_again() -> None:
    """ME-SETUP-10, ME-RULING-6"""
    luck = (5, 5, 0, 0, 5, 5, 1, 1, 2, 2, 3, 3)  # 12, 2, 12, 4; then seats 1 and 3: 6, 8
    drawn = table(order="drawn")
    events = RULESET.setup(drawn, Loaded({}, luck))
    rounds = [[(roll.seat, roll.dice) for roll in event.rolls] for event in events if isinstance(event, OrderRolled)]
    assert rounds == [[(1, (6, 6)), (2, (1, 1)), (3, (6, 6)), (4, (2, 2))], [(1, (3, 3)), (3, (4, 4))]]
    game = given(RULESET, drawn, *events)
    assert game.ruleset.turn_order(game.state) == (3, 4, 1, 2)
    assert game.ruleset.awaiting(game.state) == (3,)
    assert TurnStarted(3, 1) in events
