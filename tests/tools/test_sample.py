"""`make sample` draws the texts that readers judge."""

import pytest

from tests.tools.prose.passages import Passage
from tests.tools.sample import SHARES, draw, is_prose

pytestmark = pytest.mark.unit


def test_a_seed_draws_the_same_texts_again_and_another_seed_draws_other_texts() -> None:
    first = draw(1)
    assert {kind: len(texts) for kind, texts in first.items()} == SHARES
    assert all(len(set(texts)) == len(texts) for texts in first.values())
    assert draw(1) == first
    assert draw(2) != first


@pytest.mark.parametrize("text", ["> a quotation of a rulebook", "![a picture](of.svg)", "[name]: the/address.jpg"])
def test_readers_do_not_judge_quotations_pictures_and_addresses(text: str) -> None:
    assert not is_prose(Passage(1, "paragraph", text))
    assert is_prose(Passage(1, "paragraph", "[A link](page.md) begins this sentence."))
