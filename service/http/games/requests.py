"""Forms of the bodies of requests about games."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from kontor.domain.kernel.canonical import LARGEST
from kontor.domain.kernel.lifecycle import Bot, Clock, Colour, Duration, Hex32
from kontor.domain.kernel.model import Doc, Names, Pattern, Range, Size
from kontor.domain.kernel.ruleset import Order
from kontor.service.engine.log_pages import PATTERN
from kontor.service.game_settings import ChosenSettings
from kontor.service.http.accounts.schemas import Name
from kontor.service.http.times import Moment

Uuid = Annotated[str, Pattern("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", "a UUID in lower case")]
Nonce = Annotated[
    Hex32, Doc("64 random hex digits. They change the dice, so that the server alone cannot choose them.")
]
InvitationToken = Annotated[
    str,
    Pattern("kti_[A-Za-z0-9_-]{43}", "kti_ and 43 further characters"),
    Doc("The part of the link after `#invitation=`."),
]

SEATS_MOST = 8
BATCH_MOST = 50


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A seat of a new game.

    `kind`: `me` is yours, `open` is for any account, `invited` for an account that you invite, `bot` for a bot.
    `bot`: the bot, if the kind is `bot`.
    `colour`: the colour of its pieces. Without it, the ruleset chooses one.
    """

    kind: Literal["me", "open", "invited", "bot"]
    bot: Bot | None = None
    nonce: Nonce | None = None
    colour: Colour | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGameForm(ChosenSettings):
    """A game to create. It starts when its last seat is taken.

    `ruleset`: the name of a ruleset.
    `seats`: the seats, from seat 1.
    `options`: the options of the ruleset. An option that is left out has its default value.
    """

    ruleset: Annotated[str, Names("ruleset")]
    seats: Annotated[tuple[SeatRequest, ...], Size(1, SEATS_MOST)]
    board: (
        Annotated[
            str,
            Names("board"),
            Doc("The name of a board of the ruleset, or the sha256:… of a stored one. Without it: the default board."),
        ]
        | None
    ) = None
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    order: (
        Annotated[Order, Doc("How the turn order is found. The default depends on the ruleset and its options.")] | None
    ) = None
    seed: Annotated[Uuid, Names("game"), Doc("The id of a seed from POST /v1/seeds.")] | None = None
    clock: Annotated[Clock, Doc("How long a decision may take. Without it, there is no limit.")] | None = None
    stand_in: (
        Annotated[Bot, Doc("The bot that plays for a seat that is late, or that resigns without naming a bot.")] | None
    ) = None
    open_until: Annotated[Moment, Doc("The server ends the game if it has not started by then.")] | None = None
    idle_days: (
        Annotated[int, Range(1, 365), Doc("The server ends the game after this number of days without an event.")]
        | None
    ) = None
    dice_seed: Annotated[Hex32, Doc("The seed of a practice game. The same seed gives the same dice.")] | None = None


@dataclass(frozen=True, slots=True)
class CommandBatchForm:
    """Commands in their order. The server accepts all of them or none."""

    commands: Annotated[
        tuple[object, ...], Size(1, BATCH_MOST), Doc("The commands, in the order in which they are tried.")
    ]
    seat: Annotated[int, Names("seat"), Doc("Needed only if several of your seats may act.")] | None = None
    dry_run: Annotated[bool, Doc("True: only try the commands. The server stores nothing.")] = False


@dataclass(frozen=True, slots=True)
class WhatIfForm:
    """Commands to try, in their order."""

    version: (
        Annotated[int, Range(0, LARGEST), Doc("The version to start from. The default is the current one.")] | None
    ) = None
    commands: Annotated[
        tuple[object, ...], Size(0, BATCH_MOST), Doc("The commands, in the order in which they are tried.")
    ] = ()
    luck: Annotated[
        int,
        Range(0, LARGEST),
        Doc("A number that determines the hidden values and the dice. Another number gives other values."),
    ] = 0


@dataclass(frozen=True, slots=True)
class JoinForm:
    """Take a seat, with an optional nonce and colour. `invitation`: the token that you received, if any."""

    nonce: Nonce | None = None
    colour: Colour | None = None
    invitation: InvitationToken | None = None


@dataclass(frozen=True, slots=True)
class InviteForm:
    """Invite to a seat: either one account, which needs no token, or any account that has the token."""

    account: (
        Annotated[
            Uuid, Names("account"), Doc("The only account that may use it. Without it: any account with the token.")
        ]
        | None
    ) = None
    lasts: Annotated[Duration, Doc("How long the invitation is valid: an ISO 8601 duration of up to 30 days.")] = "P7D"


@dataclass(frozen=True, slots=True)
class InvitationTokenForm:
    """The token of an invitation that you received."""

    invitation: InvitationToken


@dataclass(frozen=True, slots=True)
class AcceptForm:
    """Accept an invitation, with your key, or without a key and with a name for a new account."""

    invitation: InvitationToken
    name: Name | None = None
    nonce: Nonce | None = None
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class ResignForm:
    """The bot that takes the seat. The default is the `stand_in` of the game, or else `greedy`."""

    bot: Bot | None = None


@dataclass(frozen=True, slots=True)
class AbortForm:
    """End the game. `reason`: Why. Only administrators must give a reason."""

    reason: Annotated[str, Pattern(r"[\s\S]{3,500}", "3 to 500 characters")] | None = None


@dataclass(frozen=True, slots=True)
class BranchForm:
    """The position from which a practice game starts."""

    version: Annotated[int, Range(1, LARGEST), Doc("The last version of a commit since the start.")]


@dataclass(frozen=True, slots=True)
class AskHintForm:
    """The bot that gives the hint. The default is the strongest bot of the ruleset."""

    bot: Bot | None = None
    seat: (
        Annotated[int, Range(1, SEATS_MOST), Names("seat"), Doc("The seat that you mean, if you hold several.")] | None
    ) = None


@dataclass(frozen=True, slots=True)
class UndoForm:
    """Take back your last command, or all your commands since a version, or (together) everything since a version."""

    to: Annotated[int, Range(1, LARGEST), Doc("The version to go back to: the last version of a commit.")] | None = None
    seat: (
        Annotated[int, Range(1, SEATS_MOST), Names("seat"), Doc("The seat that you mean, if you hold several.")] | None
    ) = None
    together: Annotated[
        bool, Doc("True: all people at the table must agree. Each of them must make the same call.")
    ] = False


@dataclass(frozen=True, slots=True)
class PauseRequestForm:
    """Pause all clocks, if all people at the table agree. With a seat: pause its clock for a vacation."""

    seat: Annotated[int, Range(1, SEATS_MOST), Names("seat"), Doc("Your seat that takes a vacation.")] | None = None
    until: Annotated[Moment, Doc("When the clocks run again at the latest.")] | None = None


@dataclass(frozen=True, slots=True)
class ResumeForm:
    """End the pause of all clocks. With a seat: end its vacation."""

    seat: Annotated[int, Range(1, SEATS_MOST), Names("seat"), Doc("Your seat whose vacation ends.")] | None = None


@dataclass(frozen=True, slots=True)
class NothingSaidForm:
    """An empty body."""


@dataclass(frozen=True, slots=True)
class StreamTicketRequest:
    """The stream that the ticket opens."""

    stream: Annotated[
        str,
        Pattern(
            r"/v1/(?:me/stream(?:\?after=[0-9]{1,9}-[0-9]{1,19})?"
            r"|games/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/stream(?:\?after=" + PATTERN + ")?)",
            "/v1/me/stream or /v1/games/{game_id}/stream, with or without ?after=",
        ),
        Doc("The address of the stream: `/v1/me/stream` or `/v1/games/{game_id}/stream`, with or without `?after=`."),
    ]
