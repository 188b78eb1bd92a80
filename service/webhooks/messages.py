"""Messages about games, and their recipients. Webhooks and `/v1/me/stream` send the same messages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, cast, get_args
from uuid import UUID

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.service.clock import stamp
from kontor.service.store.announcements import Invited, Owing
from kontor.service.visibility import SEAT_CHANGES

MessageType: TypeAlias = Literal[
    "turn.started",
    "decision.pending",
    "decision.reminder",
    "game.started",
    "game.ended",
    "seat.changed",
    "seat.invited",
]
TYPES: tuple[MessageType, ...] = get_args(MessageType)
# Events that are sent to all seats of the game.
TOLD_TO_ALL = (
    "game_started",
    "game_finished",
    "game_aborted",
    *SEAT_CHANGES,
)


@dataclass(frozen=True, slots=True)
class Message:
    """A message about a game.

    `seat`: the recipient is the holder of this seat. If it is None, all seats receive the message. `to`: the only
    recipient is this account. `version`: the version of the event that the message is about. If the message is not
    about an event, `version` is None and `mark` identifies the message."""

    type: MessageType
    game_id: UUID
    ruleset: str
    version: int | None
    seat: int | None = None
    data: JsonObject = field(default_factory=dict)
    to: UUID | None = None
    mark: str = ""

    @property
    def about(self) -> str:
        """The identity of the message, which prevents the server from sending the message twice."""
        return f"{self.type}/{self.game_id}/{self.mark or f'{self.version}/{self.seat or 0}'}"

    @property
    def content(self) -> JsonObject:
        """The data of the message, which is the same for webhooks and streams."""
        known: JsonObject = {"version": self.version, "seat": self.seat}
        found = {name: value for name, value in known.items() if value is not None}
        return {"game": str(self.game_id), "ruleset": self.ruleset, **found, **self.data}


def pending(owing: Owing) -> Message:
    """Return the message that the game waits for a seat."""
    return Message("decision.pending", owing.game_id, owing.ruleset, owing.version, owing.seat, _decision(owing))


def reminder(owing: Owing) -> Message:
    """Return the message that the game still waits for a seat."""
    return Message("decision.reminder", owing.game_id, owing.ruleset, owing.version, owing.seat, _decision(owing))


def _decision(owing: Owing) -> JsonObject:
    legal = f"/v1/games/{owing.game_id}/legal-commands?seat={owing.seat}"
    return {"kind": owing.kind, "deadline": owing.deadline, "legal_href": legal}


def invitation_message(who: Invited) -> Message:
    """Return the message that an account is invited to a seat."""
    invitation, href = str(who.invitation_id), f"/v1/games/{who.game_id}"
    told: JsonObject = {"invitation": invitation, "expires_at": stamp(who.expires_at), "href": href}
    return Message("seat.invited", who.game_id, who.ruleset, None, who.seat, told, who.account, invitation)


def messages_from(game_id: UUID, ruleset: str, envelope: JsonObject) -> Iterator[Message]:
    """Yield the messages about an event. Events of the kernel, and `turn_started` of any ruleset, have messages."""
    version, data = cast(int, envelope["version"]), cast("Mapping[str, Json]", envelope["data"])
    game = (game_id, ruleset, version)
    match envelope["type"]:
        case "game_started":
            yield Message("game.started", *game, data={"turn_order": data["turn_order"]})
        case "game_finished":
            yield Message("game.ended", *game, data={"status": "finished", "ranking": data["ranking"]})
        case "game_aborted":
            yield Message("game.ended", *game, data={"status": "aborted", "reason": data["reason"]})
        case "seat_changed":
            yield _seat_changed(game, data["seat"], data["to"], data["why"])
        case "seat_passed":
            yield _seat_changed(game, data["seat"], {"kind": "participant", "participant": data["to"]}, "passed")
        case "seat_taken" if cast(JsonObject, envelope["command"])["first"] != 1:  # the creator knows the first seats
            yield _seat_changed(
                game, data["seat"], {"kind": "participant", "participant": data["participant"]}, "joined"
            )
        case "seat_left":
            yield _seat_changed(game, data["seat"], {"kind": "open"}, "left")
        case "turn_started" if isinstance(data.get("seat"), int):
            yield Message("turn.started", *game, seat=cast(int, data["seat"]))


def _seat_changed(game: tuple[UUID, str, int], seat: Json, to: Json, why: Json) -> Message:
    return Message("seat.changed", *game, data={"changed_seat": seat, "to": to, "why": why})
