"""Games on the wire: what is asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

import marshmallow as ma

from kontor.domain.kernel.canonical import LARGEST
from kontor.domain.kernel.lifecycle import Bot, Clock, Colour, Duration, Hex32
from kontor.domain.kernel.model import Doc, Names, Pattern, Range, Size
from kontor.domain.kernel.ruleset import Order
from kontor.service.game_settings import ChosenSettings
from kontor.service.http.accounts.schemas import Name
from kontor.service.http.moments import Moment
from kontor.service.http.smorest import WholeText, names

Uuid = Annotated[str, Pattern("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")]
Nonce = Annotated[Hex32, Doc("64 hex digits of your own: with it, nobody alone can choose the dice.")]
InvitationToken = Annotated[str, Pattern("kti_[A-Za-z0-9_-]{43}"), Doc("From the link: what follows `#invitation=`.")]

SEATS_MOST = 8
WAIT_MOST = 25
LIMIT_MOST = 200
EXPAND_MOST = 200
SAMPLE_MOST = 50
LONGEST_CURSOR = 500  # characters


# ---------------------------------------------------------------- bodies


@dataclass(frozen=True, slots=True)
class SeatAsked:
    """A chair of a new game: yours, open to whoever comes, for whoever you invite, or a bot's."""

    kind: Literal["me", "open", "invited", "bot"]
    bot: Bot | None = None
    nonce: Nonce | None = None
    colour: Colour | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGameForm(ChosenSettings):
    """A game to be created. It starts by itself when its last seat is taken."""

    ruleset: Annotated[str, Names("ruleset")]
    seats: Annotated[tuple[SeatAsked, ...], Size(1, SEATS_MOST)]
    board: (
        Annotated[
            str,
            Names("board"),
            Doc("The name of a board of the ruleset, or sha256:… of one of your own; left out: the usual one."),
        ]
        | None
    ) = None
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    order: Annotated[Order, Doc("Left out: as the ruleset has it with these options.")] | None = None
    seed: Annotated[Uuid, Names("game"), Doc("An id that POST /v1/seeds gave.")] | None = None
    clock: Annotated[Clock, Doc("How long a decision may take; without it, for ever.")] | None = None
    stand_in: Annotated[Bot, Doc("The bot that plays for whoever is late, or resigns and names none.")] | None = None
    dice_seed: (
        Annotated[Hex32, Doc("Of a practice game: its seed itself, so that the same dice fall again.")] | None
    ) = None


@dataclass(frozen=True, slots=True)
class JoinForm:
    """Sit down, with a nonce and a colour if you like. `invitation`: the token you were sent, if you were."""

    nonce: Nonce | None = None
    colour: Colour | None = None
    invitation: InvitationToken | None = None


@dataclass(frozen=True, slots=True)
class InviteForm:
    """Invite to a seat: one account, which needs no token then, or else whoever has the token."""

    account: Annotated[Uuid, Names("account"), Doc("The one account that may use it.")] | None = None
    lasts: Annotated[Duration, Doc("How long it is good: an ISO 8601 duration of up to 30 days.")] = "P7D"


@dataclass(frozen=True, slots=True)
class InvitationForm:
    """An invitation that you were sent."""

    invitation: InvitationToken


@dataclass(frozen=True, slots=True)
class AcceptForm:
    """Sit down by an invitation: with your key, or without one and with a name for the account that is opened."""

    invitation: InvitationToken
    name: Name | None = None
    nonce: Nonce | None = None
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class ResignForm:
    """Hand the seat to a bot: the one you name, or else the game's stand-in, or else `random`."""

    bot: Bot | None = None


@dataclass(frozen=True, slots=True)
class AbortForm:
    """End the game. A reason is asked of administrators only."""

    reason: Annotated[str, Pattern(r"[\s\S]{3,500}")] | None = None


@dataclass(frozen=True, slots=True)
class BranchForm:
    """A practice game that begins where this one stood."""

    version: Annotated[int, Range(1, LARGEST), Doc("The last version of a commit since the start.")]


@dataclass(frozen=True, slots=True)
class AskHintForm:
    """Which bot should say what it would do; without a name the strongest of the ruleset."""

    bot: Bot | None = None
    seat: (
        Annotated[int, Range(1, SEATS_MOST), Names("seat"), Doc("Which of your seats, if you hold several.")] | None
    ) = None


@dataclass(frozen=True, slots=True)
class UndoForm:
    """Take back your last command, or all of yours since a version; or, all together, whatever happened since."""

    to: (
        Annotated[int, Range(1, LARGEST), Doc("The last version of a commit: the game stands again as it stood there.")]
        | None
    ) = None
    seat: (
        Annotated[int, Range(1, SEATS_MOST), Names("seat"), Doc("Which of your seats, if you hold several.")] | None
    ) = None
    together: Annotated[bool, Doc("All people at the table agree: each makes the same call.")] = False


@dataclass(frozen=True, slots=True)
class PauseForm:
    """Let all clocks rest, by consent of all people at the table; or, with a seat, that one's: a vacation."""

    seat: Annotated[int, Range(1, SEATS_MOST), Names("seat"), Doc("Your seat that goes on vacation.")] | None = None
    until: Annotated[Moment, Doc("When the clocks go on by themselves, at the latest.")] | None = None


@dataclass(frozen=True, slots=True)
class ResumeForm:
    """End the pause of all clocks; or, with a seat, its vacation."""

    seat: Annotated[int, Range(1, SEATS_MOST), Names("seat"), Doc("Your seat that is back from vacation.")] | None = (
        None
    )


@dataclass(frozen=True, slots=True)
class NoForm:
    """Nothing needs to be said."""


# ---------------------------------------------------------------- queries and headers


class ListQuery(ma.Schema):
    status = ma.fields.String(validate=ma.validate.OneOf(["open", "running", "scoring", "finished", "aborted"]))
    ruleset = ma.fields.String(validate=WholeText(r"^[a-z0-9_-]{1,64}$"))
    practice = ma.fields.Boolean(metadata={"description": "Only games for practice, or only those that count."})
    mine = ma.fields.Boolean(load_default=False)
    awaiting = ma.fields.String(validate=ma.validate.OneOf(["me"]))
    limit = ma.fields.Integer(load_default=50, validate=ma.validate.Range(1, LIMIT_MOST))
    cursor = ma.fields.String(validate=ma.validate.Length(max=200))


class EyesQuery(ma.Schema):
    as_ = ma.fields.String(data_key="as", validate=WholeText(r"^(?:spectator|seat:[1-9][0-9]?)$"))


class StateQuery(EyesQuery):
    version = ma.fields.Integer(validate=ma.validate.Range(1, 2**53 - 1))


class DiffQuery(EyesQuery):
    from_ = ma.fields.Integer(data_key="from", required=True, validate=ma.validate.Range(1, 2**53 - 1))
    to = ma.fields.Integer(validate=ma.validate.Range(1, 2**53 - 1))


class LegalQuery(ma.Schema):
    seat = ma.fields.Integer(validate=ma.validate.Range(1, 99), metadata=names("seat"))
    expand = ma.fields.Integer(
        load_default=0,
        validate=ma.validate.Range(0, EXPAND_MOST),
        metadata={"description": "How many complete commands to list, or how many a page has."},
    )
    cursor = ma.fields.String(
        validate=ma.validate.Length(max=LONGEST_CURSOR), metadata={"description": "Of `next`: a further page."}
    )
    sample = ma.fields.Integer(
        validate=ma.validate.Range(1, SAMPLE_MOST),
        metadata={"description": "Draw so many complete commands instead; one and the same may come twice."},
    )
    seed = ma.fields.Integer(
        load_default=0,
        validate=ma.validate.Range(0, 2**53 - 1),
        metadata={"description": "Another one draws other commands, the same one the same."},
    )


class EventsQuery(ma.Schema):
    after = ma.fields.Integer(load_default=0, validate=ma.validate.Range(0, 2**53 - 1))
    limit = ma.fields.Integer(
        validate=ma.validate.Range(1, LIMIT_MOST),
        metadata={"description": f"{LIMIT_MOST} without it; of NDJSON without it, all there are."},
    )
    wait = ma.fields.Integer(load_default=0, validate=ma.validate.Range(0, WAIT_MOST))


class AnalysisQuery(ma.Schema):
    after = ma.fields.Integer(
        load_default=0,
        validate=ma.validate.Range(0, 2**53 - 1),
        metadata={"description": "Decisions at versions after this one."},
    )
    limit = ma.fields.Integer(load_default=LIMIT_MOST, validate=ma.validate.Range(1, LIMIT_MOST))


TICKET_FIELD = ma.fields.String(
    metadata={"description": "Instead of a key, from `POST /v1/me/stream-tickets`: for this stream alone."}
)


class StreamQuery(ma.Schema):
    after = ma.fields.Integer(load_default=0, validate=ma.validate.Range(0, 2**53 - 1))
    ticket = TICKET_FIELD


class MyStreamQuery(ma.Schema):
    after = ma.fields.String(
        load_default="",
        validate=WholeText("^(?:[0-9]{1,9}-[0-9]{1,19})?$"),
        metadata={"description": "The `id` of the last message you have heard, as `Last-Event-ID`."},
    )
    ticket = TICKET_FIELD


@dataclass(frozen=True, slots=True)
class NewStreamTicket:
    """The stream that is to be opened."""

    stream: Annotated[
        str,
        Pattern(
            r"/v1/(?:me/stream(?:\?after=[0-9]{1,9}-[0-9]{1,19})?"
            r"|games/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/stream(?:\?after=[0-9]{1,15})?)"
        ),
        Doc("Its address: `/v1/me/stream` or `/v1/games/{game_id}/stream`, perhaps with `?after=`."),
    ]


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
