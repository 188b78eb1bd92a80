"""The log as it is shown: every reader's lines verify, and tell nothing that is not for their eyes."""

import copy
from collections.abc import Iterator
from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from kontor.domain.kernel.canonical import Json, NotCanonical, canonical, canonical_text
from kontor.domain.kernel.commits import Command, commit
from kontor.domain.kernel.event_lines import line, line_text
from kontor.domain.kernel.game import Game, require_state
from kontor.domain.kernel.secrets import Ref, Secret, Shown, opened_by, sealed_in
from kontor.domain.kernel.verify import verify
from tests.domain.kernel.factories import Tiny, numbers, seats, steps, under_way
from tests.support.playing import Played, created, step, stored_events
from tests.tiny import RULESET
from tests.tiny.rulebook.bids import BidValue
from tests.tiny.rulebook.setup import Card, Charm


@given(numbers, seats, steps, st.sets(st.integers(1, 4)))
@settings(max_examples=40, deadline=None)
def test_every_readers_log_verifies(number: int, seats: int, steps: int, readers: set[int]) -> None:
    played = under_way(number, seats, steps)
    verdict = verify(played.lines(readers), played.game.head.hex())
    assert verdict.findings == ()
    assert verdict.version == played.game.version


@given(number=numbers, steps=steps, readers=st.sets(st.integers(1, 4)), ended=st.booleans())
@settings(max_examples=25)
def test_the_text_of_a_line_is_its_canonical_form(number: int, steps: int, readers: set[int], ended: bool) -> None:
    for made in under_way(number, 3, steps).commits:
        for record in made.records:
            cause = (made.command, made.salt) if record.version == made.first else None
            assert line_text(record, readers, ended, cause) == canonical_text(line(record, readers, ended, cause))


def test_a_note_is_sealed_until_the_end() -> None:
    played: Tiny = created(RULESET, 2)
    played.do(1, {"type": "offer", "points": 1}, note={"values": [1, 2]})
    note = [line for line in played.lines((1,)) if line["envelope"]["type"] == "note_sealed"]  # type: ignore[index,call-overload]
    assert note[0]["parts"] == []
    while step(played):
        pass
    played.score()
    note = [line for line in played.lines() if line["envelope"]["type"] == "note_sealed"]  # type: ignore[index,call-overload]
    assert note[0]["parts"][0]["value"] == {"note": {"values": [1, 2]}}  # type: ignore[index,call-overload]


def test_a_note_is_as_deep_as_a_line_can_show() -> None:
    played: Tiny = created(RULESET, 2)
    note: Json = 1
    for _ in range(60):
        note = [note]
    with pytest.raises(NotCanonical):
        played.do(1, {"type": "offer", "points": 1}, note=[note])
    played.do(1, {"type": "offer", "points": 1}, note=note)
    assert verify([canonical(line) for line in played.lines(ended=True)]).is_good


# ---------------------------------------------------------------- secrecy


def blanked(value: Json) -> Json:
    """Without what must differ between two worlds: digests, hashes, commitments."""
    if isinstance(value, dict):
        return {key: blanked(item) for key, item in value.items() if key not in ("digest", "hash", "commitment")}
    return [blanked(item) for item in value] if isinstance(value, list) else value


def other_world(played: Tiny, viewer: int) -> Tiny:
    """The same game, but all that `viewer` may not know is another: charms, pile, bids. Only the seed is the same,
    since the salts that the viewer is shown follow from it."""
    other: Tiny = Played(RULESET, Game(played.game.id, played.game.seed, played.game.board))
    history = [(made, stored_events(RULESET, made)) for made in played.commits]
    known = {ref for _, events in history for event in events for ref in told_by(event, viewer)}
    version = 0
    for made, events in history:
        others: list[object] = []
        for event in events:
            version += 1
            others.append(changed(event, version, viewer, known))
        step_made = commit(RULESET, other.game, other_command(made.command, viewer), others, made.after.at)
        other.commits.append(step_made)
        other.game = step_made.after
    return other


def told_by(event: object, viewer: int) -> Iterator[Ref]:
    """Addresses of earlier parts that the event shows to the viewer."""
    yield from opened_by(event)
    yield from (part.ref for part in sealed_in(event) if isinstance(part, Shown) and viewer in part.seats)


def other_command(command: Command, viewer: int) -> Command:
    if command.readers is None or viewer in command.readers:
        return command
    return replace(command, body={"type": "bid", "amount": 0})


def changed(event: object, version: int, viewer: int, known: set[Ref]) -> object:
    parts = sealed_in(event)
    if not any(isinstance(part, Secret) for part in parts):
        return event
    return replace(  # type: ignore[type-var]  # some dataclass with secrets
        event,
        sealed=tuple(
            part
            if isinstance(part, Shown) or viewer in part.seats or Ref(version, n) in known
            else Secret(part.seats, changed_value(part.value, n))
            for n, part in enumerate(parts)
        ),
    )


def changed_value(value: object, part: int) -> object:
    match value:
        case Charm(seat, charm, draws):
            return Charm(seat, (charm + 1) % 5, draws)
        case Card():
            return Card(f"c{part + 50}")
        case BidValue(amount):
            return BidValue((amount + 1) % 4)
        case _:
            return value


@given(numbers, seats, st.integers(0, 25))
@settings(max_examples=30, deadline=None)
def test_two_worlds_that_differ_in_a_secret_give_the_same_lines_to_other_readers(
    number: int, seats: int, steps: int
) -> None:
    played = under_way(number, seats, steps)
    if played.game.status != "running":
        return
    viewer = 1
    other = other_world(played, viewer)
    assert other.game.parts != played.game.parts
    ours, theirs = (canonical(blanked(copy.deepcopy(each.lines((viewer,))))) for each in (played, other))
    assert ours == theirs
    here, there = require_state(played.game), require_state(other.game)
    only = frozenset({viewer})
    assert canonical(RULESET.view(here, only)) == canonical(RULESET.view(there, only))
    assert canonical(list(RULESET.legal(here, viewer))) == canonical(list(RULESET.legal(there, viewer)))
