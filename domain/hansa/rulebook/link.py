"""The east-west link (HT-LINK)."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook.control import presence_of, row_of
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.prestige import gain
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import Count, Owner

POINTS = (7, 4, 2)  # for the first, second and third (HT-LINK-1)


@dataclass(frozen=True, slots=True)
class LinkCompleted:
    owner: Owner
    rank: Count


def has_link(state: State, owner: int) -> bool:
    """Whether a chain of neighbouring cities with offices of the owner joins the two link cities (HT-LINK-1,
    HT-LINK-2)."""
    board = state.board
    start, goal = board.link
    if not _sits_in(state, owner, start) or not _sits_in(state, owner, goal):
        return False
    seen, edge = {start}, [start]
    while edge:
        for city in board.cities[edge.pop()].neighbours:
            if city not in seen and _sits_in(state, owner, city):
                if city == goal:
                    return True
                seen.add(city)
                edge.append(city)
    return False


def _sits_in(state: State, owner: int, city: int) -> bool:
    return presence_of(row_of(state, city), owner) > 0


def check(decision: Decision, owner: int) -> None:
    """After every new office; each owner scores the link once, later ones nothing (HT-LINK-3, HT-LINK-4). The neutral
    colour takes part (HT-2P-NEUT-15)."""
    state = decision.state
    if owner in state.links or not has_link(state, owner):
        return
    rank = len(state.links) + 1
    decision.tell(LinkCompleted(owner, rank))
    if rank <= len(POINTS):
        gain(decision, owner, POINTS[rank - 1], "link", rank=rank)


def evolve(new: State, event: LinkCompleted) -> None:
    new.links = (*new.links, event.owner)
