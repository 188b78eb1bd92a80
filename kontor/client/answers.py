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
    id: str  # The id of an account.
    name: str  # The name of the account.
    api_key: str  # The key, which is shown only once.
    scopes: tuple[str, ...]  # What the key may do.
    # The recovery codes, which are shown only once. With each code you can get one new key.
    recovery_codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Me:
    id: str  # The id of an account.
    name: str  # The name of the account.
    named: bool  # Whether games show your name.
    bot: bool  # True if a program decides for the account.
    scopes: tuple[str, ...]  # The scopes of the key in this request.
    grants: tuple[str, ...]  # The scopes that the operator has granted.
    created_at: str  # When the account was opened.


@dataclass(frozen=True, slots=True)
class Seat:
    seat: int  # The number of a seat, from 1.
    kind: str  # `open`: free for any account. `invited`: free, but only by invitation.
    mine: bool  # True if you hold the seat.
    bot: str | None = None  # The bot that plays the seat.
    participant: str | None = None  # A random id for this seat in this game. It does not identify the account.
    name: str | None = None  # The name of the account, if the account shows its name.
    bot_account: bool = False  # True if the account is marked as a bot.
    colour: str | None = None  # The colour of its pieces, if it is known.


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that the game is waiting for."""

    seat: int  # The number of a seat, from 1.
    kind: str | None  # One of `decisions` of the ruleset. After an upgrade, lists show null until the game changes.
    deadline: str | None  # Null if the game has no clock.
    legal_href: str  # The address of the commands that the seat may send.


@dataclass(frozen=True, slots=True)
class Placing:
    seat: int  # The number of a seat, from 1.
    rank: int  # 1 is the winner. Equal seats share a rank.
    total: int  # The points of the seat.


@dataclass(frozen=True, slots=True)
class Receipt:
    """A signature of the head of the game. Check it with a key from /.well-known/kontor-keys.json."""

    format: str  # The version of this format.
    game: str  # The id of a game.
    version: int  # The version of the game that is signed.
    hash: str  # The hash of that version. It covers all events before.
    at: str  # When the server signed.
    command: str  # The id of the command that led to this version.
    key: str  # The id of a key of the server, as in `/.well-known/kontor-keys.json`.
    signature: str  # An Ed25519 signature in hex (docs/log-format.md says over which bytes).


@dataclass(frozen=True, slots=True)
class Summary(SummaryProperties):
    """The summary of a game."""

    id: str  # The id of a game.
    ruleset: str  # The name of a ruleset.
    ruleset_version: int  # The version of the rules with which the game is decided.
    board: str  # sha256:… of the board's canonical JSON.
    board_name: str | None  # Null: a custom board.
    options: Body  # The options of the game, with the defaults filled in.
    order: str  # How the turn order is found: `listed` is the order of the seats, `drawn` a random one.
    status: str  # The status of the game. `scoring`: play is over, and a worker computes the score.
    version: int  # The number of the newest event.
    head: str  # The hash of the last event.
    commitment: str  # The SHA-256 of the seed of the dice. The server publishes the seed when the game is over.
    seats: tuple[Seat, ...]  # All seats, from seat 1.
    turn_order: tuple[int, ...]  # The seats in the order of their turns; empty before the start.
    awaiting: tuple[int, ...]  # The seats without which the game cannot continue.
    decisions: tuple[Decision, ...]  # The decisions of the seats in `awaiting`, in the same order.
    created_at: str  # When the game was created.
    changed_at: str  # When its newest event was stored.
    href: str  # The address of this summary.
    state_href: str  # The address of the position.
    legal_href: str  # The address of the legal commands of a seat: yours, or one that must decide.
    events_href: str  # The address of the events.
    stream_href: str  # The address of the stream of events.
    score_href: str  # The address of the score.
    audit_href: str  # The address of the audit bundle.
    # Who may read the game: `public` any client, `unlisted` any client that knows its id, `private` its players.
    visibility: str
    practice: bool  # True: a practice game, in which commands can be undone and a bot gives hints. This never changes.
    bots_welcome: bool  # Whether accounts that are bots may sit down without being invited.
    stand_in: str | None = None  # The bot that plays for a late seat, if the creator named one.
    imported: bool = False  # True if the game was played on another server, which signed it.
    created_by_me: bool = False  # True if you created the game. Then you can invite to its free seats.
    open_until: str | None = None  # If the game has not started by then, the server ends it.
    idle_days: int | None = None  # The number of days without an event after which the server ends a running game.
    clock: Body | None = None  # The clock, if the game has one.
    deadlines: tuple[Body, ...] = ()  # The deadlines of the awaited seats.
    paused: tuple[Body, ...] = ()  # The clocks that are paused, if any.
    result: tuple[Placing, ...] = ()  # The result, if the game is finished.
    bot_milliseconds: int | None = None  # Milliseconds that a bot may think about a decision.
    bot_patience: int | None = None  # Seconds that a bot waits for people after it has asked them something.
    # The address of the newest checkpoint of the transparency log. Store a checkpoint together with the receipt.
    checkpoint_href: str | None = None
    # The signature of the first version. Keep it: with it you can prove that the server changed the game.
    receipt: Receipt | None = None


@dataclass(frozen=True, slots=True)
class Line(LineProperties):
    """One event as you may see it."""

    version: int  # The number of the event in the game.
    hash: str  # The hash of the event, which covers all events before.
    envelope: Body  # The event as it is stored.
    parts: tuple[Body, ...]  # The sealed parts of the event that you may see.
    # The command that caused the event, if you may see it and the event is the first of its commit.
    command: Body | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    # The address of the newest checkpoint of the transparency log. Store a checkpoint together with the receipt.
    checkpoint_href: str
    version: int  # The version of the game after the command.
    events: tuple[Line, ...]  # The events that you may see.
    awaiting: tuple[int, ...]  # The seats without which the game cannot continue.
    # The signature of the new version. Keep it: with it you can prove that the server changed the game.
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class DryRun:
    dry_run: bool  # Always true: nothing was stored.
    version: int  # The version at which the command was tried.
    events: tuple[Body, ...]  # What would happen.
    undetermined: bool  # True if a draw or something hidden decides what follows.


@dataclass(frozen=True, slots=True)
class Legal:
    version: int  # The version of the game: the number of the newest event that the answer takes into account.
    seat: int  # The number of a seat, from 1.
    awaiting: tuple[int, ...]  # The seats that must decide before the game can continue.
    options: tuple[Body, ...] = ()  # The legal commands as options. Missing with `sample` and on further pages.
    commands: tuple[Body, ...] = ()  # Complete commands that you can send as they are, with `expand` or `sample`.
    truncated: bool = False  # True if there may be more commands. Then `next` is their address.
    # With `language`: the names of choices that depend on the position, by id, or by `field=value`. Use them instead of
    # the labels of the ruleset.
    names: Mapping[str, str] | None = None
    # With `language`, if a bot waits for an answer of this seat: the time at which it stops waiting.
    answer_by: str | None = None
    next: str | None = None  # The address of further commands, or null.


@dataclass(frozen=True, slots=True)
class SeatScore:
    seat: int  # The number of a seat, from 1.
    total: int  # The sum of all points.
    rank: int  # 1 is the winner. Equal seats share a rank.
    breakdown: Mapping[str, int]  # The points of each category of the ruleset.


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """Some points of a seat, and the rule that gives them."""

    seat: int  # The number of a seat, from 1.
    points: int  # How many points.
    category: str  # A category of the score, as the ruleset lists it.
    rule: str  # The rule that gives the points.
    about: tuple[str, ...]  # The cities, routes or other things that brought the points.
    version: int | None = None  # The version of the event that brought the points, if it was a single event.


@dataclass(frozen=True, slots=True)
class Score:
    final: bool  # True if the game is over. Before, the score is what the seats would get now.
    version: int  # The version of the game: the number of the newest event that the answer takes into account.
    seats: tuple[SeatScore, ...]  # The score of each seat.
    ledger: tuple[LedgerLine, ...]  # All gains of points, each with its rule.


@dataclass(frozen=True, slots=True)
class StateAnswer:
    game: str  # The id of a game.
    version: int  # The version of the game that the state belongs to.
    settled: bool  # True if a commit ends at this version. Players can act only at such versions.
    status: str  # The status of the game at that version.
    as_: tuple[int, ...]  # The seats whose view this is.
    awaiting: tuple[int, ...]  # The seats without which the game cannot continue.
    state_format: str  # The ruleset and the version of its rules, such as `hansa-state/3`.
    state: Body | None  # The position as you may see it; null before the game starts.
    state_hash: str  # The SHA-256 of the canonical JSON of `state`, to compare two positions.
