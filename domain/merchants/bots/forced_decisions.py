"""The forced decisions of the bot `greedy`: set-up, discards, robber, chains, free routes, chips (ME-DEC-1)."""

from collections.abc import Callable
from typing import Final

from kontor.domain.kernel.random_numbers import Luck, pick
from kontor.domain.merchants.bots.evaluation import PIPS, needs_to_win, pips, site_worth, threat
from kontor.domain.merchants.bots.route_search import route_plan
from kontor.domain.merchants.goods import RESOURCES, bundle
from kontor.domain.merchants.rulebook import build_route, chips, gold, network, place_start_pieces, robber
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.state import NO_POST, OFF, Phase, State

FEW_ROUTES: Final = 6  # with fewer routes left, the bot builds a route only for a plan
NEARLY: Final = 0.93  # share of the best start site's value that is good enough


def start_post(state: State, seat: int, luck: Luck | None = None) -> Command:
    """Choose the start site with the highest value. If `luck` is given, choose at random among the sites whose value is
    nearly as high.
    """
    worth = {site: site_worth(state, seat, site) for site in place_start_pieces.start_sites(state)}
    best = max(worth.values())
    close = [site for site, each in worth.items() if each >= (best if luck is None else NEARLY * best)]
    return place_start_pieces.PlaceStartPost(state.board.sites[close[0] if luck is None else pick(close, luck)])


def neutral_post(state: State, seat: int) -> Command:
    """Place the neutral post on the site that is nearest to the seat's own posts, so that its caravans can reach the
    post soon.
    """
    board = state.board
    posts = [board.place[site] for site in network.own_sites(state, seat)]

    def far(site: int) -> int:
        return min(board.distances(place)[board.place[site]] for place in posts)

    return place_start_pieces.PlaceNeutralPost(board.sites[min(place_start_pieces.start_sites(state), key=far)])


def start_route(state: State, seat: int) -> Command:
    """Build the start route towards the posts of other seats."""
    board = state.board
    others = [board.place[site] for site, owner in enumerate(state.posts) if owner not in (NO_POST, seat)]

    def far(edge: int) -> int:
        return sum(sorted(min(board.distances(place)[end] for end in board.ends[edge]) for place in others)[:3])

    return place_start_pieces.PlaceStartRoute(board.edges[min(place_start_pieces.start_edges(state, seat), key=far)])


def discard(state: State, seat: int) -> Command:
    """Discard cards that the seat does not need first, then cards of the kind that the seat has most of."""
    hand, need, given = list(state.hands[seat]), needs_to_win(state, seat), [0] * len(RESOURCES)
    for _ in range(state.pending.debts[seat]):
        kind = max((k for k, n in enumerate(hand) if n), key=lambda k: (hand[k] - need[k], hand[k]))
        hand[kind] -= 1
        given[kind] += 1
    return robber.DiscardCards(bundle(tuple(given)))


def harm(state: State, seat: int, hex_: int) -> float:
    """Return how much the other seats lose if the robber is on the hex, less the seat's own loss. Losses of the leaders
    count more.
    """
    total = 0.0
    for site in state.board.hex_sites[hex_]:
        owner = state.posts[site]
        if owner in state.seats:
            total += -3 if owner == seat else 1 + 2 * threat(state, owner)
    return total * pips(state, hex_)


def robber_move(state: State, seat: int) -> Command:
    return robber.MoveRobber(state.board.hexes[max(robber.targets(state), key=lambda hex_: harm(state, seat, hex_))])


def theft(state: State, seat: int) -> Command:
    victims = robber.victims(state, seat, state.robber)
    return robber.Steal(max(victims, key=lambda each: (threat(state, each), sum(state.hands[each])), default=None))


def chain(state: State, seat: int) -> Command:
    choice = state.pending.choice
    chains = () if choice is None else choice.chains

    def balance(n: int) -> int:
        return sum(paid * (2 if owner == seat else -1) for owner, paid in chains[n].payments)

    return gold.ChooseChain(option=max(range(len(chains)), key=balance))


def free_route(state: State, seat: int) -> Command:
    """Place the next route of the plan if the rules allow a route there. Otherwise place the route that is nearest to
    the goal of the plan, or decline if few routes are left.
    """
    board, edges = state.board, build_route.free_route_edges(state, seat)
    plan = route_plan(state, seat)
    planned = [edge for edge in plan.edges if edge in edges] if plan else []
    if planned:
        return build_route.PlaceFreeRoute(board.edges[planned[0]])
    if state.routes_left[seat] < FEW_ROUTES and not build_route.must_place(state):
        return build_route.DeclineFreeRoute()
    far = board.distances(plan.goal if plan else board.place[0])
    return build_route.PlaceFreeRoute(
        board.edges[min(edges, key=lambda edge: min(far[end] for end in board.ends[edge]))]
    )


def chip(state: State, seat: int) -> Command:
    """Choose the hex and the chip that bring most. Prefer to take a chip from other seats."""
    board = state.board
    lands = chips.bare_lands(state, state.pending.chip_site)
    choices = [(hex_, each) for hex_ in lands for each in chips.fitting(state, hex_)]

    def balance(choice: tuple[int, int]) -> float:
        hex_, each = choice
        mine = sum(state.posts[site] == seat for site in board.hex_sites[hex_])
        if state.chip_hexes[each] == OFF:
            return 3.0 * mine  # the number of the chip is hidden: use the average of all such chips
        return PIPS[state.chip_numbers[each]] * mine + harm(state, seat, state.chip_hexes[each])

    hex_, each = max(choices, key=balance)
    return chips.PlaceChip(board.hexes[hex_], board.chips[each])


OWED: Final[dict[Phase, Callable[[State, int], Command]]] = {
    "setup_posts": start_post,
    "setup_neutral": neutral_post,
    "setup_routes": start_route,
    "discard": discard,
    "robber": robber_move,
    "steal": theft,
    "choose_chain": chain,
    "free_route": free_route,
    "place_chip": chip,
}


def is_blocked(state: State, seat: int) -> bool:
    """Return whether the robber is on a hex that produces cards for the seat."""
    hex_ = state.robber
    return pips(state, hex_) > 0 and any(state.posts[site] == seat for site in state.board.hex_sites[hex_])
