"""A bot's answer: a command, and a note with its reasons."""

from collections.abc import Mapping, Sequence
from typing import Final

from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.reasons import Candidate, Reasons, note_of
from kontor.domain.kernel.ruleset import Choice
from kontor.domain.merchants.rulebook.catalogue import COMMANDS, Command
from kontor.domain.merchants.state import Phase

REVISION: Final = 4  # raise it with every change of a bot's choices; a test fails if you forget
UNIT: Final = "rounds"
PLAIN: Final[Mapping[Phase, str]] = {
    "setup_posts": "One of the start sites that bring almost as much as the best.",
    "setup_neutral": "Where a caravan of its own gets to soonest.",
    "setup_routes": "Towards the posts of its rivals.",
    "pre_roll": "A card before the roll if one helps, else the dice.",
    "discard": "What it does not need first, then what it has most of.",
    "robber": "Where it takes most from its rivals, above all from the leaders.",
    "steal": "From the rival that is nearest to a win.",
    "choose_chain": "The chain that pays itself most and its rivals least.",
    "free_route": "The next route on its way to a post, if it may go there.",
    "place_chip": "The hex and the chip that bring it most and its rivals least.",
    "action": "A trade is made if it brings the end nearer, and not that of the other far more.",
}


def chosen(command: Command | None, reasons: Reasons, nodes: Sequence[int] = ()) -> Choice:
    """Return the choice. `nodes`: the positions examined in each stage, if time matters."""
    return Choice(None if command is None else body_of(COMMANDS, command), note_of(reasons, REVISION, nodes))


def plain_reasons(phase: Phase, command: Command | None) -> Reasons:
    """Return reasons without numbers."""
    return compared(PLAIN[phase], [] if command is None else [(command, None)])


def compared(because: str, told: Sequence[tuple[Command, float | None]], wins: Sequence[Command] = ()) -> Reasons:
    """Return reasons: commands with their values in rounds, best first. `wins`: those that begin a winning way."""
    found = [Candidate(body_of(COMMANDS, each), value, each in wins) for each, value in told]
    return Reasons(because, found, len(found), UNIT if any(value is not None for _, value in told) else None)
