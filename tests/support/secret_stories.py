"""Games with secrets: cards that are dealt and stolen, sealed bids, secret orders."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import pytest

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.game import require_state
from tests.support.playing import stored_events
from tests.support.playouts import played
from tests.support.retelling import Log
from tests.worlds import named
from tests.worlds.policies import by_chance, weighted
from tests.worlds.world import AnyGame, AnyRuleset, World


@dataclass(frozen=True, eq=False)
class Story:
    """A game with secrets. `commands`: how many commands are played."""

    world: World
    number: int
    commands: int
    sought: Mapping[str, float]
    makes: Sequence[str]  # events that must have happened, otherwise the story tests nothing
    seats: Sequence[int] = ()  # the seats whose views are tested; none: all

    def __str__(self) -> str:
        return self.world.name

    @property
    def viewers(self) -> Sequence[frozenset[int]]:
        """Return the viewers of the game: a spectator, and each seat."""
        return [frozenset(), *(frozenset({seat}) for seat in self.seats or sorted(self.world.everybody))]


STORIES = (
    Story(named("street-4-seats-rounds-5"), 2, 12, {}, ("CharmsDealt", "BidPlaced"), (1, 3)),
    Story(
        named("hansa-3-3-seats-favours-missions-drawn"),
        2,
        260,
        {"buy_favour": 1000, "set_standing_order": 30},
        ("MissionsDealt", "StandingOrderSet"),
    ),
    Story(
        named("merchants-short-3-seats-start-variable-shortage-rest_to_one"),
        2,
        200,
        {"buy_card": 30},
        ("CardBought", "CardStolen"),
    ),
    Story(named("merchants-main-4-seats-drawn"), 1, 230, {"buy_card": 30}, ("CardStolen",), (1,)),
)


CASES = [
    pytest.param((story, viewer), id=f"{story}-{'.'.join(map(str, viewer)) or 'outside'}")
    for story in STORIES
    for viewer in story.viewers
]


@cache
def told(story: Story) -> Log:
    """Return the log of a game with secrets, while the game still runs."""
    world, seeking = story.world, weighted(story.sought)

    def policy(rules: AnyRuleset, game: AnyGame, seat: int, luck: random.Random) -> JsonObject | None:
        kinds = {str(option["type"]) for option in rules.legal(require_state(game), seat)}
        if kinds & story.sought.keys() and luck.random() < 0.5:
            return seeking(rules, game, seat, luck)
        return (world.policy or by_chance)(rules, game, seat, luck)

    log = [made for made in played(world, story.number, story.commands, policy).commits if not made.after.is_ended]
    log = [made for made in log if made.after.status != "scoring"]
    happened = {type(event).__name__ for made in log for event in stored_events(world.rules, made)}
    assert set(story.makes) <= happened
    return log
