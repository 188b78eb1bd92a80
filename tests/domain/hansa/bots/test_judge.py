"""The judge: what a decision cost, as far as the seat could know."""

from collections.abc import Iterator
from itertools import count, islice
from random import Random

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.choice import has_won
from kontor.domain.hansa.bots.expert import expert, expert_search
from kontor.domain.hansa.bots.judge import verdict
from kontor.domain.hansa.bots.playout import eager_command, random_command
from kontor.domain.hansa.bots.search import Found, rank
from kontor.domain.hansa.legal.enumeration import legal_families
from kontor.domain.hansa.rulebook.catalogue import COMMANDS
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget, Choice, Look, Verdict
from tests.domain.hansa.bots.positions import GAMES, NAMES, Position, after, positions, ticking

NODES = (20, 10, 60, 60)


def judged(look: Look, sent: JsonObject) -> Verdict:
    return verdict(look, Budget(0.0, lambda: 0.0, Random(3), NODES), sent)


def anything(position: Position, number: int) -> JsonObject:
    return body_of(COMMANDS, random_command(position.state, position.seat, Random(number)))


@pytest.mark.parametrize(("board", "seats", "options"), GAMES, ids=NAMES)
def test_every_command_can_be_judged_and_what_is_better_would_be_accepted(
    board: str, seats: int, options: dict[str, bool | int | str]
) -> None:
    for n, position in enumerate(islice(positions(5, board, seats, **options), 3, 400, 80)):
        sent = anything(position, n)
        found = verdict(position.look(), Budget(0.1, ticking(0.004), Random(n)), sent)
        assert found.cost is not None
        assert (not found.cost and not found.missed) == (found.command == sent)
        after(position, Choice(found.command))


def test_the_best_command_costs_nothing() -> None:
    """What the judge itself would have sent, sent to it."""
    for position in islice(positions(8), 5, 200, 50):
        best = judged(position.look(), anything(position, 1)).command
        assert judged(position.look(), best) == Verdict(best, 0)


def test_bots_lose_less_than_chance_does() -> None:
    cost = {"expert": 0, "anything": 0}
    for n, position in enumerate(islice(positions(9), 6, 260, 80)):
        chosen = expert(position.look(), Budget(0.0, lambda: 0.0, Random(n), (20, 90, 60))).command
        assert chosen is not None
        cost["expert"] += judged(position.look(), chosen).cost or 0
        cost["anything"] += judged(position.look(), anything(position, n)).cost or 0
    assert 4 * cost["expert"] < cost["anything"]


def test_the_strongest_bot_judges() -> None:
    assert RULESET.judge is not None
    assert RULESET.judge.bot == list(RULESET.bots)[-1]


# ---------------------------------------------------------------- who wins


def ends(won: bool) -> Iterator[tuple[Position, Found, Found]]:
    """Positions in which one command ends the game, won or not, and another one does not; with both."""
    for number in range(3, 9):
        for position in [*positions(number)][-12:]:
            search = expert_search(position.state, position.seat, Random(1))
            found = rank(position.state, search, 10, 8)
            last = [each for each in found if each.after.phase == "finished"]
            open_ = [each for each in found if each.after.phase != "finished"]
            if last and open_ and has_won(last[0].after, position.seat) == won:
                yield position, last[0], open_[-1]


def test_a_missed_win_is_reported_and_is_no_number_of_points() -> None:
    missed = 0
    for position, last, other in ends(won=True):
        found = judged(position.look(), body_of(COMMANDS, other.first))
        missed += found.missed == "win"
        if found.missed is None:
            assert found == Verdict(body_of(COMMANDS, other.first), 0)  # it could still win, by another way
        assert 0 <= (found.cost or 0) < 3000
        assert judged(position.look(), body_of(COMMANDS, last.first)) == Verdict(body_of(COMMANDS, last.first), 0)
    assert missed


def test_ending_a_game_that_another_seat_wins_misses_a_chance() -> None:
    found = [judged(position.look(), body_of(COMMANDS, last.first)) for position, last, _ in ends(won=False)]
    assert "chance" in {each.missed for each in found}
    assert all((each.cost or 0) < 3000 for each in found)


def test_two_worlds_one_verdict() -> None:
    """The judge knows no more than the seat did."""
    differing = 0
    for n, here in enumerate(islice(positions(8, "hansa", 3, missions=True, favours=True), 7, 200, 40)):
        look = here.look()
        there = Position(here.table, determinize(here.table, look.view, Dice(bytes([n]) * 32, {})))
        sent = body_of(COMMANDS, eager_command(here.state, here.seat, Random(n)))
        differing += (here.state.kinds, here.state.missions) != (there.state.kinds, there.state.missions)
        assert judged(look, sent) == judged(there.look(), sent)
    assert differing >= 3


def test_which_of_two_like_posts_is_chosen_costs_nothing() -> None:
    """HT-BOARD-3: posts of a route differ in their shape only, so that what is best on one of them is on the others."""
    twins = 0
    for position in islice(positions(8), 0, 120, 8):
        best = judged(position.look(), anything(position, 1)).command
        if best["type"] == "place_piece":
            route = str(best["post"]).rpartition("/")[0]
            for number in (2, 3):
                sent = {**best, "post": f"{route}/{number}"}
                if sent != best and is_free(position, f"{route}/{number}"):
                    twins += 1
                    assert judged(position.look(), sent) == Verdict(sent, 0)
    assert twins >= 3


def is_free(position: Position, post: str) -> bool:
    number = position.state.board.post_named.get(post)
    return number is not None and not position.state.posts[number]


def test_a_forced_decision_takes_no_search() -> None:
    asked = count()
    forced = [each for each in positions(9) if len(legal_families(each.state, each.seat)) == 1]
    for position in [each for each in forced if each.state.phase == "actions"][:3]:
        sent = body_of(COMMANDS, EndTurn())
        assert verdict(position.look(), Budget(9.0, lambda: float(next(asked)), Random(1)), sent) == Verdict(sent, 0)
    assert next(asked) == 3  # looked at the clock when it began, and never again
