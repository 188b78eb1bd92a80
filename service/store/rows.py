"""What goes into the store and comes out of it: values only, no SQL."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias, cast
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import Command, Record
from kontor.domain.kernel.game import Status
from kontor.domain.kernel.seals import GENESIS
from kontor.service.game_settings import DEFAULTS, GameSettings
from kontor.service.refusals import Refused

InvitationStatus: TypeAlias = Literal["waiting", "used", "revoked", "expired"]
ENDED: tuple[Status, ...] = ("finished", "aborted")  # statuses in which a log is closed and everything is open


class StoreAway(Exception):
    """Postgres cannot be reached, or broke off; nothing is known to have been written."""


class StoreFull(StoreAway):
    """There is no room left where Postgres keeps its files; nothing was written."""


class ConnectionLost(StoreAway):
    """The connection that was used broke; another one may well work."""


class UnknownCredential(Refused):
    """No caller has this key or token any more: nothing was written."""


class KeyTaken(Exception):
    """The idempotency key of an answer is in use: nothing was written, the stored answer is the one to give."""


class TooManyGames(Exception):
    """The account has created as many games that have not ended as it may; nothing was written."""

    def __init__(self, most: int) -> None:
        super().__init__(f"The account has {most} games that have not ended.")
        self.most = most


@dataclass(frozen=True, slots=True)
class Head:
    """Where a log ends: the last version and its hash."""

    version: int = 0
    hash: bytes = GENESIS


class VersionConflict(Exception):
    """The game does not end at the head that was expected: nothing was written. `head`, `tail`: where it ends, and the
    records after the expected version, if the statement has looked them up."""

    def __init__(self, game_id: UUID, head: Head | None = None, tail: Sequence[Record] = ()) -> None:
        super().__init__(f"Game {game_id} has moved on.")
        self.head = head
        self.tail = tail


@dataclass(frozen=True, slots=True)
class Projection:
    """What lists and summaries show of a game after a commit; `summary` is the caller's to shape (seats, result …), and
    None where it is what it was. `decisions`: of which kind those of the awaited seats are, in their order. `standing`:
    awaited seats that owed the very same decision before."""

    status: Status
    awaiting: tuple[int, ...] = ()
    summary: JsonObject | None = None
    decisions: tuple[str, ...] = ()
    standing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NewGame:
    """What is settled for ever about a game and stands outside of its log. `creator`: an account."""

    id: UUID
    seed: bytes
    ruleset: str
    ruleset_version: int
    board: str  # "sha256:…" of `boards`
    settings: GameSettings = DEFAULTS
    creator: UUID | None = None


@dataclass(frozen=True, slots=True)
class GameRow:
    """The one row of a game: its facts, its head, and its projection. `imported`: it was played on another server."""

    id: UUID
    ruleset: str
    ruleset_version: int
    board: str
    settings: GameSettings
    creator: UUID | None
    imported: bool
    created_at: datetime
    changed_at: datetime
    head: Head
    status: Status
    awaiting: tuple[int, ...]
    summary: JsonObject
    decisions: tuple[str, ...] = ()  # of which kind, in the order of `awaiting`

    @property
    def is_ended(self) -> bool:
        return self.status in ENDED

    @property
    def seats(self) -> Sequence[Mapping[str, Any]]:
        return cast("Sequence[Mapping[str, Any]]", self.summary["seats"])

    @property
    def private_to(self) -> frozenset[str] | None:
        """The participants of a private game, or None if the game is not private."""
        if self.settings.visibility != "private":
            return None
        return frozenset(seat["participant"] for seat in self.seats if seat.get("participant") is not None)


@dataclass(frozen=True, slots=True)
class Debt:
    """What the system owes a game after a commit: bots to move or newly invited, the scoring, a deadline to watch.
    `invited`: bots that were invited before; those who have not had their look yet are still owed it."""

    bots: tuple[int, ...] = ()
    score: bool = False
    deadline: datetime | None = None
    invited: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Owed:
    """A debt that is due, claimed for one attempt. `account`: created the game."""

    game_id: UUID
    version: int
    attempt: int
    debt: Debt
    account: UUID | None


@dataclass(frozen=True, slots=True)
class Answer:
    """A stored answer for an Idempotency-Key. `scope`: "account/game" or the like, starting with the account
    (or token) id; `fingerprint`: hash of the request. Kept outside of the log, so that it may be forgotten."""

    scope: str
    key: str
    fingerprint: bytes
    status: int
    body: str
    headers: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seated:
    """A participant of the log and the account behind it. `holds`: plays the seat now (not resigned, not left)."""

    participant: str
    seat: int
    account: UUID
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation to one seat. `invitee`: the one account that may use it, else whoever has its token.
    `participant`: who offers the seat that they hold; None: nobody has taken it yet."""

    id: UUID
    game_id: UUID
    seat: int
    account: UUID
    invitee: UUID | None
    participant: str | None
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None = None
    revoked_at: datetime | None = None

    @property
    def status(self) -> InvitationStatus:
        if self.used_at is not None:
            return "used"
        if self.revoked_at is not None:
            return "revoked"
        return "waiting" if self.expires_at > datetime.now(UTC) else "expired"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a command came from, for auditors: whose key or token it was (None: the system's), what client sent it, and
    the request or job that it belongs to. Kept outside of the log, so that it may be forgotten."""

    credential: UUID | None
    client: str
    cause: str


@dataclass(frozen=True, slots=True)
class Alongside:
    """What is written with commits, in the same statement, alongside the log.

    `owed`: None where nothing was owed before either. `seated`: who sat down or came back; `left`: participants who no
    longer hold their seat. `invited`: whom the change invites, all by one account and for as long; `accepted`: the
    invitation that it uses up.
    """

    shows: Projection
    owed: Debt | None = None
    answer: Answer | None = None
    origin: Origin | None = None
    seated: tuple[Seated, ...] = ()
    left: tuple[str, ...] = ()
    invited: tuple[Invitation, ...] = ()
    accepted: UUID | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game at one version, as `state` in a format that has a name; what `head` and `mac` are worth is the reader's
    to find out. `event`: the hash that the log has at this version now; empty: it has none, or nobody looked."""

    game_id: UUID
    version: int
    format: str
    head: bytes
    state: bytes
    mac: bytes
    event: bytes = b""


@dataclass(frozen=True, slots=True)
class Stored:
    """What it takes to fold a game, besides its board: row, seed, perhaps a snapshot, and the records after it."""

    row: GameRow
    seed: bytes
    records: Sequence[Record]
    snapshot: Snapshot | None = None


@dataclass(frozen=True, slots=True)
class Logged:
    """One event for readers; `cause` (the command and its salt) comes with the first event of its commit."""

    record: Record
    cause: tuple[Command, bytes] | None = None


@dataclass(frozen=True, slots=True)
class ReservedSeed:
    """A seed published by its commitment before any nonce is known; `id` becomes the game's."""

    id: UUID
    seed: bytes
    expires: datetime
    account: UUID | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games to list: newest first, before `before`. `reader` sees public games and those they sit in or made;
    `sees_all` is an auditor. `mine`: only those `reader` holds a seat of or made; `awaiting`: that wait for them.
    `rulesets`: only games of these; None lists the games of all rulesets."""

    reader: UUID | None = None
    sees_all: bool = False
    mine: bool = False
    awaiting: bool = False
    status: Status | None = None
    rulesets: list[str] | None = None
    practice: bool | None = None
    before: UUID | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """The place of a commit in the order across games; opaque outside."""

    epoch: int
    txid: int
    game_id: UUID
    version: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A commit with its position: events `first` to `position.version` of the game."""

    position: Position
    first: int
