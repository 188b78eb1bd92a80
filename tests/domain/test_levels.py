"""Levels of difficulty: every shipped ruleset has them, and sensible play by a beginner beats the easy one."""

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from kontor.domain.kernel.ruleset import Bot, Budget, Choice, Look, Ruleset
from kontor.domain.shipped import SHIPPED
from kontor.service.tournament.match import Setting, play_match

RULESETS = [import_module(place).RULESET for place in SHIPPED.values()]
GAMES = 12
ENOUGH = 7  # wins; one of three seats at a table of equals wins 4


def beginner(greedy: Bot) -> Bot:
    """Takes the best command that it sees, but does anything in three of ten decisions."""

    def bot(look: Look, budget: Budget) -> Choice:
        if budget.luck.random() < 0.3:
            return Choice(look.choice(budget.luck))
        return Choice(greedy(look, budget).command)

    return bot


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.name)
def test_every_ruleset_has_an_easy_a_medium_and_a_hard_level(rules: Ruleset[Any, Any, Any]) -> None:
    assert [level.name for level in rules.levels] == ["easy", "medium", "hard"]
    assert {level.bot for level in rules.levels} <= rules.bots.keys() - {"random"}
    assert {level.name for level in rules.levels}.isdisjoint(rules.bots)


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.name)
def test_a_beginner_beats_the_easy_level(rules: Ruleset[Any, Any, Any]) -> None:
    easy = rules.levels[0].bot
    with_beginner = replace(rules, bots={"beginner": beginner(rules.bots["greedy"]), easy: rules.bots[easy]})
    setting = Setting(rules.usual_board(3), {}, 0.1, decisions=2_000)
    wins = 0
    for number in range(GAMES):
        seats = [easy] * 3
        seats[number % 3] = "beginner"
        wins += play_match(with_beginner, setting, seats, number).ranks[number % 3 + 1] == 1
    assert wins >= ENOUGH
