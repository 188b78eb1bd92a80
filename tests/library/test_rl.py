"""`kontor.rl`: the tests of PettingZoo and Gymnasium, and masks, invitations, rewards and the end of a game."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import kontor
from kontor import rl
from kontor.engine.game import AnyGame
from kontor.rl.encoding import EMPTY
from kontor.rl.policy import Policy, Step, bot
from kontor.rl.train import Learner, Sample, lead, train

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
@pytest.mark.parametrize("more", [{}, {"commands": 24}, {"reward": "score"}])
def test_the_environments_pass_the_tests_of_pettingzoo_and_gymnasium(ruleset: str, more: dict[str, Any]) -> None:
    with but_for_dictionaries():
        api_test(rl.env(ruleset, **more), num_cycles=20)
        seed_test(lambda: rl.env(ruleset, **more), num_cycles=4)
        parallel_api_test(rl.parallel_env(ruleset, decisions=30, **more), num_cycles=40)
        parallel_seed_test(lambda: rl.parallel_env(ruleset, decisions=30, **more), num_cycles=10)
        check_env(rl.SeatEnv(ruleset, **more), skip_render_check=True)


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
    turns = cast(rl.GameEnv, env.unwrapped)
    while env.agent_selection != f"seat_{decided.awaiting[0]}":
        env.step(turns.passing)  # an invited agent passes
    legal = env.last()[0]["action_mask"].nonzero()[0]
    env.step(next(action for action in legal if ends(decided, turns.command(action))))
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
        game.play(game.ask("greedy", seat, 0.01) if offers is None else offers, seat)
    env.reset(options={"game": game})
    asked, awaited = env.agent_selection, f"seat_{game.awaiting[0]}"
    assert asked != awaited
    assert env.observe(asked)["action_mask"][env.passing] == 1
    assert env.words(env.passing) == "pass"
    assert env.observe(awaited)["action_mask"][env.passing] == 0
    seen = set()
    while env.agent_selection != awaited:
        seen.add(env.agent_selection)
        env.step(env.passing)
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
    chosen, passing = env.agent_selection, cast(rl.GameEnv, env.unwrapped).passing
    env.step(passing)  # an awaited agent must not pass
    assert env.truncations[chosen]
    assert env.rewards[chosen] == -1
    raw = rl.raw_env("hansa")
    raw.reset(seed=1)
    with pytest.raises(ValueError, match=f"action {passing} is not legal now"):
        raw.step(passing)
    together = rl.parallel_env("hansa")
    together.reset(seed=1)
    _, rewards, _, truncated, _ = together.step(dict.fromkeys(together.agents, passing))
    assert sorted(rewards.values()) == [-1, 0, 0]
    assert all(truncated.values())
    alone = rl.SeatEnv("hansa")
    alone.reset(seed=1)
    assert alone.step(passing)[1:] == (-1, True, False, {"illegal": True})


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    env = rl.raw_env("hansa", decisions=2)
    env.reset(seed=1)
    for _ in range(2):
        env.step(env.last()[0]["action_mask"].argmax())
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_the_reward_by_score_is_the_change_of_the_lead() -> None:
    env = rl.raw_env("hansa", reward="score")
    env.reset(seed=2)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for _ in range(60):
        env.let_play("novice")
        for agent, reward in env.rewards.items():
            earned[agent] += reward
    points = {each.seat: each.total for each in env.game.score().seats}
    before = {each.seat: each.total for each in rl.raw_env("hansa").game.score().seats}
    assert sum(earned.values()) == pytest.approx(0)
    gained = {seat: points[seat] - before[seat] for seat in points}
    assert earned["seat_1"] == pytest.approx(gained[1] - (gained[2] + gained[3]) / 2) != 0


def test_an_observation_shows_the_board_by_place() -> None:
    env = rl.raw_env("hansa", board="hansa-3")
    env.reset(seed=1)
    posts, route = env.encoder.blocks["posts"], "Hamburg~Lübeck/1"
    at = posts.channels.index("trader of me"), posts.places.index(route)
    assert env.observe("seat_1")["observation"]["posts"][at] == 0
    place = next(n for n in env.last()[0]["action_mask"].nonzero()[0] if env.words(n).endswith(f"trader {route}"))
    env.step(place)
    assert env.observe("seat_1")["observation"]["posts"][at] == 1
    theirs = posts.channels.index("trader of seat+2"), at[1]
    assert env.observe("seat_2")["observation"]["posts"][theirs] == 1


@BOTH
def test_an_action_has_the_same_meaning_in_every_position(ruleset: str) -> None:
    env = rl.raw_env(ruleset)
    env.reset(seed=1)
    numbering, factors = env.encoder.numbering, env.encoder.factors
    groups = list(numbering.groups)
    for number in range(0, numbering.size, 97):
        group, position = numbering.split(number)
        row = factors[number].tolist()
        assert groups[row[0]] == group
        assert tuple(each for each in row[1:] if each != EMPTY) == position
    with pytest.raises(IndexError, match="there is no command"):
        numbering.words(numbering.size)
    named = {name for blocks in env.encoder.axis_blocks for name in blocks if name}
    assert named <= {*env.encoder.blocks}
    assert len(named) >= 3


def test_a_short_list_has_each_kind_of_command() -> None:
    env = rl.raw_env("hansa", commands=24)
    env.reset(seed=1)
    whole = rl.raw_env("hansa")
    whole.reset(seed=1)
    legal = whole.last()[0]["action_mask"].nonzero()[0]
    seen = env.last()[0]
    assert seen["action_mask"].sum() == 24
    assert {*seen["commands"][:, 0].tolist()} == {*whole.encoder.factors[legal, 0].tolist()}
    assert env.words(0) == whole.words(legal[0])
    env.step(0)
    assert len(env.game.history) == 1


def test_a_vector_of_games_steps_together() -> None:
    env = rl.vector_env("merchants", 2, against="novice", seat=1)
    seen, _ = env.reset(seed=1)
    assert seen["action_mask"].shape[0] == 2
    assert seen["observation"]["sites"].shape[0] == 2
    _, rewards, _, _, _ = env.step(seen["action_mask"].argmax(axis=1))
    assert rewards.tolist() == [0, 0]


def test_a_learner_may_play_against_functions() -> None:
    asked: list[int] = []

    def first(look: kontor.Look) -> object:
        asked.append(look.seat)
        return look.commands(1)[0]

    env = rl.SeatEnv("hansa", against=[first, "greedy"], seat=2)
    seen, _ = env.reset(seed=1)
    assert env.step(seen["action_mask"].argmax())[1] == 0
    assert {*asked} <= {1, 3}


def test_the_training_script_improves_and_stores_a_policy(tmp_path: Path) -> None:
    """The short form of `python -m kontor.rl.train`: two batches in this process."""
    more: dict[str, Any] = {"against": "novice", "reward": "score", "decisions": 60}
    env, alone = rl.vector_env("merchants", 1, **more), rl.SeatEnv("merchants", **more)
    policy = Policy(alone.turns.encoder)
    begun = {name: each.copy() for name, each in policy.weights.items()}
    assert train(env, policy, 60, 2, size=32) == 2
    assert all(np.isfinite(each).all() for each in policy.weights.values())
    assert {name for name, each in begun.items() if (each != policy.weights[name]).any()} >= {"kinds", "out", "common"}
    assert isinstance(lead(alone, policy, 1, np.random.default_rng(1)), float)
    policy.save(tmp_path / "policy.npz")
    game = kontor.merchants.new(seats=3, seed=1)
    for _ in range(20):
        game.play(game.ask(bot("merchants", tmp_path / "policy.npz")))  # type: ignore[arg-type]  # never None


def test_a_short_training_beats_random() -> None:
    """Without training, the policy is behind in some of these games."""
    env = rl.vector_env("hansa", 1, against="random", reward="score", decisions=400)
    whole = rl.SeatEnv("hansa", against="random", reward="score", decisions=2500)
    policy = Policy(whole.turns.encoder)
    for seed in range(3):
        assert train(env, policy, 600, 3, size=256, seed=seed) == 3
    leads = [lead(whole, policy, seed, np.random.default_rng(seed)) for seed in range(6)]
    assert sum(each > 0 for each in leads) >= 5, leads


def test_a_policy_learns_which_action_pays() -> None:
    env = rl.raw_env("hansa")
    env.reset(seed=1)
    seen = env.last()[0]
    legal = seen["action_mask"].nonzero()[0]
    policy = Policy(env.encoder)
    read = policy.read_observation(seen["observation"])
    before = policy.probabilities(read, legal)
    ending, placing = 0, len(legal) - 1
    good, bad = (Step(read, legal, n, float(before[n])) for n in (ending, placing))
    samples = [Sample(good, 1.0, 0.0), Sample(bad, -1.0, 0.0)]
    learner = Learner(policy)
    for _ in range(5):
        learner.improve(samples)
    after = policy.probabilities(read, legal)
    assert after[ending] > before[ending]
    assert after[placing] < before[placing]
    assert after.sum() == pytest.approx(1, abs=1e-4)


def test_a_bot_that_passes_when_it_must_decide_is_named() -> None:
    env = rl.raw_env("hansa")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="passed, but seat 1 must decide"):
        env.let_play(lambda look: None)


def test_the_environment_can_be_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    env = rl.raw_env("hansa", render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert "Lübeck" in capsys.readouterr().out
    assert env.metadata["name"] == "kontor_hansa_v1"
