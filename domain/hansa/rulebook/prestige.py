"""Prestige points during the game. Owners get them only for control, coins and the link (HT-END-9)."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook import ending
from kontor.domain.hansa.rulebook.control import controller
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.state import Gain, State
from kontor.domain.hansa.words import NOBODY, CityName, Count, Owner, Reason
from kontor.domain.kernel.states import put

CONTROL_POINTS = 1  # point for the controller of an end city (HT-ROUTE-4)


@dataclass(frozen=True, slots=True)
class PrestigeGained:
    """The owner got prestige points for controlling `city`, for the coin of an office in `city`, or for the link
    (HT-ROUTE-4, HT-OFFICE-4, HT-LINK-1). `rank`: the rank of the link. `total`: the owner's prestige afterwards.

    `points`: how many points the owner got.
    `reason`: why: for the control of a city, for the coin of an office, or for the link.
    """

    owner: Owner
    points: int
    reason: Reason
    total: int
    city: CityName | None = None
    rank: Count | None = None


def gain(
    decision: Decision, owner: int, points: int, reason: Reason, city: str | None = None, rank: int | None = None
) -> None:
    """Give prestige points to an owner. An owner who reaches 20 points triggers the end of the game at this moment
    (HT-END-2), and so does the neutral colour (HT-2P-NEUT-16)."""
    total = decision.state.prestige[owner] + points
    decision.tell(PrestigeGained(owner, points, reason, total, city, rank))
    if total >= ending.ENOUGH_PRESTIGE and owner not in decision.state.reached:
        decision.tell(ending.EndTriggered("prestige", (owner,)))


def pay_controllers(decision: Decision, route: int) -> None:
    """Take step 1 of Establish: give a point to the controller of each end city. The offices at this moment count,
    before the reward (HT-ROUTE-4, HT-ROUTE-5)."""
    board = decision.state.board
    for city in board.routes[route].ends:
        owner = controller(decision.state, city)
        if owner != NOBODY:
            gain(decision, owner, CONTROL_POINTS, "control", board.cities[city].name)


def evolve(new: State, event: PrestigeGained, version: int) -> None:
    owner = event.owner
    new.prestige = put(new.prestige, owner, event.total)
    new.gains = (*new.gains, Gain(owner, event.points, event.reason, version, event.city, event.rank))
