"""docs/architecture.md: each path through the code names the files to read, and these are not too many."""

import re

import pytest

from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "architecture.md"
FILE = re.compile(r"`((?:domain|service|workers)/[a-z_/]+\.py)`")
ENDS = ("**A webhook**", "\n## ")  # what follows a path on the page


@pytest.mark.parametrize(
    ("path", "most"), [("One command", 25), ("One bot's turn", 15), ("One stream", 17), ("One audit of a bundle", 21)]
)
def test_a_path_names_files_that_exist_and_few_of_them(path: str, most: int) -> None:
    section = PAGE.read_text("utf-8").partition(f"## {path}")[2]
    for end in ENDS:
        section = section.partition(end)[0]
    files = set(FILE.findall(section))
    assert [each for each in sorted(files) if not (ROOT / each).is_file()] == []
    assert most / 2 < len(files) <= most, sorted(files)
