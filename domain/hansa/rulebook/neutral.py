"""The neutral colour of the variant for two: where its traders stand (HT-2P-NEUT). For routes: `neutral_route.py`."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook.decision import Story
from kontor.domain.hansa.rulebook.displaced import draw_from_stock
from kontor.domain.hansa.state import State, at, piece_of, put
from kontor.domain.hansa.words import NEUTRAL, TRADER, CityName, Count, PostName, RouteName

NEUTRAL_TRADER = piece_of(NEUTRAL, TRADER)  # traders only, and they never act (HT-2P-NEUT-1, HT-2P-NEUT-6)


@dataclass(frozen=True, slots=True)
class ResolveNeutralRoute:
    """Choose the city in which a neutral trader of the full route takes an office; none if no office is empty."""

    route: RouteName
    city: CityName | None = None


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


def report_full_routes(story: Story) -> None:
    """Every route full of neutral traders is established at once (HT-2P-NEUT-11)."""
    state = story.state
    for number, route in enumerate(state.board.routes):
        pieces = state.posts[route.first : route.first + route.size]
        if pieces.count(NEUTRAL_TRADER) == route.size and number not in state.filled:
            story.tell(NeutralRouteFilled(route.name))


def evolve(new: State, event: NeutralPlaced | NeutralReturned | NeutralRouteFilled) -> None:
    match event:
        case NeutralPlaced(posts):
            for name in posts:
                draw_from_stock(new, NEUTRAL, TRADER)
                new.posts = put(new.posts, new.board.post_named[name], NEUTRAL_TRADER)
        case NeutralReturned(count):
            new.stock = at(new.stock, NEUTRAL, count, 0)
            new.displaced = None
            new.phase = "actions"
        case NeutralRouteFilled(name):
            new.filled = (*new.filled, new.board.route_named[name])
            new.phase = "await_neutral_route"
