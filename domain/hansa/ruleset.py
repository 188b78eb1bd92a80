"""Hansa Teutonica as a value: what the kernel asks of a ruleset, and who answers."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from kontor.domain.hansa.boards.check import check_board
from kontor.domain.hansa.bots.planner import greedy, planner
from kontor.domain.hansa.bots.playout import random_command
from kontor.domain.hansa.legal.as_options import legal
from kontor.domain.hansa.options import Options
from kontor.domain.hansa.rulebook.favours import SetStandingOrder
from kontor.domain.hansa.rulebook.lookups import spelled
from kontor.domain.hansa.rulebook.rules import (
    COMMANDS,
    EVENTS,
    Command,
    Event,
    awaiting,
    decide,
    evolve,
    finish,
    may_act,
)
from kontor.domain.hansa.rulebook.scoring import CATEGORIES, score
from kontor.domain.hansa.rulebook.setup import initial, setup
from kontor.domain.hansa.rulebook.texts import rules
from kontor.domain.hansa.state import State
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.hansa.view.view import VIEW_SCHEMA, view
from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.ruleset import Ruleset

BOARDS = ("hansa-3", "hansa-45", "east", "britannia-3", "britannia-45")
COLOURS = ("red", "blue", "green", "yellow", "purple")


@cache
def boards() -> Mapping[str, JsonObject]:
    """The shipped boards by name."""
    folder = files("kontor.domain.hansa.boards")
    return MappingProxyType(
        {name: json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in BOARDS}
    )


def pick_board(name: str, seats: int) -> str:
    """`hansa` and `britannia` mean the side for that many seats (HT-SETUP-2)."""
    if name in ("hansa", "britannia"):
        return f"{name}-3" if seats <= 3 else f"{name}-45"
    return name


def turn_order(state: State) -> tuple[int, ...]:
    return state.turn_order


def nobody(state: State) -> tuple[int, ...]:
    """Nobody is ever only invited in this game."""
    return ()


def is_over(state: State) -> bool:
    return state.phase == "finished"


def readers(seat: int, command: Command) -> tuple[int, ...] | None:
    """A standing order is known to its owner alone (HT-INFO-9)."""
    return (seat,) if isinstance(command, SetStandingOrder) else None


RULESET: Ruleset[State, Command, Event] = Ruleset(
    name="hansa",
    title="Hansa Teutonica",
    version=0,
    seats=(2, 5),
    colours=COLOURS,
    commands=COMMANDS,
    events=EVENTS,
    options=Options,
    rules=rules,
    boards=boards,
    pick_board=pick_board,
    check_board=check_board,
    initial=initial,
    setup=setup,
    decide=decide,
    evolve=evolve,
    finish=finish,
    turn_order=turn_order,
    awaiting=awaiting,
    may_act=may_act,
    invited=nobody,
    is_over=is_over,
    legal=legal,
    view=view,
    view_schema=VIEW_SCHEMA,
    determinize=determinize,
    score=score,
    categories=CATEGORIES,
    bots={"random": random_bot, "greedy": greedy, "planner": planner},
    lot=random_command,
    spelling=spelled,
    readers=readers,
)
