"""The ruleset Hansa Teutonica, with five board sides, two editions and all variants. This module connects its functions
to the interface of the kernel."""

from collections.abc import Sequence
from functools import partial

from kontor.domain.hansa.arrays import ARRAYS
from kontor.domain.hansa.boards.board import board_line, boards, pick_board
from kontor.domain.hansa.boards.check import check_board
from kontor.domain.hansa.bots import ABOUT, BOTS, LEVELS
from kontor.domain.hansa.bots.judge import JUDGE
from kontor.domain.hansa.bots.playout import random_command
from kontor.domain.hansa.drawing import draw
from kontor.domain.hansa.drawing.colours import SEAT_COLOURS
from kontor.domain.hansa.labels.names import names
from kontor.domain.hansa.legal.as_options import legal
from kontor.domain.hansa.narration import STORY, place_names
from kontor.domain.hansa.options import Options, usual_order
from kontor.domain.hansa.rulebook.favours import SetStandingOrder
from kontor.domain.hansa.rulebook.lookups import spell_as_board
from kontor.domain.hansa.rulebook.rules import COMMANDS, EVENTS, Command, Event, carry_out, decide, evolve, finish
from kontor.domain.hansa.rulebook.scoring import CATEGORIES, score
from kontor.domain.hansa.rulebook.setup import initial, setup
from kontor.domain.hansa.rulebook.who_decides import DECISIONS, awaiting, decision, may_act
from kontor.domain.hansa.state import State
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.hansa.view.view import VIEW_SCHEMA, view
from kontor.domain.hansa.words import KINDS
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.guide import guide_in
from kontor.domain.kernel.labels import labels_of
from kontor.domain.kernel.recorded import recorded_in
from kontor.domain.kernel.rules_page import chapters_of, rules_of
from kontor.domain.kernel.ruleset import Ruleset

__all__ = ["RULESET"]


def turn_order(state: State) -> tuple[int, ...]:
    return state.turn_order


def nobody(state: State) -> tuple[int, ...]:
    """Return no seats: in this game, only seats for which the game waits are invited to act."""
    return ()


def is_over(state: State) -> bool:
    return state.phase == "finished"


def decide_and_evolve(
    state: State, seat: int, command: Command, dice: Dice, version: int
) -> tuple[Sequence[Event], State]:
    decision = carry_out(state, seat, command, version)
    return decision.events, decision.state


def readers(seat: int, command: Command) -> tuple[int, ...] | None:
    """Return the seats that may read a command. A standing order is known only to the seat that gave it (HT-INFO-9)."""
    return (seat,) if isinstance(command, SetStandingOrder) else None


RULESET: Ruleset[State, Command, Event] = Ruleset(
    name="hansa",
    title="Hansa Teutonica",
    version=2,
    seats=(2, 5),
    colours=SEAT_COLOURS,
    commands=COMMANDS,
    events=EVENTS,
    options=Options,
    rules=partial(rules_of, "kontor.domain.hansa.rulebook"),
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
    decisions=DECISIONS,
    decision=decision,
    legal=legal,
    view=view,
    view_schema=VIEW_SCHEMA,
    kinds=KINDS,
    determinize=determinize,
    score=score,
    categories=CATEGORIES,
    draw=draw,
    story=STORY,
    chapters=partial(chapters_of, "kontor.domain.hansa.rulebook"),
    board_line=board_line,
    recorded=partial(recorded_in, "kontor.domain.hansa"),
    guide=partial(guide_in, "kontor.domain.hansa.guide", (45, 90)),
    bots=BOTS,
    levels=LEVELS,
    bots_about=ABOUT,
    order=usual_order,  # HT-SETUP-9
    judge=JUDGE,
    random_command=random_command,
    arrays=ARRAYS,
    carry_out=decide_and_evolve,
    spelling=spell_as_board,
    thing_names=place_names,
    labels=partial(labels_of, "kontor.domain.hansa"),
    names=names,
    readers=readers,
)
