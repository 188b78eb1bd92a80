"""A decision: what is told first, the rules that are asked later see (rules page, section 30.2)."""

from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.place import PiecePlaced
from kontor.domain.hansa.rulebook.rules import write
from kontor.domain.hansa.rulebook.turn import ActionSpent
from tests.domain.hansa.factories import RED, TRADER, position, share

POST = "Hamburg~Stade/1"


def test_an_event_is_seen_at_once_and_the_state_it_began_with_stays() -> None:
    before = position("hansa-45", shares=[share(RED, (2, 0))]).state
    decision = Decision(before, write)
    decision.tell(ActionSpent(RED, 1, 2))
    assert (decision.state.used, before.used) == (1, 0)
    decision.tell(PiecePlaced(RED, TRADER, POST))
    assert decision.state.supply[RED] == (1, 0)
    assert before.supply[RED] == (2, 0)
    assert decision.events == [ActionSpent(RED, 1, 2), PiecePlaced(RED, TRADER, POST)]
    assert decision.state.version == before.version + 2
