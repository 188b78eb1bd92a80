"""What a bot is shown, and what it makes of it."""

from dataclasses import replace

from kontor.domain.kernel.bots import expand, imagine, look
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.game import require_state
from kontor.domain.kernel.random_numbers import luck_of
from tests.domain.kernel.factories import under_way
from tests.support.playing import created
from tests.tiny import RULESET
from tests.tiny.rulebook.die import Roll


def test_where_chance_finds_nothing_the_ruleset_is_asked_for_a_command() -> None:
    game = created(RULESET, 2).game
    needle: JsonObject = {"type": "offer", "points": {"one_of": [n + 4 for n in range(30_000)]}}  # none is legal
    blind = replace(RULESET, legal=lambda state, seat: [needle])
    assert expand(blind, game, 1, 3) == ([], True)
    helped = replace(blind, random_command=lambda state, seat, luck: Roll())
    assert expand(helped, game, 1, 3) == ([{"type": "roll"}], True)


def test_an_imagined_state_agrees_with_the_view_and_deals_the_rest_again() -> None:
    game = under_way(1, 3, 10).game
    shown = look(RULESET, game, 2)
    states = [imagine(shown, luck_of("test", n), RULESET.determinize) for n in range(5)]
    assert all(RULESET.view(state, frozenset({2})) == shown.view for state in states)
    assert len({tuple(held.card for held in state.pile) for state in states}) > 1
    assert imagine(shown, luck_of("test", 0), RULESET.determinize) == states[0]
    assert shown.options == RULESET.legal(require_state(game), 2)
