"""`greedy` finishes what it begins, is never refused, and beats chance."""

from dataclasses import replace

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.greedy import greedy
from kontor.domain.hansa.rulebook.scoring import score
from kontor.service.tournament.match import Setting, play_match
from tests.domain.hansa.bots.positions import GAMES, NAMES, after, ask, positions

# A whole game takes a second. These three show nothing that the other games and the match against `random` do not.
COVERED = {"hansa, 3 seats, plain", "hansa, 2 seats, neutral", "east, 3 seats, plain"}
WHOLE = [pytest.param(*game, id=name) for game, name in zip(GAMES, NAMES, strict=True) if name not in COVERED]


@pytest.mark.parametrize(("board", "seats", "options"), WHOLE)
def test_greedy_finishes_its_games_and_is_never_refused(
    board: str, seats: int, options: dict[str, bool | int | str]
) -> None:
    position = next(positions(3, board, seats, **options))
    for _ in range(1500):
        if position.seat < 0:
            break
        position = replace(position, state=after(position, ask(greedy, position.look())))
    assert position.state.phase == "finished"
    assert max(each.total for each in score(position.state).seats) >= 15


def test_greedy_beats_random() -> None:
    """`kontor tournament` says how often; here it is shown once."""
    played = play_match(RULESET, Setting("hansa", {}, 0.1, decisions=6000), ["random", "greedy", "random"], 1)
    assert played.ranks[2] == 1
