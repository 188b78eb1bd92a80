"""The checker: whether all that clients were ever told is true of the log, and whether the log is as the rules have it.

It needs a store, a registry and what clients remember, nothing else of how the servers were run or harmed: whoever
breaks servers in another way (deploy/drill) hands it the same three.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from kontor.service.registry import Registry
from kontor.service.store.events import Logged
from kontor.service.store.pool import connection
from kontor.service.store.store import Store
from tests.faults.judging import Tally, judged
from tests.faults.memory import Event, Memory, Sent

LONGEST = 1_000_000  # events of a game


@dataclass(frozen=True, slots=True)
class Report:
    """What was found, in sentences (nothing, if all is well), and what was counted."""

    findings: Sequence[str]
    tallies: Sequence[Tally]
    acknowledged: int
    shown: int

    def __str__(self) -> str:
        played = Counter(each.ruleset for each in self.tallies)
        games = ", ".join(f"{number} of {name}" for name, number in sorted(played.items()))
        decisions, events = (sum(getattr(each, what) for each in self.tallies) for what in ("decisions", "events"))
        counted = (
            f"{len(self.tallies)} games re-executed ({games}): {decisions} decisions, {events} events; "
            f"{self.acknowledged} acknowledged commands and {self.shown} shown events looked up"
        )
        return "\n".join([counted, *(self.findings or ["nothing lost, nothing doubled, nothing altered"])])


def examine(store: Store, registry: Registry, memory: Memory) -> Report:
    """Compare what is stored with what clients remember. All games that they began must be over."""
    findings, tallies = [*memory.flaws, *memory.altered.values(), *_unasked(store, memory)], []
    sent: defaultdict[UUID, list[Sent]] = defaultdict(list)
    shown: defaultdict[UUID, dict[Event, str]] = defaultdict(dict)
    for each in memory.sent:
        sent[each.game].append(each)
    for (game, version), hash_ in memory.shown.items():
        shown[game][game, version] = hash_
    for game in memory.games:
        row = store.games.row(game)
        if row is None or row.status != "finished":
            findings.append(
                f"{game}: it is lost: it {'is gone' if row is None else f'did not end, it is {row.status}'}"
            )
        else:
            try:
                tallies.append(judged(store, registry, game))
            except AssertionError as error:
                findings.append(f"{game}: {str(error).partition(chr(10))[0] or 'its log does not hold'}")
        logged = store.events.page(game, 0, LONGEST)
        findings += _told(logged, [each for each in sent[game] if each.told])
        findings += _done(logged, sent[game])
        findings += _lost(logged, game, shown[game]).values()
    return Report(findings, tallies, len(memory.told()), len(memory.shown))


def _unasked(store: Store, memory: Memory) -> Iterator[str]:
    """Every game that an account has created, its client knows: a creation that was sent again created one game."""
    with connection(store.pool) as conn:
        created = {game for (game,) in conn.execute("SELECT game_id FROM games WHERE creator IS NOT NULL")}
    for game in sorted(created - set(memory.games)):
        yield f"{game}: it was created, and no client knows it"


@dataclass(frozen=True, slots=True)
class Interim:
    """What was found while clients play, and which events the log has no longer since they were shown."""

    findings: Sequence[str]
    lost_reads: Sequence[str]
    acknowledged: int


def examine_acknowledged(store: Store, memory: Memory) -> Interim:
    """Compare the log with what clients remember so far, while they play on. Reads do not wait for a standby, so a
    failover may lose events that were shown: these are returned, and forgotten."""
    # Read before the log, so that the log must have it; `sent` is read after the log, which may have the newest.
    acknowledged, shown, lost = memory.told(), dict(memory.shown), dict(memory.altered)
    findings = list(memory.flaws)
    for game in list(memory.games):
        logged = store.events.page(game, 0, LONGEST)
        sent = [copy(each) for each in list(memory.sent) if each.game == game]
        findings += _told(logged, [each for each in acknowledged if each.game == game])
        findings += _done(logged, sent)
        lost |= _lost(logged, game, shown)
    for event in lost:
        memory.forget(event)
    return Interim(findings, list(lost.values()), len(acknowledged))


def _told(logged: Sequence[Logged], sent: Sequence[Sent]) -> Iterator[str]:
    """Each acknowledged command stands in the log once, where its receipt says, with that hash."""
    hashes = {each.record.version: each.record.hash.hex() for each in logged}
    times = Counter((envelope["command"]["id"], envelope["version"]) for envelope in _envelopes(logged))
    named = Counter(each.told.command for each in sent if each.told)
    for each in sent:
        if each.told is None:
            continue
        found = hashes.get(each.told.version)
        if found != each.told.hash:
            yield f"{_name(each)} was acknowledged at version {each.told.version}, where {_what(found)} now"
        if (stands := times[str(each.told.command), each.told.version]) != 1:
            yield f"{_name(each)} was acknowledged and stands in the log {stands} times"
        if named[each.told.command] != 1:
            yield f"{_name(each)} was acknowledged with another command's receipt"


def _done(logged: Sequence[Logged], sent: Sequence[Sent]) -> Iterator[str]:
    """What persons did according to the log, they know of; what is ambiguous may stand there once."""
    known = {str(each.told.command) for each in sent if each.told}
    for seat in sorted({each.seat for each in sent}):
        open_ = sum(each.is_open for each in sent if each.seat == seat)
        unknown = [
            envelope
            for envelope in _envelopes(logged)
            if envelope["version"] == envelope["command"]["first"]
            and envelope["actor"] == f"seat:{seat}"
            and "bot" not in envelope["command"]
            and envelope["command"]["id"] not in known
        ]
        if len(unknown) > open_:
            where = ", ".join(str(envelope["version"]) for envelope in unknown)
            yield (
                f"{sent[0].game}: seat {seat} acted at versions {where}, of which its client knows nothing; "
                f"{open_} of its commands are ambiguous"
            )


def _lost(logged: Sequence[Logged], game: UUID, shown: Mapping[Event, str]) -> dict[Event, str]:
    """Return the events of a game that were shown and that the log does not have, with a sentence each."""
    hashes = {each.record.version: each.record.hash.hex() for each in logged}
    return {
        (of, version): f"{of}: version {version} was shown with hash {hash_[:16]}…; {_what(hashes.get(version))} now"
        for (of, version), hash_ in shown.items()
        if of == game and hashes.get(version) != hash_
    }


def _envelopes(logged: Sequence[Logged]) -> Iterator[Any]:
    return (json.loads(each.record.envelope) for each in logged)


def _name(sent: Sent) -> str:
    return f"{sent.game}: {sent.body.get('type')} of seat {sent.seat} (key {sent.key})"


def _what(hash_: str | None) -> str:
    return "nothing stands" if hash_ is None else f"{hash_[:16]}… stands"
