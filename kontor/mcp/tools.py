"""The tools of a language model: find, create and view games, list legal commands, play, wait, and read the rules.

Every tool makes one or two calls of the public API with `kontor.Client`. A refusal is passed on in the server's words.
"""

from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from itertools import islice
from typing import Any, ParamSpec, TypeVar

from mcp.server.mcpserver.exceptions import ToolError

from kontor.client import Client, Problem
from kontor.client.answers import Summary
from kontor.client.exchange import Request
from kontor.errors import KontorError

P = ParamSpec("P")
T = TypeVar("T")

MOST = 50  # the most games, rules or commands per answer
LONGEST = 25  # the longest wait of a server, in seconds


# What the model can do about a problem, by its name. It follows the server's own text.
WHAT_TO_DO = {
    "not-found": "`find_games` lists games, `rulesets` lists what can be played.",
    "not-your-decision": "Call `wait` until something happens, then `look`.",
    "rule-violation": "`what_may_i_do` lists what is legal, `rules` returns the text of the rule.",
    "unreadable": "`what_may_i_do` lists complete commands, `rulesets` lists the names of boards and bots.",
    "seat-taken": "`look` returns which seats are open.",
    "unauthenticated": "The user who starts this server must set KONTOR_KEY, or run kontor login.",
}


def in_words(tool: Callable[P, T]) -> Callable[P, T]:
    """Wrap a tool so that its errors are sentences for the model, with what to do next."""

    @wraps(tool)
    def wrapper(*args: P.args, **named: P.kwargs) -> T:
        try:
            return tool(*args, **named)
        except Problem as problem:
            raise ToolError(f"{problem} {WHAT_TO_DO.get(problem.name, '')}".strip()) from None
        except KontorError as error:
            raise ToolError(str(error)) from None

    return wrapper


class Tools:
    """The tools of one account at one server. Each method is a tool; its docstring is the description for the model."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def all(self) -> list[Callable[..., Any]]:
        named = (self.rulesets, self.rules, self.find_games, self.create_game, self.join_game, self.look)
        return [in_words(tool) for tool in (*named, self.what_may_i_do, self.do, self.wait, self.score)]

    def rulesets(self) -> list[dict[str, Any]]:
        """List the games that can be played here: seats, boards, bots and options of each ruleset."""
        wanted = ("name", "title", "seats", "boards", "bots", "options", "decisions", "commands")
        names = [each["name"] for each in self._client.ask("GET", "/v1/rulesets")["items"]]
        found = [self._client.ruleset(name) for name in names]
        return [{key: each[key] for key in wanted} for each in found]

    def rules(self, ruleset: str, about: str) -> list[dict[str, str]]:
        """Return rules as text. `about`: the id of a rule, as a refusal names it, or words that the rule contains."""
        every = self._client.ask("GET", f"/v1/rulesets/{ruleset}/rules")["items"]
        exact = [each for each in every if each["id"].lower() == about.strip().lower()]
        words = about.lower().split()
        found = exact or [each for each in every if all(word in _search_text(each) for word in words)]
        if not found:
            raise ToolError(f"No rule of {ruleset} mentions {about}: try fewer or other words.")
        return [{"id": each["id"], "text": each["text"]} for each in found[:MOST]]

    def find_games(
        self, status: str | None = None, mine: bool = False, ruleset: str | None = None
    ) -> list[dict[str, Any]]:
        """List games, newest first. `status`: open (some seats are free), running, finished or aborted. `mine`: only
        games in which this account has a seat."""
        found = self._client.games(status=status, mine=mine or None, ruleset=ruleset)
        return [_short(each) for each in islice(found, MOST)]

    def create_game(
        self, ruleset: str, board: str, seats: list[str], options: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Create a game. `seats`, clockwise: `me`, `open` (any account may take it), or the name of a bot. `rulesets`
        lists boards and options. The game starts once all seats are taken."""
        return _short(self._client.create_game(ruleset, seats, board=board, options=options or {}))

    def join_game(self, game: str, seat: int, invitation: str | None = None) -> dict[str, Any]:
        """Take an open seat."""
        self._client.join(game, seat, invitation=invitation)
        return _short(self._client.game(game))

    def look(self, game: str, seat: int | None = None) -> dict[str, Any]:
        """Return the game as your seats (or one of them) see it: a picture in text, the state, and whose turn it is."""
        eyes = {} if seat is None else {"as": f"seat:{seat}"}
        drawn = Request("GET", f"/v1/games/{game}/board.txt", lambda answer: answer.text, query=eyes)
        shown = self._client.state(game, seat=seat)
        return {**_short(self._client.game(game)), "picture": self._client.send(drawn), "state": shown.state}

    def what_may_i_do(self, game: str, seat: int | None = None, commands: int = 24) -> dict[str, Any]:
        """List what your seat may do now. `commands` are complete: pass one to `do` unchanged. The argument `commands`
        limits their number. `options` describes all legal commands, with open fields to fill in. `seat` is required if
        several of your seats may act."""
        legal = self._client.legal_commands(game, seat=seat, expand=max(1, min(commands, MOST)))
        told = {"version": legal.version, "seat": legal.seat, "awaited": legal.seat in legal.awaiting}
        return {**told, "commands": list(legal.commands), "more": legal.truncated, "options": list(legal.options)}

    def do(self, game: str, command: dict[str, Any], seat: int | None = None) -> dict[str, Any]:
        """Send a command: one that `what_may_i_do` lists, or one made from its options. Return what happened."""
        outcome = self._client.play(game, command, seat=seat)
        first = outcome.events[0].version if outcome.events else outcome.version
        return self._since(game, first - 1)

    def wait(self, game: str, version: int, seconds: int = LONGEST) -> dict[str, Any]:
        """Wait at most 25 seconds until something happens in a game after `version` (the last one you saw). Return
        what happened."""
        within = max(0, min(seconds, LONGEST))
        self._client.ask("GET", f"/v1/games/{game}/events", after=version, limit=1, wait=within)
        return self._since(game, version)

    def score(self, game: str) -> dict[str, Any]:
        """Return the points of each seat, by category. `final` is true once the game is over."""
        found: dict[str, Any] = self._client.ask("GET", f"/v1/games/{game}/score")
        return {"final": found["final"], "seats": found["seats"]}

    def _since(self, game: str, version: int) -> dict[str, Any]:
        told = self._client.ask("GET", f"/v1/games/{game}/story", after=version, limit=MOST)["items"]
        return {**_short(self._client.game(game)), "happened": [each["sentence"] for each in told]}


def _short(game: Summary) -> dict[str, Any]:
    """Return the important fields of a summary."""
    seats = [{"seat": each.seat, "colour": each.colour, "bot": each.bot, "name": each.name} for each in game.seats]
    decisions = [{"seat": each.seat, "kind": each.kind} for each in game.decisions]
    return {
        "game": game.id,
        "ruleset": game.ruleset,
        "board": game.board_name,
        "status": game.status,
        "version": game.version,
        "seats": seats,
        "my_seats": list(game.my_seats),
        "awaiting": decisions,
        "result": [asdict(each) for each in game.result],
    }


def _search_text(rule: dict[str, str]) -> str:
    return f"{rule['id']} {rule['text']}".lower()
