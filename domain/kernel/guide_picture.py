"""Draw a picture for a guide. It shows a part of the position after a few events."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar, cast

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.drawing.changes import mark_changes, titles_in
from kontor.domain.kernel.drawing.crop import crop
from kontor.domain.kernel.drawing.model import Drawing
from kontor.domain.kernel.guide import PictureForm
from kontor.domain.kernel.model import read
from kontor.domain.kernel.ruleset import Chair, Ruleset, Table

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")

KEY = bytes(32)  # the key of the dice: all pictures use the same set-up


def guide_picture(rules: Ruleset[S, C, E], form: PictureForm) -> Drawing:
    board = rules.boards()[form.board]
    table = Table(board, {}, tuple(Chair(seat) for seat in range(1, form.seats + 1)))
    added = [read(rules.events[str(each["type"])], _data(each)) for each in form.events]
    events = [*rules.setup(table, Dice(KEY, {})), *added]
    state, before, everybody = rules.initial(table), None, frozenset(table.seats)
    for version, event in enumerate(events, 1):
        if version > len(events) - form.marked and before is None:
            before = titles_in(rules.draw(table, rules.view(state, everybody)))
        state = rules.evolve(state, event, version)
    drawing = rules.draw(table, rules.view(state, everybody))
    cropped = crop(drawing if before is None else mark_changes(drawing, before), form.around, form.margin)
    return replace(cropped, about="")


def _data(event: Mapping[str, object]) -> JsonObject:
    return {name: cast(Json, value) for name, value in event.items() if name != "type"}
