"""One game between bots: it repeats by its number, and is given up if it does not end."""

import pytest

from kontor.domain.hansa import RULESET as HANSA
from kontor.domain.merchants import RULESET as MERCHANTS
from kontor.service.registry import AnyRuleset
from kontor.service.tournament.match import DECISIONS, Setting, play_match
from tests.tiny import RULESET

DAY = Setting("square", {"rounds": 1}, 0.01)


def test_the_same_number_is_the_same_game() -> None:
    first, again = (play_match(RULESET, DAY, ["random"] * 3, 7) for _ in range(2))
    assert (first.ranks, first.totals, first.decisions) == (again.ranks, again.totals, again.decisions)
    others = {tuple(play_match(RULESET, DAY, ["random"] * 3, number).totals.values()) for number in range(6)}
    assert len(others) > 1


def test_a_game_without_an_end_is_given_up_and_has_no_ranks() -> None:
    setting = Setting("square", {"rounds": 9}, 0.01, decisions=2)
    outcome = play_match(RULESET, setting, ["random"] * 2, 1, keep=True)
    assert outcome.is_given_up
    assert (outcome.ranks, outcome.totals, outcome.bundle) == ({}, {}, None)
    assert sum(outcome.decisions.values()) == 2


def test_a_game_that_ends_with_the_last_decision_allowed_has_ended() -> None:
    whole = play_match(RULESET, DAY, ["random"] * 2, 1)
    just = Setting("square", {"rounds": 1}, 0.01, decisions=sum(whole.decisions.values()))
    assert play_match(RULESET, just, ["random"] * 2, 1).ranks == whole.ranks != {}


# A planner's games last about 300 decisions, those of `random` up to 20,000.
OF_EVERY_BOT = [
    pytest.param(rules, board, bot, DECISIONS if bot == "random" else 1_500, id=f"{rules.name}-{bot}")
    for rules, board in ((HANSA, "hansa-3"), (MERCHANTS, "merchants-short"))
    for bot in rules.bots
]


@pytest.mark.parametrize(("rules", "board", "bot", "most"), OF_EVERY_BOT)
def test_every_bot_ends_its_games_with_no_time_at_all(rules: AnyRuleset, board: str, bot: str, most: int) -> None:
    """A busy machine may use up all the time of a bot before it begins."""
    outcome = play_match(rules, Setting(board, {}, seconds=0.0, decisions=most), [bot] * 3, 0)
    assert not outcome.is_given_up
