"""Prestige points during play: the only reasons are control, coins and the link (HT-END-9)."""

from dataclasses import dataclass

from kontor.domain.hansa.rulebook import ending
from kontor.domain.hansa.rulebook.control import controller
from kontor.domain.hansa.rulebook.decision import Story
from kontor.domain.hansa.state import Gain, State
from kontor.domain.hansa.words import NOBODY, CityName, Count, Owner, Reason


@dataclass(frozen=True, slots=True)
class PrestigeGained:
    """For control of `city`, for the coin of an office in `city`, or for the link, completed as number `rank`;
    `total` is the owner's prestige after it."""

    owner: Owner
    points: int
    reason: Reason
    total: int
    city: CityName | None = None
    rank: Count | None = None


def gain(
    story: Story, owner: int, points: int, reason: Reason, city: str | None = None, rank: int | None = None
) -> None:
    """Give points; who reaches 20 triggers the end at this moment (HT-END-2)."""
    total = story.state.prestige[owner] + points
    story.tell(PrestigeGained(owner, points, reason, total, city, rank))
    if total >= ending.ENOUGH_PRESTIGE and owner not in story.state.reached:
        story.tell(ending.EndTriggered("prestige", (owner,)))


def pay_controllers(story: Story, route: int) -> None:
    """Step 1 of Establish: a point for the controller of each end city, as the offices stand now (HT-ROUTE-4, -5)."""
    board = story.state.board
    for city in board.routes[route].ends:
        owner = controller(story.state, city)
        if owner != NOBODY:
            gain(story, owner, 1, "control", board.cities[city].name)


def evolve(new: State, event: PrestigeGained, version: int) -> None:
    owner = event.owner
    new.prestige = (*new.prestige[:owner], event.total, *new.prestige[owner + 1 :])
    new.gains = (*new.gains, Gain(owner, event.points, event.reason, version, event.city, event.rank))
