"""Worlds of Merchants of Europe: side × seats × start."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.ruleset import Table
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.bots.playout import anything, purposeful
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.rulebook.winning import GameFrozen, GameWon
from kontor.domain.merchants.state import State
from tests.worlds.policies import typed
from tests.worlds.world import Quick, World

RESOURCES = ("lumber", "wool", "grain", "ore", "salt")
POSTS = {("short", 3): 8, ("short", 4): 7, ("main", 3): 12, ("main", 4): 10}  # ME-SETUP-9
COMMODITIES = {("short", 3): 6, ("short", 4): 5, ("main", 3): 10, ("main", 4): 8}


def counted(table: Table, view: JsonObject) -> None:
    """Cards, chips, and the pieces of every colour (ME-PIECE)."""
    shown = cast("dict[str, Any]", view)
    for resource in RESOURCES:
        left = shown["bank"].get(resource, 0)
        assert left >= 0
        assert left + sum(row["hand"].get(resource, 0) for row in shown["seats"]) == 19, resource
    cards = [each["card"] for row in shown["seats"] for each in row["cards"]]
    cards += [each["card"] for each in (*shown["draw_pile"], *shown["discard_pile"])]
    assert len(cards) == len(set(cards)) == 25
    hexes = [chip["hex"] for chip in shown["chips"] if chip.get("hex")]
    assert len(shown["chips"]) == 15
    assert len(set(hexes)) == len(hexes)
    assert len({post["site"] for post in shown["posts"]}) == len(shown["posts"])
    assert len({route["edge"] for route in shown["routes"]}) == len(shown["routes"])
    for row in shown["seats"]:
        _count_seat(shown, row)


def _count_seat(shown: dict[str, Any], row: dict[str, Any]) -> None:
    seat, kind = row["seat"], (shown["side"], len(shown["seats"]))
    routes = Counter(route["seat"] for route in shown["routes"])
    posts = Counter(post["seat"] for post in shown["posts"])
    delivered = [post for post in shown["posts"] if post.get("commodity_of") == seat]
    assert sum(row["hand"].values()) == row["hand_size"]
    assert row["gold"] >= 0
    assert routes[seat] + row["routes_left"] == 30
    assert len(row["merchants"]) == len(row["caravans"]) == 2
    assert row["warehouse_posts"] + row["free_commodities"] + len(delivered) == COMMODITIES[kind]
    assert all(post["seat"] != seat for post in delivered)
    if not shown["phase"].startswith("setup"):
        assert posts[seat] + row["warehouse_posts"] == POSTS[kind]


def end_of(events: Sequence[object]) -> Sequence[str]:
    kinds = {GameWon: "won", GameFrozen: "frozen"}
    return [kinds[type(event)] for event in events if type(event) in kinds]


policy = typed(purposeful)


def advance(state: State, seat: int, command: Command, dice: Dice) -> State:
    for event in RULESET.decide(state, seat, command, dice):
        state = RULESET.evolve(state, event, 0)  # versions matter to the ledger only
    return state


def _world(board: str, seats: int, ends: Sequence[str] = (), **options: str) -> World:
    drawn = seats == 4  # so that both orders are played
    return World(
        RULESET,
        board,
        seats,
        options,
        "drawn" if drawn else "listed",
        counted=counted,
        policy=policy,
        ends=ends,
        end_of=end_of,
        quick=Quick(anything, purposeful, advance),
    )


WORLDS = (
    _world("merchants-short", 3, ("won",), start="fixed"),
    _world("merchants-short", 4, ("won",), start="fixed"),
    _world("merchants-short", 3, ("won",), start="variable", shortage="rest_to_one"),
    _world("merchants-short", 4, ("won",), start="variable"),
    _world("merchants-short", 3, start="fixed", delivery_limit="step"),
    _world("merchants-main", 3, ("won",)),
    _world("merchants-main", 4, ("won",)),
    _world("merchants-short-fair", 4, ("won",), start="fixed"),
    _world("merchants-short-fair-3", 3, ("won",), start="fixed"),
)
