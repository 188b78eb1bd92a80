"""One game between bots: it repeats by its number, and must end."""

import pytest

from kontor.service.tournament.match import NoEnd, Setting, play_match
from tests.tiny import RULESET

DAY = Setting("square", {"rounds": 1}, 0.01)


def test_the_same_number_is_the_same_game() -> None:
    first, again = (play_match(RULESET, DAY, ["random"] * 3, 7) for _ in range(2))
    assert (first.ranks, first.totals, first.decisions) == (again.ranks, again.totals, again.decisions)
    others = {tuple(play_match(RULESET, DAY, ["random"] * 3, number).totals.values()) for number in range(6)}
    assert len(others) > 1


def test_a_game_without_an_end_is_told() -> None:
    with pytest.raises(NoEnd, match="after 2 decisions"):
        play_match(RULESET, Setting("square", {"rounds": 9}, 0.01, decisions=2), ["random"] * 2, 1)
