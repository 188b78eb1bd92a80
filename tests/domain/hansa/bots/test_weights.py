"""The weights: one for each level and each kind of marker."""

from typing import get_args

from kontor.domain.hansa.bots.weights import KINDS, WEIGHTS, tracks
from kontor.domain.hansa.marker_effects import BLANKS, Effect, printed_like
from kontor.domain.hansa.words import VALUES, MarkerKind


def test_every_level_of_every_ability_has_its_weight() -> None:
    """HT-DESK-1"""
    assert [len(track) for track in tracks(WEIGHTS)] == [len(track) for track in VALUES]


def test_every_kind_of_marker_has_its_weight() -> None:
    """HT-SETUP-3, HT-SETUP-4, HT-MARKER-22: a blank one counts as the printed one that does the same."""
    kinds, _ = get_args(MarkerKind)
    assert {*KINDS, *BLANKS} == set(get_args(kinds))
    assert [printed_like(Effect("extra_actions", number)) for number in (1, 3, 9)] == [
        "plus_three_actions",
        "plus_three_actions",
        "plus_four_actions",
    ]
    assert len(WEIGHTS.uses) == len(KINDS)
