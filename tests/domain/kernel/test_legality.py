"""Options and commands: covered, complete, filled, sampled."""

from dataclasses import replace

import pytest

from kontor.domain.kernel.bots import expand, luck_of
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.legality import between, covers, filling, fillings, is_complete, many, one_of, sample
from tests.support.playing import created
from tests.tiny import RULESET
from tests.tiny import events as ev

MOVES: JsonObject = {
    "type": "move",
    "moves": many({"from": one_of(["a", "b"]), "to": one_of(["c", "d"])}, 1, 2),
    "fee": between(0, 2),
    "permission": one_of(["london", None]),
}


@pytest.mark.parametrize(
    ("command", "is_covered"),
    [
        ({"type": "move", "moves": [{"from": "a", "to": "c"}], "fee": 0}, True),
        ({"type": "move", "moves": [{"from": "a", "to": "c"}] * 2, "fee": 2, "permission": "london"}, True),
        ({"type": "move", "moves": [], "fee": 0}, False),
        ({"type": "move", "moves": [{"from": "a", "to": "c"}] * 3, "fee": 0}, False),
        ({"type": "move", "moves": [{"from": "c", "to": "a"}], "fee": 0}, False),
        ({"type": "move", "moves": [{"from": "a", "to": "c"}], "fee": 3}, False),
        ({"type": "move", "moves": [{"from": "a", "to": "c"}], "fee": True}, False),
        ({"type": "move", "moves": [{"from": "a", "to": "c"}], "fee": 0, "permission": "cardiff"}, False),
        ({"type": "move", "moves": [{"from": "a", "to": "c"}], "fee": 0, "surplus": 1}, False),
        ({"type": "move", "moves": [{"from": "a", "to": "c"}]}, False),
        ({"type": "walk", "moves": [{"from": "a", "to": "c"}], "fee": 0}, False),
    ],
)
def test_an_option_covers_its_fillings_and_nothing_else(command: Json, is_covered: bool) -> None:
    assert covers(MOVES, command) is is_covered


def test_all_fillings_are_covered_and_counted() -> None:
    found = list(fillings(MOVES))
    assert len(found) == (4 + 16) * 3 * 2
    assert all(covers(MOVES, each) and is_complete(each) for each in found)
    assert all(covers(MOVES, filling(MOVES, luck_of("test", n))) for n in range(50))


def test_a_single_choice_is_no_choice() -> None:
    assert is_complete({"type": "x", "a": one_of(["only"]), "b": between(2, 2)})
    assert not is_complete({"type": "x", "a": {"deep": [one_of(["a", "b"])]}})
    assert not is_complete({"type": "x", "a": many("a", 0, 1)})


def test_a_move_between_places_is_not_mistaken_for_a_range() -> None:
    assert covers({"from": "a", "to": "b"}, {"from": "a", "to": "b"})
    assert covers({"range": [1, 3]}, 2)


def test_few_commands_are_listed_exactly() -> None:
    commands, truncated = sample(
        [{"type": "roll"}, {"type": "bid", "amount": between(0, 3)}], 10, luck_of(1), lambda _: True
    )
    assert len(commands) == 5
    assert not truncated


def test_a_sample_is_fair_accepted_and_has_one_of_each_kind() -> None:
    options: list[JsonObject] = [{"type": "pay", "amount": between(0, 99_999)}, {"type": "pass"}]

    def accepted(command: JsonObject) -> bool:
        return command["type"] == "pass" or command["amount"] % 2 == 0  # type: ignore[operator]

    commands, truncated = sample(options, 30, luck_of(1), accepted)
    assert truncated
    assert len(commands) == 30
    assert all(accepted(each) for each in commands)
    assert {each["type"] for each in commands} == {"pay", "pass"}
    amounts = [each["amount"] for each in commands if each["type"] == "pay"]
    assert max(amounts) > 50_000 > min(amounts)  # type: ignore[type-var,operator]
    assert sample(options, 30, luck_of(1), accepted) == (commands, truncated)


def test_a_rare_filling_is_found_all_the_same() -> None:
    options: list[JsonObject] = [{"type": "guess", "number": between(0, 9_999)}]
    commands, _ = sample(options, 2, luck_of(1), lambda command: command["number"] == 4321)
    assert commands == [{"type": "guess", "number": 4321}]


def test_more_commands_than_wanted_are_thinned_by_lot() -> None:
    options: list[JsonObject] = [{"type": "bid", "amount": between(0, 9)}, {"type": "pass"}]
    commands, truncated = sample(options, 4, luck_of(1), lambda _: True)
    assert truncated
    assert len(commands) == 4
    assert {"type": "pass"} in commands


def test_of_billions_of_fillings_only_those_wanted_are_made() -> None:
    item: JsonObject = {"from": one_of([f"a{n}" for n in range(100)]), "to": one_of([f"b{n}" for n in range(100)])}
    options: list[JsonObject] = [{"type": "move", "moves": many(item, 1, 5)}, {"type": "pass"}]
    commands, truncated = sample(options, 8, luck_of(1), lambda _: True)
    assert len(commands) == 8
    assert truncated


def test_where_chance_finds_nothing_the_ruleset_is_asked_for_a_command() -> None:
    game = created(RULESET, 2).game
    needle: JsonObject = {"type": "offer", "points": {"one_of": [n + 4 for n in range(30_000)]}}  # none is legal
    blind = replace(RULESET, legal=lambda state, seat: [needle])
    assert expand(blind, game, 1, 3) == ([], True)
    helped = replace(blind, lot=lambda state, seat, luck: ev.Roll())
    assert expand(helped, game, 1, 3) == ([{"type": "roll"}], True)
