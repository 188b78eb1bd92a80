"""The tools of a language model: find, create and view games, list legal commands, play, wait, and read the rules.

Every tool makes one or two calls of the public API with `kontor.Client`. If the server refuses a call, the model gets
the server's message with all its errors.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import wraps
from itertools import islice
from typing import Any, Literal, ParamSpec, TypeVar

from mcp.server.mcpserver.exceptions import ToolError

from kontor.client import Client, Problem
from kontor.client.account_answers import Rule
from kontor.client.answers import Summary
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
    "unauthenticated": "The user must sign in again, or start `kontor mcp` with another key.",
}


def in_words(tool: Callable[P, T]) -> Callable[P, T]:
    """Wrap a tool so that its errors are sentences for the model, with what to do next."""

    @wraps(tool)
    def wrapper(*args: P.args, **named: P.kwargs) -> T:
        try:
            return tool(*args, **named)
        except Problem as problem:
            raise ToolError(f"{_words(problem)} {WHAT_TO_DO.get(problem.name, '')}".strip()) from None
        except KontorError as error:
            raise ToolError(str(error)) from None

    return wrapper


def _words(problem: Problem) -> str:
    """Return the message of a problem. If it has several errors, return all of them."""
    errors = problem.body.get("errors", ())
    if len(errors) < 2:
        return str(problem)
    listed = " ".join(f"{each['pointer']}: {each['message']}." for each in errors)
    return f"{problem.body.get('title')}: {len(errors)} errors. {listed}"


class Tools:
    """The tools of a server. Each method is a tool; its docstring is the description for the model. `client`: a
    function that returns the client for the calling account."""

    def __init__(self, client: Callable[[], Client]) -> None:
        self._find = client

    @property
    def _client(self) -> Client:
        return self._find()

    def all(self) -> list[Callable[..., Any]]:
        named = (self.rulesets, self.rules, self.find_games, self.create_game, self.join_game, self.look)
        playing = (self.what_may_i_do, self.try_commands, self.do, self.refusals, self.wait, self.score)
        return [in_words(tool) for tool in (*named, *playing)]

    def rulesets(self) -> list[dict[str, Any]]:
        """List the games that can be played here: seats, boards, bots and options of each ruleset."""
        wanted = ("name", "title", "seats", "boards", "bots", "options", "decisions", "commands")
        found = [self._client.ruleset(each.name) for each in self._client.rulesets()]
        return [{key: each[key] for key in wanted} for each in found]

    def rules(self, ruleset: str, about: str) -> list[dict[str, str]]:
        """Return rules as text. `about`: the id of a rule, as a refusal names it, or words that the rule contains."""
        every = self._client.rules(ruleset)
        exact = [each for each in every if each.id.lower() == about.strip().lower()]
        words = about.lower().split()
        found = exact or [each for each in every if all(word in _search_text(each) for word in words)]
        if not found:
            raise ToolError(f"No rule of {ruleset} mentions {about}: try fewer or other words.")
        return [{"id": each.id, "text": each.text} for each in found[:MOST]]

    def find_games(
        self, status: str | None = None, mine: bool = False, ruleset: str | None = None
    ) -> list[dict[str, Any]]:
        """List games, newest first. `status`: open (some seats are free), running, finished or aborted. `mine`: only
        games in which this account has a seat."""
        found = self._client.games(status=status, mine=mine or None, ruleset=ruleset)
        return [_short(each) for each in islice(found, MOST)]

    def create_game(
        self, ruleset: str, seats: list[str], board: str | None = None, options: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Create a game. `seats`, clockwise: `me`, `open` (any account may take it), or the name of a bot. `board`:
        left out, it is the usual one. `rulesets` lists boards and options. The game starts once all seats are
        taken."""
        return _short(self._client.create_game(ruleset, seats, board=board, options=options or {}))

    def join_game(self, game: str, seat: int, invitation: str | None = None) -> dict[str, Any]:
        """Take an open seat."""
        self._client.join(game, seat, invitation=invitation)
        return _short(self._client.game(game))

    def look(self, game: str, seat: int | None = None, form: Literal["compact", "full"] = "compact") -> dict[str, Any]:
        """Return the game as your seats (or one of them) see it, and whose turn it is. The compact form is the state
        without values that are empty, zero, false or null. The full form is the whole state and a picture in text."""
        told = {**_short(self._client.game(game)), "state": self._client.state(game, seat=seat).state}
        if form == "compact":
            return {**told, "state": _without_empty(told["state"])}
        return {**told, "picture": self._client.board_text(game, seat=seat)}

    def what_may_i_do(self, game: str, seat: int | None = None, commands: int = 24) -> dict[str, Any]:
        """List what your seat may do now. `commands` are complete: pass one to `do` unchanged. The argument `commands`
        limits their number. `options` describes all legal commands, with open fields to fill in. `seat` is required if
        several of your seats may act."""
        legal = self._client.legal_commands(game, seat=seat, expand=max(1, min(commands, MOST)))
        told = {"version": legal.version, "seat": legal.seat, "awaited": legal.seat in legal.awaiting}
        return {**told, "commands": list(legal.commands), "more": legal.truncated, "options": list(legal.options)}

    def try_commands(self, game: str, commands: list[dict[str, Any]], seat: int | None = None) -> dict[str, Any]:
        """Try commands of your seat. Return the events, the awaited seats and the points that would follow. The game
        does not change. Hidden values and dice are filled in at random."""
        seen = self._client.what_if(game, commands, seat=seat)
        points = {each.seat: each.total for each in seen.score.seats}
        told = {"events": list(seen.events), "awaiting": list(seen.awaiting), "points": points}
        return {**told, "certain": seen.determined}

    def refusals(self, game: str) -> list[dict[str, Any]]:
        """List your refused commands in a game, newest first, each with its reason."""
        found = self._client.refusals(game).items
        return [
            {"sent": each.sent, "why": each.problem.get("detail"), "rule": each.problem.get("rule")} for each in found
        ]

    def do(self, game: str, command: dict[str, Any], seat: int | None = None) -> dict[str, Any]:
        """Send a command: one that `what_may_i_do` lists, or one that you make from its options. Return the events that
        it caused."""
        outcome = self._client.play(game, command, seat=seat)
        first = outcome.events[0].version if outcome.events else outcome.version
        return self._since(game, first - 1)

    def wait(self, game: str, version: int, seconds: int = LONGEST) -> dict[str, Any]:
        """Wait at most 25 seconds until a game has events after `version`, the last version that you saw. Return these
        events."""
        within = max(0, min(seconds, LONGEST))
        next(self._client.events(game, after=version, limit=1, wait=within), None)
        return self._since(game, version)

    def score(self, game: str) -> dict[str, Any]:
        """Return the points of each seat, by category. `final` is true once the game is over."""
        found = self._client.score(game)
        return {"final": found.final, "seats": [asdict(each) for each in found.seats]}

    def _since(self, game: str, version: int) -> dict[str, Any]:
        told = islice(self._client.story(game, after=version, limit=MOST), MOST)
        return {**_short(self._client.game(game)), "happened": [each.sentence for each in told]}


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


def _without_empty(value: Any) -> Any:
    """Return JSON without fields that are empty, zero, false or null. Lists keep all their items."""
    if isinstance(value, Mapping):
        return {key: _without_empty(each) for key, each in value.items() if each not in (None, False, 0, "", [], {})}
    return [_without_empty(each) for each in value] if isinstance(value, list) else value


def _search_text(rule: Rule) -> str:
    return f"{rule.id} {rule.text}".lower()
