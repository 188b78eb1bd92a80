"""Merchants of Europe (Aufbruch der Händler): the rules of `rulebook/rules.md` as a ruleset."""

from kontor.domain.kernel.ruleset import Ruleset
from kontor.domain.merchants.boards.board import boards, pick_board
from kontor.domain.merchants.boards.check import check_board
from kontor.domain.merchants.bots.playout import anything
from kontor.domain.merchants.bots.policies import by_lot, greedy
from kontor.domain.merchants.legal.as_options import legal
from kontor.domain.merchants.options import Options
from kontor.domain.merchants.rulebook import rules
from kontor.domain.merchants.rulebook.catalogue import COMMANDS, EVENTS, Command, Event
from kontor.domain.merchants.rulebook.scoring import DELIVERIES, finish, score
from kontor.domain.merchants.rulebook.setup_table import initial, opening
from kontor.domain.merchants.rulebook.texts import rules as texts
from kontor.domain.merchants.state import State
from kontor.domain.merchants.view.determinize import determinize
from kontor.domain.merchants.view.view import SCHEMA, view
from kontor.domain.merchants.words import COLOURS

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
