"""Merchants of Europe (Aufbruch der Händler): the rules of `data/rules.md` as a ruleset."""

from kontor.domain.kernel.ruleset import Ruleset
from kontor.domain.merchants import rules
from kontor.domain.merchants.board import boards, pick_board
from kontor.domain.merchants.bots import by_lot, greedy
from kontor.domain.merchants.catalogue import COMMANDS, EVENTS, Command, Event
from kontor.domain.merchants.check import check_board
from kontor.domain.merchants.ids import COLOURS
from kontor.domain.merchants.legal import legal
from kontor.domain.merchants.opening import initial, opening
from kontor.domain.merchants.options import Options
from kontor.domain.merchants.playout import anything
from kontor.domain.merchants.redeal import determinize
from kontor.domain.merchants.scoring import DELIVERIES, finish, score
from kontor.domain.merchants.state import State
from kontor.domain.merchants.texts import rules as texts
from kontor.domain.merchants.views import SCHEMA, view

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
