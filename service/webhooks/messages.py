"""Messages: what a commit is worth telling, to whom, and how it reads (CloudEvents 1.0, structured)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, TypeAlias, cast, get_args
from uuid import UUID

from kontor.domain.kernel.canonical import Json, JsonObject, canonical_text
from kontor.service.clock import stamp

MessageType: TypeAlias = Literal[
    "turn.started", "decision.pending", "decision.reminder", "game.started", "game.ended", "seat.changed"
]
TYPES: tuple[MessageType, ...] = get_args(MessageType)


@dataclass(frozen=True, slots=True)
class Message:
    """One thing worth telling about a game. `seat`: for whoever holds it; None: for everybody who sits there."""

    type: MessageType
    game_id: UUID
    version: int
    seat: int | None
    data: JsonObject

    @property
    def about(self) -> str:
        """The same for the same thing, so that it is told once."""
        return f"{self.type}/{self.game_id}/{self.version}/{self.seat or 0}"

    def body(self, delivery_id: UUID, at: datetime) -> str:
        data: dict[str, Json] = {"game": str(self.game_id), "version": self.version, **self.data}
        if self.seat is None:
            return _cloud_event(delivery_id, at, self.type, f"/v1/games/{self.game_id}", data)
        data["seat"] = self.seat
        return _cloud_event(delivery_id, at, self.type, f"/v1/games/{self.game_id}", data, subject=f"seat:{self.seat}")


def ping(delivery_id: UUID) -> str:
    """The body of a message that says nothing but that messages arrive."""
    return _cloud_event(delivery_id, datetime.now(UTC), "ping", "/v1/webhooks", {})


def _cloud_event(delivery_id: UUID, at: datetime, type_: str, source: str, data: JsonObject, **more: str) -> str:
    return canonical_text(
        {
            "specversion": "1.0",
            "id": str(delivery_id),
            "source": source,
            "type": type_,
            "time": stamp(at),
            "datacontenttype": "application/json",
            **more,
            "data": data,
        }
    )


def messages_from(game_id: UUID, envelopes: Sequence[JsonObject]) -> Iterator[Message]:
    """What events are worth telling, whatever the ruleset: those of the kernel, and `turn_started` with its seat."""
    for envelope in envelopes:
        version, data = cast(int, envelope["version"]), cast("Mapping[str, Json]", envelope["data"])
        match envelope["type"]:
            case "game_started":
                yield Message("game.started", game_id, version, None, {"turn_order": data["turn_order"]})
            case "game_finished":
                yield Message("game.ended", game_id, version, None, {"status": "finished", "ranking": data["ranking"]})
            case "game_aborted":
                yield Message("game.ended", game_id, version, None, {"status": "aborted", "reason": data["reason"]})
            case "seat_changed":
                changed = {"changed_seat": data["seat"], "to": data["to"], "why": data["why"]}
                yield Message("seat.changed", game_id, version, None, changed)
            case "turn_started" if isinstance(data.get("seat"), int):
                yield Message("turn.started", game_id, version, cast(int, data["seat"]), {})


def pending(game_id: UUID, version: int, seat: int) -> Message:
    """The game waits for the seat, since this version."""
    return Message("decision.pending", game_id, version, seat, _legal(game_id, seat))


def reminder(game_id: UUID, version: int, seat: int) -> Message:
    """The game still waits for the seat."""
    return Message("decision.reminder", game_id, version, seat, _legal(game_id, seat))


def _legal(game_id: UUID, seat: int) -> JsonObject:
    return {"legal_href": f"/v1/games/{game_id}/legal-commands?seat={seat}"}
