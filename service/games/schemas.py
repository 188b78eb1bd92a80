"""Games on the wire: what is asked, and what is answered."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

import marshmallow as ma

from domain.kernel.lifecycle import Hex32
from domain.kernel.model import Doc, Pattern, Size
from domain.kernel.ruleset import Order
from service.api import Registered
from service.store import Visibility

Uuid = Annotated[str, Pattern("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")]
Nonce = Annotated[Hex32, Doc("64 hex digits of your own: with it, nobody alone can choose the dice.")]

WAIT_MOST = 25
LIMIT_MOST = 200
EXPAND_MOST = 200


# ---------------------------------------------------------------- bodies


@dataclass(frozen=True, slots=True)
class SeatAsked:
    """A chair of a new game: yours, open to others, or a bot's."""

    kind: Literal["me", "open", "bot"]
    bot: str | None = None
    nonce: Nonce | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class NewGameForm:
    """A game to be created. It starts by itself when its last seat is taken."""

    ruleset: str
    board: Annotated[str, Doc("The name of a board of the ruleset, or sha256:… of one of your own.")]
    seats: Annotated[tuple[SeatAsked, ...], Size(1, 8)]
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    order: Order = "listed"
    visibility: Visibility = "public"
    seed: Annotated[Uuid, Doc("A `seed_id` of POST /v1/seeds.")] | None = None
    practice: bool = False


@dataclass(frozen=True, slots=True)
class JoinForm:
    """Sit down, with a nonce and a colour if you like."""

    nonce: Nonce | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class ResignForm:
    """Hand the seat to a bot."""

    bot: str = "random"


@dataclass(frozen=True, slots=True)
class AbortForm:
    """End the game. A reason is asked of administrators only."""

    reason: Annotated[str, Pattern(r"(?s:.{3,500})")] | None = None


@dataclass(frozen=True, slots=True)
class NoForm:
    """Nothing needs to be said."""


# ---------------------------------------------------------------- queries and headers


class ListQuery(ma.Schema):
    status = ma.fields.String(validate=ma.validate.OneOf(["open", "running", "scoring", "finished", "aborted"]))
    ruleset = ma.fields.String(validate=ma.validate.Length(max=64))
    mine = ma.fields.Boolean(load_default=False)
    awaiting = ma.fields.String(validate=ma.validate.OneOf(["me"]))
    limit = ma.fields.Integer(load_default=50, validate=ma.validate.Range(1, LIMIT_MOST))
    cursor = ma.fields.String(validate=ma.validate.Length(max=200))


class StateQuery(ma.Schema):
    version = ma.fields.Integer(validate=ma.validate.Range(1, 2**53 - 1))
    as_ = ma.fields.String(data_key="as", validate=ma.validate.Regexp(r"^(?:spectator|seat:[1-9][0-9]?)\Z"))


class LegalQuery(ma.Schema):
    seat = ma.fields.Integer(validate=ma.validate.Range(1, 99))
    expand = ma.fields.Integer(load_default=0, validate=ma.validate.Range(0, EXPAND_MOST))


class EventsQuery(ma.Schema):
    after = ma.fields.Integer(load_default=0, validate=ma.validate.Range(0, 2**53 - 1))
    limit = ma.fields.Integer(load_default=LIMIT_MOST, validate=ma.validate.Range(1, LIMIT_MOST))
    wait = ma.fields.Integer(load_default=0, validate=ma.validate.Range(0, WAIT_MOST))


class ChangeHeaders(ma.Schema):
    key = ma.fields.String(
        data_key="Idempotency-Key",
        metadata={"description": "A request that is sent again with the same key happens once."},
    )


class CommandHeaders(ChangeHeaders):
    expected = ma.fields.String(
        data_key="If-Match",
        metadata={"description": 'The version you decided on, quoted: `"17"`. If the game has moved on: 412.'},
    )


# ---------------------------------------------------------------- answers


class SeatSchema(ma.Schema):
    seat = ma.fields.Integer(required=True)
    kind = ma.fields.String(required=True, validate=ma.validate.OneOf(["open", "participant", "bot"]))
    bot = ma.fields.String()
    participant = ma.fields.String(metadata={"description": "A random name for this seat and game; no account."})
    colour = ma.fields.String()
    mine = ma.fields.Boolean(required=True)


class PlacingSchema(ma.Schema):
    seat = ma.fields.Integer(required=True)
    rank = ma.fields.Integer(required=True)
    total = ma.fields.Integer(required=True)


class ReceiptSchema(ma.Schema):
    """A signature over the head of the game; check it with /.well-known/kontor-keys.json."""

    format = ma.fields.String(required=True)
    game = ma.fields.String(required=True)
    version = ma.fields.Integer(required=True)
    hash = ma.fields.String(required=True)
    at = ma.fields.String(required=True)
    command = ma.fields.String(required=True)
    key = ma.fields.String(required=True)
    signature = ma.fields.String(required=True)


class SummarySchema(ma.Schema):
    id = ma.fields.UUID(required=True)
    ruleset = ma.fields.String(required=True)
    ruleset_version = ma.fields.Integer(required=True)
    board = ma.fields.String(required=True, metadata={"description": "sha256:… of the board's canonical JSON."})
    options = Registered("Options", required=True)
    order = ma.fields.String(required=True)
    visibility = ma.fields.String(required=True)
    practice = ma.fields.Boolean(required=True)
    status = ma.fields.String(
        required=True, validate=ma.validate.OneOf(["open", "running", "scoring", "finished", "aborted"])
    )
    version = ma.fields.Integer(required=True)
    head = ma.fields.String(required=True, metadata={"description": "The hash of the last event."})
    commitment = ma.fields.String(required=True)
    seats = ma.fields.List(ma.fields.Nested(SeatSchema), required=True)
    turn_order = ma.fields.List(ma.fields.Integer(), required=True)
    awaiting = ma.fields.List(ma.fields.Integer(), required=True)
    result = ma.fields.List(ma.fields.Nested(PlacingSchema), metadata={"description": "Once it is finished."})
    created_at = ma.fields.String(required=True)
    changed_at = ma.fields.String(required=True)
    href = ma.fields.String(required=True)


class ListSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(SummarySchema), required=True)
    next = ma.fields.String(required=True, allow_none=True, metadata={"description": "The address of the next page."})


class SeedSchema(ma.Schema):
    seed_id = ma.fields.UUID(required=True, metadata={"description": "Becomes the id of the game."})
    commitment = ma.fields.String(required=True)
    expires = ma.fields.String(required=True)


class TokenSchema(ma.Schema):
    token = ma.fields.String(required=True, metadata={"description": "Plays this seat and nothing else. Shown once."})
    game = ma.fields.UUID(required=True)
    seat = ma.fields.Integer(required=True)


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


class OutcomeSchema(ma.Schema):
    version = ma.fields.Integer(required=True)
    events = ma.fields.List(ma.fields.Nested(LineSchema), required=True)
    awaiting = ma.fields.List(ma.fields.Integer(), required=True)
    receipt = ma.fields.Nested(ReceiptSchema, required=True)


class FactSchema(ma.Schema):
    """An event on paper: it has not happened and is not sealed."""

    type = ma.fields.String(required=True)
    data = Registered("Json", required=True)


class DryRunSchema(ma.Schema):
    dry_run = ma.fields.Boolean(required=True)
    version = ma.fields.Integer(required=True, metadata={"description": "The version it was tried at."})
    events = ma.fields.List(ma.fields.Nested(FactSchema), required=True)
    undetermined = ma.fields.Boolean(
        required=True, metadata={"description": "It goes on from here with a draw or something revealed."}
    )


class VotesSchema(ma.Schema):
    agreed = ma.fields.List(ma.fields.Integer(), required=True)
    missing = ma.fields.List(ma.fields.Integer(), required=True)


class StateSchema(ma.Schema):
    game = ma.fields.UUID(required=True)
    version = ma.fields.Integer(required=True)
    settled = ma.fields.Boolean(
        required=True, metadata={"description": "Whether somebody can act here: it is the end of a commit."}
    )
    status = ma.fields.String(required=True)
    as_ = ma.fields.List(
        ma.fields.Integer(), data_key="as", required=True, metadata={"description": "Through whose eyes."}
    )
    awaiting = ma.fields.List(ma.fields.Integer(), required=True)
    state_format = ma.fields.String(required=True)
    state = Registered("NullableState", required=True)
    state_hash = ma.fields.String(required=True)


class LegalSchema(ma.Schema):
    version = ma.fields.Integer(required=True)
    seat = ma.fields.Integer(required=True)
    awaiting = ma.fields.List(ma.fields.Integer(), required=True)
    options = ma.fields.List(Registered("Option"), required=True)
    commands = ma.fields.List(Registered("Command"))
    truncated = ma.fields.Boolean()


class EventsSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(LineSchema), required=True)
    version = ma.fields.Integer(required=True, metadata={"description": "Where the game stands."})
    status = ma.fields.String(required=True)
    next = ma.fields.String(required=True, allow_none=True)


class SeatScoreSchema(ma.Schema):
    seat = ma.fields.Integer(required=True)
    total = ma.fields.Integer(required=True)
    rank = ma.fields.Integer(required=True)
    breakdown = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.Integer(), required=True)


class LedgerLineSchema(ma.Schema):
    """Why a seat has some of its points."""

    seat = ma.fields.Integer(required=True)
    points = ma.fields.Integer(required=True)
    category = ma.fields.String(required=True)
    rule = ma.fields.String(required=True)
    version = ma.fields.Integer()
    about = ma.fields.List(ma.fields.String(), required=True)


class ScoreSchema(ma.Schema):
    final = ma.fields.Boolean(required=True)
    version = ma.fields.Integer(required=True)
    seats = ma.fields.List(ma.fields.Nested(SeatScoreSchema), required=True)
    ledger = ma.fields.List(ma.fields.Nested(LedgerLineSchema), required=True)


class WhatIfSchema(ma.Schema):
    version = ma.fields.Integer(required=True)
    determined = ma.fields.Boolean(
        required=True, metadata={"description": "Whether the game's own draws were used: it has ended."}
    )
    events = ma.fields.List(ma.fields.Nested(FactSchema), required=True)
    state = Registered("State", required=True)
    awaiting = ma.fields.List(ma.fields.Integer(), required=True)
    score = ma.fields.Nested(ScoreSchema, required=True)
