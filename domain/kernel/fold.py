"""Folding: compute a game from stored records. All later code trusts the result, so the log is checked here.

Each record must chain to the head before it, and its parts must match their seals. `commits_undone` returns to an
earlier state. If the records begin with the first event, they contain everything that an undo needs. If a cached game
is the start, an undo can be folded only if it goes back no further than that game.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import cast

from kontor.domain.kernel.canonical import JsonObject, parse_strict
from kontor.domain.kernel.clocks import tick
from kontor.domain.kernel.commits import Record, event_of
from kontor.domain.kernel.game import Game, follow
from kontor.domain.kernel.lifecycle import CommitsUndone, GameCreated
from kontor.domain.kernel.ruleset import C, E, Ruleset, S
from kontor.domain.kernel.seals import chain_hash, seal


class LogDamaged(Exception):
    """A stored record does not match its hash or its version. The error has the expected hash and the found hash."""

    def __init__(self, version: int, expected: bytes, found: bytes) -> None:
        super().__init__(
            f"version {version} of the log is damaged: its hash is {found.hex()}, expected {expected.hex()}"
        )
        self.version = version
        self.expected = expected
        self.found = found


class GoesFurtherBack(Exception):
    """An event returns to a version before the given game. The caller must fold from an earlier game, or from the first
    event."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the game at version {version} is needed")
        self.version = version


def fold(rules: Ruleset[S, C, E], game: Game[S], records: Sequence[Record]) -> Game[S]:
    """Return the game after these records, which must follow its version one by one. Raise LogDamaged if they do not.
    Raise GoesFurtherBack if a record undoes commits before `game`."""
    if not records:
        return game
    envelopes = _check_chain(game, records)
    events = [
        event_of(rules, envelope, [(part.seats, part.value) for part in record.parts])
        for envelope, record in zip(envelopes, records, strict=True)
    ]
    wanted = {event.to for event in events if isinstance(event, CommitsUndone)}
    if wanted and min(wanted) < game.version:
        raise GoesFurtherBack(min(wanted))
    past = {game.version: game}
    for some, last in _steps(game, envelopes, events, wanted):
        after = follow(rules, game, some, past)
        game = tick(rules, game, after, cast(str, last["actor"]), cast(str, last["at"]))
        if game.version in wanted:
            past[game.version] = game
    return replace(game, head=records[-1].hash, at=cast(str, envelopes[-1]["at"]))


def _check_chain(game: Game[S], records: Sequence[Record]) -> Sequence[JsonObject]:
    """Return the envelopes of the records. Check that each record follows from the record before it."""
    envelopes: list[JsonObject] = []
    head = game.head
    for version, record in enumerate(records, game.version + 1):
        head = chain_hash(head, record.envelope.encode())
        if head != record.hash or record.version != version:
            raise LogDamaged(version, head, record.hash)
        envelopes.append(envelope := cast(JsonObject, parse_strict(record.envelope)))
        if record.parts or envelope["sealed"]:
            _require_parts(game, record, envelope)
    return envelopes


def _require_parts(game: Game[S], record: Record, envelope: JsonObject) -> None:
    """Check the sealed parts of a record against their digests. The parts are stored next to the envelope, so the chain
    covers only their digests."""
    sealed = cast("Sequence[JsonObject]", envelope["sealed"])
    found = [seal(part.salt, game.id, record.version, n, part.value) for n, part in enumerate(record.parts)]
    expected = [bytes.fromhex(cast(str, each["digest"])) for each in sealed]
    for n in range(max(len(found), len(expected))):
        if found[n : n + 1] != expected[n : n + 1]:
            raise LogDamaged(record.version, b"".join(expected[n : n + 1]), b"".join(found[n : n + 1]))


def _steps(
    game: Game[S], envelopes: Sequence[JsonObject], events: Sequence[object], wanted: Collection[int]
) -> Iterator[tuple[Sequence[object], JsonObject]]:
    """Yield the events by commit if something is undone, or if clocks run, because they tick at the end of a commit.
    Otherwise yield all events as one group."""
    created = events[0] if isinstance(events[0], GameCreated) else game.created
    if not wanted and (created is None or created.clock is None):
        yield events, envelopes[-1]
        return
    first = 0
    for n, envelope in enumerate(envelopes, 1):
        if cast(JsonObject, envelope["command"])["last"] == envelope["version"]:
            yield events[first:n], envelope
            first = n
    if first < len(events):  # the records end within a commit
        yield events[first:], envelopes[-1]
