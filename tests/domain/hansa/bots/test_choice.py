"""What bots answer: they see no more than their seat does, and say why they chose."""

import pytest

from kontor.domain.hansa.bots.expert import expert
from kontor.domain.hansa.bots.greedy import greedy
from kontor.domain.hansa.bots.planner import planner
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.reasons import LONGEST
from kontor.domain.kernel.ruleset import Bot
from tests.domain.hansa.bots.positions import Position, ask, positions


@pytest.mark.parametrize("bot", [greedy, planner, expert], ids=["greedy", "planner", "expert"])
def test_two_worlds_one_choice(bot: Bot) -> None:
    """HT-INFO-2, HT-INFO-5: markers in the supply and other seats' missions are dealt anew; the choice stays."""
    differing = 0
    for n, here in enumerate(positions(8, "hansa", 3, missions=True, favours=True)):
        if n % 40 == 7:
            look = here.look()
            there = Position(here.table, determinize(here.table, look.view, Dice(bytes([n]) * 32, {})))
            differing += (here.state.kinds, here.state.missions) != (there.state.kinds, there.state.missions)
            assert ask(bot, look) == ask(bot, there.look())
    assert differing >= 3


@pytest.mark.parametrize("bot", [greedy, planner, expert], ids=["greedy", "planner", "expert"])
def test_a_note_lists_the_candidates_in_two_kilobytes(bot: Bot) -> None:
    for board, seats in (("hansa", 3), ("britannia", 4)):
        for n, position in enumerate(positions(4, board, seats)):
            if n % 29 == 3 or (position.state.phase == "await_displaced" and n % 5 == 0):
                choice = ask(bot, position.look(), 0.05)
                note = choice.note
                assert isinstance(note, dict)
                assert len(canonical(note)) <= LONGEST
                candidates = note["candidates"]
                assert isinstance(candidates, list)
                assert candidates
                assert candidates[0]["command"] == choice.command
