"""`kontor.rl`: PettingZoo's own tests, and what they do not look at: masks, invitations, rewards, the end."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import kontor
from kontor import rl
from kontor.engine.game import AnyGame
from kontor.rl.encoding import COMMAND, VIEW, encoded

BOTH = pytest.mark.parametrize("ruleset", ["hansa", "merchants"])


@contextmanager
def but_for_dictionaries() -> Iterator[None]:
    """PettingZoo warns of any observation that is a dictionary unless it knows the environment by name, though masks
    are given in one by its own custom."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        yield


@BOTH
def test_pettingzoo_has_nothing_to_say_against_it(ruleset: str) -> None:
    with but_for_dictionaries():
        api_test(rl.env(ruleset), num_cycles=6)


@BOTH
def test_the_same_seed_is_the_same_game_for_pettingzoo(ruleset: str) -> None:
    seed_test(lambda: rl.env(ruleset), num_cycles=4)


@pytest.fixture(scope="module")
def decided() -> AnyGame:
    """A game between bots, before the command that ended it."""
    game = kontor.merchants.new(seats=3, seed=1)
    while not game.is_over:
        seat = game.awaiting[0]
        game.play(game.ask("greedy", seat, 0.01), seat)  # type: ignore[arg-type]  # it is awaited: no pass
    game.undo()
    return game


def ends(game: AnyGame, command: Any) -> bool:
    tried = game.copy()
    tried.play(command, game.awaiting[0])
    return tried.is_over


def test_the_rewards_at_the_end_sum_to_zero(decided: AnyGame) -> None:
    env = rl.env("merchants")
    env.reset(options={"game": decided})
    while env.agent_selection != f"seat_{decided.awaiting[0]}":
        env.step(rl.COMMANDS)  # somebody who is invited passes
    commands = env.last()[4]["commands"]
    env.step(next(n for n, command in enumerate(commands) if ends(decided, command)))
    ended: dict[str, tuple[float, dict[str, Any]]] = {}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        assert (terminated, truncated) == (True, False)
        ended[agent] = (float(reward), info)
        env.step(None)
    assert len(ended) == 3
    assert sum(reward for reward, _ in ended.values()) == pytest.approx(0)
    won = {agent for agent, (_, info) in ended.items() if info["rank"] == 1}
    assert {agent for agent, (reward, _) in ended.items() if reward > 0} == won != set()
    assert env.agents == []
    assert not decided.is_over


def test_an_invited_seat_has_a_turn_and_may_pass() -> None:
    env = rl.raw_env("merchants")
    env.reset(seed=1)
    game, offers = env.game.copy(), None
    while offers is None:
        seat = game.awaiting[0]
        offers = next((each for each in game.legal(seat).some(24) if type(each).__name__ == "OfferTrade"), None)
        game.play(game.ask("greedy", seat, 0.01) if offers is None else offers, seat)  # type: ignore[arg-type]
    env.reset(options={"game": game})
    asked, awaited = env.agent_selection, f"seat_{game.awaiting[0]}"
    assert asked != awaited
    mask = env.observe(asked)["action_mask"]
    assert mask[-1] == 1
    assert mask[: len(env.infos[asked]["commands"])].all()
    assert env.observe(awaited)["action_mask"][-1] == 0
    seen = set()
    while env.agent_selection != awaited:
        seen.add(env.agent_selection)
        env.step(rl.COMMANDS)
    assert asked in seen
    assert env.game.version == game.version  # to pass is no command


def test_resetting_without_a_seed_continues_from_the_last_one() -> None:
    one, other = rl.raw_env("merchants"), rl.raw_env("merchants")
    one.reset(seed=3)
    other.reset(seed=3)
    first = one.game.bundle()
    assert first == other.game.bundle()
    one.reset()
    other.reset()
    assert first != one.game.bundle() == other.game.bundle()


def test_a_masked_action_ends_the_game_at_a_cost() -> None:
    env = rl.env("hansa")
    env.reset(seed=1)
    chosen = env.agent_selection
    env.step(rl.COMMANDS)  # passes, though it is awaited
    assert env.truncations[chosen]
    assert env.rewards[chosen] == -1
    raw = rl.raw_env("hansa")
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="action 64 is not legal now"):
        raw.step(rl.COMMANDS)


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    env = rl.raw_env("hansa", decisions=2)
    env.reset(seed=1)
    for _ in range(2):
        env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_an_agent_sees_only_the_view_of_its_seat() -> None:
    """Two games that differ in what is hidden from seat 1 look the same to it."""
    env = rl.raw_env("merchants")
    env.reset(seed=1)
    seen = env.observe("seat_1")["observation"]
    assert np.array_equal(seen, encoded({"me": "1", "view": env.game.view(1)}, VIEW))
    assert not np.array_equal(seen, env.observe("seat_2")["observation"])


def test_a_vector_says_words_numbers_and_places() -> None:
    told = [{"a": "x"}, {"a": "y"}, {"b": "x"}, {"a": 3}, {"a": -3}, {"a": True}, {"a": None}, {"a": ["x", "y"]}]
    vectors = [encoded(each, COMMAND) for each in told]  # type: ignore[arg-type]  # a list of JSON
    assert len({vector.tobytes() for vector in vectors}) == len(told)
    assert vectors[3].sum() == pytest.approx(np.log(4)) == -vectors[4].sum()
    assert np.array_equal(encoded({"a": "x"}, COMMAND), vectors[0])


def test_the_environment_can_be_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    env = rl.raw_env("hansa", render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert "Lübeck" in capsys.readouterr().out
    assert env.metadata["name"] == "kontor_hansa_v0"
