"""Merchants of Europe (Aufbruch der Händler): the rules of `data/rules.md` as a ruleset."""

from domain.kernel.ruleset import Ruleset
from domain.merchants import rules
from domain.merchants.board import boards, pick_board
from domain.merchants.bots import by_lot, greedy
from domain.merchants.catalogue import COMMANDS, EVENTS, Command, Event
from domain.merchants.check import check_board
from domain.merchants.ids import COLOURS
from domain.merchants.legal import legal
from domain.merchants.opening import initial, opening
from domain.merchants.options import Options
from domain.merchants.playout import anything
from domain.merchants.redeal import determinize
from domain.merchants.scoring import DELIVERIES, finish, score
from domain.merchants.state import State
from domain.merchants.texts import rules as texts
from domain.merchants.views import SCHEMA, view

__all__ = ["RULESET"]

RULESET: Ruleset[State, Command, Event] = Ruleset(
    name="merchants",
    title="Merchants of Europe",
    version=0,
    seats=(3, 4),
    colours=COLOURS,
    commands=COMMANDS,
    events=EVENTS,
    options=Options,
    rules=texts,
    boards=boards,
    pick_board=pick_board,
    check_board=check_board,
    initial=initial,
    setup=opening,
    decide=rules.decide,
    evolve=rules.evolve,
    finish=finish,
    turn_order=rules.turn_order,
    awaiting=rules.awaiting,
    may_act=rules.may_act,
    invited=rules.invited,
    is_over=rules.is_over,
    legal=legal,
    view=view,
    view_schema=SCHEMA,
    determinize=determinize,
    score=score,
    categories=(DELIVERIES,),
    bots={"random": by_lot, "greedy": greedy},
    lot=anything,
)
