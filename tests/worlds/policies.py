"""Policies of playouts: chance, and whatever a ruleset has to bring a game forward."""

import random
from collections.abc import Callable, Mapping, Sequence

from kontor.domain.kernel import play
from kontor.domain.kernel.bots import expand
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.game import require_state
from kontor.domain.kernel.legality import Option, filling
from tests.worlds.world import AnyGame, AnyRuleset, Draw, Policy

TRIES = 40  # fillings drawn before an option is given up in favour of a full sample


def by_chance(rules: AnyRuleset, game: AnyGame, seat: int, luck: random.Random) -> JsonObject:
    """Any legal command: first its type by lot, then an option, then its filling."""
    return weighted({})(rules, game, seat, luck)


def weighted(weights: Mapping[str, float]) -> Callable[[AnyRuleset, AnyGame, int, random.Random], JsonObject]:
    """Chance that favours some types of command; a type that is not named has weight 1."""

    def policy(rules: AnyRuleset, game: AnyGame, seat: int, luck: random.Random) -> JsonObject:
        options = rules.legal(require_state(game), seat)
        kinds = sorted({str(option["type"]) for option in options})
        kind = luck.choices(kinds, [weights.get(each, 1.0) for each in kinds])[0]
        return _filled(rules, game, seat, luck, [option for option in options if option["type"] == kind])

    return policy


def typed(choose: Draw) -> Policy:
    """A policy from a function of a ruleset that knows its state and makes typed commands."""

    def policy(rules: AnyRuleset, game: AnyGame, seat: int, luck: random.Random) -> JsonObject:
        return play.body_of(rules.commands, choose(game.state, seat, luck))

    return policy


def _filled(rules: AnyRuleset, game: AnyGame, seat: int, luck: random.Random, options: Sequence[Option]) -> JsonObject:
    option = luck.choice(options)
    for _ in range(TRIES):
        body = filling(option, luck)
        if isinstance(body, dict) and play.is_accepted(rules, game, seat, body):
            return body
    return luck.choice(expand(rules, game, seat, 24)[0])
