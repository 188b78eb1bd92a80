"""The calls of the API (docs/contract.md), each described once for both clients (`kontor.client.shells`). Use `ask`
for a call that has no method here."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar
from urllib.parse import urlsplit
from uuid import UUID

from kontor.client import answers as told
from kontor.client.answers import Page
from kontor.client.commands import body as body_of
from kontor.client.exchange import Request, keyed
from kontor.client.problems import Unreachable
from kontor.client.readers import an, as_bytes, as_json, as_line, as_notice, page_of
from kontor.client.shells import call, pages, stream
from kontor.client.streams import Stream
from kontor.errors import KontorError

T = TypeVar("T")

GameId: TypeAlias = "str | UUID | told.Summary"
Chair: TypeAlias = "str | Mapping[str, Any]"  # me, open, invited, the name of a bot, or the full JSON
KINDS = ("me", "open", "invited")


def require_address(url: str) -> str:
    """Return the address. Raise Unreachable if it is not one: no retry could reach it."""
    try:
        given = urlsplit(url)
    except ValueError as error:
        raise Unreachable(f"{url} is not the address of a server: {error}") from None
    if given.scheme not in ("http", "https") or not given.hostname:
        raise Unreachable(f"{url} is not the address of a server: it must begin with http:// or https://")
    return url


def headers_for(key: str | None) -> dict[str, str]:
    if key and not (key.isascii() and key.isprintable()):
        raise KontorError("That is not a key: it contains characters that no key contains.")
    return {"Accept": "application/json, */*;q=0.5", **({"Authorization": f"Bearer {key}"} if key else {})}


def following(request: Request[Page[T]], page: Page[T]) -> Request[Page[T]] | None:
    """Return the request for the next page, or None after the last one."""
    return None if page.next is None else replace(request, path=page.next, query={})


class Calls:
    """Every call, as methods of both clients."""

    # ---------------------------------------------------------------- accounts

    @call
    def open_account(self, name: str, *, bot: bool = False) -> Request[told.OpenedAccount]:
        """Open an account. Its key is returned only this once. `bot`: a program decides for it, and games show that."""
        body = {"name": name, **({"bot": True} if bot else {})}
        return Request("POST", "/v1/accounts", an(told.OpenedAccount), body, once=True)

    @call
    def me(self) -> Request[told.Me]:
        """Return the account of the key."""
        return Request("GET", "/v1/me", an(told.Me))

    # ---------------------------------------------------------------- games

    @call
    def create_game(
        self, /, ruleset: str, seats: Sequence[Chair], *, board: str | None = None, key: str | None = None, **more: Any
    ) -> Request[told.Summary]:
        """Create a game. `seats`: `me`, `open`, `invited` or the name of a bot, clockwise; or JSON. `board`: None is
        the usual one. `more`: `options`, `order`, `visibility`, `clock` and the other fields of `POST /v1/games`."""
        chairs, named = [_chair(each) for each in seats], {} if board is None else {"board": board}
        asked = {"ruleset": ruleset, **named, "seats": chairs, **more}
        return Request("POST", "/v1/games", an(told.Summary), asked, headers=keyed(key))

    @call
    def game(self, game: GameId) -> Request[told.Summary]:
        """Return the summary of a game."""
        return Request("GET", _at(game), an(told.Summary))

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
    def join(
        self,
        game: GameId,
        seat: int,
        *,
        nonce: str | None = None,
        colour: str | None = None,
        invitation: str | None = None,
        key: str | None = None,
    ) -> Request[told.Outcome]:
        """Take a seat."""
        return _of_seat(game, seat, "join", {"nonce": nonce, "colour": colour, "invitation": invitation}, key)

    @call
    def leave(self, game: GameId, seat: int, *, key: str | None = None) -> Request[told.Outcome]:
        """Leave a seat before the start."""
        return _of_seat(game, seat, "leave", {}, key)

    @call
    def resign(
        self, game: GameId, seat: int, *, bot: str | None = None, key: str | None = None
    ) -> Request[told.Outcome]:
        """Hand a seat to a bot."""
        return _of_seat(game, seat, "resign", {"bot": bot}, key)

    @call
    def return_to(self, game: GameId, seat: int, *, key: str | None = None) -> Request[told.Outcome]:
        """Take a seat back from its bot."""
        return _of_seat(game, seat, "return", {}, key)

    @call
    def seat_token(self, game: GameId, seat: int) -> Request[told.Token]:
        """Return a token that can play this seat and do nothing else."""
        return Request("POST", f"{_at(game)}/seats/{seat}/token", an(told.Token), {}, once=True)

    @call
    def rematch(self, game: GameId) -> Request[told.Summary]:
        """Create the same game again. A second call returns the same new game."""
        return Request("POST", f"{_at(game)}/rematch", an(told.Summary), {})

    # ---------------------------------------------------------------- playing

    @call
    def play(
        self,
        game: GameId,
        command: object,
        *,
        seat: int | None = None,
        version: int | None = None,
        key: str | None = None,
    ) -> Request[told.Outcome]:
        """Send a command: an object of its class, or its JSON. `version`: send it only if the game is still at this
        version. Raise RuleProblem, which is a `kontor.RuleViolation`, if a rule refuses it."""
        headers = keyed(key) if version is None else {**keyed(key), "If-Match": f'"{version}"'}
        return Request("POST", f"{_at(game)}/commands", an(told.Outcome), _body_of(command, seat), headers=headers)

    @call
    def play_all(
        self, game: GameId, commands: Sequence[object], *, seat: int | None = None, key: str | None = None
    ) -> Request[told.Outcome]:
        """Send several commands atomically: the server accepts all of them or none."""
        body = _batch([body_of(command) for command in commands], seat)
        return Request("POST", f"{_at(game)}/commands", an(told.Outcome), body, headers=keyed(key))

    @call
    def dry_run(self, game: GameId, command: object, *, seat: int | None = None) -> Request[told.DryRun]:
        """Return what a command would do, up to the first unknown result. Nothing happens."""
        body = _body_of({**body_of(command), "dry_run": True}, seat)
        return Request("POST", f"{_at(game)}/commands", an(told.DryRun), body)

    @call
    def legal(
        self,
        game: GameId,
        seat: int | None = None,
        *,
        expand: int | None = None,
        sample: int | None = None,
        seed: int | None = None,
    ) -> Request[told.Legal]:
        """Return what a seat may do: options; with `expand` also complete commands, with `sample` commands drawn at
        random."""
        query = {"seat": seat, "expand": expand, "sample": sample, "seed": seed}
        return Request("GET", f"{_at(game)}/legal-commands", an(told.Legal), query=query)

    @call
    def state(self, game: GameId, *, seat: int | None = None, version: int | None = None) -> Request[told.StateAnswer]:
        """Return the game as the caller sees it. `seat`: as that seat alone sees it; 0: as a spectator sees it."""
        eyes = None if seat is None else f"seat:{seat}" if seat else "spectator"
        return Request("GET", f"{_at(game)}/state", an(told.StateAnswer), query={"version": version, "as": eyes})

    @call
    def score(self, game: GameId) -> Request[told.Score]:
        return Request("GET", f"{_at(game)}/score", an(told.Score))

    # ---------------------------------------------------------------- the log

    @pages
    def events(self, game: GameId, *, after: int | str = 0, limit: int | None = None) -> Request[Page[told.Line]]:
        """Read the log as the caller may see it, up to now. `after`: a version, or the `position` of a line. `limit`:
        events per request. Raises a Problem `log-replaced` if a restored server no longer has that event."""
        return Request("GET", f"{_at(game)}/events", page_of(told.Line), query={"after": after, "limit": limit})

    @stream
    def watch(self, game: GameId, *, after: int | str = 0) -> Stream[told.Line]:
        """Stream the log until the game has ended. After a broken connection the stream continues without a gap.
        `after`: a version, or the `position` of a line. If the server was restored and no longer has the events that
        were read, the stream begins again at version 1."""
        return Stream(f"{_at(game)}/stream?after={after}", as_line)

    @stream
    def notices(self, *, last_id: str = "") -> Stream[told.Notice]:
        """Stream what waits for the caller's seats, then all further notices. `last_id`: start after that notice."""
        return Stream("/v1/me/stream", as_notice, last_id)

    @call
    def bundle(self, game: GameId) -> Request[bytes]:
        """Return the audit bundle. `kontor audit verify` checks it; `kontor.load` reads it once the game has ended."""
        return Request("GET", f"{_at(game)}/audit", as_bytes, headers={"Accept": "application/x-ndjson"})

    # ---------------------------------------------------------------- rulesets

    @call
    def ruleset(self, name: str) -> Request[told.Body]:
        """Return a ruleset: seats, boards, bots and options."""
        return Request("GET", f"/v1/rulesets/{name}", as_json)

    @call
    def board(self, ruleset: str, board: str) -> Request[told.Body]:
        """Return a board, by its name or hash."""
        return Request("GET", f"/v1/rulesets/{ruleset}/boards/{board}", as_json)

    @call
    def rule(self, ruleset: str, rule: str) -> Request[str]:
        """Return the text of a rule."""
        return Request("GET", f"/v1/rulesets/{ruleset}/rules/{rule}", lambda response: str(response.json()["text"]))

    # ---------------------------------------------------------------- webhooks

    @call
    def add_webhook(
        self, url: str, *, types: Sequence[str] | None = None, game: str | None = None, format: str = "cloudevents"
    ) -> Request[told.Webhook]:
        """Register an address for webhooks. Its `secret` is returned only this once."""
        asked = {"url": url, "types": types, "game": game, "format": format}
        body = {name: value for name, value in asked.items() if value is not None}
        return Request("POST", "/v1/webhooks", an(told.Webhook), body, once=True)

    @call
    def remove_webhook(self, webhook: str) -> Request[None]:
        return Request("DELETE", f"/v1/webhooks/{webhook}", lambda response: None)

    # ---------------------------------------------------------------- anything else

    @call
    def ask(self, /, method: str, path: str, body: Any = None, **query: Any) -> Request[Any]:
        """Send any other call of the API and return its JSON. Only GET is retried automatically."""
        return Request(method, path, as_json, body, query, once=method != "GET")


# ---------------------------------------------------------------- requests


def _at(game: GameId) -> str:
    return f"/v1/games/{game.id if isinstance(game, told.Summary) else game}"


def _chair(chair: Chair) -> Mapping[str, Any]:
    if isinstance(chair, str):
        return {"kind": chair} if chair in KINDS else {"kind": "bot", "bot": chair}
    return chair


def _of_seat(game: GameId, seat: int, what: str, asked: Mapping[str, Any], key: str | None) -> Request[told.Outcome]:
    body = {name: value for name, value in asked.items() if value is not None}
    return Request("POST", f"{_at(game)}/seats/{seat}/{what}", an(told.Outcome), body, headers=keyed(key))


def _body_of(command: object, seat: int | None) -> Mapping[str, Any]:
    """Return the command with its seat. If the command has a field `seat`, put the seat next to the command."""
    body = body_of(command)
    if seat is None:
        return body
    return _batch([body], seat) if "seat" in body else {**body, "seat": seat}


def _batch(bodies: Sequence[Mapping[str, Any]], seat: int | None) -> Mapping[str, Any]:
    return {"commands": bodies, **({} if seat is None else {"seat": seat})}
