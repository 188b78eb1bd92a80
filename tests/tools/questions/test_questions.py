"""The answers of `make questions` stay true: every question has one, and every answer is a page or a file."""

import pytest

from tests.support.paths import ROOT
from tests.tools.questions.__main__ import answers, questions

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("kind", ["pages", "files"])
def test_thirty_questions_have_answers_that_exist(kind: str) -> None:
    assert list(questions()[kind]) == [str(number) for number in range(1, 31)]
    assert questions()[kind].keys() == answers()[kind].keys()
    assert [path for paths in answers()[kind].values() for path in paths if not (ROOT / path).is_file()] == []
    assert all(answers()[kind].values())


def test_a_question_does_not_contain_its_answer() -> None:
    """A reader who searches for a path of the question must not find it."""
    for kind, asked in questions().items():
        for number, question in asked.items():
            assert not any(path in question for path in answers()[kind][number])
