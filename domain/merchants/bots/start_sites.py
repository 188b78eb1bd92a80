"""Which start sites fit together: by the rounds that a whole game would take with what they bring (ME-SETUP-14)."""

from typing import Final

from kontor.domain.kernel.states import put_byte
from kontor.domain.merchants.bots.outlook import Prospect, income_in_a_round, rounds_for
from kontor.domain.merchants.goods import NONE
from kontor.domain.merchants.rulebook import network, place_start_pieces
from kontor.domain.merchants.state import State

POSTS: Final = 3  # of each seat (ME-SETUP-14)
PAIRED: Final = 6  # sites that a first post is seen together with
# lumber, wool, grain, ore, salt that a commodity asks for, from the merchant to the delivery
EACH: Final = (2.4, 1.0, 2.3, 1.4, 1.0)


def best_start_sites(state: State, seat: int) -> list[int]:
    """Free start sites, best first: with those the seat has, and with the best one that could follow."""
    sites = place_start_pieces.start_sites(state)
    alone = {site: _rounds(state, seat, (site,)) for site in sites}
    ranked = sorted(sites, key=lambda site: alone[site])
    if len(network.own_sites(state, seat)) + 1 >= POSTS:
        return ranked

    def together(site: int) -> float:
        return min([_rounds(state, seat, (site, other)) for other in ranked[:PAIRED] if other != site], default=0.0)

    return sorted(ranked, key=together)


def _rounds(state: State, seat: int, sites: tuple[int, ...]) -> float:
    """Rounds for all commodities with posts there too."""
    posts = state.posts
    for site in sites:
        posts = put_byte(posts, site, seat)
    rates, gold = income_in_a_round(state.board, posts, state.numbers, seat, len(state.seats))
    demand = tuple(each * state.to_deliver[seat] for each in EACH)
    return rounds_for(Prospect(demand, rates, gold), NONE, state.gold[seat])
