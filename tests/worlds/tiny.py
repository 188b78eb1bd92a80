"""Worlds of the tiny ruleset."""

from collections.abc import Sequence
from typing import cast

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.ruleset import Table
from tests.tiny import RULESET
from tests.tiny.rulebook.turn import PlayEnded
from tests.worlds.world import World


def counted(table: Table, view: JsonObject) -> None:
    """Twelve cards: on the pile, in hands, and shown (which the view does not count)."""
    rows = cast("list[dict[str, Json]]", view["seats"])
    held = [card for row in rows for card in cast("list[str]", row["hand"])]
    assert len(set(held)) == len(held)
    assert cast(int, view["pile"]) + len(held) <= 12


def end_of(events: Sequence[object]) -> Sequence[str]:
    return ["evening" for event in events if isinstance(event, PlayEnded)]


WORLDS = (
    World(RULESET, "square", 2, {"rounds": 3}, counted=counted, ends=("evening",), end_of=end_of),
    World(RULESET, "street", 3, {"rounds": 9}, order="drawn", counted=counted),
    World(RULESET, "street", 4, {"rounds": 5}, counted=counted),
)
