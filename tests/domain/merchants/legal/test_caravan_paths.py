"""Paths of caravans (ME-CARAVAN-1 to -8), and the options that cover them."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import cast

import pytest

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.legality import covers
from kontor.domain.kernel.model import write
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.legal.caravan_paths import (
    EXACT,
    deliverable,
    delivering,
    path_start,
    paths,
    steps_from,
)
from kontor.domain.merchants.rulebook.move_caravan import Step, travel
from kontor.domain.merchants.state import State
from tests.domain.merchants.endings import one_left
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, Game, acting, post, routes, to


def joined(gold: int = 1, salt: int = 2) -> Game:
    """Blue's c1 at Bern, on a net of Blue, White and Orange routes that reaches Paris and Bruxelles."""
    return acting(BLUE, hands={BLUE: Bundle(salt=salt)}, gold={BLUE: gold}).given(
        *routes(BLUE, "e:-1,-1,se"), *routes(WHITE, "e:-1,-1,e", "e:-2,0,e"), *routes(ORANGE, "e:-2,1,ne")
    )


def accepted(state: State, edges: Sequence[str]) -> bool:
    try:
        travel(state, BLUE, "c1", [Step(edge) for edge in edges], None)
    except Violation:
        return False
    return True


def every_path(state: State, steps: int) -> Iterator[tuple[str, ...]]:
    """All sequences of routes, most of them no paths."""
    names = [name for name, owner in zip(state.board.edges, state.routes, strict=True) if owner]
    return product(names, repeat=steps)


@pytest.mark.parametrize("gold", [0, 1, 3])
@pytest.mark.parametrize("steps", range(1, EXACT + 1))
def test_short_paths_are_listed_exactly(gold: int, steps: int) -> None:
    """ME-CARAVAN-1, ME-CARAVAN-3, ME-CARAVAN-5, ME-CARAVAN-8"""
    state = joined(gold).state
    listed = paths(state, BLUE, 0, EXACT)
    for edges in every_path(state, steps):
        body = cast("list[Json]", [{"edge": edge} for edge in edges])
        assert any(covers(form, body) for form in listed) == accepted(state, edges)


def test_longer_paths_are_covered() -> None:
    """ME-CARAVAN-2, ME-CARAVAN-9"""
    state = joined(gold=3).state
    listed = paths(state, BLUE, 0, 2 * EXACT)
    fro = ("e:-1,-1,se", "e:-1,0,ne") * 2
    assert accepted(state, fro)
    assert any(covers(form, cast("list[Json]", [{"edge": edge} for edge in fro])) for form in listed)


def test_a_step_onto_foreign_routes_costs_one_gold_for_each_owner() -> None:
    """ME-CARAVAN-5, ME-CARAVAN-6, ME-CARAVAN-8"""
    state = joined(gold=1).state
    start = path_start(state, BLUE, 0)
    ends = {state.board.edges[end.edge]: end.gold for end in steps_from(state, BLUE, 0, start)}
    assert ends == {"e:-1,-1,se": 1, "e:-1,-1,e": 0}
    poor = {state.board.edges[end.edge] for end in steps_from(joined(gold=0).state, BLUE, 0, start._replace(gold=0))}
    assert poor == {"e:-1,-1,se"}


def test_a_caravan_of_the_supply_and_a_hand_without_salt_have_no_path() -> None:
    """ME-CARAVAN-1, ME-CARAVAN-2"""
    state = joined().state
    assert paths(state, BLUE, 1, EXACT) == []
    assert paths(state, BLUE, 0, 0) == []


def test_a_path_delivers_wherever_it_can_while_commodities_are_free() -> None:
    """ME-DELIVER-1, ME-DELIVER-3"""
    state = joined().state
    edge = state.board.edge_at["e:-1,-1,se"]
    assert [state.board.sites[site] for site in deliverable(state, BLUE, edge)] == ["paris"]
    assert delivering(state, BLUE, [edge, edge]) == (to("e:-1,-1,se", "paris"), Step("e:-1,-1,se"))
    assert deliverable(acting(RED).given(*post(RED, "roma", free=-1)).state, RED, edge) == []


def test_a_winning_delivery_is_listed_with_anything_behind_it() -> None:
    """ME-RULING-33, ME-WIN-2"""
    state = one_left(acting(BLUE, hands={BLUE: Bundle(salt=2)})).state
    won: list[Json] = [write(to("e:-1,-1,se", "paris")), {"edge": "e:5,-3,ne", "deliver": ["athina"]}]
    assert any(covers(form, won) for form in paths(state, BLUE, 0, 6))
