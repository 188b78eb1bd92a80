"""Whether a game came through: its log is whole, every decision follows from the rules, once, and so does its score."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import SYSTEM, Command, commit, event_of
from kontor.domain.kernel.event_lines import line
from kontor.domain.kernel.lifecycle import NoteSealed
from kontor.domain.kernel.verify import verify
from kontor.service.engine.game_at import envelope_of, fold, new_game
from kontor.service.registry import AnyGame, AnyRuleset, Registry
from kontor.service.store import Logged, Store


@dataclass(frozen=True)
class Tally:
    """What was counted in a game that came through."""

    game: UUID
    ruleset: str
    events: int
    decisions: int
    totals: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.game}: {self.decisions} decisions, {self.events} events, score {self.totals}"


def judged(store: Store, registry: Registry, game_id: UUID) -> Tally:
    """Decide the whole game again from its seed and its commands: every hash must come out the same."""
    stored = store.load(game_id)
    assert stored is not None
    assert stored.row.status == "finished"
    assert store.debt(game_id) is None
    logged = store.events(game_id, 0, 1_000_000)
    verdict = verify([line(each.record, (), True, each.cause) for each in logged], stored.row.head.hash.hex())
    assert verdict.is_good, verdict.findings
    assert verdict.ended
    assert [each.record.version for each in logged] == list(range(1, len(logged) + 1))
    rules = registry[stored.row.ruleset]
    game, decisions = new_game(game_id, stored.seed, stored.board), 0
    for events in commits_of(logged):
        game = decided_again(rules, game, events)
        decisions += _cause(events).actor != SYSTEM
    assert [_cause(events).body for events in commits_of(logged)].count({"type": "score"}) == 1
    score = rules.score(game.state)
    assert {(each.seat, each.rank, each.total) for each in game.ranking} == {
        (each.seat, each.rank, each.total) for each in score.seats
    }
    return Tally(game_id, rules.name, len(logged), decisions, tuple(each.total for each in score.seats))


def commits_of(logged: Sequence[Logged]) -> Iterator[Sequence[Logged]]:
    first = 0
    for n in range(1, len(logged) + 1):
        if n == len(logged) or logged[n].cause is not None:
            yield logged[first:n]
            first = n


def decided_again(rules: AnyRuleset, game: AnyGame, events: Sequence[Logged]) -> AnyGame:
    """The game after a commit that was decided anew; its records must be those of the log, to the last byte."""
    cause, records = _cause(events), [each.record for each in events]
    if cause.actor == SYSTEM and cause.body != {"type": "score"}:  # the creation: nonces and names come from outside
        return fold(rules, game, records)
    if cause.actor == SYSTEM:
        made: list[object] = list(play.score(rules, game))
    else:
        seat = int(cause.actor.removeprefix("seat:"))
        made = [*_notes(rules, events), *play.act(rules, game, seat, play.read_command(rules, cause.body))]
    again = commit(rules, game, cause, made, cast(str, envelope_of(records[0])["at"]))
    assert [each.envelope for each in again.records] == [each.envelope for each in records]
    assert again.records[-1].hash == records[-1].hash
    return again.after


def _cause(events: Sequence[Logged]) -> Command:
    assert events[0].cause is not None
    return events[0].cause[0]


def _notes(rules: AnyRuleset, events: Sequence[Logged]) -> list[object]:
    record = events[0].record
    envelope: JsonObject = envelope_of(record)
    event = event_of(rules, envelope, [(part.seats, part.value) for part in record.parts])
    return [event] if isinstance(event, NoteSealed) else []
