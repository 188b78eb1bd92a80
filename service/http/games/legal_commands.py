"""The legal commands of a seat: as options with open fields, and as complete commands."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import marshmallow as ma
from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.bots import drawn_commands, expand, expand_on
from kontor.domain.kernel.clocks import moment
from kontor.domain.kernel.labels import Names, language_of
from kontor.service.clock import stamp
from kontor.service.engine.game_at import GameAt, envelope_of
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.fields import Registered, boolean, integer, list_of, mapping_of, string
from kontor.service.http.games.changes import stale
from kontor.service.http.games.commands import own_seat, require_seat
from kontor.service.http.games.queries import LegalQuery
from kontor.service.http.json_bodies import as_json, json_text
from kontor.service.http.paging import link_to, no_cursor
from kontor.service.http.problems import unreadable
from kontor.service.http.smorest import GAME, Blueprint
from kontor.service.signing import cursors

blp = Blueprint("legal-commands", GAME, "commands")


class LegalSchema(ma.Schema):
    version = integer("The version of the game: the number of the newest event that the answer takes into account.")
    seat = integer(names="seat")
    awaiting = list_of(integer(names="seat"), "The seats that must decide before the game can continue.")
    options = list_of(
        Registered("Option"),
        "The legal commands as options. Missing with `sample` and on further pages.",
        optional=True,
    )
    commands = list_of(
        Registered("Command"),
        "Complete commands that you can send as they are, with `expand` or `sample`.",
        optional=True,
    )
    truncated = boolean("True if there may be more commands. Then `next` is their address.", optional=True)
    names = mapping_of(
        string(),
        "With `language`: the names of choices that depend on the position, by id, or by `field=value`. Use them "
        "instead of the labels of the ruleset.",
        optional=True,
    )
    answer_by = string(
        "With `language`, if a bot waits for an answer of this seat: the time at which it stops waiting.", optional=True
    )
    next = string("The address of further commands, or null.", optional=True, null=True)


@blp.route("/legal-commands")
class LegalCommands(MethodView):
    @needs_game("game:read", require=require_seat)
    @blp.arguments(LegalQuery(), location="query")
    @blp.operation("listLegalCommands", 200, LegalSchema, also=(304, 412))
    def get(self, call: GameCall, query: Mapping[str, Any]) -> Response:
        """List the legal commands of your seat

        An option is a command with open fields: `{"one_of": […]}`, `{"range": [a, b]}` or
        `{"list": …, "min": a, "max": b}`. Not every way to fill in an option is legal. Every complete command in the
        list is legal. `expand=N` adds up to N complete commands that you can send as they are; `next` links to further
        pages of N commands. `sample=N` returns N random complete commands instead. The same `seed`, version and seat
        give the same sample.
        """
        at = call.at
        seat = own_seat(call.caller, at, query.get("seat"), "query/seat")
        _require_one_way(query)
        headers = {"ETag": f'"{at.game.version}"', "Cache-Control": "private, no-cache"}
        if request.if_none_match.contains(str(at.game.version)):
            return Response(status=304, headers=headers)
        if "sample" in query:
            return as_json(_sample(call, seat, query["sample"], query["seed"]), headers=headers)
        if "cursor" in query:
            return _next_page(call, seat, query["expand"], query["cursor"], headers)
        return json_text(_text(call, at, seat, query["expand"], query.get("language")), headers=headers)


def _require_one_way(query: Mapping[str, Any]) -> None:
    if "sample" in query and "cursor" in query:
        raise unreadable("query/cursor", "not-allowed", "cannot be used together with sample")
    if "cursor" in query and not query["expand"]:
        raise unreadable(
            "query/expand", "missing-field", "is needed with a cursor; use the address in `next` unchanged"
        )


# ---------------------------------------------------------------- the first page


def _text(call: GameCall, at: GameAt, seat: int, most: int, asked: str | None = None) -> str:
    """Return the legal commands of a seat as JSON text, with up to `most` complete commands."""
    secret = call.context.signer.cursor_secret
    language = asked and language_of(at.rules.labels(), asked)

    def build() -> dict[str, Any]:
        body = legal_body(at, seat, most, secret)
        return body | {"names": _names(at, seat, language), **_answer_by(call, at, seat)} if language else body

    return call.context.answer_cache.cached_json(at, ("legal", seat, most, language), build)


def _names(at: GameAt, seat: int, language: str) -> Names:
    if seat not in at.may_act:
        return {}
    return at.rules.names(at.game.state, seat, language, at.rules.thing_names(at.game.board, language))


def _answer_by(call: GameCall, at: GameAt, seat: int) -> dict[str, str]:
    """Return when a bot that has asked this seat something stops waiting for the answer."""
    asked = at.rules.asked_at(at.game.state, seat) if seat in at.may_act else 0
    if not asked or all(at.game.place(each).bot is None for each in at.awaiting):
        return {}
    settings = call.context.settings
    patience = settings.bot_patience_seconds if at.settings.bot_patience is None else at.settings.bot_patience
    [logged] = call.context.games.events_after(at, asked - 1, 1)
    since = moment(str(envelope_of(logged.record)["at"]))
    return {"answer_by": stamp(since + timedelta(seconds=patience))}


def legal_body(at: GameAt, seat: int, most: int, secret: bytes) -> dict[str, Any]:
    options = list(at.rules.legal(at.game.state, seat)) if seat in at.may_act else []
    body: dict[str, Any] = {**_head(at, seat), "options": options}
    if most:
        commands, truncated = expand(at.rules, at.game, seat, most, options) if options else ([], False)
        body |= {"commands": commands, "truncated": truncated}
        body["next"] = _address(at, seat, most, 0, secret) if truncated else None
    return body


def _head(at: GameAt, seat: int) -> dict[str, Any]:
    return {"version": at.game.version, "seat": seat, "awaiting": list(at.awaiting)}


# ---------------------------------------------------------------- samples and further pages


def _sample(call: GameCall, seat: int, wanted: int, seed: int) -> dict[str, Any]:
    at = call.at
    # computing the options again would take many times as long as parsing the cached text
    options = json.loads(_text(call, at, seat, 0))["options"]
    return {**_head(at, seat), "commands": drawn_commands(at.rules, at.game, seat, options, wanted, seed)}


def _next_page(call: GameCall, seat: int, most: int, cursor: str, headers: Mapping[str, str]) -> Response:
    at, secret = call.at, call.context.signer.cursor_secret
    version, start = _read_cursor(cursor, seat, secret)
    if version != at.game.version:
        raise stale(call, at, version)

    def build() -> dict[str, Any]:
        first = json.loads(_text(call, at, seat, most))
        options, told = first["options"], first["commands"]
        commands, following = expand_on(at.rules, at.game, seat, options, start, most, told)
        address = None if following is None else _address(at, seat, most, following, secret)
        return {**_head(at, seat), "commands": commands, "truncated": address is not None, "next": address}

    text = call.context.answer_cache.cached_json(at, ("legal", seat, most, start), build)
    return json_text(text, headers={**headers, **link_to(json.loads(text)["next"])})


# ---------------------------------------------------------------- cursors


def _address(at: GameAt, seat: int, most: int, start: int, secret: bytes) -> str:
    number = start.to_bytes(
        start.bit_length() // 8 + 1
    )  # an option may have more combinations of values than fit into eight bytes
    cursor = cursors.cursor_of(b"legal" + at.game.version.to_bytes(8) + seat.to_bytes(1) + number, secret)
    return f"/v1/games/{at.game.id}/legal-commands?seat={seat}&expand={most}&cursor={cursor}"


def _read_cursor(text: str, seat: int, secret: bytes) -> tuple[int, int]:
    """Return the version of the game, and the number of the first combination of values to try on the page. Refuse a
    cursor of another list or seat."""
    try:
        raw = cursors.read_cursor(text, secret)
    except cursors.NotOurs:
        raise no_cursor() from None
    if raw[:5] != b"legal" or raw[13] != seat:  # of another list, or for another seat
        raise no_cursor()
    return int.from_bytes(raw[5:13]), int.from_bytes(raw[14:])
