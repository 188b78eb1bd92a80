"""Commits: turn events into sealed, numbered and chained envelopes (docs/log-format.md §2, §3)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Generic, cast, get_args, get_type_hints
from uuid import UUID

from kontor.domain.kernel.canonical import DEEPEST, Json, JsonObject, canonical_text
from kontor.domain.kernel.clocks import tick
from kontor.domain.kernel.dice import Draw, Shuffle
from kontor.domain.kernel.game import Game, follow, opening, value_of
from kontor.domain.kernel.lifecycle import KERNEL_EVENTS, Note
from kontor.domain.kernel.model import read, read_form, write
from kontor.domain.kernel.ruleset import C, E, Ruleset, S
from kontor.domain.kernel.seals import chain_hash, command_digest, command_salt, salt, seal
from kontor.domain.kernel.secrets import Ref, Secret, Shown, draws_in, is_plain, opened_by, sealed_in

FORMAT = "kontor-log/1"
SYSTEM = "system"
OPENING = {"version", "part", "salt", "value"}  # the fields that open a sealed part
DEEPEST_NOTE = DEEPEST - 4  # most levels of nesting in a note: the line of its event adds further levels


def seat_actor(seat: int) -> str:
    return f"seat:{seat}"


@dataclass(frozen=True, slots=True)
class Part:
    """A sealed part of an event, with its salt and value. `seats`: the seats that may see it before the end."""

    seats: tuple[int, ...]
    salt: bytes
    value: Json


@dataclass(frozen=True, slots=True)
class Record:
    """One stored event: the exact text that was hashed, its hash, and its sealed values."""

    version: int
    envelope: str
    hash: bytes
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """The command that caused a commit. `readers`: the seats that may see the body before the end; None means all.
    `bot`: the name of the bot that decided it, if a bot did."""

    id: UUID
    actor: str
    body: JsonObject
    readers: tuple[int, ...] | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Commit(Generic[S]):
    """The events that one command appends atomically, and the game after them."""

    command: Command
    salt: bytes
    first: int
    records: tuple[Record, ...]
    after: Game[S]

    @property
    def last(self) -> int:
        return self.first + len(self.records) - 1


def _write_nested(value: Json) -> str:
    return canonical_text(value, DEEPEST - 1)


def commit(
    rules: Ruleset[S, C, E],
    game: Game[S],
    command: Command,
    events: Sequence[object],
    at: str,
    past: Mapping[int, Game[S]] | None = None,
    written: Callable[[Json], str] = _write_nested,
) -> Commit[S]:
    """Return the commit that writes the events of one command after the game's head. `at`: RFC 3339 UTC with
    milliseconds. `past`: the game at the version to which the events return, if they undo something. `written`: the
    encoder. A caller that compares the result with canonical texts may pass an encoder that does not check each
    value."""
    first, at = game.version + 1, max(at, game.at)
    command_key = command_salt(game.seed, game.id, first)
    digest = command_digest(command_key, game.id, first, command.body).hex()
    last = game.version + len(events)
    # The events of a commit share most fields. To write these fields only once, build the envelope from canonical
    # texts, with its keys in order.
    bot = "" if command.bot is None else f'"bot":{written(command.bot)},'
    cause = f'{{{bot}"digest":"{digest}","first":{first},"id":"{command.id}","last":{last}}}'
    begin = f'{{"actor":{written(command.actor)},"at":{written(at)},"command":{cause}'
    middle = f'"format":"{FORMAT}","game":"{game.id}"'
    require_sound_seals(game, events)
    after = follow(rules, game, events, past)
    records: list[Record] = []
    head, names = game.head, names_of(rules)
    for version, event in enumerate(events, first):
        parts = _parts(after, version, event)
        opens, sealed = _opens(after, event), _seal(after, version, parts)
        schema = schema_of(type(event))
        end = f'"opens":{opens},"schema":{schema},"sealed":{sealed},"type":"{names[type(event)]}","version":{version}}}'
        text = f'{begin},"data":{written(write(event))},{middle},{end}'
        head = chain_hash(head, text.encode())
        records.append(Record(version, text, head, parts))
    after = tick(rules, game, replace(after, head=head, at=at), command.actor, at)
    return Commit(command, command_key, first, tuple(records), after)


def _parts(game: Game[S], version: int, event: object) -> tuple[Part, ...]:
    return tuple(
        Part(part.seats, salt(game.seed, game.id, version, n), value_of(game, part, game.parts))
        for n, part in enumerate(sealed_in(event))
    )


def _seal(game: Game[S], version: int, parts: Sequence[Part]) -> str:
    if not parts:
        return "[]"
    digests = [seal(part.salt, game.id, version, n, part.value).hex() for n, part in enumerate(parts)]
    return _write_nested([{"for": part.seats, "digest": digest} for part, digest in zip(parts, digests, strict=True)])


def _opens(game: Game[S], event: object) -> str:
    refs = opened_by(event)
    return _write_nested([opening(game, ref, game.parts[ref]) for ref in refs]) if refs else "[]"


def require_named_draws(drawn: Sequence[Draw | Shuffle], events: Sequence[object]) -> None:
    """Check that every draw is in exactly one event, and that the draws of each purpose are in order. Replay relies on
    this."""
    named = [draw for event in events if not is_plain(type(event)) for draw in draws_in(event)]  # type: ignore[arg-type]
    if (named or drawn) and _by_purpose(named) != _by_purpose(drawn):
        raise AssertionError(f"draws taken {drawn} and draws named {named} differ: a flaw of the ruleset")


def _by_purpose(draws: Sequence[Draw | Shuffle]) -> Mapping[str, Sequence[Draw | Shuffle]]:
    found: dict[str, list[Draw | Shuffle]] = {}
    for draw in draws:
        found.setdefault(draw.purpose, []).append(draw)
    return found


def require_sound_seals(game: Game[S], events: Sequence[object]) -> None:
    """Refuse seals that no verifier would accept, before they are written. Such seals are bugs of the ruleset."""
    opened = set(game.opened)
    for event in events:
        for part in sealed_in(event):
            if list(part.seats) != sorted(set(part.seats)):
                raise AssertionError(f"a seal must list its seats in order, unlike {part.seats}: a flaw of the ruleset")
            if isinstance(part, Secret) and isinstance(part.value, Note):
                # The note may be any JSON, but the levels of the line and of the note must not exceed the limit.
                canonical_text(write(part.value), DEEPEST_NOTE + 1)
            if isinstance(part, Secret) and _looks_like_an_opening(write(part.value)):
                raise AssertionError(f"{part.value} looks like the opening of a seal: a flaw of the ruleset")
        for ref in opened_by(event):
            if ref in opened:
                raise AssertionError(f"{ref} is open already: a flaw of the ruleset")
            opened.add(ref)


# ---------------------------------------------------------------- reading


def event_of(rules: Ruleset[S, C, E], envelope: JsonObject, parts: Sequence[tuple[Sequence[int], Json]]) -> object:
    """Return the event that an envelope and the values of its sealed parts describe."""
    form, newest = _forms(rules)[cast(str, envelope["type"])]
    data = envelope["data"] if envelope["schema"] == newest else _up_to_date(rules, envelope, newest)
    event: object = read(form, data)
    if not parts and not envelope["opens"]:
        return event
    apart: dict[str, object] = {}
    if parts:
        apart["sealed"] = tuple(read_part(form, tuple(seats), value) for seats, value in parts)
    if opens := cast("Sequence[Mapping[str, int]]", envelope["opens"]):
        apart["opens"] = tuple(Ref(each["version"], each["part"]) for each in opens)
    return replace(cast("Record", event), **apart)  # type: ignore[arg-type]  # any dataclass


@cache
def _forms(rules: Ruleset[S, C, E]) -> Mapping[str, tuple[type, int]]:
    """Return the class and newest schema of each event name. A ruleset never uses a name of the kernel."""
    return {name: (form, schema_of(form)) for name, form in {**rules.events, **KERNEL_EVENTS}.items()}


def _up_to_date(rules: Ruleset[S, C, E], envelope: JsonObject, newest: int) -> JsonObject:
    """Upgrade the data of an event to the newest schema, step by step. The upgraded data is never hashed."""
    name, schema = cast(str, envelope["type"]), cast(int, envelope["schema"])
    data = cast(JsonObject, envelope["data"])
    if schema > newest:
        raise ValueError(f"{name} has schema {schema}; this version of Kontor knows schemas up to {newest}")
    for each in range(schema, newest):
        data = rules.upcasters[name, each](data)
    return data


def schema_of(form: type) -> int:
    """Return the number of the newest schema of an event class. A class declares `SCHEMA` after a change of its fields;
    the default is 1."""
    found: int = getattr(form, "SCHEMA", 1)
    return found


def read_part(form: type, seats: tuple[int, ...], value: Json) -> Secret[object] | Shown:
    """Return one sealed part of an event of this class."""
    if _looks_like_an_opening(value) and isinstance(value, Mapping):
        return Shown(seats, Ref(cast(int, value["version"]), cast(int, value["part"])))
    return Secret(seats, read_form(_secret_form(form), value))


def _looks_like_an_opening(value: Json) -> bool:
    return isinstance(value, Mapping) and value.keys() == OPENING


@cache
def _secret_form(form: type) -> object:
    """Return the type T from the annotation of the field `sealed: tuple[Secret[T] | Shown, ...]`."""
    union = get_args(get_type_hints(form)["sealed"])[0]
    secret = next(each for each in (union, *get_args(union)) if getattr(each, "__origin__", None) is Secret)
    return get_args(secret)[0]


@cache
def names_of(rules: Ruleset[S, C, E]) -> Mapping[type, str]:
    """Return the name of each event class in the log."""
    return {form: name for name, (form, _) in _forms(rules).items()}
