"""Games of a world that play themselves, either at random or by a policy that makes progress. The same world, number
and policy give the same log, byte for byte."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import SYSTEM, Commit
from kontor.domain.kernel.game import require_state
from tests.support.playing import Played, created
from tests.worlds.policies import by_chance
from tests.worlds.world import AnyGame, AnyRuleset, Policy, World

STEPS = 180  # commands of the playout on which properties are checked


@dataclass(frozen=True, slots=True)
class Playout:
    """A game of a world, as a list of commits."""

    world: World
    number: int
    played: Played[object, object, object]

    @property
    def rules(self) -> AnyRuleset:
        return self.world.rules

    @property
    def game(self) -> AnyGame:
        return self.played.game

    @property
    def games(self) -> Sequence[AnyGame]:
        """Return the game after each commit since the game started."""
        return [made.after for made in self.played.commits if made.after.state is not None]

    @property
    def commits(self) -> Sequence[Commit[object]]:
        return self.played.commits

    def before_last(self) -> "Playout":
        """Return the same log without its last commit."""
        commits = self.played.commits[:-1]
        return Playout(self.world, self.number, Played(self.rules, commits[-1].after, commits))

    def aborted(self) -> "Playout":
        """Return the same log with an abort at the end."""
        played = Played(self.rules, self.game, list(self.commits))
        played.write(SYSTEM, {"type": "abort"}, play.abort(self.game, "admin"))
        return Playout(self.world, self.number, played)


def begun(world: World, number: int) -> Playout:
    """Return a game in which all seats are taken and the set-up is done."""
    options = dict(world.options)
    return Playout(world, number, created(world.rules, world.seats, number, world.board_data, options, world.order))


def played(world: World, number: int, commands: int, policy: Policy | None = None) -> Playout:
    """Return a game after up to that many commands. If the game ended before, it is scored."""
    playout, luck = begun(world, number), random.Random(number)
    for n in range(commands):
        if playout.game.status != "running":
            break
        chosen = policy or (world.policy if world.policy and n % 8 else by_chance)
        playout.played.do(*choice(world, playout.game, luck, chosen))
    if playout.game.status == "scoring":
        playout.played.score()
    return playout


@cache
def walk(world: World) -> Playout:
    """Return the game on which the properties of a world are checked. It is mostly played by the world's policy, and
    sometimes at random."""
    return played(world, 1, STEPS)


def choice(world: World, game: AnyGame, luck: random.Random, policy: Policy) -> tuple[int, JsonObject]:
    """Return the next seat to act and its command. Mostly this is an awaited seat, often an invited seat, and sometimes
    any seat that may act."""
    state = require_state(game)
    awaited, invited = world.rules.awaiting(state), world.rules.invited(state)
    chance = luck.random()
    seats = invited if invited and chance < 0.5 else world.rules.may_act(state) if chance > 0.9 else awaited
    seat = luck.choice(seats)
    body = policy(world.rules, game, seat, luck)
    if body is None:  # only invited, and it passes
        seat = luck.choice(awaited)
        body = policy(world.rules, game, seat, luck)
    assert body is not None, f"seat {seat} is awaited and passes"
    return seat, body
