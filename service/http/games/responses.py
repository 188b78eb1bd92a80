"""Games on the wire: what is answered."""

import marshmallow as ma

from kontor.service.http.smorest import Registered, names


class SeatSchema(ma.Schema):
    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    kind = ma.fields.String(
        required=True,
        validate=ma.validate.OneOf(["open", "invited", "participant", "bot"]),
        metadata={"description": "`invited`: free, for whoever is invited to it."},
    )
    bot = ma.fields.String(metadata=names("bot"))
    participant = ma.fields.String(
        metadata=names("participant", description="A random name for this seat and game; no account.")
    )
    name = ma.fields.String(metadata={"description": "Of whoever plays it, if they agreed to be named."})
    bot_account = ma.fields.Boolean(metadata={"description": "True if the account of whoever plays it is a bot."})
    colour = ma.fields.String(metadata=names("colour"))
    mine = ma.fields.Boolean(required=True)


class PlacingSchema(ma.Schema):
    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    rank = ma.fields.Integer(required=True)
    total = ma.fields.Integer(required=True)


class ReceiptSchema(ma.Schema):
    """A signature over the head of the game; check it with /.well-known/kontor-keys.json."""

    format = ma.fields.String(required=True)
    game = ma.fields.UUID(required=True, metadata=names("game"))
    version = ma.fields.Integer(required=True)
    hash = ma.fields.String(required=True)
    at = ma.fields.String(required=True)
    command = ma.fields.UUID(required=True, metadata=names("command"))
    key = ma.fields.String(required=True, metadata=names("signing_key"))
    signature = ma.fields.String(required=True)


CHECKPOINT = "/v1/tlog/checkpoint"  # the newest one, beside whatever is signed: it costs a command nothing


class CheckpointHref(ma.Schema):
    checkpoint_href = ma.fields.String(
        required=True, metadata={"description": "The newest checkpoint of the transparency log: keep one beside it."}
    )


class HeadSchema(CheckpointHref, ReceiptSchema):
    """A receipt, and what the transparency log says of it."""

    checkpoint = ma.fields.String(metadata={"description": "The newest checkpoint (a signed note), once there is one."})
    proof = ma.fields.String(
        metadata={"description": "That it holds the newest leaf of the game up to this version (a tlog-proof)."}
    )


class SeedReceiptSchema(ma.Schema):
    """A signature over the commitment to a seed; check it with /.well-known/kontor-keys.json."""

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
    seat = ma.fields.Integer(metadata=names("seat", description="Whose clock rests; without it, all do."))
    until = ma.fields.String(metadata={"description": "When it goes on by itself."})


class DeadlineSchema(ma.Schema):
    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    at = ma.fields.String(required=True)


class DecisionSchema(ma.Schema):
    """A decision that the game waits for."""

    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    kind = ma.fields.String(
        required=True,
        allow_none=True,
        metadata=names(
            "decision", description="One of the ruleset's `decisions`; null in lists for a while after an upgrade."
        ),
    )
    deadline = ma.fields.String(required=True, allow_none=True, metadata={"description": "Null without a clock."})
    legal_href = ma.fields.String(required=True)


class SummarySchema(ma.Schema):
    id = ma.fields.UUID(required=True, metadata=names("game"))
    ruleset = ma.fields.String(required=True, metadata=names("ruleset"))
    ruleset_version = ma.fields.Integer(required=True)
    board = ma.fields.String(
        required=True, metadata=names("board", description="sha256:… of the board's canonical JSON.")
    )
    board_name = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "Null: somebody's own board."}
    )
    options = Registered("Options", required=True)
    order = ma.fields.String(required=True)
    visibility = ma.fields.String(required=True)
    practice = ma.fields.Boolean(required=True)
    stand_in = ma.fields.String(
        metadata=names("bot", description="Who plays for those who are late, if that was asked for.")
    )
    bot_milliseconds = ma.fields.Integer(metadata={"description": "How long its bots think, if that was asked for."})
    bot_patience = ma.fields.Integer(
        metadata={"description": "Seconds that its bots wait for people's answers, if that was asked for."}
    )
    bots_welcome = ma.fields.Boolean(
        required=True, metadata={"description": "Whether accounts that are bots may sit down without being invited."}
    )
    imported = ma.fields.Boolean(metadata={"description": "True if it was played on another server, which signed it."})
    created_by_me = ma.fields.Boolean(
        metadata={"description": "True if you created it: then you may invite to seats that nobody has taken."}
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
        ma.fields.Nested(DecisionSchema), required=True, metadata={"description": "In the order of `awaiting`."}
    )
    clock = ma.fields.Nested(ClockSchema, metadata={"description": "If the game was created with one."})
    deadlines = ma.fields.List(
        ma.fields.Nested(DeadlineSchema), metadata={"description": "When those awaited must have decided."}
    )
    paused = ma.fields.List(ma.fields.Nested(PauseSchema), metadata={"description": "If any clocks rest."})
    result = ma.fields.List(ma.fields.Nested(PlacingSchema), metadata={"description": "Once it is finished."})
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
    id = ma.fields.UUID(required=True, metadata=names("game", description="Becomes the id of the game."))
    commitment = ma.fields.String(required=True)
    expires_at = ma.fields.String(required=True)
    receipt = ma.fields.Nested(SeedReceiptSchema, required=True)


class TokenSchema(ma.Schema):
    token = ma.fields.String(required=True, metadata={"description": "Plays this seat and nothing else. Shown once."})
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
    """An event on paper: it has not happened and is not sealed."""

    type = ma.fields.String(required=True)
    data = Registered("Json", required=True)


class ToldFactSchema(FactSchema):
    sentence = ma.fields.String(required=True, metadata={"description": "As the story would tell it."})


class DryRunSchema(ma.Schema):
    dry_run = ma.fields.Boolean(required=True)
    version = ma.fields.Integer(required=True, metadata={"description": "The version it was tried at."})
    events = ma.fields.List(ma.fields.Nested(ToldFactSchema), required=True)
    undetermined = ma.fields.Boolean(
        required=True, metadata={"description": "It goes on from here with a draw or something revealed."}
    )


class VotesSchema(ma.Schema):
    agreed = ma.fields.List(ma.fields.Integer(metadata=names("seat")), required=True)
    missing = ma.fields.List(ma.fields.Integer(metadata=names("seat")), required=True)


class AgreementSchema(VotesSchema):
    about = ma.fields.String(required=True, validate=ma.validate.OneOf(["abort", "undo", "pause"]))
    to = ma.fields.Integer(metadata={"description": "Of an undo: the version to go back to."})
    version = ma.fields.Integer(metadata={"description": "Of an undo: where the game must still stand."})
    until = ma.fields.String(metadata={"description": "Of a pause: when the clocks go on by themselves."})


class AgreementsSchema(ma.Schema):
    version = ma.fields.Integer(required=True)
    items = ma.fields.List(ma.fields.Nested(AgreementSchema), required=True)


class StateSchema(ma.Schema):
    game = ma.fields.UUID(required=True, metadata=names("game"))
    version = ma.fields.Integer(required=True)
    settled = ma.fields.Boolean(
        required=True, metadata={"description": "Whether somebody can act here: it is the end of a commit."}
    )
    status = ma.fields.String(required=True)
    as_ = ma.fields.List(
        ma.fields.Integer(metadata=names("seat")),
        data_key="as",
        required=True,
        metadata={"description": "Through whose eyes."},
    )
    awaiting = ma.fields.List(ma.fields.Integer(metadata=names("seat")), required=True)
    state_format = ma.fields.String(required=True)
    state = Registered("NullableState", required=True)
    state_hash = ma.fields.String(required=True)


class OperationSchema(ma.Schema):
    """One operation of a JSON Patch (RFC 6902)."""

    op = ma.fields.String(required=True, validate=ma.validate.OneOf(["test", "add", "remove", "replace"]))
    path = ma.fields.String(required=True, metadata={"description": "A JSON Pointer into the answer of /state."})
    value = Registered("Json", metadata={"description": "Of all but `remove`."})


class LegalSchema(ma.Schema):
    version = ma.fields.Integer(required=True)
    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    awaiting = ma.fields.List(ma.fields.Integer(metadata=names("seat")), required=True)
    options = ma.fields.List(
        Registered("Option"), metadata={"description": "Not with `sample`, nor on pages that `next` leads to."}
    )
    commands = ma.fields.List(
        Registered("Command"), metadata={"description": "Complete, ready to post; if they were asked for."}
    )
    truncated = ma.fields.Boolean(metadata={"description": "Whether there may be more: then `next` leads to them."})
    next = ma.fields.String(allow_none=True, metadata={"description": "The address of further commands."})


class DamagedSchema(ma.Schema):
    version = ma.fields.Integer(required=True, metadata={"description": "The first version that is damaged."})


class EventsSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(LineSchema), required=True)
    version = ma.fields.Integer(required=True, metadata={"description": "Where the game stands."})
    status = ma.fields.String(required=True)
    next = ma.fields.String(required=True, allow_none=True, metadata={"description": "The address of the next page."})
    damaged = ma.fields.Nested(DamagedSchema, metadata={"description": "Only where the log is not as it was written."})
