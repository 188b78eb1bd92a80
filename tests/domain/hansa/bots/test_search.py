"""The search: it ranks what it finds, and knows a position however it came about."""

from dataclasses import fields
from random import Random

from kontor.domain.hansa.bots.playout import advance
from kontor.domain.hansa.bots.search import likeness, position_key, rank, search_for, turns
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import Shape
from tests.domain.hansa.bots.positions import positions
from tests.domain.hansa.playouts import altered


def test_the_best_comes_first_and_is_where_its_command_leads() -> None:
    for n, position in enumerate(positions(6)):
        if n % 25 == 0:
            found = rank(position.state, search_for(position.state, position.seat, Random(n)), 8, 3)
            assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)
            assert all(each.after == advance(position.state, position.seat, each.first) for each in found)


def test_two_orders_of_the_same_commands_are_one_position() -> None:
    """HT-TURN-4"""
    start = next(positions(1))
    here, there = (PlacePiece(start.state.board.post_names[post], "trader") for post in (0, 20))
    one = advance(advance(start.state, start.seat, here), start.seat, there)
    other = advance(advance(start.state, start.seat, there), start.seat, here)
    assert position_key(one) == position_key(other) != position_key(start.state)
    assert hash(position_key(one)) == hash(position_key(other))


def test_the_order_of_pieces_on_a_route_does_not_count() -> None:
    """HT-BOARD-3"""
    start = next(positions(1))
    names = start.state.board.post_names

    def placed(*pieces: tuple[int, Shape]) -> State:
        state = start.state
        for post, shape in pieces:
            state = advance(state, start.seat, PlacePiece(names[post], shape))
        return state

    one, other = placed((0, "trader"), (1, "merchant")), placed((1, "trader"), (0, "merchant"))
    assert position_key(one) != position_key(other)
    assert likeness(one) == likeness(other) != likeness(placed((0, "trader"), (1, "trader")))


def test_positions_that_differ_in_a_field_that_is_not_named_are_two() -> None:
    """A field that is added to the state later is compared, unless somebody says otherwise."""
    state = next(positions(1)).state
    history = {"version", "gains", "prestige", "mastered", "links", "triggers", "reached"}
    history |= {"stock", "specials", "hand", "displaced", "establishing", "filled", "spent", "gone", "display", "tiles"}
    history |= {"granted", "bought", "permissions", "borders_open", "pawn", "pawn_moved", "closed"}
    noticed = {each.name for each in fields(State) if position_key(altered(state, each.name)) != position_key(state)}
    assert noticed == {each.name for each in fields(State)} - history


def test_a_turn_is_thought_through_to_its_end() -> None:
    start = next(positions(1))
    search = search_for(start.state, start.seat, Random(1))
    ways = turns(start.state, search, rank(start.state, search, 6, 3), 2, 6, lambda: False)
    assert ways
    assert all(each.after.active != start.seat or decider(each.after) != start.seat for each in ways)
