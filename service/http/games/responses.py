"""Schemas of the answers about games."""

import marshmallow as ma

from kontor.service.http.fields import Registered, boolean, integer, list_of, nested, one_of, string, uuid


class SeatSchema(ma.Schema):
    seat = integer(names="seat")
    kind = one_of(
        ["open", "invited", "participant", "bot"],
        "`open`: free for any account. `invited`: free, but only by invitation.",
    )
    bot = string(names="bot", optional=True)
    participant = string(
        "A random id for this seat in this game. It does not identify the account.", names="participant", optional=True
    )
    name = string("The name of the account, if the account shows its name.", optional=True)
    bot_account = boolean("True if the account is marked as a bot.", optional=True)
    colour = string(names="colour", optional=True)
    mine = boolean()


class PlacingSchema(ma.Schema):
    seat = integer(names="seat")
    rank = integer()
    total = integer()


class ReceiptSchema(ma.Schema):
    """A signature of the head of the game. Check it with a key from /.well-known/kontor-keys.json."""

    format = string()
    game = uuid(names="game")
    version = integer()
    hash = string()
    at = string()
    command = uuid(names="command")
    key = string(names="signing_key")
    signature = string()


class CheckpointHref(ma.Schema):
    checkpoint_href = string("The newest checkpoint of the transparency log. Keep one with the receipt.")


class HeadSchema(CheckpointHref, ReceiptSchema):
    """A receipt, with the newest checkpoint of the transparency log and the proof."""

    checkpoint = string("The newest checkpoint (a signed note), if there is one.", optional=True)
    proof = string(
        "The tlog-proof that the checkpoint contains the newest leaf of the game up to this version.", optional=True
    )


class SeedReceiptSchema(ma.Schema):
    """A signature of the commitment to a seed. Check it with a key from /.well-known/kontor-keys.json."""

    format = string()
    game = uuid(names="game")
    commitment = string()
    at = string()
    expires_at = string()
    key = string(names="signing_key")
    signature = string()


class ClockSchema(ma.Schema):
    per_decision = string()
    bank = string()
    on_timeout = one_of(["bot", "abort"])


class PauseSchema(ma.Schema):
    seat = integer("The seat whose clock is paused. Left out: all clocks are.", names="seat", optional=True)
    until = string("When the clock runs again at the latest.", optional=True)


class DeadlineSchema(ma.Schema):
    seat = integer(names="seat")
    at = string()


class DecisionSchema(ma.Schema):
    """A decision that the game is waiting for."""

    seat = integer(names="seat")
    kind = string(
        "One of `decisions` of the ruleset. After an upgrade, lists show null until the game changes.",
        names="decision",
        null=True,
    )
    deadline = string("Null if the game has no clock.", null=True)
    legal_href = string()


class SummarySchema(ma.Schema):
    id = uuid(names="game")
    ruleset = string(names="ruleset")
    ruleset_version = integer()
    board = string("sha256:… of the board's canonical JSON.", names="board")
    board_name = string("Null: a custom board.", null=True)
    options = Registered("Options")
    order = string()
    visibility = string()
    practice = boolean()
    stand_in = string("The bot that plays for a late seat, if the creator named one.", names="bot", optional=True)
    bot_milliseconds = integer("How long bots think about a decision, if the creator set it.", optional=True)
    bot_patience = integer("Seconds that bots wait for answers of people, if the creator set it.", optional=True)
    bots_welcome = boolean("Whether bot accounts may take a seat without an invitation.")
    imported = boolean("True if the game was played on another server, which signed it.", optional=True)
    created_by_me = boolean("True if you created the game. Then you can invite to its free seats.", optional=True)
    status = one_of(["open", "running", "scoring", "finished", "aborted"])
    version = integer()
    head = string("The hash of the last event.")
    commitment = string()
    seats = list_of(SeatSchema)
    turn_order = list_of(integer(names="seat"))
    awaiting = list_of(integer(names="seat"))
    decisions = list_of(DecisionSchema, "The decisions of the seats in `awaiting`, in the same order.")
    open_until = string("If the game has not started by then, the server ends it.", optional=True)
    idle_days = integer("After so many days without an event the server ends the running game.", optional=True)
    clock = nested(ClockSchema, "Left out: the game has no clock.", optional=True)
    deadlines = list_of(DeadlineSchema, "The deadlines of the awaited seats.", optional=True)
    paused = list_of(PauseSchema, "The clocks that are paused, if any.", optional=True)
    result = list_of(PlacingSchema, "The result, if the game is finished.", optional=True)
    created_at = string()
    changed_at = string()
    href = string()
    state_href = string()
    legal_href = string()
    events_href = string()
    stream_href = string()
    score_href = string()
    audit_href = string()


class GameListSchema(ma.Schema):
    items = list_of(SummarySchema)
    next = string("The address of the next page.", null=True)


class CreatedSchema(CheckpointHref, SummarySchema):
    receipt = nested(ReceiptSchema)


class SeedSchema(CheckpointHref):
    id = uuid("The id that the game will have.", names="game")
    commitment = string()
    expires_at = string()
    receipt = nested(SeedReceiptSchema)


class TokenSchema(ma.Schema):
    token = string("Shown once. It can play this seat and do nothing else.")
    game = uuid(names="game")
    seat = integer(names="seat")


class OpenedPartSchema(ma.Schema):
    part = integer()
    salt = string()
    value = Registered("Secret")


class OpenedCommandSchema(ma.Schema):
    salt = string()
    body = Registered("AnyCommand")


class LineSchema(ma.Schema):
    """One event as you may see it."""

    version = integer()
    hash = string()
    envelope = Registered("Event")
    parts = list_of(OpenedPartSchema)
    command = nested(OpenedCommandSchema, optional=True)


class OutcomeSchema(CheckpointHref):
    version = integer()
    events = list_of(LineSchema)
    awaiting = list_of(integer(names="seat"))
    receipt = nested(ReceiptSchema)


class FactSchema(ma.Schema):
    """An event that would happen. It is not stored and not sealed."""

    type = string()
    data = Registered("JsonValue")


class ToldFactSchema(FactSchema):
    sentence = string("The event as a sentence, as in the story.")


class DryRunSchema(ma.Schema):
    dry_run = boolean()
    version = integer("The version at which the command was tried.")
    events = list_of(ToldFactSchema)
    undetermined = boolean("True if a draw or something hidden decides what follows.")


class VotesSchema(ma.Schema):
    agreed = list_of(integer(names="seat"))
    missing = list_of(integer(names="seat"))


class StateAnswerSchema(ma.Schema):
    game = uuid(names="game")
    version = integer()
    settled = boolean("True if a commit ends at this version. Players can act only at such versions.")
    status = string()
    as_ = list_of(integer(names="seat"), "The seats whose view this is.", data_key="as")
    awaiting = list_of(integer(names="seat"))
    state_format = string()
    state = Registered("State", null=True)
    state_hash = string()
