"""Trials of weights: what is drawn is used, and what it did to the points is found again."""

from random import Random

import pytest

from kontor.domain.hansa.bots.weights import WEIGHTS
from tests.tools.trials import NAMES, SPREAD, effects, play, scaled


def test_weights_are_multiplied_and_stay_what_they_are() -> None:
    """The weight of the best promise stays 1 whatever is drawn, and waiting gains nothing."""
    more = scaled(WEIGHTS, dict.fromkeys(NAMES, 2.0))
    assert more.fee == 2 * WEIGHTS.fee
    assert more.uses == tuple(2 * each for each in WEIGHTS.uses)
    assert more.routes == (1.0, 1.0, 0.7, 0.4)
    assert more.patience**2 == pytest.approx(WEIGHTS.patience)


def test_the_effect_of_one_weight_is_found_among_several() -> None:
    luck = Random(1)
    lines = []
    for number in range(400):
        drawn = [{name: luck.gauss(0, SPREAD) for name in NAMES} for _ in range(3)]
        points = [40 + 5 * of_seat["uses"] - 3 * of_seat["supply"] + luck.gauss(0, 4) for of_seat in drawn]
        lines.append({"number": number, "drawn": drawn, "points": points})
    found = effects(lines)
    assert found["uses"][0] == pytest.approx(5, abs=3 * found["uses"][1])
    assert found["supply"][0] == pytest.approx(-3, abs=3 * found["supply"][1])
    assert found["uses"][1] < 0.5
    clear = {name for name, (slope, error) in found.items() if abs(slope) > 3.5 * error}
    assert clear == {"uses", "supply"}


def test_a_trial_is_a_whole_game_and_its_number() -> None:
    line = play("hansa", 100_001)
    assert line["number"] == 100_001
    assert len(line["drawn"]) == len(line["points"]) == 3
    assert max(line["points"]) > 15
