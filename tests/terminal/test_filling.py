"""Options become commands choice by choice, in every position of every ruleset."""

import random
from collections.abc import Sequence

import pytest

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.game import require_state
from kontor.domain.kernel.legality import covers
from kontor.terminal.filling import Allowed, Choice, Filling, Open, Scalar, Step
from tests.support.playouts import walk
from tests.worlds import WORLDS
from tests.worlds.world import World

ONE_OF_EACH = list({world.rules.name: world for world in WORLDS}.values())


def any_of(allowed: Allowed, luck: random.Random) -> Scalar:
    low, high = luck.choice(allowed.ranges) if allowed.ranges else (0, 0)
    return luck.choice([*allowed.values, *([luck.randint(low, high)] if allowed.ranges else [])])


def any_choice(open_: Open, luck: random.Random) -> Choice:
    if open_.ends is not None and luck.random() < 0.5:
        return Step.END
    if open_.is_branch:
        return Step.FILL if luck.random() < 0.5 else Step.OMIT
    if open_.amounts is not None:
        return {key: int(any_of(each, luck) or 0) for key, each in open_.amounts.items()}
    return Step.FILL if open_.values is None else any_of(open_.values, luck)


def filled(options: Sequence[JsonObject], luck: random.Random) -> tuple[Json, int]:
    """A command, and how many choices it took; amounts that no option has are chosen again."""
    filling, choices = Filling(options), 0
    while filling.open is not None:
        following = filling.chosen(any_choice(filling.open, luck))
        assert following is not None or filling.open.amounts is not None, "every single choice that is offered is open"
        filling, choices = following or filling, choices + 1
    return filling.command, choices


@pytest.mark.parametrize("world", ONE_OF_EACH, ids=lambda world: world.rules.name)
def test_every_choice_becomes_a_command_that_an_option_covers(world: World) -> None:
    luck, asked = random.Random(7), 0
    for game in walk(world).games:
        state = require_state(game)
        for seat in world.rules.may_act(state) if game.status == "running" else ():
            options = list(world.rules.legal(state, seat))
            command, choices = filled(options, luck)
            assert any(covers(option, command) for option in options), command
            asked += choices
    assert asked > 100, "something was open"


def test_a_choice_can_be_taken_back_and_the_list_may_end_where_its_option_says() -> None:
    option = {"type": "move", "moves": {"list": {"to": {"one_of": ["a", "b"]}}, "min": 1, "max": 2}}
    begun = Filling([option])
    assert begun.open is not None
    assert begun.open.ends is None, "one item is needed"
    one = begun.chosen("b")
    assert one is not None
    assert one.open is not None
    assert one.open.ends == ("moves",)
    done = one.chosen(Step.END)
    assert done is not None
    assert (done.open, done.command) == (None, {"type": "move", "moves": [{"to": "b"}]})
    two = one.chosen("a")
    assert two is not None
    assert two.command == {"type": "move", "moves": [{"to": "b"}, {"to": "a"}]}
    assert two.before is one


def test_a_list_may_end_before_an_item_that_begins_with_an_optional_part() -> None:
    step = {"edge": "e1", "deliver": {"one_of": [None, ["Praha"]]}}
    begun = Filling([{"type": "move", "path": [step]}, {"type": "move", "path": [step, step]}])
    one = begun.chosen(Step.OMIT)
    assert one is not None
    assert one.open is not None
    assert (one.open.path, one.open.is_branch, one.open.ends) == (("path", 1, "deliver"), True, ("path",))
    done = one.chosen(Step.END)
    assert done is not None
    assert (done.open, done.command) == (None, {"type": "move", "path": [{"edge": "e1"}]})


def test_a_choice_that_no_option_allows_is_explained() -> None:
    filling = Filling([{"type": "pay", "cards": {"one_of": [{"ore": 1}, {"ore": 2, "salt": 1}]}}])
    assert filling.open is not None
    assert filling.open.amounts is not None
    assert filling.chosen({"ore": 2}) is None
    paid = filling.chosen({"ore": 2, "salt": 1})
    assert paid is not None
    assert paid.command == {"type": "pay", "cards": {"ore": 2, "salt": 1}}
