"""What a bot answers: the best command it found, and a note on what else it considered."""

from collections.abc import Sequence

from kontor.domain.hansa.bots.search import Found
from kontor.domain.hansa.rulebook.catalogue import COMMANDS, Command
from kontor.domain.hansa.rulebook.scoring import score
from kontor.domain.hansa.state import State
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.reasons import TOLD, Candidate, Reasons, note_of
from kontor.domain.kernel.ruleset import Choice

UNIT = "points"
REVISION = 2  # raised with every change of what a bot chooses; a test tells when


def best_of(ranked: Sequence[Found], seat: int, because: str, nodes: Sequence[int] = ()) -> Choice:
    """The first command of the best way, with a note on the others. `nodes`: positions looked at, where time counts."""
    told = [
        Candidate(body_of(COMMANDS, found.first), found.value, has_won(found.after, seat)) for found in _firsts(ranked)
    ]
    return Choice(told[0].command, note_of(Reasons(because, told, len(ranked), UNIT), REVISION, nodes))


def has_won(state: State, seat: int) -> bool:
    """Whether the game is over, and nobody is before the seat."""
    if state.phase != "finished":
        return False
    return any((each.seat, each.rank) == (seat, 1) for each in score(state).seats)


def _firsts(ranked: Sequence[Found]) -> list[Found]:
    """Several ways may begin with the same command: the best one speaks for it."""
    best: dict[Command, Found] = {}
    for found in ranked:
        best.setdefault(found.first, found)
        if len(best) == TOLD:
            break
    return list(best.values())
