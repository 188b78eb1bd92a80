"""The story of a game: one sentence for each event, written by the ruleset from the public part of the event."""

from collections.abc import Mapping
from typing import Any, cast

import marshmallow as ma
from flask import Response
from flask.views import MethodView

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.drawing.seats import seat_looks
from kontor.domain.kernel.game import table_of
from kontor.domain.kernel.narration import KERNEL, Line, sentence, subject
from kontor.service.engine.game_at import GameAt, ends_commit, envelope_of
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.fields import Registered, boolean, integer, list_of, string
from kontor.service.http.games.queries import PageQuery
from kontor.service.http.json_bodies import as_json
from kontor.service.http.paging import link_to
from kontor.service.http.problems import log_replaced
from kontor.service.http.smorest import GAME, Blueprint
from kontor.service.store.events import Logged

blp = Blueprint("story", GAME, "events")


class SentenceSchema(ma.Schema):
    """An event as a sentence."""

    version = integer("The number of the event in the game.")
    at = string("When it happened.")
    seat = integer("The seat that caused the event; null: the system.", names="seat", null=True)
    subject = integer("The seat that the sentence is about, if any.", names="seat", optional=True)
    sentence = string("The sentence, in English.")
    minor = boolean(
        "True if the sentence is less important for players. Other sentences lack this field.", optional=True
    )
    settled = boolean("True if a commit ends with this event. Players can act only at such versions.")
    back_to = integer("For an undo: the version whose position the game has again.", optional=True)
    reveals = boolean(
        "True if the event shows a secret to everyone. No undo goes back before it. Other sentences lack this field.",
        optional=True,
    )
    rule = string("The id of the rule that the event follows from, if there is one.", names="rule", optional=True)
    rule_href = string("The address of the rule that the event follows from, if there is one.", optional=True)
    note = Registered(
        "JsonValue",
        ("The reasons of a player or bot for the next decision. The server shows them after the end of the game."),
        optional=True,
    )


class StorySchema(ma.Schema):
    items = list_of(SentenceSchema, "The sentences, in the order of the events.")
    version = integer("The version of the game: the number of the newest event that the answer takes into account.")
    next = string("The address of the next page; null on the last one.", null=True)


@blp.route("/story")
class StoryResource(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.arguments(PageQuery(), location="query")
    @blp.operation("getStory", 200, StorySchema, also=(409,))
    def get(self, call: GameCall, query: Mapping[str, int]) -> Response:
        """Get the story of a game: one sentence for each event

        Each sentence has the version of its event. Sentences call seats by their colours and contain no secrets. Notes
        are shown after the end of the game. If `after` is beyond the end of the log, the answer is 409 `log-replaced`.
        """
        after, limit, at = query["after"], query["limit"], call.at
        if after > at.game.version:
            raise log_replaced(str(after), at.game.version)
        teller = Teller(at)
        items = [teller.item(each) for each in call.context.games.events_after(at, after, limit)]
        last = after + limit
        following = f"/v1/games/{at.game.id}/story?after={last}&limit={limit}" if last < at.game.version else None
        return as_json({"items": items, "version": at.game.version, "next": following}, headers=link_to(following))


def note_of(logged: Logged) -> Json:
    """Return the content of a stored note. Use this only for games that have ended, because before that no reader may
    see a note."""
    return cast("Mapping[str, Json]", logged.record.parts[0].value)["note"]


class Teller:
    """A writer of the events of one game as sentences. It knows the names of the game's seats, places and pieces."""

    def __init__(self, at: GameAt) -> None:
        self._rules, self._is_ended = at.rules, at.game.is_ended
        self._seats = {look.seat: look.name for look in seat_looks(table_of(at.game).chairs, at.rules.colours).values()}
        self._things = at.rules.thing_names(at.game.board)

    def item(self, logged: Logged) -> dict[str, Any]:
        envelope = envelope_of(logged.record)
        kind, actor = str(envelope["type"]), str(envelope["actor"])
        line, data = self._line(kind), cast(JsonObject, envelope["data"])
        rule, about = line.rule, subject(line, data)
        return {
            "version": envelope["version"],
            "at": envelope["at"],
            "seat": int(actor.removeprefix("seat:")) if actor.startswith("seat:") else None,
            **({} if about is None else {"subject": about}),
            "sentence": self.sentence(kind, data),
            "settled": ends_commit(logged.record),
            **({"minor": True} if line.minor else {}),
            **({"back_to": data["to"]} if kind == "commits_undone" else {}),
            **({"reveals": True} if envelope["opens"] else {}),
            **({"note": note_of(logged)} if self._is_ended and kind == "note_sealed" else {}),
            **({} if rule is None else {"rule": rule, "rule_href": f"/v1/rulesets/{self._rules.name}/rules/{rule}"}),
        }

    def sentence(self, kind: str, data: JsonObject) -> str:
        return sentence(self._line(kind), data, self._seats, self._things)

    def _line(self, kind: str) -> Line:
        return self._rules.story.get(kind) or KERNEL.get(kind) or Line(f"{kind.replace('_', ' ').capitalize()}.")
