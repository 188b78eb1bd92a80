"""The weights of the evaluation: how many points each holding is worth to a bot."""

from dataclasses import dataclass, replace

from kontor.domain.hansa.words import MarkerKind


@dataclass(frozen=True, slots=True, eq=False)  # compared by identity: part of the keys of caches
class Weights:
    """The weights of the evaluation. A tuple has one value for each level or number of a holding: what it will still
    bring during the game."""

    keys: tuple[float, ...] = (0.0, 4.0, 5.0, 8.0, 10.0)
    actiones: tuple[float, ...] = (0.0, 14.0, 16.0, 24.0, 25.0, 30.0)
    privilegium: tuple[float, ...] = (0.0, 4.0, 6.5, 8.5)
    liber_sophiae: tuple[float, ...] = (0.0, 2.0, 3.0, 4.0)
    bursa: tuple[float, ...] = (0.0, 4.0, 6.0, 7.5)
    markers: tuple[float, ...] = (0.0, 1.2, 2.4, 3.6, 5.0, 6.5, 8.3, 10.2, 12.5, 15.2, 18.0, 21.0)  # HT-SCORE-4
    uses: tuple[float, ...] = (2.0, 1.0, 0.8, 0.8, 4.0, 2.4, 3.2)  # the value of using a marker, in the order of KINDS
    tile: float = 6.0
    control: float = 2.0
    office: float = 1.2
    link: tuple[float, ...] = (1.0, 0.5, 0.25, 0.12, 0.05)  # by the number of cities that the link still lacks
    supply: tuple[float, float] = (0.45, 0.2)  # the value of each of the first pieces, and of each further piece
    merchant: float = 0.3  # additional value of a merchant, wherever it is
    stock: float = 0.12
    free: tuple[float, ...] = (6.0, 6.0, 6.0, 4.0, 3.0, 2.0, 1.5, 1.0, 0.7, 0.5, 0.4, 0.3, 0.2, 0.1)
    last: float = 12.0  # each of the last pieces that are not in offices; `free` applies to all of them
    post: float = 0.1
    action: float = 0.8  # the value of each action left in this turn
    patience: float = 0.8  # the factor of a promise for each action it takes
    routes: tuple[float, ...] = (1.0, 0.6, 0.35, 0.2)  # weights of the best promise, the second best, …
    returning: float = 0.9  # the value of a displaced piece, and of each of its extra pieces
    again: float = 0.3  # the factor of a promise if a better promise needs the same city
    fee: float = 2.0  # the cost of displacing a trader; a merchant costs twice as much
    abroad: float = 0.6  # the factor of a promise beyond a border
    best_rival: float = 0.5
    all_rivals: float = 0.2
    won: float = 40.0  # having won
    winning: float = 12.0  # being about to win
    haste: float = 5.0  # an early end is good for the leader, and bad for all other seats


KINDS: tuple[MarkerKind, ...] = (
    "extra_office",
    "swap_offices",
    "move_three",
    "remove_three",
    "develop_ability",
    "plus_three_actions",
    "plus_four_actions",
)
WEIGHTS = Weights()

# The result of self-play (docs/bots.md): markers, actions and privilege count more; pieces in the supply and income
# count less.
TUNED_WEIGHTS = replace(
    WEIGHTS,
    keys=(0.0, 3.7, 4.7, 7.4, 9.3),
    actiones=(0.0, 17.2, 19.7, 29.6, 30.8, 36.9),
    privilegium=(0.0, 5.5, 9.0, 11.7),
    bursa=(0.0, 3.0, 4.5, 5.6),
    markers=(0.0, 1.5, 2.9, 4.4, 6.1, 7.9, 10.1, 12.4, 15.2, 18.5, 21.9, 25.6),
    uses=(3.7, 1.9, 1.5, 1.5, 7.4, 4.5, 6.0),
    office=1.0,
    supply=(0.3, 0.13),
    free=(6.9, 6.9, 6.9, 4.6, 3.4, 2.3, 1.7, 1.1, 0.8, 0.6, 0.5, 0.3, 0.2, 0.1),
    last=9.3,
    action=0.7,
    routes=(1.0, 0.53, 0.31, 0.18),
    best_rival=0.63,
    haste=5.4,
)


def tracks(weights: Weights) -> tuple[tuple[float, ...], ...]:
    """Return the values of the ability tracks, in the order of ABILITIES."""
    return (weights.keys, weights.actiones, weights.privilegium, weights.liber_sophiae, weights.bursa)
