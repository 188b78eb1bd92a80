"""What follows of itself once a command is done (section 30.2): full neutral routes first, then the end of the game."""

from kontor.domain.hansa.rulebook import ending, neutral
from kontor.domain.hansa.rulebook.decision import Story


def settle(story: Story) -> None:
    """Asked after every command: in the neutral variant any of them may end the game (HT-END-8)."""
    state = story.state
    if state.phase not in ("actions", "turn_start", "await_neutral_route"):
        return  # somebody has yet to decide before the action is finished (HT-TURN-4)
    if state.options.two_player_variant == "neutral":
        neutral.report_full_routes(story)
        if state.filled:
            return
    if state.triggers:
        ending.end_if_triggered(story)
