"""What things are worth to a player with a plan: numbers, sites, cards in hand. Open facts and the own hand only."""

from typing import Final

from kontor.domain.merchants.goods import GOLD, GRAIN, LUMBER, ORE, SALT, WOOL, Counts
from kontor.domain.merchants.rulebook.deliver import takes
from kontor.domain.merchants.state import NO_POST, OFF, State

PIPS: Final = (0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1)  # ways to roll a number
SCARCE: Final = 2.0  # a card that the next steps ask for
SPARE: Final = 0.8
COIN: Final = 0.7


def pips(state: State, hex_: int) -> int:
    return PIPS[state.numbers[hex_]]


def income(state: State, seat: int) -> list[int]:
    """Ways to roll a card of each resource."""
    board, found = state.game.board, [0, 0, 0, 0, 0]
    for site, owner in enumerate(state.posts):
        if owner == seat:
            for hex_ in board.site_lands[site]:
                found[board.resource[hex_]] += pips(state, hex_)
    return found


def site_worth(state: State, seat: int, site: int) -> float:
    """What a post there would bring: cards, more for kinds that are lacking, and coins."""
    board, have = state.game.board, income(state, seat)
    cards = sum(
        (pips(state, hex_) or 2) * (1 + 4 / (4 + have[board.resource[hex_]])) for hex_ in board.site_lands[site]
    )
    return cards + board.coins[site]


def needs(state: State, seat: int) -> Counts:
    """Cards for the next founding, the next route or two, and the next caravan's move."""
    found = [0, 0, 0, 0, 0]
    if state.warehouse[seat]:
        found[GRAIN] += 1
        if state.merchants[seat].count(OFF) == len(state.merchants[seat]):
            found[LUMBER], found[WOOL], found[GRAIN] = 1, 1, 2
    if state.supply[seat]:
        found[ORE] += 1
        found[LUMBER] += 1
    if state.to_deliver[seat]:
        found[SALT] += 1
    return tuple(found)


def hand_worth(state: State, seat: int, purse: Counts) -> float:
    """The worth of cards and gold together; what is needed counts most, more of the same ever less."""
    need = needs(state, seat)
    total = sum(COIN / (1 + 0.1 * n) for n in range(min(purse[GOLD], 30)))
    for kind in range(5):
        wanted = min(purse[kind], need[kind])
        total += SCARCE * wanted + sum(SPARE / (1 + 0.5 * n) for n in range(purse[kind] - wanted))
    return total


def gain(state: State, seat: int, purse: Counts, less: Counts, more: Counts) -> float:
    """How much better the purse is after giving `less` for `more`."""
    after = tuple(n - a + b for n, a, b in zip(purse, less, more, strict=True))
    return hand_worth(state, seat, after) - hand_worth(state, seat, purse)


def goals(state: State, seat: int) -> set[int]:
    """The places of posts that would take a commodity."""
    board = state.game.board
    return {board.place[site] for site in range(len(board.sites)) if takes(state, seat, site)}


def threat(state: State, seat: int) -> float:
    """How far a seat has come: 1 has won."""
    left = state.to_deliver[seat]
    return 1 / (1 + left) + 0.05 * state.free[seat]


def founding_sites(state: State) -> list[int]:
    return [site for site, owner in enumerate(state.posts) if owner == NO_POST]
