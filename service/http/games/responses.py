"""Schemas of the answers about games."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, get_args

import marshmallow as ma

from kontor.domain.kernel import model
from kontor.domain.kernel.game import Status
from kontor.service.game_settings import ChosenSettings
from kontor.service.http.fields import Registered, boolean, integer, list_of, nested_field, one_of, string, uuid

# By the type in a JSON Schema
FIELDS: Mapping[str, Callable[..., ma.fields.Field[Any]]] = {"boolean": boolean, "integer": integer, "string": string}


class SeatSchema(ma.Schema):
    seat = integer(names="seat")
    kind = one_of(
        ["open", "invited", "participant", "bot"],
        "`open`: free for any account. `invited`: free, but only by invitation.",
    )
    bot = string("The bot that plays the seat.", names="bot", optional=True)
    participant = string(
        "A random id for this seat in this game. It does not identify the account.", names="participant", optional=True
    )
    name = string("The name of the account, if the account shows its name.", optional=True)
    bot_account = boolean("True if the account is marked as a bot.", optional=True)
    colour = string("The colour of its pieces, if it is known.", names="colour", optional=True)
    mine = boolean("True if you hold the seat.")


class PlacingSchema(ma.Schema):
    seat = integer(names="seat")
    rank = integer("1 is the winner. Equal seats share a rank.")
    total = integer("The points of the seat.")


class ReceiptSchema(ma.Schema):
    """A signature of the head of the game. Check it with a key from /.well-known/kontor-keys.json."""

    format = string("The version of this format.")
    game = uuid(names="game")
    version = integer("The version of the game that is signed.")
    hash = string("The hash of that version. It covers all events before.")
    at = string("When the server signed.")
    command = uuid("The id of the command that led to this version.", names="command")
    key = string(names="signing_key")
    signature = string("An Ed25519 signature in hex (docs/log-format.md says over which bytes).")


class CheckpointHref(ma.Schema):
    checkpoint_href = string(
        "The address of the newest checkpoint of the transparency log. Store a checkpoint together with the receipt."
    )


class HeadSchema(CheckpointHref, ReceiptSchema):
    """A receipt, with the newest checkpoint of the transparency log and the proof."""

    checkpoint = string("The newest checkpoint (a signed note), if there is one.", optional=True)
    proof = string(
        "The tlog-proof that the checkpoint contains the newest leaf of the game up to this version.", optional=True
    )


class SeedReceiptSchema(ma.Schema):
    """A signature of the commitment to a seed. Check it with a key from /.well-known/kontor-keys.json."""

    format = string("The version of this format.")
    game = uuid(names="game")
    commitment = string("The SHA-256 of the seed.")
    at = string("When the server signed.")
    expires_at = string("Until when a game can be created with the seed.")
    key = string(names="signing_key")
    signature = string("An Ed25519 signature in hex (docs/log-format.md says over which bytes).")


class ClockSchema(ma.Schema):
    per_decision = string("The time for each decision, as an ISO 8601 duration such as PT30M.")
    bank = string("Additional time for the whole game, as an ISO 8601 duration.")
    on_timeout = one_of(
        ["bot", "abort"],
        "What happens when the time is over: a `bot` plays the seat, or the server ends the game (`abort`).",
    )


class PauseSchema(ma.Schema):
    seat = integer("The seat whose clock is paused. Without it, all are.", names="seat", optional=True)
    until = string("When the clock runs again at the latest.", optional=True)


class DeadlineSchema(ma.Schema):
    seat = integer(names="seat")
    at = string("The time by which the seat must have decided.")


class DecisionSchema(ma.Schema):
    """A decision that the game is waiting for."""

    seat = integer(names="seat")
    kind = string(
        "One of `decisions` of the ruleset. After an upgrade, lists show null until the game changes.",
        names="decision",
        null=True,
    )
    deadline = string("Null if the game has no clock.", null=True)
    legal_href = string("The address of the commands that the seat may send.")


def setting_fields() -> Iterator[tuple[str, ma.fields.Field[Any]]]:
    """Yield the field of each setting that a client may choose. A setting that may be None is left out if it is
    None."""
    described: dict[str, Any] = dict(model.schema(ChosenSettings))
    for name, schema in described["properties"].items():
        form, *null = schema.get("anyOf", [schema])
        make = FIELDS[form.get("type", "string")]
        yield name, make(form["description"], optional=bool(null))


class SummarySchema(ma.Schema):
    """The summary of a game."""

    class Meta:
        include: ClassVar = dict(setting_fields())

    id = uuid(names="game")
    ruleset = string(names="ruleset")
    ruleset_version = integer("The version of the rules with which the game is decided.")
    board = string("sha256:… of the board's canonical JSON.", names="board")
    board_name = string("Null: a custom board.", null=True)
    options = Registered("Options", "The options of the game, with the defaults filled in.")
    order = string("How the turn order is found: `listed` is the order of the seats, `drawn` a random one.")
    stand_in = string("The bot that plays for a late seat, if the creator named one.", names="bot", optional=True)
    imported = boolean("True if the game was played on another server, which signed it.", optional=True)
    created_by_me = boolean("True if you created the game. Then you can invite to its free seats.", optional=True)
    status = one_of(
        get_args(Status),
        "The status of the game. `scoring`: play is over, and a worker computes the score.",
    )
    version = integer("The number of the newest event.")
    head = string("The hash of the last event.")
    commitment = string("The SHA-256 of the seed of the dice. The server publishes the seed when the game is over.")
    seats = list_of(SeatSchema, "All seats, from seat 1.")
    turn_order = list_of(integer(names="seat"), "The seats in the order of their turns; empty before the start.")
    awaiting = list_of(integer(names="seat"), "The seats without which the game cannot continue.")
    decisions = list_of(DecisionSchema, "The decisions of the seats in `awaiting`, in the same order.")
    open_until = string("If the game has not started by then, the server ends it.", optional=True)
    idle_days = integer(
        "The number of days without an event after which the server ends a running game.", optional=True
    )
    clock = nested_field(ClockSchema, "The clock, if the game has one.", optional=True)
    deadlines = list_of(DeadlineSchema, "The deadlines of the awaited seats.", optional=True)
    paused = list_of(PauseSchema, "The clocks that are paused, if any.", optional=True)
    result = list_of(PlacingSchema, "The result, if the game is finished.", optional=True)
    created_at = string("When the game was created.")
    changed_at = string("When its newest event was stored.")
    href = string("The address of this summary.")
    state_href = string("The address of the position.")
    legal_href = string("The address of the legal commands of a seat: yours, or one that must decide.")
    events_href = string("The address of the events.")
    stream_href = string("The address of the stream of events.")
    score_href = string("The address of the score.")
    audit_href = string("The address of the audit bundle.")


class GameListSchema(ma.Schema):
    items = list_of(SummarySchema, "The games of this page.")
    next = string("The address of the next page.", null=True)


class CreatedSchema(CheckpointHref, SummarySchema):
    receipt = nested_field(
        ReceiptSchema,
        "The signature of the first version. Keep it: with it you can prove that the server changed the game.",
    )


class SeedSchema(CheckpointHref):
    id = uuid("The id that the game will have.", names="game")
    commitment = string("The SHA-256 of the seed.")
    expires_at = string("Until when you can create a game with the seed.")
    receipt = nested_field(
        SeedReceiptSchema, "The signature of the commitment. Keep it until you have checked the game."
    )


class TokenSchema(ma.Schema):
    token = string("The token, which is shown only once. It can play this seat and do nothing else.")
    game = uuid(names="game")
    seat = integer(names="seat")


class OpenedPartSchema(ma.Schema):
    part = integer("The number of the part, counted from 0.")
    salt = string("32 bytes in hex, which the digest of the part covers.")
    value = Registered("Secret", "The content of the part.")


class OpenedCommandSchema(ma.Schema):
    salt = string("32 bytes in hex, which the digest of the command covers.")
    body = Registered("AnyCommand", "The command.")


class LineSchema(ma.Schema):
    """One event as you may see it."""

    version = integer("The number of the event in the game.")
    hash = string("The hash of the event, which covers all events before.")
    envelope = Registered("Event", "The event as it is stored.")
    parts = list_of(OpenedPartSchema, "The sealed parts of the event that you may see.")
    command = nested_field(
        OpenedCommandSchema,
        "The command that caused the event, if you may see it and the event is the first of its commit.",
        optional=True,
    )


class OutcomeSchema(CheckpointHref):
    version = integer("The version of the game after the command.")
    events = list_of(LineSchema, "The events that you may see.")
    awaiting = list_of(integer(names="seat"), "The seats without which the game cannot continue.")
    receipt = nested_field(
        ReceiptSchema,
        "The signature of the new version. Keep it: with it you can prove that the server changed the game.",
    )


class FactSchema(ma.Schema):
    """An event that would happen. It is not stored and not sealed."""

    type = string("The type of the event.")
    data = Registered("JsonValue", "The fields of the event.")


class ToldFactSchema(FactSchema):
    sentence = string("The event as a sentence, as in the story.")


class DryRunSchema(ma.Schema):
    dry_run = boolean("Always true: nothing was stored.")
    version = integer("The version at which the command was tried.")
    events = list_of(ToldFactSchema, "What would happen.")
    undetermined = boolean("True if a draw or something hidden decides what follows.")


class VotesSchema(ma.Schema):
    agreed = list_of(integer(names="seat"), "The seats that have agreed.")
    missing = list_of(integer(names="seat"), "The seats that must still agree.")


class StateAnswerSchema(ma.Schema):
    game = uuid(names="game")
    version = integer("The version of the game that the state belongs to.")
    settled = boolean("True if a commit ends at this version. Players can act only at such versions.")
    status = string("The status of the game at that version.")
    as_ = list_of(integer(names="seat"), "The seats whose view this is.", data_key="as")
    awaiting = list_of(integer(names="seat"), "The seats without which the game cannot continue.")
    state_format = string("The ruleset and the version of its rules, such as `hansa-state/3`.")
    state = Registered("State", "The position as you may see it; null before the game starts.", null=True)
    state_hash = string("The SHA-256 of the canonical JSON of `state`, to compare two positions.")
