"""A tiny ruleset for tests of kernel and service: it has one of everything that can be hard about a game.

Market day, two to four seats. Each seat has a secret charm. In its turn a seat rolls a die for points, takes a card
from the pile unseen by others, or shows one for points; before that it may offer points to whoever accepts first.
A six challenges the next seat, which answers out of turn. After each round all seats bid at once, in secret.
"""

from functools import partial

from kontor.domain.kernel.rules_page import rules_of
from kontor.domain.kernel.ruleset import Ruleset
from tests.tiny.boards.board import boards, pick_board
from tests.tiny.boards.check import check_board
from tests.tiny.bots import BOTS, JUDGE, LEVELS
from tests.tiny.drawing import draw
from tests.tiny.legal.as_options import legal
from tests.tiny.narration import STORY
from tests.tiny.options import Options
from tests.tiny.rulebook.bids import readers
from tests.tiny.rulebook.catalogue import COMMANDS, EVENTS, Command, Event
from tests.tiny.rulebook.offers import asked_at, invited
from tests.tiny.rulebook.rules import DECISIONS, awaiting, decide, decision, evolve, is_over, may_act, turn_order
from tests.tiny.rulebook.scoring import CATEGORIES, finish, score
from tests.tiny.rulebook.setup import initial, setup
from tests.tiny.state import State
from tests.tiny.view.determinize import determinize
from tests.tiny.view.view import view
from tests.tiny.view.view_fields import VIEW_SCHEMA
from tests.tiny.words import KINDS

__all__ = ["RULESET"]

RULESET: Ruleset[State, Command, Event] = Ruleset(
    name="tiny",
    title="Market day",
    version=0,
    seats=(2, 4),
    colours=("red", "blue", "white", "black"),
    commands=COMMANDS,
    events=EVENTS,
    options=Options,
    rules=partial(rules_of, "tests.tiny.rulebook"),
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
    invited=invited,
    asked_at=asked_at,
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
    bots=BOTS,
    levels=LEVELS,
    judge=JUDGE,
    readers=readers,
)
