"""Resources, gold and bundles of goods (ME-PIECE-1, ME-PIECE-5). Clients see names, the rules use tuples of counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias

from kontor.domain.kernel.model import Doc, Names, Range
from kontor.domain.kernel.states import put

Resource: TypeAlias = Annotated[Literal["lumber", "wool", "grain", "ore", "salt"], Names("resource")]
Good: TypeAlias = Annotated[Literal["lumber", "wool", "grain", "ore", "salt", "gold"], Names("good")]
Counts: TypeAlias = tuple[int, ...]  # lumber, wool, grain, ore, salt; with gold as the sixth where gold is allowed

RESOURCES: Final[tuple[Resource, ...]] = ("lumber", "wool", "grain", "ore", "salt")
GOODS: Final[tuple[Good, ...]] = (*RESOURCES, "gold")
LUMBER, WOOL, GRAIN, ORE, SALT, GOLD = range(6)
INDEX: Final[dict[str, int]] = {name: n for n, name in enumerate(GOODS)}

CARDS_EACH: Final = 19  # ME-PIECE-1
MOST_GOLD: Final = 999  # gold is not limited (ME-PIECE-5); this is only the limit for the gold in an offer
NONE: Final[Counts] = (0, 0, 0, 0, 0)
NO_GOODS: Final[Counts] = (0, 0, 0, 0, 0, 0)

Amount: TypeAlias = Annotated[int, Range(1, CARDS_EACH)]
Gold: TypeAlias = Annotated[int, Range(1, MOST_GOLD)]


@dataclass(frozen=True, slots=True)
class Bundle:
    """Resource cards: the number of cards of each resource. A resource without cards is left out.

    `lumber`: the number of lumber cards.
    `wool`: the number of wool cards.
    `grain`: the number of grain cards.
    `ore`: the number of ore cards.
    `salt`: the number of salt cards.
    """

    lumber: Amount | None = None
    wool: Amount | None = None
    grain: Amount | None = None
    ore: Amount | None = None
    salt: Amount | None = None


@dataclass(frozen=True, slots=True)
class Goods:
    """Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out.

    `lumber`: the number of lumber cards.
    `wool`: the number of wool cards.
    `grain`: the number of grain cards.
    `ore`: the number of ore cards.
    `salt`: the number of salt cards.
    """

    lumber: Amount | None = None
    wool: Amount | None = None
    grain: Amount | None = None
    ore: Amount | None = None
    salt: Amount | None = None
    gold: Annotated[Gold | None, Doc("the amount of gold (gold is not a card)")] = None


def counts(bundle: Bundle) -> Counts:
    return (bundle.lumber or 0, bundle.wool or 0, bundle.grain or 0, bundle.ore or 0, bundle.salt or 0)


def goods_counts(goods: Goods) -> Counts:
    return (
        goods.lumber or 0,
        goods.wool or 0,
        goods.grain or 0,
        goods.ore or 0,
        goods.salt or 0,
        goods.gold or 0,
    )


@lru_cache(maxsize=4096)
def bundle(cards: Counts) -> Bundle:
    return Bundle(*(n or None for n in cards))


@lru_cache(maxsize=4096)
def goods(amounts: Counts) -> Goods:
    return Goods(*(n or None for n in amounts))


def holds(hand: Counts, asked: Counts) -> bool:
    for a, b in zip(hand, asked, strict=True):  # noqa: SIM110 - a generator would double the time of this hot spot
        if a < b:
            return False
    return True


def only(resource: int, amount: int = 1) -> Counts:
    """Return a bundle with cards of one resource only."""
    return put(NONE, resource, amount)


def of_kinds(kinds: Sequence[int]) -> Counts:
    """Return the number of cards of each resource, from a list with the resource of each card."""
    return tuple([kinds.count(n) for n in range(len(RESOURCES))])


def as_text(amounts: Counts) -> str:
    """Return the goods as text, for example "1 ore, 1 lumber"."""
    return ", ".join(f"{n} {GOODS[kind]}" for kind, n in enumerate(amounts) if n) or "nothing"
