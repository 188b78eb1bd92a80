"""`make sample` draws the texts that readers judge."""

import pytest

from tests.tools.sample import SHARES, draw

pytestmark = pytest.mark.unit


def test_a_seed_draws_the_same_texts_again_and_another_seed_draws_other_texts() -> None:
    first = draw(1)
    assert {kind: len(texts) for kind, texts in first.items()} == SHARES
    assert all(len(set(texts)) == len(texts) for texts in first.values())
    assert draw(1) == first
    assert draw(2) != first
