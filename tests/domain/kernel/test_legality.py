"""Options and commands: covered, complete, filled, sampled; and the three laws."""

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from kontor.domain.kernel import play
from kontor.domain.kernel.bots import expand
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.game import require_state
from kontor.domain.kernel.legality import between, covers, filling, fillings, is_complete, many, one_of, sample
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.random_numbers import luck_of
from kontor.domain.kernel.violation import NotYourDecision, Violation
from tests.domain.kernel.factories import Tiny, numbers, seats, steps, under_way
from tests.tiny import RULESET

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


# ---------------------------------------------------------------- the three laws

bodies: st.SearchStrategy[JsonObject] = st.one_of(
    st.sampled_from(["roll", "take_card"]).map(lambda name: {"type": name}),
    st.integers(1, 12).map(lambda n: {"type": "show_card", "card": f"c{n:02}"}),
    st.integers(0, 4).map(lambda n: {"type": "offer", "points": n}),
    st.integers(0, 4).map(lambda n: {"type": "bid", "amount": n}),
    st.booleans().map(lambda yes: {"type": "answer_offer", "accept": yes}),
    st.booleans().map(lambda yes: {"type": "answer_challenge", "pay": yes}),
)


@given(numbers, seats, steps, st.lists(bodies, min_size=5, max_size=20))
@settings(max_examples=30, deadline=None)
def test_the_three_laws_of_legality(number: int, seats: int, steps: int, tried: list[JsonObject]) -> None:
    played = under_way(number, seats, steps)
    if played.game.status != "running":
        return
    state = require_state(played.game)
    for seat in range(1, seats + 1):
        options = RULESET.legal(state, seat)
        assert bool(options) == (seat in RULESET.may_act(state))
        for option in options:
            if is_complete(option):
                assert play.is_accepted(RULESET, played.game, seat, option)
        found, _ = expand(RULESET, played.game, seat, 200)
        assert all(any(covers(option, body) for body in found) for option in options)
        for body in tried:
            if accepts(played, seat, body):
                assert any(covers(option, body) for option in options)


def accepts(played: Tiny, seat: int, body: JsonObject) -> bool:
    try:
        play.act_on_paper(RULESET, played.game, seat, play.read_command(RULESET, body))
    except (Violation, Unreadable, NotYourDecision):
        return False
    return True
