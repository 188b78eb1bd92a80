"""The answers of `make questions` stay true: every question has one, every answer exists, and its page is near."""

import re
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.tools.questions.__main__ import answers, questions

pytestmark = pytest.mark.unit

LINK = re.compile(r"\]\(([^)#\s:]+)(?:#[^)]*)?\)")  # a link to a file, not to another host


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


def test_every_page_is_at_most_two_clicks_from_the_first() -> None:
    near = {ROOT / "docs" / "index.md"}
    for _ in range(2):
        near |= {target for page in near for target in _links(page)}
    assert [n for n, paths in answers()["pages"].items() if not any(ROOT / path in near for path in paths)] == []
    hidden = {page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").glob("**/*.md") if page not in near}
    assert hidden == set()


def _links(page: Path) -> set[Path]:
    if page.suffix != ".md":
        return set()
    found = {(page.parent / link[1]).resolve() for link in LINK.finditer(page.read_text("utf-8"))}
    return {each / "README.md" if each.is_dir() else each for each in found}
