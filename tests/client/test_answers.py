"""The client reads answers into generated classes."""

import pytest

from kontor.client import answers
from kontor.client.readers import read_answer


def test_unknown_fields_are_ignored_and_missing_fields_are_named() -> None:
    assert read_answer(answers.Placing, {"seat": 1, "rank": 2, "total": 3, "later": 4}) == answers.Placing(1, 2, 3)
    with pytest.raises(ValueError, match="Placing lacks rank, total; the server has another version than this client"):
        read_answer(answers.Placing, {"seat": 1})
    with pytest.raises(ValueError, match="an object"):
        read_answer(answers.Placing, [])
