"""What servers answer, as frozen dataclasses after the schemas of the OpenAPI document; a test compares them.

Fields that this version does not know are ignored. Views, options, boards and commands stay the JSON they are: their
forms are the ruleset's own.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Generic, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from kontor.domain.kernel.lifecycle import Placing
from kontor.domain.kernel.ruleset import LedgerLine, SeatScore

T = TypeVar("T")

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OpenedAccount:
    id: str
    name: str
    api_key: str
    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Me:
    id: str
    name: str
    named: bool
    bot: bool
    scopes: tuple[str, ...]
    grants: tuple[str, ...]
    created_at: str


@dataclass(frozen=True, slots=True)
class Seat:
    seat: int
    kind: str
    mine: bool
    bot: str | None = None
    participant: str | None = None
    name: str | None = None
    bot_account: bool = False
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat owes; `kind` is one of the ruleset's words for it."""

    seat: int
    kind: str | None
    deadline: str | None
    legal_href: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """Where a game stood, signed by the server: keep it."""

    format: str
    game: str
    version: int
    hash: str
    at: str
    command: str
    key: str
    signature: str


@dataclass(frozen=True, slots=True)
class Summary:
    id: str
    ruleset: str
    ruleset_version: int
    board: str
    board_name: str | None
    options: Body
    order: str
    visibility: str
    practice: bool
    bots_welcome: bool
    status: str
    version: int
    head: str
    commitment: str
    seats: tuple[Seat, ...]
    turn_order: tuple[int, ...]
    awaiting: tuple[int, ...]
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
    stand_in: str | None = None
    bot_milliseconds: int | None = None
    bot_patience: int | None = None
    imported: bool = False
    created_by_me: bool = False
    clock: Body | None = None
    deadlines: tuple[Body, ...] = ()
    paused: tuple[Body, ...] = ()
    result: tuple[Placing, ...] = ()
    receipt: Receipt | None = None  # of a game just created
    checkpoint_href: str | None = None

    @property
    def is_over(self) -> bool:
        return self.status in ("finished", "aborted")

    @property
    def my_seats(self) -> tuple[int, ...]:
        return tuple(each.seat for each in self.seats if each.mine)


@dataclass(frozen=True, slots=True)
class Line:
    """One event of the log as the caller may see it."""

    version: int
    hash: str
    envelope: Body
    parts: tuple[Body, ...]
    command: Body | None = None

    @property
    def type(self) -> str:
        return str(self.envelope["type"])

    @property
    def data(self) -> Body:
        return cast(Body, self.envelope["data"])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command brought about."""

    version: int
    events: tuple[Line, ...]
    awaiting: tuple[int, ...]
    receipt: Receipt
    checkpoint_href: str


@dataclass(frozen=True, slots=True)
class DryRun:
    dry_run: bool
    version: int
    events: tuple[Body, ...]
    undetermined: bool


@dataclass(frozen=True, slots=True)
class Legal:
    version: int
    seat: int
    awaiting: tuple[int, ...]
    options: tuple[Body, ...] = ()
    commands: tuple[Body, ...] = ()
    truncated: bool = False
    next: str | None = None


@dataclass(frozen=True, slots=True)
class StateAnswer:
    game: str
    version: int
    settled: bool
    status: str
    as_: tuple[int, ...]
    awaiting: tuple[int, ...]
    state_format: str
    state: Body | None
    state_hash: str


@dataclass(frozen=True, slots=True)
class Score:
    final: bool
    version: int
    seats: tuple[SeatScore, ...]
    ledger: tuple[LedgerLine, ...]


@dataclass(frozen=True, slots=True)
class Token:
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
    secret: str | None = None  # shown once, when it is added or rotated


@dataclass(frozen=True, slots=True)
class Notice:
    """What `me/stream` tells: `kind` is its type (`decision`, `game.ended`, …), `data` what it says."""

    kind: str
    data: Body
    id: str


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    items: tuple[T, ...]
    next: str | None


# ---------------------------------------------------------------- reading


def read_answer(form: type[T], body: Any) -> T:
    """An answer of this form; what is unknown is ignored, what has a default may be missing."""
    if not isinstance(body, Mapping):
        raise ValueError(f"a {form.__name__} is an object, not {body!r}")
    given = {name: _read(hint, body[key]) for name, key, hint in _forms(form) if key in body}  # type: ignore[arg-type]  # a class is
    if missing := [name for name in _needed(form) if name not in given]:  # type: ignore[arg-type]  # hashable
        raise ValueError(f"a {form.__name__} has {', '.join(missing)}; the server is of another version")
    return form(**given)


@cache
def _forms(form: type[Any]) -> tuple[tuple[str, str, Any], ...]:
    """Field, key on the wire, type."""
    return tuple((name, name.removesuffix("_"), hint) for name, hint in get_type_hints(form).items())


@cache
def _needed(form: type[Any]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(form) if each.default is MISSING)


def _read(hint: Any, value: Any) -> Any:
    if get_origin(hint) in (Union, UnionType):
        inner = next(each for each in get_args(hint) if each is not type(None))
        return None if value is None else _read(inner, value)
    if get_origin(hint) is tuple:
        return tuple(_read(get_args(hint)[0], each) for each in value)
    return read_answer(hint, value) if is_dataclass(hint) and isinstance(hint, type) else value
