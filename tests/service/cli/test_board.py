"""`kontor board check`."""

from pathlib import Path

import pytest

from kontor.domain.kernel.boards import board_hash
from kontor.domain.kernel.canonical import canonical_text
from tests.support.commands import call
from tests.tiny import RULESET


def test_a_board_is_checked_and_named(tmp_path: Path) -> None:
    board = next(iter(RULESET.boards().values()))
    (tmp_path / "board.json").write_text(canonical_text(board))
    result = call("board", "check", str(tmp_path / "board.json"))
    assert result.output.strip() == board_hash(board)


@pytest.mark.parametrize("text", ["{", "[]", '{"nothing": 1}', '{"a": NaN}'])
def test_an_invalid_board_is_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "board.json").write_text(text)
    result = call("board", "check", str(tmp_path / "board.json"))
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert result.output.startswith(("Error: ", "/"))
