"""Schemas of the answers about games."""

import marshmallow as ma

from kontor.service.http.smorest import Registered, names


class SeatSchema(ma.Schema):
    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    kind = ma.fields.String(
        required=True,
        validate=ma.validate.OneOf(["open", "invited", "participant", "bot"]),
        metadata={"description": "`open`: free for any account. `invited`: free, but only by invitation."},
    )
    bot = ma.fields.String(metadata=names("bot"))
    participant = ma.fields.String(
        metadata=names(
            "participant", description="A random id for this seat in this game. It does not identify the account."
        )
    )
    name = ma.fields.String(metadata={"description": "The name of the account, if the account shows its name."})
    bot_account = ma.fields.Boolean(metadata={"description": "True if the account is marked as a bot."})
    colour = ma.fields.String(metadata=names("colour"))
    mine = ma.fields.Boolean(required=True)


class PlacingSchema(ma.Schema):
    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    rank = ma.fields.Integer(required=True)
    total = ma.fields.Integer(required=True)


class ReceiptSchema(ma.Schema):
    """A signature of the head of the game. Check it with a key from /.well-known/kontor-keys.json."""

    format = ma.fields.String(required=True)
    game = ma.fields.UUID(required=True, metadata=names("game"))
    version = ma.fields.Integer(required=True)
    hash = ma.fields.String(required=True)
    at = ma.fields.String(required=True)
    command = ma.fields.UUID(required=True, metadata=names("command"))
    key = ma.fields.String(required=True, metadata=names("signing_key"))
    signature = ma.fields.String(required=True)


CHECKPOINT = "/v1/tlog/checkpoint"  # a link, because fetching the checkpoint would slow down each command


class CheckpointHref(ma.Schema):
    checkpoint_href = ma.fields.String(
        required=True,
        metadata={"description": "The newest checkpoint of the transparency log. Keep one with the receipt."},
    )


class HeadSchema(CheckpointHref, ReceiptSchema):
    """A receipt, with the newest checkpoint of the transparency log and the proof."""

    checkpoint = ma.fields.String(metadata={"description": "The newest checkpoint (a signed note), if there is one."})
    proof = ma.fields.String(
        metadata={
            "description": "The tlog-proof that the checkpoint contains the newest leaf of the game up to this version."
        }
    )


class SeedReceiptSchema(ma.Schema):
    """A signature of the commitment to a seed. Check it with a key from /.well-known/kontor-keys.json."""

    format = ma.fields.String(required=True)
    game = ma.fields.UUID(required=True, metadata=names("game"))
    commitment = ma.fields.String(required=True)
    at = ma.fields.String(required=True)
    expires_at = ma.fields.String(required=True)
    key = ma.fields.String(required=True, metadata=names("signing_key"))
    signature = ma.fields.String(required=True)


class ClockSchema(ma.Schema):
    per_decision = ma.fields.String(required=True)
    bank = ma.fields.String(required=True)
    on_timeout = ma.fields.String(required=True, validate=ma.validate.OneOf(["bot", "abort"]))


class PauseSchema(ma.Schema):
    seat = ma.fields.Integer(
        metadata=names("seat", description="The seat whose clock is paused. Left out: all clocks are.")
    )
    until = ma.fields.String(metadata={"description": "When the clock runs again at the latest."})


class DeadlineSchema(ma.Schema):
    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    at = ma.fields.String(required=True)


class DecisionSchema(ma.Schema):
    """A decision that the game is waiting for."""

    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    kind = ma.fields.String(
        required=True,
        allow_none=True,
        metadata=names(
            "decision",
            description="One of `decisions` of the ruleset. Null in lists until the game changes after an upgrade.",
        ),
    )
    deadline = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "Null if the game has no clock."}
    )
    legal_href = ma.fields.String(required=True)


class SummarySchema(ma.Schema):
    id = ma.fields.UUID(required=True, metadata=names("game"))
    ruleset = ma.fields.String(required=True, metadata=names("ruleset"))
    ruleset_version = ma.fields.Integer(required=True)
    board = ma.fields.String(
        required=True, metadata=names("board", description="sha256:… of the board's canonical JSON.")
    )
    board_name = ma.fields.String(required=True, allow_none=True, metadata={"description": "Null: a custom board."})
    options = Registered("Options", required=True)
    order = ma.fields.String(required=True)
    visibility = ma.fields.String(required=True)
    practice = ma.fields.Boolean(required=True)
    stand_in = ma.fields.String(
        metadata=names("bot", description="The bot that plays for a late seat, if the creator named one.")
    )
    bot_milliseconds = ma.fields.Integer(
        metadata={"description": "How long bots think about a decision, if the creator set it."}
    )
    bot_patience = ma.fields.Integer(
        metadata={"description": "Seconds that bots wait for answers of people, if the creator set it."}
    )
    bots_welcome = ma.fields.Boolean(
        required=True, metadata={"description": "Whether bot accounts may take a seat without an invitation."}
    )
    imported = ma.fields.Boolean(
        metadata={"description": "True if the game was played on another server, which signed it."}
    )
    created_by_me = ma.fields.Boolean(
        metadata={"description": "True if you created the game. Then you can invite to its free seats."}
    )
    status = ma.fields.String(
        required=True, validate=ma.validate.OneOf(["open", "running", "scoring", "finished", "aborted"])
    )
    version = ma.fields.Integer(required=True)
    head = ma.fields.String(required=True, metadata={"description": "The hash of the last event."})
    commitment = ma.fields.String(required=True)
    seats = ma.fields.List(ma.fields.Nested(SeatSchema), required=True)
    turn_order = ma.fields.List(ma.fields.Integer(metadata=names("seat")), required=True)
    awaiting = ma.fields.List(ma.fields.Integer(metadata=names("seat")), required=True)
    decisions = ma.fields.List(
        ma.fields.Nested(DecisionSchema),
        required=True,
        metadata={"description": "The decisions of the seats in `awaiting`, in the same order."},
    )
    clock = ma.fields.Nested(ClockSchema, metadata={"description": "Left out: the game has no clock."})
    deadlines = ma.fields.List(
        ma.fields.Nested(DeadlineSchema), metadata={"description": "The deadlines of the awaited seats."}
    )
    paused = ma.fields.List(
        ma.fields.Nested(PauseSchema), metadata={"description": "The clocks that are paused, if any."}
    )
    result = ma.fields.List(
        ma.fields.Nested(PlacingSchema), metadata={"description": "The result, if the game is finished."}
    )
    created_at = ma.fields.String(required=True)
    changed_at = ma.fields.String(required=True)
    href = ma.fields.String(required=True)
    state_href = ma.fields.String(required=True)
    legal_href = ma.fields.String(required=True)
    events_href = ma.fields.String(required=True)
    stream_href = ma.fields.String(required=True)
    score_href = ma.fields.String(required=True)
    audit_href = ma.fields.String(required=True)


class ListSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(SummarySchema), required=True)
    next = ma.fields.String(required=True, allow_none=True, metadata={"description": "The address of the next page."})


class CreatedSchema(CheckpointHref, SummarySchema):
    receipt = ma.fields.Nested(ReceiptSchema, required=True)


class SeedSchema(CheckpointHref):
    id = ma.fields.UUID(required=True, metadata=names("game", description="The id that the game will have."))
    commitment = ma.fields.String(required=True)
    expires_at = ma.fields.String(required=True)
    receipt = ma.fields.Nested(SeedReceiptSchema, required=True)


class TokenSchema(ma.Schema):
    token = ma.fields.String(
        required=True, metadata={"description": "Shown once. It can play this seat and do nothing else."}
    )
    game = ma.fields.UUID(required=True, metadata=names("game"))
    seat = ma.fields.Integer(required=True, metadata=names("seat"))


class OpenedPartSchema(ma.Schema):
    part = ma.fields.Integer(required=True)
    salt = ma.fields.String(required=True)
    value = Registered("Secret", required=True)


class OpenedCommandSchema(ma.Schema):
    salt = ma.fields.String(required=True)
    body = Registered("AnyCommand", required=True)


class LineSchema(ma.Schema):
    """One event as you may see it."""

    version = ma.fields.Integer(required=True)
    hash = ma.fields.String(required=True)
    envelope = Registered("Event", required=True)
    parts = ma.fields.List(ma.fields.Nested(OpenedPartSchema), required=True)
    command = ma.fields.Nested(OpenedCommandSchema)


class OutcomeSchema(CheckpointHref):
    version = ma.fields.Integer(required=True)
    events = ma.fields.List(ma.fields.Nested(LineSchema), required=True)
    awaiting = ma.fields.List(ma.fields.Integer(metadata=names("seat")), required=True)
    receipt = ma.fields.Nested(ReceiptSchema, required=True)


class FactSchema(ma.Schema):
    """An event that would happen. It is not stored and not sealed."""

    type = ma.fields.String(required=True)
    data = Registered("Json", required=True)


class ToldFactSchema(FactSchema):
    sentence = ma.fields.String(required=True, metadata={"description": "The event as a sentence, as in the story."})


class DryRunSchema(ma.Schema):
    dry_run = ma.fields.Boolean(required=True)
    version = ma.fields.Integer(required=True, metadata={"description": "The version at which the command was tried."})
    events = ma.fields.List(ma.fields.Nested(ToldFactSchema), required=True)
    undetermined = ma.fields.Boolean(
        required=True, metadata={"description": "True if a draw or something hidden decides what follows."}
    )


class VotesSchema(ma.Schema):
    agreed = ma.fields.List(ma.fields.Integer(metadata=names("seat")), required=True)
    missing = ma.fields.List(ma.fields.Integer(metadata=names("seat")), required=True)


class StateSchema(ma.Schema):
    game = ma.fields.UUID(required=True, metadata=names("game"))
    version = ma.fields.Integer(required=True)
    settled = ma.fields.Boolean(
        required=True,
        metadata={"description": "True if a commit ends at this version. Players can act only at such versions."},
    )
    status = ma.fields.String(required=True)
    as_ = ma.fields.List(
        ma.fields.Integer(metadata=names("seat")),
        data_key="as",
        required=True,
        metadata={"description": "The seats whose view this is."},
    )
    awaiting = ma.fields.List(ma.fields.Integer(metadata=names("seat")), required=True)
    state_format = ma.fields.String(required=True)
    state = Registered("NullableState", required=True)
    state_hash = ma.fields.String(required=True)
