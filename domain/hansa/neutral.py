"""The neutral colour of the two-player variant (HT-2P-NEUT)."""

from dataclasses import dataclass

from domain.hansa.words import Count, PostName, RouteName


@dataclass(frozen=True, slots=True)
class ResolveNeutralRoute:
    """Choose the city in which a neutral trader of the full route takes an office; none if no office is empty."""

    route: RouteName
    city: str | None = None


@dataclass(frozen=True, slots=True)
class NeutralPlaced:
    posts: tuple[PostName, ...]


@dataclass(frozen=True, slots=True)
class NeutralReturned:
    """A displaced neutral trader found no post and went back to the neutral stock (HT-2P-NEUT-9)."""

    count: Count


@dataclass(frozen=True, slots=True)
class NeutralRouteFilled:
    route: RouteName
