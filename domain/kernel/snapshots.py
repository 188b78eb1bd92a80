"""Snapshots: a whole game at one version as a text, and back. No code is ever read from one, only values.

What is written follows from the declared types of `Game` and of the ruleset's state (`model.packing`). Not written is
what is known without it: id, seed and board of the game, and those fields of a state that have no packed form or hold
the table: they are what the initial state has, for good. A snapshot is named after the shape of what it holds
(`format_of`); one of another shape is never read, however it may look.

Whoever changes what folding makes of stored events and leaves the shape as it is raises the ruleset's version.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from hashlib import sha256
from typing import cast, get_type_hints

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.clocks import SeatClock
from kontor.domain.kernel.game import Game, require_state, table_of
from kontor.domain.kernel.model import Form
from kontor.domain.kernel.model.packing import NoPacking, Packing, packing
from kontor.domain.kernel.ruleset import C, E, Ruleset, S, Table
from kontor.domain.kernel.secrets import Ref
from kontor.domain.kernel.states import changed

KNOWN = ("id", "seed", "board", "state")  # fields of a game that are no part of its packing

_encode = json.JSONEncoder(separators=(",", ":")).encode


class NoSnapshot(ValueError):
    """A game of which no snapshot can be made, or a text that is none."""


def format_of(rules: Ruleset[S, C, E]) -> str:
    """The name of the form that this ruleset's games have here and now."""
    return _shape(rules).format


def text_of(rules: Ruleset[S, C, E], game: Game[S]) -> str:
    """All of a game but what is known without it."""
    shape = _shape(rules)
    values = [form.pack(getattr(game, name)) for name, form in shape.game.items()]
    return _encode([values, None if game.state is None else _packed_state(rules, game, shape)])


def game_of(rules: Ruleset[S, C, E], start: Game[S], text: str) -> Game[S]:
    """The game that was written, given the same before its first event; NoSnapshot if the text is no such thing."""
    shape = _shape(rules)
    try:
        values, packed = cast("tuple[list[Json], list[Json] | None]", json.loads(text))
        game = replace(start, **_unpacked(shape.game, values))  # type: ignore[arg-type]  # by the types of its fields
        if packed is None:
            return game
        initial = rules.initial(table_of(game))
        return replace(game, state=changed(initial, **_unpacked(shape.state, packed)))  # type: ignore[type-var]  # a dataclass
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise NoSnapshot(f"the text is not a snapshot of a game of {rules.name}: {error!r}") from error


def _packed_state(rules: Ruleset[S, C, E], game: Game[S], shape: "_Shape") -> list[Json]:
    state = require_state(game)
    initial = rules.initial(table_of(game))
    for name in shape.settled:
        if getattr(state, name) != getattr(initial, name):
            raise NoSnapshot(f"{name} of a state of {rules.name} has no packed form, and is not what it was at first")
    return [form.pack(getattr(state, name)) for name, form in shape.state.items()]


def _unpacked(forms: Mapping[str, Packing], values: list[Json]) -> Mapping[str, object]:
    return {name: form.unpack(value) for (name, form), value in zip(forms.items(), values, strict=True)}


# ---------------------------------------------------------------- shapes


@dataclass(frozen=True, slots=True)
class _Shape:
    """What is written of a game and of its state, in this order; `settled`: what the initial state says for good."""

    format: str
    game: Mapping[str, Packing]
    state: Mapping[str, Packing]
    settled: tuple[str, ...]


@cache
def _shape(rules: Ruleset[S, C, E]) -> _Shape:
    game = _game_packings()
    state, settled = _state_packings(cast(type, get_type_hints(rules.initial)["return"]))
    told = [f"{name}:{form.shape}" for forms in (game, state) for name, form in forms.items()]
    digest = sha256("\n".join([*told, *settled]).encode()).hexdigest()
    return _Shape(f"{rules.name}/{rules.version}/{digest[:32]}", game, state, settled)


def _game_packings() -> Mapping[str, Packing]:
    forms: dict[str, Form] = get_type_hints(Game, localns={"SeatClock": SeatClock})
    forms["parts"] = Mapping[Ref, object]  # any JSON, which refers to itself
    return {each.name: packing(forms[each.name]) for each in fields(Game) if each.name not in KNOWN}


def _state_packings(state: type) -> tuple[Mapping[str, Packing], tuple[str, ...]]:
    found: dict[str, Packing] = {}
    settled: list[str] = []
    hints = get_type_hints(state)
    for name, form in ((each.name, hints[each.name]) for each in fields(state)):
        try:
            found[name] = _packing_in_state(form)
        except NoPacking:
            settled.append(name)
    return found, tuple(settled)


def _packing_in_state(form: Form) -> Packing:
    if form is Table:
        raise NoPacking("a table holds a whole board, and never changes")
    return packing(form)
