"""The effects of bonus markers: the effects of the printed kinds, and the effects that a blank marker may have
(HT-MARKER-1, HT-MARKER-22)."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from kontor.domain.hansa.words import MarkerKind

Does: TypeAlias = Literal[
    "extra_office", "swap_offices", "develop_ability", "move_pieces", "remove_pieces", "extra_actions"
]
COUNTED: frozenset[Does] = frozenset(("move_pieces", "remove_pieces", "extra_actions"))  # these effects have a number


class Effect(NamedTuple):
    """The effect of a marker. `number`: the number of pieces that it moves or removes, or of actions that it gives."""

    does: Does
    number: int = 0


PRINTED: Mapping[MarkerKind, Effect] = {
    "extra_office": Effect("extra_office"),
    "swap_offices": Effect("swap_offices"),
    "move_three": Effect("move_pieces", 3),  # HT-MARKER-11
    "remove_three": Effect("remove_pieces", 3),  # HT-MARKER-12
    "develop_ability": Effect("develop_ability"),
    "plus_three_actions": Effect("extra_actions", 3),  # HT-MARKER-10
    "plus_four_actions": Effect("extra_actions", 4),
}
BLANKS: tuple[MarkerKind, ...] = ("blank_1", "blank_2")  # the box of 2020 has two blank markers (HT-SETUP-3)


def printed_like(effect: Effect) -> MarkerKind:
    """Return the printed kind of marker that is most similar to an effect."""
    alike = [(abs(each.number - effect.number), kind) for kind, each in PRINTED.items() if each.does == effect.does]
    return min(alike)[1]
