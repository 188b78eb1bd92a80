"""The pieces on a route that is established: whether the route is complete, and which pieces return to the stock
(HT-ROUTE-1, -10, -13, HT-2P-NEUT-12)."""

from dataclasses import dataclass

from kontor.domain.hansa.boards.post_sets import PostSet, only, values_of
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.state import NEUTRAL_TRADER, State, add_pieces, own_posts, piece_of
from kontor.domain.hansa.words import MERCHANT, NEUTRAL, NOBODY, TRADER, Count, Owner, Pieces, RouteName
from kontor.domain.kernel.states import put_byte


@dataclass(frozen=True, slots=True)
class RoutePiecesReturned:
    """The pieces of the route that the reward did not use went to the stock (HT-ROUTE-10, HT-2P-NEUT-12). `kept`: the
    number of neutral traders that stay on the route.

    `traders`: how many traders went to the stock.
    `merchants`: how many merchants went to the stock.
    """

    owner: Owner
    route: RouteName
    traders: Count
    merchants: Count
    kept: Count = 0


def pieces_on(state: State, owner: int, route: int) -> Pieces:
    """Return how many traders and merchants an owner has on a route."""
    place, trader = state.board.routes[route], piece_of(owner, TRADER)
    end = place.first + place.size
    return state.posts.count(trader, place.first, end), state.posts.count(trader + MERCHANT, place.first, end)


def is_complete(state: State, seat: int, route: int) -> bool:
    """Return whether the seat has a piece on every post of the route (HT-ROUTE-1)."""
    return sum(pieces_on(state, seat, route)) == state.board.routes[route].size


def complete_routes(state: State, seat: int) -> list[int]:
    """Return all routes on which the seat has a piece on every post."""
    own = run = own_posts(state, seat)
    found: PostSet = 0
    for size, first_posts in enumerate(state.board.first_posts, 1):
        found |= run & first_posts
        run &= own >> 8 * size  # first posts of `size` + 1 or more own pieces in a row
        if not run:
            break
    return values_of(state.board.route_of, found) if found else []


def committed_posts(state: State) -> PostSet:
    """Return the posts of the route that is being established. The action spends the remaining pieces of the route, so
    no marker may move them (HT-RULING-81)."""
    if state.establishing == NOBODY:
        return 0
    return sum(only(post) for post in state.board.routes[state.establishing].posts)


def return_pieces(decision: Decision, owner: int, route: int) -> None:
    """Move the pieces that the reward did not use from the route to the stock. This is step 4 (HT-ROUTE-10)."""
    state = decision.state
    decision.tell(RoutePiecesReturned(owner, state.board.names[route], *pieces_on(state, owner, route)))


def without_route_piece(state: State, owner: int, shape: int) -> bytes:
    """Return the posts after one piece left the route that is being established. Any of several equal pieces may be
    removed."""
    if state.establishing == NOBODY:
        return state.posts
    route = state.board.routes[state.establishing]
    post = state.posts.find(piece_of(owner, shape), route.first, route.first + route.size)
    return state.posts if post < 0 else put_byte(state.posts, post, 0)


def evolve(new: State, event: RoutePiecesReturned) -> None:
    new.stock = add_pieces(new.stock, event.owner, event.traders, event.merchants)
    if new.hand != (0, 0):  # the pieces were lifted when redeploy_two was offered
        new.hand = (new.hand[0] - event.traders, new.hand[1] - event.merchants)
    else:
        _clear(new, new.board.route_named[event.route], event.kept)
    new.establishing, new.reward = NOBODY, None
    if event.owner == NEUTRAL:
        new.phase = "await_neutral_route" if new.filled else "actions"


def _clear(new: State, number: int, kept: int) -> None:
    """Remove all pieces from the route. It is open to all seats again (HT-ROUTE-13)."""
    route = new.board.routes[number]
    posts = bytearray(new.posts)
    posts[route.first : route.first + route.size] = bytes(route.size)
    if kept:  # one neutral trader stays (HT-2P-NEUT-12)
        posts[route.first_normal] = NEUTRAL_TRADER
    new.posts = bytes(posts)
