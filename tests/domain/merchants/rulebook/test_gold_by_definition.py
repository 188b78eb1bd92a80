"""Gold for connections on networks laid by chance: what the engine pays, beside the letter of the rule."""

import random
from collections.abc import Iterator, Mapping

import pytest

from kontor.domain.merchants.boards.grid import edge_ends
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.build_route import BuildRoute
from kontor.domain.merchants.rulebook.gold import ChainChoiceDemanded, PaidChain, Payment, SiteConnected
from tests.domain.merchants.factories import EVERYBODY, RED, acting, routes
from tests.domain.merchants.places import all_edges, all_sites, intersection

START = {"e:2,0,e": 1, "e:-1,0,ne": 2, "e:2,-1,se": 3, "e:0,-2,e": 4}

Routes = Mapping[str, int]  # edge → owner


@pytest.mark.parametrize("seed", range(6))
def test_each_route_pays_what_the_rule_says(seed: int) -> None:
    """ME-GOLD-1 to -8, ME-RULING-25, ME-RULING-26"""
    luck = random.Random(seed)
    laid = dict(START)
    for edge in luck.sample(all_edges(), 20 + 10 * seed):
        laid.setdefault(edge, luck.choice(EVERYBODY))
    game = acting(RED, hands={RED: Bundle(ore=1, lumber=1)}).given(
        *(event for edge, seat in laid.items() if edge not in START for event in routes(seat, edge, left=20))
    )
    places = [edge for edge in all_edges() if game.lists(RED, BuildRoute(edge))]
    for edge in places:
        built = game.when(RED, BuildRoute(edge))
        found = [*built.happened(SiteConnected), *built.happened(ChainChoiceDemanded)]
        assert found == list(expected(laid, {**laid, edge: RED}))


def expected(before: Routes, after: Routes) -> Iterator[SiteConnected | ChainChoiceDemanded]:
    """A site whose isolation ends is paid by its shortest chains; two of them are the ends of the same chain."""
    released = tuple(sorted(isolated(before) - isolated(after)))
    if not released:
        return
    chains = [PaidChain(chain, payments(chain, after)) for chain in shortest(released[0], after)]
    if len({chain.payments for chain in chains}) > 1:
        yield ChainChoiceDemanded(released, tuple(chains))
    else:
        yield SiteConnected(released, chains[0].chain, chains[0].payments)


def isolated(laid: Routes) -> set[str]:
    return {site for site in all_sites() if not shortest(site, laid)}


def shortest(site: str, laid: Routes) -> list[tuple[str, ...]]:
    """All shortest chains from the site to another one, first by text."""
    at = {intersection(each) for each in all_sites()}
    beside: dict[str, list[tuple[str, str]]] = {}
    for edge in laid:
        one, other = edge_ends(edge)
        beside.setdefault(one, []).append((edge, other))
        beside.setdefault(other, []).append((edge, one))
    start = intersection(site)
    chains: list[tuple[str, tuple[str, ...], frozenset[str]]] = [(start, (), frozenset({start}))]
    while chains:
        longer = [
            (there, (*chain, edge), seen | {there})
            for here, chain, seen in chains
            for edge, there in beside.get(here, ())
            if there not in seen
        ]
        found = sorted(chain for there, chain, _ in longer if there in at)
        if found:
            return found
        chains = longer
    return []


def payments(chain: tuple[str, ...], laid: Routes) -> tuple[Payment, ...]:
    owners = [laid[edge] for edge in chain]
    return tuple(Payment(seat, owners.count(seat)) for seat in EVERYBODY if seat in owners)
