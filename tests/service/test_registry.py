"""Rulesets and bots of one's own, loaded from where the settings say they are."""

import sys
from pathlib import Path

import pytest

from kontor.domain.kernel.bots import BotFailed
from kontor.domain.kernel.ruleset import Budget
from kontor.engine import new
from kontor.service.registry import NoSuchBot, Registry, own_bots
from kontor.service.settings import Settings
from tests.support.paths import ROOT

HANSA, TINY = "kontor.domain.hansa:RULESET", "tests.tiny:RULESET"
FIRST = "tests.support.own_bots:first"
NO_BUDGET: Budget = None  # type: ignore[assignment]  # such bots have no use for one


def test_a_function_is_a_bot_of_every_ruleset_under_the_name_of_its_place() -> None:
    registry = Registry.load([HANSA, TINY], [FIRST])
    for rules in registry.values():
        assert next(iter(rules.bots)) == FIRST  # in front, so that the strongest one stays the last
    game = new(registry["tiny"], 2, "square", 7)
    choice = registry["tiny"].bots[FIRST](game.look(), NO_BUDGET)
    assert choice.command in game.legal()


def test_it_may_be_for_one_ruleset_only() -> None:
    registry = Registry.load([HANSA, TINY], [f"tiny={FIRST}"])
    assert FIRST in registry["tiny"].bots
    assert FIRST not in registry["hansa"].bots


def test_without_any_the_rulesets_are_the_very_values_that_were_named() -> None:
    from kontor.domain.hansa import RULESET

    assert Registry.load([HANSA])["hansa"] is RULESET


def test_a_bot_is_found_where_one_is_at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "somebodys_bot.py").write_text("def choose(look):\n    return look.commands(1)[0]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    assert "somebodys_bot:choose" in Registry.load([TINY], ["somebodys_bot:choose"])["tiny"].bots
    assert sys.path[-1] == str(tmp_path)


def test_the_template_of_a_bot_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "openapi" / "examples" / "bot")
    monkeypatch.setattr(sys, "path", [*sys.path])
    rules = Registry.load([TINY], ["bot:choose"])["tiny"]
    game = new(rules, 2, "square", 7)
    assert rules.bots["bot:choose"](game.look(), NO_BUDGET).command in game.legal()


@pytest.mark.parametrize(
    ("place", "about"),
    [
        ("tests.support.no_such_module:choose", "cannot be loaded: ModuleNotFoundError"),
        ("tests.support.own_bots:nothing", "cannot be loaded: AttributeError"),
        ("tests.support.own_bots:NUMBER", "is not a function"),
        ("tests.support.own_bots", "is not a function"),
        (":choose", "is not a function"),
        (f"chess={FIRST}", "for chess, which is not served; the rulesets are tiny"),
    ],
)
def test_an_invalid_bot_is_refused_in_a_sentence(place: str, about: str) -> None:
    with pytest.raises(NoSuchBot, match=about):
        Registry.load([TINY], [place])


def test_a_bot_that_raises_says_what_and_where() -> None:
    place = "tests.support.own_bots:broken"
    rules = Registry.load([TINY], [place])["tiny"]
    with pytest.raises(BotFailed, match=r"RuntimeError: out of ideas \(.*own_bots\.py, line \d+\)"):
        rules.bots[place](new(rules, 2, "square", 7).look(), NO_BUDGET)


def test_names_of_own_bots_are_recognised() -> None:
    assert own_bots(["greedy", "a:b", "random"]) == ("a:b",)
    assert not own_bots(name for rules in Registry.load(Settings().rulesets).values() for name in rules.bots)
