"""Snapshots: write a whole game at one version as a text, and read it again. A snapshot contains only values, never
code.

The content follows from the declared types of `Game` and of the ruleset's state (`model.packing`). A snapshot omits the
values that are known without it: id, seed and board. It also omits the fields of a state that cannot be packed or
contain the table. These fields keep the values of the initial state.

The name of a snapshot includes its shape (`format_of`), and a snapshot of another shape is never read. If the same
events now fold to another state of the same shape, raise the ruleset's version. If the change is in the kernel, raise
`KERNEL`.
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

KERNEL = 1  # a number for what the kernel stores in a game; since 1, `parts` has no notes
KNOWN = ("id", "seed", "board", "state")  # fields of a game that are not packed

_encode = json.JSONEncoder(separators=(",", ":")).encode


class NoSnapshot(ValueError):
    """A game cannot be written as a snapshot, or a text is not a snapshot."""


def format_of(rules: Ruleset[S, C, E]) -> str:
    """Return the name of the current snapshot format for games of this ruleset."""
    return _shape(rules).format


def text_of(rules: Ruleset[S, C, E], game: Game[S]) -> str:
    """Return the snapshot of a game: all its values that are not known without the snapshot."""
    shape = _shape(rules)
    values = [form.pack(getattr(game, name)) for name, form in shape.game.items()]
    return _encode([values, None if game.state is None else _packed_state(rules, game, shape)])


def game_of(rules: Ruleset[S, C, E], start: Game[S], text: str) -> Game[S]:
    """Return the game of a snapshot. `start`: the same game before its first event. Raise NoSnapshot if the text is not
    a snapshot."""
    shape = _shape(rules)
    try:
        values, packed = cast("tuple[list[Json], list[Json] | None]", json.loads(text))
        game = replace(start, **_unpack(shape.game, values))  # type: ignore[arg-type]  # by the types of its fields
        if packed is None:
            return game
        initial = rules.initial(table_of(game))
        return replace(game, state=changed(initial, **_unpack(shape.state, packed)))  # type: ignore[type-var]  # a dataclass
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise NoSnapshot(f"the text is not a snapshot of a game of {rules.name}: {error!r}") from error


def _packed_state(rules: Ruleset[S, C, E], game: Game[S], shape: "_Shape") -> list[Json]:
    state = require_state(game)
    initial = rules.initial(table_of(game))
    for name in shape.settled:
        if getattr(state, name) != getattr(initial, name):
            raise NoSnapshot(f"{name} of a state of {rules.name} cannot be packed, and has changed")
    return [form.pack(getattr(state, name)) for name, form in shape.state.items()]


def _unpack(forms: Mapping[str, Packing], values: list[Json]) -> Mapping[str, object]:
    return {name: form.unpack(value) for (name, form), value in zip(forms.items(), values, strict=True)}


# ---------------------------------------------------------------- shapes


@dataclass(frozen=True, slots=True)
class _Shape:
    """The fields of a game and of its state that a snapshot contains, in order. `settled`: the fields of the state that
    keep their initial values, so that no snapshot contains them."""

    format: str
    game: Mapping[str, Packing]
    state: Mapping[str, Packing]
    settled: tuple[str, ...]


@cache
def _shape(rules: Ruleset[S, C, E]) -> _Shape:
    game = _game_packings()
    state, settled = _state_packings(cast(type, get_type_hints(rules.initial)["return"]))
    told = [f"{name}:{form.shape}" for forms in (game, state) for name, form in forms.items()]
    digest = sha256("\n".join([f"kernel {KERNEL}", *told, *settled]).encode()).hexdigest()
    return _Shape(f"{rules.name}/{rules.version}/{digest[:32]}", game, state, settled)


def _game_packings() -> Mapping[str, Packing]:
    forms: dict[str, Form] = get_type_hints(Game, localns={"SeatClock": SeatClock})
    forms["parts"] = Mapping[Ref, object]  # any JSON: the type refers to itself
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
