"""Merchants of Europe (Aufbruch der Händler): the rules of `rulebook/rules.md` as a ruleset."""

from functools import partial

from kontor.domain.kernel.guide import guide_in
from kontor.domain.kernel.labels import labels_of
from kontor.domain.kernel.recorded import recorded_in
from kontor.domain.kernel.rules_page import chapters_of, rules_of
from kontor.domain.kernel.ruleset import Ruleset, drawn_order
from kontor.domain.merchants.arrays import ARRAYS
from kontor.domain.merchants.boards.board import board_line, boards, pick_board
from kontor.domain.merchants.boards.check import check_board
from kontor.domain.merchants.bots import ABOUT, BOTS, LEVELS
from kontor.domain.merchants.bots.judge import JUDGE
from kontor.domain.merchants.bots.playout import anything
from kontor.domain.merchants.drawing import draw
from kontor.domain.merchants.labels.names import names
from kontor.domain.merchants.legal.as_options import legal
from kontor.domain.merchants.narration import STORY, place_names
from kontor.domain.merchants.options import Options
from kontor.domain.merchants.rulebook import rules, who_decides
from kontor.domain.merchants.rulebook.catalogue import COMMANDS, EVENTS, Command, Event
from kontor.domain.merchants.rulebook.empty_table import initial
from kontor.domain.merchants.rulebook.scoring import DELIVERIES, finish, score
from kontor.domain.merchants.rulebook.setup import opening
from kontor.domain.merchants.state import State
from kontor.domain.merchants.view.determinize import determinize
from kontor.domain.merchants.view.view import SCHEMA, view
from kontor.domain.merchants.words import COLOURS, KINDS

__all__ = ["RULESET"]

RULESET: Ruleset[State, Command, Event] = Ruleset(
    name="merchants",
    title="Merchants of Europe",
    version=1,
    seats=(3, 4),
    colours=COLOURS,
    commands=COMMANDS,
    events=EVENTS,
    options=Options,
    rules=partial(rules_of, "kontor.domain.merchants.rulebook"),
    boards=boards,
    pick_board=pick_board,
    check_board=check_board,
    initial=initial,
    setup=opening,
    decide=rules.decide,
    evolve=rules.evolve,
    finish=finish,
    turn_order=who_decides.turn_order,
    awaiting=who_decides.awaiting,
    may_act=who_decides.may_act,
    invited=who_decides.invited_seats,
    asked_at=who_decides.asked_at,
    is_over=who_decides.is_over,
    decisions=who_decides.DECISIONS,
    decision=who_decides.decision,
    legal=legal,
    view=view,
    view_schema=SCHEMA,
    kinds=KINDS,
    determinize=determinize,
    score=score,
    categories=(DELIVERIES,),
    draw=draw,
    story=STORY,
    chapters=partial(chapters_of, "kontor.domain.merchants.rulebook"),
    board_line=board_line,
    recorded=partial(recorded_in, "kontor.domain.merchants"),
    guide=partial(guide_in, "kontor.domain.merchants.guide", (60, 120)),
    thing_names=place_names,
    labels=partial(labels_of, "kontor.domain.merchants"),
    names=names,
    bots=BOTS,
    levels=LEVELS,
    bots_about=ABOUT,
    order=drawn_order,  # ME-SETUP-10
    judge=JUDGE,
    random_command=anything,
    arrays=ARRAYS,
)
