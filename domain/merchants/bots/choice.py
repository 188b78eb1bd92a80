"""The answer of a bot: a command, and a note with the reasons for this command."""

from collections.abc import Mapping, Sequence
from typing import Final

from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.reasons import Candidate, Reasons, note_of
from kontor.domain.kernel.ruleset import Choice
from kontor.domain.merchants.rulebook.catalogue import COMMANDS, Command
from kontor.domain.merchants.state import Phase

REVISION: Final = 4  # increase this number with every change of a bot's choices; a test fails if you forget
UNIT: Final = "rounds"
PLAIN: Final[Mapping[Phase, str]] = {
    "setup_posts": "The bot chooses one of the start sites that bring almost as much as the best site.",
    "setup_neutral": "The bot chooses the site nearest to its own posts, so that its caravans can reach the site soon.",
    "setup_routes": "The bot builds towards the posts of its rivals.",
    "pre_roll": "The bot plays a card before the roll if a card helps. Otherwise it rolls the dice.",
    "discard": "The bot first discards cards that it does not need, then cards of the kind that it has most of.",
    "robber": "The bot moves the robber to the hex where its rivals lose most, above all the leaders.",
    "steal": "The bot robs the rival that is nearest to a win.",
    "choose_chain": "The bot chooses the chain that pays most to itself and least to its rivals.",
    "free_route": "The bot places the next route on its way to a post, if the rules allow a route there.",
    "place_chip": "The bot chooses the hex and the chip that bring most to itself and least to its rivals.",
    "action": "The bot trades if the trade brings its win nearer, unless the partner gains far more.",
}


def make_choice(command: Command | None, reasons: Reasons, nodes: Sequence[int] = ()) -> Choice:
    """Return a bot's choice: the command and a note with its reasons. `nodes`: the number of positions that the bot
    examined in each stage, if its time is limited.
    """
    return Choice(None if command is None else body_of(COMMANDS, command), note_of(reasons, REVISION, nodes))


def plain_reasons(phase: Phase, command: Command | None) -> Reasons:
    """Return the reasons for a command without numbers."""
    return compare_commands(PLAIN[phase], [] if command is None else [(command, None)])


def compare_commands(
    because: str, told: Sequence[tuple[Command, float | None]], wins: Sequence[Command] = ()
) -> Reasons:
    """Return the reasons for a choice. `because`: the reason as a text. `told`: the compared commands, best first, each
    with its value in rounds. `wins`: the commands that lead to a win in this turn.
    """
    found = [Candidate(body_of(COMMANDS, each), value, each in wins) for each, value in told]
    return Reasons(because, found, len(found), UNIT if any(value is not None for _, value in told) else None)
