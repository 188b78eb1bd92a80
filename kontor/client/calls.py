"""The calls of the API (docs/contract.md). Each is described once for both clients (`kontor.client.shells`). This
module has the calls that do more than the OpenAPI document describes. `make client-types` generates all other calls."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

from kontor.client import answers as told
from kontor.client.account_operations import AccountOperations
from kontor.client.answers import Page
from kontor.client.audit_answers import WhatIf
from kontor.client.commands import body as body_of
from kontor.client.exchange import Id, Request, at, key_headers, without_none
from kontor.client.game_operations import GameOperations
from kontor.client.problems import Unreachable
from kontor.client.readers import an, as_json, as_line, as_notice, page_of
from kontor.client.seat_operations import SeatOperations
from kontor.client.service_operations import ServiceOperations
from kontor.client.shells import call, pages, steps, stream
from kontor.client.streams import Stream
from kontor.errors import KontorError

if TYPE_CHECKING:
    import httpx

    from kontor.client.served_legal import AnyLegal, AnyRules

T = TypeVar("T")

Key: TypeAlias = "str | Callable[[], str] | None"  # a function returns the key that is valid now
ACCEPT = {"Accept": "application/json, */*;q=0.5"}

Chair: TypeAlias = "str | Mapping[str, Any]"  # me, open, invited, the name of a bot, or the full JSON
KINDS = ("me", "open", "invited")
COMMANDS = "/v1/games/{}/commands"
BOARD = "/v1/rulesets/{}/boards/{}"


def require_address(url: str) -> str:
    """Return the address of the server. Raise Unreachable if the text is not an address, because no retry could
    help."""
    try:
        given = urlsplit(url)
    except ValueError as error:
        raise Unreachable(f"{url} is not the address of a server: {error}") from None
    if given.scheme not in ("http", "https") or not given.hostname:
        raise Unreachable(f"{url} is not the address of a server: it must begin with http:// or https://")
    return url


def auth_for(key: Key) -> "Callable[[httpx.Request], httpx.Request] | None":
    """Return a function that adds the key to a request. If the key is a function, it is called for each request."""
    if isinstance(key, str) and not (key.isascii() and key.isprintable()):
        raise KontorError("That is not a key: it contains characters that no key contains.")

    def add(request: "httpx.Request") -> "httpx.Request":
        request.headers["Authorization"] = f"Bearer {key() if callable(key) else key}"
        return request

    return add if key else None


def following(request: Request[Page[T]], page: Page[T]) -> Request[Page[T]] | None:
    """Return the request for the next page, or None after the last one."""
    return None if page.next is None else replace(request, path=page.next, query={})


class Calls(SeatOperations, GameOperations, AccountOperations, ServiceOperations):
    """All calls, as methods of both clients. The generated base classes have the calls that the OpenAPI document
    describes completely."""

    # ---------------------------------------------------------------- games

    @call
    def create_game(
        self, /, ruleset: str, seats: Sequence[Chair], *, board: str | None = None, key: str | None = None, **more: Any
    ) -> Request[told.Summary]:
        """Create a game. `seats`: a list with `me`, `open`, `invited`, the name of a bot, or JSON for each seat,
        clockwise. `board`: None means the usual board. `more`: `options`, `order`, `visibility`, `clock` and the other
        fields of `POST /v1/games`."""
        asked = {"ruleset": ruleset, **without_none(board=board), "seats": [_chair(each) for each in seats], **more}
        return Request("POST", "/v1/games", an(told.Summary), asked, headers=key_headers(key))

    @pages
    def games(
        self,
        *,
        status: str | None = None,
        ruleset: str | None = None,
        mine: bool | None = None,
        awaiting_me: bool = False,
        practice: bool | None = None,
    ) -> Request[Page[told.Summary]]:
        """List games, newest first."""
        asked = {"status": status, "ruleset": ruleset, "mine": mine, "practice": practice}
        return Request(
            "GET", "/v1/games", page_of(told.Summary), query={**asked, "awaiting": "me" if awaiting_me else None}
        )

    @call
    def rematch(self, game: Id) -> Request[told.Summary]:
        """Create the same game again. A second call returns the same new game."""
        return Request("POST", at("/v1/games/{}/rematch", game), an(told.Summary), {})

    # ---------------------------------------------------------------- playing

    @call
    def play(
        self,
        game: Id,
        command: object,
        /,
        *,
        seat: int | None = None,
        version: int | None = None,
        key: str | None = None,
        **fields: Any,
    ) -> Request[told.Outcome]:
        """Send a command: an object of its class, its JSON, or its name with its fields as keywords. `version`: send it
        only if the game is still at this version. Raise RuleProblem, which is a `kontor.RuleViolation`, if a rule
        refuses it. If a field has the same name as an argument, add an underscore: `seat_`."""
        body = _with_seat(body_of(command, fields), seat)
        return Request("POST", at(COMMANDS, game), an(told.Outcome), body, headers=key_headers(key, version))

    @call
    def play_all(
        self, game: Id, commands: Sequence[object], *, seat: int | None = None, key: str | None = None
    ) -> Request[told.Outcome]:
        """Send several commands atomically: the server accepts all of them or none."""
        body = _batch([body_of(command) for command in commands], seat)
        return Request("POST", at(COMMANDS, game), an(told.Outcome), body, headers=key_headers(key))

    @call
    def dry_run(self, game: Id, command: object, /, *, seat: int | None = None, **fields: Any) -> Request[told.DryRun]:
        """Return the events that a command would cause, up to the first event that depends on dice or on hidden
        information. The game does not change. Pass the command as for `play`."""
        body = _with_seat({**body_of(command, fields), "dry_run": True}, seat)
        return Request("POST", at(COMMANDS, game), an(told.DryRun), body)

    @call
    def what_if(
        self,
        game: Id,
        commands: Sequence[object] = (),
        *,
        seat: int | None = None,
        version: int | None = None,
        luck: int | None = None,
    ) -> Request[WhatIf]:
        """Try commands from a position, and return the events, the state and the score after them. The server does not
        store the commands. `seat`: the seat that sends the commands that name no seat. `version`: start from this
        earlier position. `luck`: another number gives other hidden values and dice."""
        tried = [{**({} if seat is None else {"seat": seat}), **body_of(command)} for command in commands]
        body = without_none(commands=tried, version=version, luck=luck)
        return Request("POST", at("/v1/games/{}/what-if", game), an(WhatIf), body)

    @steps
    def legal(
        self, game: Id, seat: int | None = None, *, ruleset: "AnyRules | None" = None
    ) -> Generator[Request[Any], Any, "AnyLegal"]:
        """Return the legal commands of a seat, as `game.legal()` of the engine does. The default seat is
        the first awaited seat of the caller. The result is empty if the seat cannot act now. `ruleset`: pass the rules
        of a ruleset that does not come with Kontor. `legal_commands` returns the answer of the server as JSON."""
        from kontor.client.served_legal import empty, legal_at, rules_of  # a client need not load the rules

        summary = yield Request("GET", at("/v1/games/{}", game), an(told.Summary))
        rules = rules_of(summary, ruleset)
        awaited = next((each for each in summary.awaiting if each in summary.my_seats), None)
        if summary.status != "running" or (seat or awaited) is None:
            return empty(rules, seat or 0)
        query = {"seat": seat or awaited}
        listed = yield Request("GET", at("/v1/games/{}/legal-commands", game), an(told.Legal), query=query)
        query = {"as": f"seat:{listed.seat}", "version": listed.version}  # the same version as the commands
        seen = yield Request("GET", at("/v1/games/{}/state", game), an(told.StateAnswer), query=query)
        board = yield Request("GET", at(BOARD, summary.ruleset, summary.board), as_json)
        return legal_at(rules, summary, board, listed, seen)

    @call
    def state(self, game: Id, *, seat: int | None = None, version: int | None = None) -> Request[told.StateAnswer]:
        """Return the state of the game as the caller sees it. With `seat`, return the view of that seat alone. Seat 0
        means a spectator."""
        eyes = None if seat is None else f"seat:{seat}" if seat else "spectator"
        query = {"version": version, "as": eyes}
        return Request("GET", at("/v1/games/{}/state", game), an(told.StateAnswer), query=query)

    # ---------------------------------------------------------------- the log

    @pages
    def events(
        self, game: Id, *, after: int | str = 0, limit: int | None = None, wait: int | None = None
    ) -> Request[Page[told.Line]]:
        """Read the existing events of the log as the caller may see them. `after`: a version, or the `position` of a
        line. `limit`: the number of events per request. `wait`: the seconds to wait for a new event. Raise a Problem
        `log-replaced` if the server was restored and no longer has the event at `after`."""
        query = {"after": after, "limit": limit, "wait": wait}
        return Request("GET", at("/v1/games/{}/events", game), page_of(told.Line), query=query)

    @stream
    def watch(self, game: Id, *, after: int | str = 0) -> Stream[told.Line]:
        """Stream the log until the game has ended. After a broken connection the stream continues without a gap.
        `after`: a version, or the `position` of a line. If the server was restored and no longer has the events that
        were read, the stream begins again at version 1."""
        return Stream(f"{at('/v1/games/{}/stream', game)}?after={after}", as_line)

    @stream
    def notices(self, *, last_id: str = "") -> Stream[told.Notice]:
        """Stream the pending decisions of the caller's seats, then all further notices. `last_id`: start after the
        notice with this id."""
        return Stream("/v1/me/stream", as_notice, last_id)

    # ---------------------------------------------------------------- anything else

    @call
    def rule(self, ruleset: str, rule: str) -> Request[str]:
        """Return the text of a rule."""
        path = at("/v1/rulesets/{}/rules/{}", ruleset, rule)
        return Request("GET", path, lambda response: str(response.json()["text"]))

    @call
    def ask(self, /, method: str, path: str, body: Any = None, **query: Any) -> Request[Any]:
        """Send a request with this method and path, and return the JSON of the answer. Use it for calls of a newer
        server that this client does not know. Only GET is retried automatically."""
        return Request(method, path, as_json, body, query, once=method != "GET")


# ---------------------------------------------------------------- requests


def _chair(chair: Chair) -> Mapping[str, Any]:
    if isinstance(chair, str):
        return {"kind": chair} if chair in KINDS else {"kind": "bot", "bot": chair}
    return chair


def _with_seat(body: Mapping[str, Any], seat: int | None) -> Mapping[str, Any]:
    """Add the acting seat to the command. If the command has its own field `seat`, return a batch with only this
    command instead. The batch has the acting seat."""
    if seat is None:
        return body
    return _batch([body], seat) if "seat" in body else {**body, "seat": seat}


def _batch(bodies: Sequence[Mapping[str, Any]], seat: int | None) -> Mapping[str, Any]:
    return {"commands": bodies, **({} if seat is None else {"seat": seat})}
