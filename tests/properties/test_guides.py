"""The guides of the shipped rulesets: their pictures can be drawn, and the first steps of their games are legal."""

import re
from importlib import import_module
from xml.etree import ElementTree

import pytest

from kontor.domain.kernel.dice import Dice, joint_key
from kontor.domain.kernel.drawing.svg import svg
from kontor.domain.kernel.guide import Guide
from kontor.domain.kernel.guide_picture import guide_picture
from kontor.domain.kernel.legality import covers
from kontor.domain.kernel.model import read
from kontor.domain.kernel.ruleset import Chair, Table
from kontor.service.http.pages.texts import languages
from kontor.service.registry import AnyRuleset
from tests.support.rulesets import SHIPPED


def _guided(name: str) -> tuple[AnyRuleset, Guide]:
    rules: AnyRuleset = import_module(f"kontor.domain.{name}").RULESET
    guide = rules.guide()
    assert guide is not None
    return rules, guide


@pytest.mark.parametrize("name", SHIPPED)
def test_a_guide_speaks_every_language_and_shows_the_same_pictures(name: str) -> None:
    _, guide = _guided(name)
    assert set(guide.pages) == set(languages())
    shown = {tuple(re.findall(r"\]\((\w+)\)", page)) for page in guide.pages.values()}
    assert shown == {tuple(guide.pictures)}
    assert all(set(step.text) == set(languages()) for step in guide.first_game.steps)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_picture_of_a_guide_is_a_part_of_a_board(name: str) -> None:
    rules, guide = _guided(name)
    for form in guide.pictures.values():
        drawn = guide_picture(rules, form)
        assert min(drawn.width, drawn.height) > 100
        assert len(svg(drawn)) < 60_000
        marks = ElementTree.fromstring(svg(drawn)).iterfind(".//*[@data-changed]")
        assert bool(list(marks)) == bool(form.marked)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_steps_of_a_first_game_are_legal_until_the_turn_ends(name: str) -> None:
    rules, guide = _guided(name)
    game = guide.first_game
    table = Table(rules.boards()[game.board], {}, tuple(Chair(seat) for seat in range(1, game.seats + 1)))
    dice, state, version = Dice(joint_key(bytes.fromhex(game.dice_seed), {1: game.nonce}), {}), rules.initial(table), 0
    for event in rules.setup(table, dice):
        version += 1
        state = rules.evolve(state, event, version)
    kinds = {form: kind for kind, form in rules.events.items()}
    for step in game.steps:
        assert step.command is not None
        assert any(covers(option, step.command) for option in rules.legal(state, 1)), step.command
        body = {key: value for key, value in step.command.items() if key != "type"}
        caused = list(rules.decide(state, 1, read(rules.commands[str(step.command["type"])], body), dice))
        assert {kinds[type(event)] for event in caused} & set(step.until), step.command
        for event in caused:
            version += 1
            state = rules.evolve(state, event, version)
        if "turn_ended" in step.until:
            return
    raise AssertionError("no step ends the turn")


@pytest.mark.parametrize("name", SHIPPED)
def test_every_step_waits_for_events_of_its_ruleset(name: str) -> None:
    rules, guide = _guided(name)
    for step in guide.first_game.steps:
        assert set(step.until) <= set(rules.events)
