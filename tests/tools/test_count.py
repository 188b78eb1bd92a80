"""What `make count` counts, and that no product file is too long."""

from tests.tools.count import code_lines, is_generated, product_files, too_long

MODULE = '''"""A docstring
of two lines."""

# a comment
QUERY = """
    SELECT 1

    FROM games
"""


class Thing:
    """Another docstring."""

    name = "x"  # code and a comment


def act(first: int,
        second: int) -> str:
    """One more."""
    "no docstring, so it counts"
    return f"{first}"
'''


def test_comments_blank_lines_and_docstrings_do_not_count() -> None:
    assert code_lines(MODULE) == 5 + 2 + 4


def test_generated_files_are_known_by_their_docstring() -> None:
    found = {path.name for path in product_files() if is_generated(path.read_text("utf-8"))}
    assert {"game_operations.py", "answers.py"} <= found
    assert "calls.py" not in found


def test_linked_folders_count_once() -> None:
    files = [path.resolve() for path in product_files()]
    assert len(files) == len(set(files))


def test_no_product_file_is_too_long() -> None:
    assert list(too_long()) == []
