"""Folding: from records to a game, each chained onto the head before; and back, where something was undone."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings

from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.commits import Part, Record
from kontor.domain.kernel.fold import GoesFurtherBack, LogDamaged, fold
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.seals import chain_hash
from kontor.domain.kernel.undo import undo
from tests.domain.kernel.factories import Tiny, numbers, seats, steps, under_way
from tests.support.playing import created, step
from tests.tiny import RULESET
from tests.tiny.state import State
from tests.vectors.additions import game_with_additions


def records(played: Tiny) -> list[Record]:
    return [record for made in played.commits for record in made.records]


def blank(played: Tiny) -> Game[State]:
    return Game(played.game.id, played.game.seed, played.game.board)


def folded(played: Tiny, some: Sequence[Record]) -> Game[State]:
    return fold(RULESET, blank(played), some)


@given(numbers, seats, steps)
@settings(max_examples=30, deadline=None)
def test_a_game_is_what_its_records_fold_into(number: int, seats: int, steps: int) -> None:
    played = under_way(number, seats, steps)
    assert folded(played, records(played)) == played.game
    for kept in played.commits[:-1]:
        assert fold(RULESET, kept.after, records(played)[kept.last :]) == played.game


def test_nothing_changes_nothing() -> None:
    game = created(RULESET, 2).game
    assert fold(RULESET, game, []) is game


def test_a_game_in_memory_holds_no_notes() -> None:
    """Bots seal a note of some kilobytes with each decision, and no later event refers to it."""
    played, note = under_way(3, 2, 6), "considered a hundred commands"
    while not any(part.value == {"note": note} for record in records(played) for part in record.parts):
        assert step(played, lambda look, budget: replace(random_bot(look, budget), note=note))
    assert {"note": note} not in played.game.parts.values()
    assert folded(played, records(played)) == played.game


# ---------------------------------------------------------------- damage


def test_an_envelope_that_was_changed_by_hand_is_found_at_its_version() -> None:
    played = under_way(3, 2, 6)
    some = records(played)
    changed = replace(some[4], envelope=some[4].envelope.replace('"schema":1', '"schema":2'))
    with pytest.raises(LogDamaged) as damage:
        folded(played, [*some[:4], changed, *some[5:]])
    expected = chain_hash(some[3].hash, changed.envelope.encode())
    assert (damage.value.version, damage.value.expected, damage.value.found) == (5, expected, some[4].hash)


def test_an_envelope_changed_together_with_its_hash_is_found_at_the_next_one() -> None:
    played = under_way(3, 2, 6)
    some = records(played)
    text = some[4].envelope.replace('"schema":1', '"schema":2')
    changed = Record(5, text, chain_hash(some[3].hash, text.encode()), some[4].parts)
    with pytest.raises(LogDamaged, match="version 6 of the log"):
        folded(played, [*some[:4], changed, *some[5:]])


@pytest.mark.parametrize("left_out", [1, 4])
def test_a_gap_is_found(left_out: int) -> None:
    played = under_way(3, 2, 6)
    with pytest.raises(LogDamaged, match=f"version {left_out} of the log"):
        folded(played, [record for record in records(played) if record.version != left_out])


def test_records_that_are_numbered_otherwise_are_found() -> None:
    played = under_way(3, 2, 6)
    some = records(played)
    with pytest.raises(LogDamaged, match="version 2 of the log"):
        folded(played, [some[0], replace(some[1], version=3), *some[2:]])


def test_records_of_another_history_do_not_fold_onto_a_game_that_is_ahead_of_them() -> None:
    """A database was restored to an earlier version and played on from there; this process remembers what was lost."""
    ours, theirs = created(RULESET, 2), created(RULESET, 2)
    ours.do(1, {"type": "roll"})
    for seat in (1, 2):
        theirs.do(seat, {"type": "take_card"})
    assert theirs.game.version > ours.game.version
    with pytest.raises(LogDamaged, match=f"version {ours.game.version + 1} of the log"):
        fold(RULESET, ours.game, records(theirs)[ours.game.version :])


def test_a_secret_that_was_changed_beside_the_log_is_found() -> None:
    played = created(RULESET, 2)
    some = records(played)
    at = next(n for n, record in enumerate(some) if record.parts)
    first, *rest = some[at].parts
    for parts in ((Part(first.seats, first.salt, {"charm": 99}), *rest), tuple(rest), (first, first, *rest)):
        with pytest.raises(LogDamaged, match=f"version {at + 1} of the log"):
            folded(played, [*some[:at], replace(some[at], parts=parts), *some[at + 1 :]])


# ---------------------------------------------------------------- undoing


def test_an_undo_restores_the_state_but_keeps_draws_and_seals() -> None:
    played = created(RULESET, 2)
    before = played.game
    played.do(1, {"type": "roll"})
    rolled = played.game
    played.write("seat:1", {"type": "undo"}, undo(played.game, before, "agreed"), past=before)
    assert played.game.state == before.state
    assert played.game.counters == rolled.counters != before.counters
    assert played.game.parts == rolled.parts
    assert played.game.undone == ((before.version + 1, rolled.version),)
    played.do(1, {"type": "roll"})
    draws = [record.envelope for record in records(played) if '"type":"die_rolled"' in record.envelope]
    assert ['"counter":0' in each for each in draws] == [True, False]
    assert folded(played, records(played)) == played.game


def test_a_game_with_everything_in_it_folds_from_wherever_its_undo_allows() -> None:
    played = game_with_additions()
    some = records(played)
    undo = next(made for made in played.commits if made.after.undone)
    to = undo.after.undone[0][0] - 1
    for made in played.commits:
        if to < made.last < undo.last:
            with pytest.raises(GoesFurtherBack) as needed:
                fold(RULESET, made.after, some[made.last :])
            assert needed.value.version == to
        else:
            assert fold(RULESET, made.after, some[made.last :]) == played.game
