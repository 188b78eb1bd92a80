"""The east-west link (HT-LINK)."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook.control import offices_of
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.network import network_of
from kontor.domain.hansa.rulebook.prestige import gain
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import Count, Owner

POINTS = (7, 4, 2)  # for the first, second and third owner of the link (HT-LINK-1)


@dataclass(frozen=True, slots=True)
class LinkCompleted:
    """The owner's offices connect the two link cities (HT-LINK-1). `rank`: 1 for the first owner with the link, then 2,
    3, …."""

    owner: Owner
    rank: Count


def has_link(state: State, owner: int) -> bool:
    """Return whether neighbouring cities with offices of the owner connect the two link cities (HT-LINK-1,
    HT-LINK-2)."""
    start, goal = state.board.link
    held = [city for city, number in enumerate(offices_of(state, owner)) if number]
    return start in held and goal in held and goal in network_of(state.board, start, held)


def check(decision: Decision, owner: int) -> None:
    """Give points for the link after a new office. Each owner gets them once, and only the first three owners get any
    (HT-LINK-3, HT-LINK-4). The neutral colour takes part (HT-2P-NEUT-15)."""
    state = decision.state
    if owner in state.links or not has_link(state, owner):
        return
    rank = len(state.links) + 1
    decision.tell(LinkCompleted(owner, rank))
    if rank <= len(POINTS):
        gain(decision, owner, POINTS[rank - 1], "link", rank=rank)


def evolve(new: State, event: LinkCompleted) -> None:
    new.links = (*new.links, event.owner)
