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
    # True if a program decides for the account.
    bot: bool
    # The scopes of the key in this request.
    scopes: tuple[str, ...]
    # The scopes that the operator has granted.
    grants: tuple[str, ...]
    created_at: str


@dataclass(frozen=True, slots=True)
class Seat:
    seat: int
    # `open`: free for any account. `invited`: free, but only by invitation.
    kind: str
    mine: bool
    bot: str | None = None
    # A random id for this seat in this game. It does not identify the account.
    participant: str | None = None
    # The name of the account, if the account shows its name.
    name: str | None = None
    # True if the account is marked as a bot.
    bot_account: bool = False
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that the game is waiting for."""

    seat: int
    # One of `decisions` of the ruleset. After an upgrade, lists show null until the game changes.
    kind: str | None
    # Null if the game has no clock.
    deadline: str | None
    legal_href: str


@dataclass(frozen=True, slots=True)
class Placing:
    seat: int
    rank: int
    total: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """A signature of the head of the game. Check it with a key from /.well-known/kontor-keys.json."""

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
    # Null: a custom board.
    board_name: str | None
    options: Body
    order: str
    visibility: str
    practice: bool
    # Whether bot accounts may take a seat without an invitation.
    bots_welcome: bool
    status: str
    version: int
    # The hash of the last event.
    head: str
    commitment: str
    seats: tuple[Seat, ...]
    turn_order: tuple[int, ...]
    awaiting: tuple[int, ...]
    # The decisions of the seats in `awaiting`, in the same order.
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
    # The bot that plays for a late seat, if the creator named one.
    stand_in: str | None = None
    # How long bots think about a decision, if the creator set it.
    bot_milliseconds: int | None = None
    # Seconds that bots wait for answers of people, if the creator set it.
    bot_patience: int | None = None
    # True if the game was played on another server, which signed it.
    imported: bool = False
    # True if you created the game. Then you can invite to its free seats.
    created_by_me: bool = False
    # If the game has not started by then, the server ends it.
    open_until: str | None = None
    # After so many days without an event the server ends the running game.
    idle_days: int | None = None
    # Left out: the game has no clock.
    clock: Body | None = None
    # The deadlines of the awaited seats.
    deadlines: tuple[Body, ...] = ()
    # The clocks that are paused, if any.
    paused: tuple[Body, ...] = ()
    # The result, if the game is finished.
    result: tuple[Placing, ...] = ()
    # The newest checkpoint of the transparency log. Keep one with the receipt.
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
    # The newest checkpoint of the transparency log. Keep one with the receipt.
    checkpoint_href: str
    version: int
    events: tuple[Line, ...]
    awaiting: tuple[int, ...]
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class DryRun:
    dry_run: bool
    # The version at which the command was tried.
    version: int
    events: tuple[Body, ...]
    # True if a draw or something hidden decides what follows.
    undetermined: bool


@dataclass(frozen=True, slots=True)
class Legal:
    version: int
    seat: int
    awaiting: tuple[int, ...]
    # Left out with `sample` and on further pages.
    options: tuple[Body, ...] = ()
    # Complete commands that you can send as they are, with `expand` or `sample`.
    commands: tuple[Body, ...] = ()
    # True if there may be more commands. Then `next` is their address.
    truncated: bool = False
    # The address of further commands, or null.
    next: str | None = None


@dataclass(frozen=True, slots=True)
class SeatScore:
    seat: int
    total: int
    rank: int
    breakdown: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """Some points of a seat, and the rule that gives them."""

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
    # True if a commit ends at this version. Players can act only at such versions.
    settled: bool
    status: str
    # The seats whose view this is.
    as_: tuple[int, ...]
    awaiting: tuple[int, ...]
    state_format: str
    state: Body | None
    state_hash: str
