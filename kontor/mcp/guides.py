"""Resources and prompts for language models: how to play on this server, the rules of each ruleset, and a prompt to
play a game."""

from collections.abc import Callable

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError

from kontor.client import Client, Problem

HOW_TO_PLAY = """`rulesets` lists what can be played. To get a seat, call `create_game`, or `find_games` and
`join_game`. Then repeat: call `look`. If `awaiting` names one of `my_seats`, call `what_may_i_do` and `do`; otherwise
call `wait`. `rules` returns the rule that a refusal names. `refusals` lists your refused commands. `try_commands` shows
what commands would lead to, and changes nothing. The game is over once its status is finished."""


class Guides:
    """The resources and prompts of a server. `client`: a function that returns the client for the calling account."""

    def __init__(self, client: Callable[[], Client]) -> None:
        self._find = client

    @property
    def _client(self) -> Client:
        return self._find()

    def add_to(self, server: MCPServer) -> None:
        server.resource("kontor://how-to-play", mime_type="text/markdown")(self.how_to_play)
        server.resource("kontor://rulesets/{ruleset}/rules", mime_type="text/markdown")(self.rules)
        server.resource("kontor://games/{game}/board", mime_type="text/plain")(self.board)
        for prompt in (self.play_a_game, self.explain_a_refusal):
            server.prompt()(prompt)

    def how_to_play(self) -> str:
        """Instructions: how to play with the tools of this server."""
        return HOW_TO_PLAY

    def rules(self, ruleset: str) -> str:
        """All rules of a ruleset, each with its id."""
        try:
            found = self._client.rules(ruleset)
        except Problem as problem:
            raise ResourceError(str(problem)) from None
        return "\n".join(f"- {each.id}: {each.text}" for each in found)

    def board(self, game: str) -> str:
        """The position of a game as a picture in text, as this account sees it."""
        try:
            return self._client.board_text(game)
        except Problem as problem:
            raise ResourceError(str(problem)) from None

    def play_a_game(self, ruleset: str = "hansa", opponents: str = "greedy, greedy") -> str:
        """Play a whole game against bots and explain each decision."""
        return (
            f"Create a game of {ruleset} with the seats me, {opponents}. Play your seat to the end, and play to win. "
            f"Before each command, say in one sentence why you choose it.\n\n{HOW_TO_PLAY}"
        )

    def explain_a_refusal(self, game: str) -> str:
        """Explain why the newest command of a game was refused."""
        return (
            f"Call `refusals` for the game {game}. Explain the newest refusal to a player who does not know the rules. "
            "Quote the rule with `rules`. Name a legal command that comes close to the refused one."
        )
