"""Choose start sites that fit together: the sites whose income leads to a win in the fewest rounds (ME-SETUP-14)."""

from typing import Final

from kontor.domain.kernel.states import put_byte
from kontor.domain.merchants.bots.rounds_to_win import Prospect, income_in_a_round, rounds_for
from kontor.domain.merchants.goods import NONE
from kontor.domain.merchants.rulebook import network, place_start_pieces
from kontor.domain.merchants.state import State

POSTS: Final = 3  # start posts of each seat (ME-SETUP-14)
PAIRED: Final = 6  # number of best sites that are tried as the next site
# lumber, wool, grain, ore, salt per commodity, from the merchant to the delivery
EACH: Final = (2.4, 1.0, 2.3, 1.4, 1.0)


def best_start_sites(state: State, seat: int) -> list[int]:
    """Return the free start sites, best first. A site is judged together with the posts that the seat already has, and
    with the best next site.
    """
    sites = place_start_pieces.start_sites(state)
    alone = {site: _rounds(state, seat, (site,)) for site in sites}
    ranked = sorted(sites, key=lambda site: alone[site])
    if len(network.own_sites(state, seat)) + 1 >= POSTS:
        return ranked

    def together(site: int) -> float:
        return min([_rounds(state, seat, (site, other)) for other in ranked[:PAIRED] if other != site], default=0.0)

    return sorted(ranked, key=together)


def _rounds(state: State, seat: int, sites: tuple[int, ...]) -> float:
    """Return the number of rounds that the seat needs to deliver all its commodities if it also has posts on these
    sites.
    """
    posts = state.posts
    for site in sites:
        posts = put_byte(posts, site, seat)
    rates, gold = income_in_a_round(state.board, posts, state.numbers, seat, len(state.seats))
    demand = tuple(each * state.to_deliver[seat] for each in EACH)
    return rounds_for(Prospect(demand, rates, gold), NONE, state.gold[seat])
