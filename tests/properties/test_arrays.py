"""Arrays for reinforcement learning: an observation shows what the seat sees and no more; every number is a command."""

import random

from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import table_of
from kontor.domain.kernel.play import body_of, is_accepted
from tests.support.playouts import Playout

EVERY = 12  # positions that are looked at
TRIED = 3  # numbers of a group in a position


def test_observations_and_numbered_commands_follow_from_view_and_rules(playout: Playout) -> None:
    rules, arrays, luck = playout.rules, playout.rules.arrays, random.Random(1)
    if arrays is None:
        return
    tried: set[str] = set()
    for game in [each for each in playout.games[::EVERY] if each.status == "running"]:
        state, numbering = game.state, arrays.numbering(game.state)
        for seat in rules.awaiting(state):
            other = rules.determinize(table_of(game), rules.view(state, frozenset({seat})), Dice(bytes(32), {}))
            assert arrays.observe(other, seat) == arrays.observe(state, seat), (game.version, seat)
            blocks = arrays.blocks(state).values()
            assert len(arrays.observe(state, seat)) == sum(len(each.channels) * len(each.places) for each in blocks)
            legal: dict[str, list[int]] = {}
            for number in {*arrays.legal(state, seat)}:
                legal.setdefault(numbering.split(number)[0], []).append(number)
            assert legal, game.version
            for group in legal.keys() - tried or {luck.choice(sorted(legal))}:
                tried.add(group)
                for number in luck.sample(sorted(legal[group]), min(TRIED, len(legal[group]))):
                    command = arrays.command(state, seat, number, luck)
                    assert is_accepted(rules, game, seat, body_of(rules.commands, command)), numbering.words(number)
