"""Choose start sites that fit together: by the rounds of a whole game with their income (ME-SETUP-14)."""

from typing import Final

from kontor.domain.kernel.states import put_byte
from kontor.domain.merchants.bots.rounds_to_win import Prospect, income_in_a_round, rounds_for
from kontor.domain.merchants.goods import NONE
from kontor.domain.merchants.rulebook import network, place_start_pieces
from kontor.domain.merchants.state import State

POSTS: Final = 3  # of each seat (ME-SETUP-14)
PAIRED: Final = 6  # sites with which a first post is combined
# lumber, wool, grain, ore, salt per commodity, from the merchant to the delivery
EACH: Final = (2.4, 1.0, 2.3, 1.4, 1.0)


def best_start_sites(state: State, seat: int) -> list[int]:
    """Return free start sites, best first: combined with the seat's posts and with the best possible next one."""
    sites = place_start_pieces.start_sites(state)
    alone = {site: _rounds(state, seat, (site,)) for site in sites}
    ranked = sorted(sites, key=lambda site: alone[site])
    if len(network.own_sites(state, seat)) + 1 >= POSTS:
        return ranked

    def together(site: int) -> float:
        return min([_rounds(state, seat, (site, other)) for other in ranked[:PAIRED] if other != site], default=0.0)

    return sorted(ranked, key=together)


def _rounds(state: State, seat: int, sites: tuple[int, ...]) -> float:
    """Return the rounds for all commodities with posts there too."""
    posts = state.posts
    for site in sites:
        posts = put_byte(posts, site, seat)
    rates, gold = income_in_a_round(state.board, posts, state.numbers, seat, len(state.seats))
    demand = tuple(each * state.to_deliver[seat] for each in EACH)
    return rounds_for(Prospect(demand, rates, gold), NONE, state.gold[seat])
