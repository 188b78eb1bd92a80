"""The server's answers. `make client-types` generates this file from openapi/openapi.json: do not edit it.

The client ignores fields that a class does not have. Objects without a class stay JSON.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kontor.client.answer_parts import Body as Body
from kontor.client.answer_parts import LineProperties, SummaryProperties
from kontor.client.answer_parts import Notice as Notice
from kontor.client.answer_parts import Page as Page


@dataclass(frozen=True, slots=True)
class OpenedAccount:
    id: str
    name: str
    # Shown once, never again.
    api_key: str
    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Me:
    id: str
    name: str
    # Whether games show your name.
    named: bool
    # Whether a program decides.
    bot: bool
    # Of the key used.
    scopes: tuple[str, ...]
    # Given by the operator.
    grants: tuple[str, ...]
    created_at: str


@dataclass(frozen=True, slots=True)
class Seat:
    seat: int
    # `invited`: free, for whoever is invited to it.
    kind: str
    mine: bool
    bot: str | None = None
    # A random name for this seat and game; no account.
    participant: str | None = None
    # Of whoever plays it, if they agreed to be named.
    name: str | None = None
    # True if the account of whoever plays it is a bot.
    bot_account: bool = False
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that the game waits for."""

    seat: int
    # One of the ruleset's `decisions`; null in lists for a while after an upgrade.
    kind: str | None
    # Null without a clock.
    deadline: str | None
    legal_href: str


@dataclass(frozen=True, slots=True)
class Placing:
    seat: int
    rank: int
    total: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """A signature over the head of the game; check it with /.well-known/kontor-keys.json."""

    format: str
    game: str
    version: int
    hash: str
    at: str
    command: str
    key: str
    signature: str


@dataclass(frozen=True, slots=True)
class Summary(SummaryProperties):
    id: str
    ruleset: str
    ruleset_version: int
    # sha256:… of the board's canonical JSON.
    board: str
    # Null: somebody's own board.
    board_name: str | None
    options: Body
    order: str
    visibility: str
    practice: bool
    # Whether accounts that are bots may sit down without being invited.
    bots_welcome: bool
    status: str
    version: int
    # The hash of the last event.
    head: str
    commitment: str
    seats: tuple[Seat, ...]
    turn_order: tuple[int, ...]
    awaiting: tuple[int, ...]
    # In the order of `awaiting`.
    decisions: tuple[Decision, ...]
    created_at: str
    changed_at: str
    href: str
    state_href: str
    legal_href: str
    events_href: str
    stream_href: str
    score_href: str
    audit_href: str
    # Who plays for those who are late, if that was asked for.
    stand_in: str | None = None
    # How long its bots think, if that was asked for.
    bot_milliseconds: int | None = None
    # Seconds that its bots wait for people's answers, if that was asked for.
    bot_patience: int | None = None
    # True if it was played on another server, which signed it.
    imported: bool = False
    # True if you created it: then you may invite to seats that nobody has taken.
    created_by_me: bool = False
    # If the game was created with one.
    clock: Body | None = None
    # When those awaited must have decided.
    deadlines: tuple[Body, ...] = ()
    # If any clocks rest.
    paused: tuple[Body, ...] = ()
    # Once it is finished.
    result: tuple[Placing, ...] = ()
    # The newest checkpoint of the transparency log: keep one beside it.
    checkpoint_href: str | None = None
    receipt: Receipt | None = None


@dataclass(frozen=True, slots=True)
class Line(LineProperties):
    """One event as you may see it."""

    version: int
    hash: str
    envelope: Body
    parts: tuple[Body, ...]
    command: Body | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    # The newest checkpoint of the transparency log: keep one beside it.
    checkpoint_href: str
    version: int
    events: tuple[Line, ...]
    awaiting: tuple[int, ...]
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class DryRun:
    dry_run: bool
    # The version it was tried at.
    version: int
    events: tuple[Body, ...]
    # It goes on from here with a draw or something revealed.
    undetermined: bool


@dataclass(frozen=True, slots=True)
class Legal:
    version: int
    seat: int
    awaiting: tuple[int, ...]
    # Not with `sample`, nor on pages that `next` leads to.
    options: tuple[Body, ...] = ()
    # Complete, ready to post; if they were asked for.
    commands: tuple[Body, ...] = ()
    # Whether there may be more: then `next` leads to them.
    truncated: bool = False
    # The address of further commands.
    next: str | None = None


@dataclass(frozen=True, slots=True)
class SeatScore:
    seat: int
    total: int
    rank: int
    breakdown: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """Why a seat has some of its points."""

    seat: int
    points: int
    category: str
    rule: str
    about: tuple[str, ...]
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Score:
    final: bool
    version: int
    seats: tuple[SeatScore, ...]
    ledger: tuple[LedgerLine, ...]


@dataclass(frozen=True, slots=True)
class StateAnswer:
    game: str
    version: int
    # Whether somebody can act here: it is the end of a commit.
    settled: bool
    status: str
    # Through whose eyes.
    as_: tuple[int, ...]
    awaiting: tuple[int, ...]
    state_format: str
    state: Body | None
    state_hash: str


@dataclass(frozen=True, slots=True)
class Token:
    # Plays this seat and nothing else. Shown once.
    token: str
    game: str
    seat: int


@dataclass(frozen=True, slots=True)
class Webhook:
    id: str
    url: str
    types: tuple[str, ...]
    format: str
    game: str | None
    created_at: str
    failing_since: str | None
    disabled_at: str | None
    disabled_why: str | None
    # Signs messages (Standard Webhooks). Shown once, never again.
    secret: str | None = None
