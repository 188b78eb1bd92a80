"""Gold for the first connection of a city site (ME-GOLD)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from kontor.domain.kernel.model import Doc, Range, Size
from kontor.domain.kernel.states import changed, put
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.boards.board import Board
from kontor.domain.merchants.rulebook.network import reachable, sites_in
from kontor.domain.merchants.state import Chain, ChainChoice, State, resume
from kontor.domain.merchants.words import EdgeId, Seat, SiteId


@dataclass(frozen=True, slots=True)
class ChooseChain:
    """Choose which of the shortest chains is paid. Name the edges of the chain, or its position in the offered list
    (ME-GOLD-4).
    """

    chain: Annotated[tuple[EdgeId, ...], Size(1, 120)] | None = None
    option: Annotated[Annotated[int, Range(0, 999)] | None, Doc("the position in the offered list, from 0")] = None


@dataclass(frozen=True, slots=True)
class Payment:
    """The gold that a seat gets.

    `gold`: how much gold the seat gets.
    """

    seat: Seat
    gold: int


@dataclass(frozen=True, slots=True)
class PaidChain:
    """A chain of routes that starts at the newly connected site, and the gold that it pays to each seat.

    `payments`: how much gold each seat gets.
    """

    chain: tuple[EdgeId, ...]
    payments: tuple[Payment, ...]


@dataclass(frozen=True, slots=True)
class ChainChoiceDemanded:
    """Several shortest chains pay different amounts. The active seat chooses one of them (ME-GOLD-4).

    `options`: the chains to choose from, with what each pays.
    """

    sites: tuple[SiteId, ...]
    options: tuple[PaidChain, ...]


@dataclass(frozen=True, slots=True)
class SiteConnected:
    """One site or both sites at the ends of the chain are connected for the first time. The chain is paid once
    (ME-GOLD-2, ME-GOLD-6).

    `payments`: how much gold each seat got.
    """

    sites: tuple[SiteId, ...]
    chain: tuple[EdgeId, ...]
    payments: tuple[Payment, ...]


def connection(state: State, edge: int) -> SiteConnected | ChainChoiceDemanded | None:
    """Return the gold that the route just placed on `edge` brings, or None (ME-GOLD-2). At most one chain is paid
    (ME-GOLD-6, ME-RULING-26).
    """
    board = state.board
    sites = _released_sites(board, state.routes, edge)
    if not sites:
        return None
    chains = [_pay_owners(state, edges) for edges in shortest_chains(board, state.routes, board.place[sites[0]])]
    names = tuple([board.sites[site] for site in sites])
    options = tuple([_named_chain(board, chain) for chain in chains])
    if len({chain.payments for chain in chains}) > 1:
        return ChainChoiceDemanded(names, options)  # ME-GOLD-4
    return SiteConnected(names, options[0].chain, options[0].payments)  # equal payments need no choice (ME-RULING-25)


def _released_sites(board: Board, routes: bytes, edge: int) -> list[int]:
    """Return the sites that the route connects to another site for the first time (ME-GOLD-1). Such a site is the only
    one on its side of the route, and the other side has a site too. Sites that were connected before do not count
    (ME-GOLD-7).
    """
    start, end = board.ends[edge]
    here = reachable(board, routes, start, edge)
    if end in here:
        return []  # the route closes a ring: both of its ends were connected before
    sides = [sites_in(board, here), sites_in(board, reachable(board, routes, end, edge))]
    if not all(sides):
        return []
    return sorted([side[0] for side in sides if len(side) == 1])


def shortest_chains(board: Board, routes: bytes, start: int) -> list[tuple[int, ...]]:
    """Return all shortest chains of routes from the site at `start` to another site (ME-GOLD-2), in the order of their
    edge ids. Longer chains pay nothing (ME-GOLD-5).
    """
    chains: list[tuple[int, tuple[int, ...]]] = [(start, ())]
    seen = {start}
    while chains:
        longer = [
            (there, (*chain, edge))
            for here, chain in chains
            for edge, there in zip(board.edges_at[here], board.neighbours[here], strict=True)
            if routes[edge] and there not in seen
        ]
        found = [chain for there, chain in longer if board.site_of[there] >= 0]
        if found:
            return sorted(found)
        seen.update([there for there, _ in longer])
        chains = longer
    return []


def _pay_owners(state: State, edges: tuple[int, ...]) -> Chain:
    """Return the chain with its payments: the owner of each route on the chain gets 1 gold (ME-GOLD-3)."""
    owners = [state.routes[edge] for edge in edges]
    return Chain(edges, tuple([(seat, owners.count(seat)) for seat in state.seats if seat in owners]))


def _named_chain(board: Board, chain: Chain) -> PaidChain:
    edges = tuple([board.edges[edge] for edge in chain.edges])
    return PaidChain(edges, tuple([Payment(seat, gold) for seat, gold in chain.payments]))


def decide(state: State, command: ChooseChain) -> SiteConnected:
    choice, board = state.pending.choice or ChainChoice((), ()), state.board
    chains = [_named_chain(board, chain) for chain in choice.chains]
    picked = [
        chain
        for n, chain in enumerate(chains)
        if (command.chain is None or command.chain == chain.chain) and (command.option is None or command.option == n)
    ]
    if len(picked) != 1:
        raise Violation(
            "ME-GOLD-4",
            "not_offered",
            "Choose one of the offered chains, by its edges or by its position in the list.",
            chains=[list(chain.chain) for chain in chains],
        )
    return SiteConnected(tuple([board.sites[site] for site in choice.sites]), picked[0].chain, picked[0].payments)


Events: TypeAlias = ChainChoiceDemanded | SiteConnected


def evolve(state: State, event: Events) -> State:
    if isinstance(event, ChainChoiceDemanded):
        return changed(state, phase="choose_chain", pending=state.pending._replace(choice=_choice(state, event)))
    gold = state.gold
    for payment in event.payments:
        gold = put(gold, payment.seat, gold[payment.seat] + payment.gold)
    phase = resume(state) if state.phase == "choose_chain" else state.phase
    return changed(state, gold=gold, phase=phase, pending=state.pending._replace(choice=None))


def _choice(state: State, event: ChainChoiceDemanded) -> ChainChoice:
    board = state.board
    return ChainChoice(
        tuple([board.site_at[site] for site in event.sites]),
        tuple([Chain(_edges(board, each.chain), _payments(each.payments)) for each in event.options]),
    )


def _edges(board: Board, chain: Sequence[str]) -> tuple[int, ...]:
    return tuple([board.edge_at[edge] for edge in chain])


def _payments(payments: Sequence[Payment]) -> tuple[tuple[int, int], ...]:
    return tuple([(payment.seat, payment.gold) for payment in payments])
