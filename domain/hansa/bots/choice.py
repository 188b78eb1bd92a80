"""A bot's answer: the best command found, and a note on the other candidates."""

from collections.abc import Sequence

from kontor.domain.hansa.bots.search import Found
from kontor.domain.hansa.rulebook.catalogue import COMMANDS, Command
from kontor.domain.hansa.rulebook.scoring import score
from kontor.domain.hansa.state import State
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.reasons import TOLD, Candidate, Reasons, note_of
from kontor.domain.kernel.ruleset import Choice

UNIT = "points"
REVISION = 2  # raise it with every change of a bot's choices; a test fails if you forget


def best_of(ranked: Sequence[Found], seat: int, because: str, nodes: Sequence[int] = ()) -> Choice:
    """Return the first command of the best sequence of commands that was found, with a note on the other candidates.
    `nodes`: the number of positions that the bot examined, if its choice depends on the time."""
    told = [
        Candidate(body_of(COMMANDS, found.first), found.value, has_won(found.after, seat)) for found in _firsts(ranked)
    ]
    return Choice(told[0].command, note_of(Reasons(because, told, len(ranked), UNIT), REVISION, nodes))


def has_won(state: State, seat: int) -> bool:
    """Return whether the game is over and the seat has won."""
    if state.phase != "finished":
        return False
    return any((each.seat, each.rank) == (seat, 1) for each in score(state).seats)


def _firsts(ranked: Sequence[Found]) -> list[Found]:
    """Return the best sequence of commands for each first command. Several sequences may begin with the same
    command."""
    best: dict[Command, Found] = {}
    for found in ranked:
        best.setdefault(found.first, found)
        if len(best) == TOLD:
            break
    return list(best.values())
