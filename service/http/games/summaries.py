"""The list of games, and the summary of each game. A summary marks the seats of the caller."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import Any, cast
from uuid import UUID

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.boards import board_hash
from kontor.service.clock import stamp
from kontor.service.engine import projection
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.game_settings import chosen_settings
from kontor.service.http.auth import Call, LogCall, needs, needs_log
from kontor.service.http.callers import NO_KEY, note_read, unauthenticated_problem
from kontor.service.http.games.queries import ListQuery
from kontor.service.http.games.responses import GameListSchema, SummarySchema
from kontor.service.http.json_bodies import as_json, json_text
from kontor.service.http.paging import link_to, next_page, read_cursor
from kontor.service.http.problems import no_game
from kontor.service.http.smorest import Blueprint
from kontor.service.registry import AnyRuleset, Registry
from kontor.service.store.accounts import Shown
from kontor.service.store.games import GameRow, Wanted
from kontor.service.visibility import participants_of

NOBODY: Mapping[str, Shown] = {}
PARTS = {  # the parts of a game and the last part of their addresses
    "state": "state",
    "legal": "legal-commands",
    "events": "events",
    "stream": "stream",
    "score": "score",
    "audit": "audit",
}

blp = Blueprint("summaries", "/v1/games", "games")


@blp.route("")
class GameList(MethodView):
    @needs("game:read", key_optional=True)
    @blp.arguments(ListQuery(), location="query")
    @blp.operation("listGames", 200, GameListSchema)
    def get(self, call: Call, query: Mapping[str, Any]) -> Response:
        """Find games, newest first

        Without a key you get public games. `mine` and `awaiting=me` need a key.
        """
        context, caller, secret = call.context, call.caller, call.context.signer.cursor_secret
        if (query["mine"] or "awaiting" in query) and caller.account is None:
            raise unauthenticated_problem(NO_KEY)
        wanted = Wanted(
            reader=None if caller.is_token else caller.account,
            sees_all=caller.sees_all,
            mine=query["mine"],
            awaiting="awaiting" in query,
            status=query.get("status"),
            # A list must not contain games whose ruleset is not installed: their summaries are 404.
            rulesets=[name for name in context.registry if name == query.get("ruleset", name)],
            practice=query.get("practice"),
            before=read_cursor(query["cursor"], secret) if "cursor" in query else None,
            limit=query["limit"] + 1,
        )
        if caller.sees_all:
            note_read(context, caller)
        rows = context.store.games.page(wanted)
        shown = rows[: query["limit"]]
        following = next_page(shown[-1].id, secret) if len(rows) > len(shown) else None
        mine = context.store.accounts.participants(wanted.reader, [row.id for row in shown])
        named = context.store.accounts.shown([name for row in shown for name in participants_in(row)])
        items = [of_row(context.registry, row, mine, named, wanted.reader) for row in shown]
        return as_json({"items": items, "next": following}, headers=link_to(following))


@blp.route("/<uuid:game_id>")
class Summary(MethodView):
    @needs_log("game:read", key_optional=True)
    @blp.operation("getGame", 200, SummarySchema, also=(304,))
    def get(self, call: LogCall) -> Response:
        """Get the summary of a game: status, seats, pending decisions and result"""
        at, who = call.at, call.caller.participants
        account = None if call.caller.is_token else call.caller.account
        if isinstance(at, GameDamaged):
            row = call.context.store.games.row(call.game_id)
            if row is None:
                raise no_game()
            named = call.context.store.accounts.shown(participants_in(row))
            damaged = of_row(call.context.registry, row, who, named, account)
            return as_json(damaged, headers={"ETag": f'"{row.head.version}"'})
        headers = {"ETag": f'"{at.game.version}"'}
        if request.if_none_match.contains(str(at.game.version)):
            return Response(status=304, headers=headers)
        mine = participants_of(call.caller, at)
        named = call.context.store.accounts.shown([each.participant for each in at.game.places if each.participant])
        creator = account if account == at.creator else None  # the summary depends on the account only for the creator
        seen = ("summary", mine, frozenset(named.items()), creator)
        return json_text(
            call.context.answer_cache.cached_json(at, seen, lambda: of_game(at, mine, named, creator)), headers=headers
        )


def of_row(
    registry: Registry,
    row: GameRow,
    participants: frozenset[str],
    named: Mapping[str, Shown] = NOBODY,
    account: UUID | None = None,
) -> dict[str, Any]:
    """Return the summary of a game from its stored row. `named`: the accounts whose names may be shown. `account`: the
    account of the caller."""
    rules = registry.get(row.ruleset)
    return _summary(row, {} if rules is None else board_names(rules), participants, named, account)


def of_game(
    at: GameAt, participants: frozenset[str], named: Mapping[str, Shown] = NOBODY, account: UUID | None = None
) -> dict[str, Any]:
    """Return the summary of a loaded game."""
    return _summary(projection.row(at), board_names(at.rules), participants, named, account)


def _summary(
    row: GameRow,
    boards: Mapping[str, str],
    participants: frozenset[str],
    named: Mapping[str, Shown],
    account: UUID | None,
) -> dict[str, Any]:
    summary = cast("dict[str, Any]", row.summary)
    return {
        "id": str(row.id),
        "ruleset": row.ruleset,
        "ruleset_version": row.ruleset_version,
        "board": row.board,
        "board_name": boards.get(row.board),
        **{name: value for name, value in chosen_settings(row.settings).items() if value is not None},
        "status": row.status,
        "version": row.head.version,
        "head": row.head.hash.hex(),
        "awaiting": row.awaiting,
        "decisions": _decisions(str(row.id), row.awaiting, row.decisions, summary),
        "created_at": stamp(row.created_at),
        "changed_at": stamp(row.changed_at),
        **_hrefs(str(row.id), _first_seat(row, participants)),
        **summary,
        **({"imported": True} if row.imported else {}),
        **({"created_by_me": True} if account is not None and account == row.creator else {}),
        "seats": _seats(summary["seats"], participants, row.settings.by_invitation, named),
    }


@cache
def board_names(rules: AnyRuleset) -> Mapping[str, str]:
    """Return the names of the shipped boards by their hashes. A custom board has no name."""
    return {board_hash(body): name for name, body in rules.boards().items()}


def participants_in(row: GameRow) -> list[str]:
    return [seat["participant"] for seat in row.seats if "participant" in seat]


def _decisions(
    game: str, awaiting: Sequence[int], kinds: Sequence[str], summary: Mapping[str, Any]
) -> list[Mapping[str, Any]]:
    """Return the pending decisions of a game. The kind of a decision is None if an old release stored the row. The next
    commit of the game stores the kind."""
    deadlines = {each["seat"]: each["at"] for each in summary.get("deadlines", ())}
    legal = f"/v1/games/{game}/legal-commands?seat="
    return [
        {"seat": seat, "kind": kind, "deadline": deadlines.get(seat), "legal_href": f"{legal}{seat}"}
        for seat, kind in zip_longest(awaiting, kinds[: len(awaiting)])
    ]


def _hrefs(game: str, seat: int) -> dict[str, str]:
    """Return the addresses of a game's resources. `legal_href` has a query with the seat, as in `decisions`, so that
    clients can add parameters to both in the same way."""
    href = f"/v1/games/{game}"
    hrefs = {"href": href, **{f"{name}_href": f"{href}/{path}" for name, path in PARTS.items()}}
    return {**hrefs, "legal_href": f"{hrefs['legal_href']}?seat={seat}"}


def _first_seat(row: GameRow, participants: frozenset[str]) -> int:
    """Return the first seat of the caller that must decide. Otherwise return the first seat of the caller, or seat
    1."""
    mine = [each["seat"] for each in row.seats if each.get("participant") in participants]
    return next((seat for seat in row.awaiting if seat in mine), mine[0] if mine else 1)


def _seats(
    shown: Sequence[Mapping[str, Any]],
    participants: frozenset[str],
    by_invitation: Sequence[int],
    named: Mapping[str, Shown],
) -> list[Mapping[str, Any]]:
    """Return the seats of a game. Mark the caller's seats and the seats by invitation, and add the names that may be
    shown."""
    kinds = {seat["seat"]: "invited" for seat in shown if seat["kind"] == "open" and seat["seat"] in by_invitation}
    return [
        {
            **seat,
            "kind": kinds.get(seat["seat"], seat["kind"]),
            "mine": seat.get("participant") in participants,
            **_account_fields(named.get(seat.get("participant", ""))),
        }
        for seat in shown
    ]


def _account_fields(account: Shown | None) -> dict[str, str | bool]:
    """Return the fields of a seat that describe its account."""
    if account is None:
        return {}
    return {**({"bot_account": True} if account.bot else {}), **({"name": account.name} if account.name else {})}
