"""Fillings by number, pages of complete commands, and commands drawn by lot."""

from collections import Counter

import pytest

from kontor.domain.kernel.canonical import Json, JsonObject, canonical_text
from kontor.domain.kernel.legal_pages import Numbered, draw_legal, page
from kontor.domain.kernel.legality import between, fillings, many, one_of
from kontor.domain.kernel.random_numbers import luck_of

MOVES: JsonObject = {
    "type": "move",
    "moves": many({"from": one_of(["a", "b"]), "to": one_of(["c", one_of(["d", "e"])])}, 0, 2),
    "fee": between(0, 2),
    "permission": one_of(["london", None]),
    "way": [one_of([1, 2]), "x", between(5, 6)],
}


@pytest.mark.parametrize("option", [MOVES, {"type": "pass"}, one_of([1, 2]), between(3, 9), many("a", 1, 3), [], "a"])
def test_a_filling_by_number_is_the_one_that_is_listed_there(option: Json) -> None:
    listed, numbered = list(fillings(option)), Numbered([])
    assert numbered.count(option) == len(listed)
    assert [numbered.at(option, number) for number in range(len(listed))] == listed


def test_the_last_of_billions_is_made_at_once() -> None:
    item: JsonObject = {"from": one_of([f"a{n}" for n in range(100)]), "to": one_of([f"b{n}" for n in range(100)])}
    option: JsonObject = {"type": "move", "moves": many(item, 1, 5)}
    numbered = Numbered([option])
    assert numbered.count(option) == sum(10_000**n for n in range(1, 6))
    assert numbered.at(option, numbered.count(option) - 1) == {
        "type": "move",
        "moves": [{"from": "a99", "to": "b99"}] * 5,
    }


def is_even(command: JsonObject) -> bool:
    return command.get("amount", 0) % 2 == 0  # type: ignore[operator]


PAYING: list[JsonObject] = [
    {"type": "pay", "amount": between(0, 9)},
    {"type": "pass"},
    {"type": "pay", "amount": between(6, 15)},  # some of it the first option covers
]


@pytest.mark.parametrize("most", [1, 3, 100])
@pytest.mark.parametrize("wanted", [1, 2, 7])
def test_the_pages_list_every_other_accepted_command_once(wanted: int, most: int) -> None:
    told: list[JsonObject] = [{"type": "pay", "amount": 4}, {"type": "pay", "amount": 14}]
    found: list[JsonObject] = []
    start: int | None = 0
    while start is not None:
        commands, start = page(PAYING, start, wanted, most, is_even, told)
        assert len(commands) <= wanted
        found += commands
    amounts = [0, 2, 6, 8, None, 10, 12]
    assert [each.get("amount") for each in found] == amounts


def test_no_page_examines_more_than_its_limit() -> None:
    seen: list[JsonObject] = []

    def never(command: JsonObject) -> bool:
        seen.append(command)
        return False

    assert page([{"type": "pay", "amount": between(0, 10**12)}], 5, 10, 20, never, ()) == ([], 25)
    assert [each["amount"] for each in seen] == list(range(5, 25))


def test_drawn_commands_are_accepted_and_equally_likely() -> None:
    found = draw_legal(PAYING[:2], 4_000, luck_of("test"), is_even)
    assert all(map(is_even, found))
    often = Counter(map(canonical_text, found))
    assert len(often) == 6
    assert 1_900 < often['{"type":"pass"}'] < 2_100
    assert all(330 < often[f'{{"amount":{amount},"type":"pay"}}'] < 470 for amount in (0, 2, 4, 6, 8))


def test_the_same_luck_draws_the_same_and_fewer_of_them_are_the_first() -> None:
    found = draw_legal(PAYING, 20, luck_of("test", 1), is_even)
    assert draw_legal(PAYING, 5, luck_of("test", 1), is_even) == found[:5]
    assert draw_legal(PAYING, 20, luck_of("test", 2), is_even) != found


def test_a_filling_that_random_draws_miss_is_searched_once() -> None:
    tried = 0

    def rarely(command: JsonObject) -> bool:
        nonlocal tried
        tried += 1
        return command["number"] == 4321

    options: list[JsonObject] = [{"type": "guess", "number": between(0, 9_999)}]
    assert draw_legal(options, 50, luck_of(1), rarely) == [{"type": "guess", "number": 4321}] * 50
    assert tried < 200 + 4322 + 50


def test_of_nothing_nothing_is_drawn() -> None:
    assert draw_legal([], 3, luck_of(1), is_even) == []
    assert page([], 0, 3, 10, is_even, ()) == ([], None)
