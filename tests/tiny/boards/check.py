"""The check of a board file."""

from collections.abc import Sequence

from kontor.domain.kernel.board_check import flaws_of
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.model import Flaw
from tests.tiny.boards.board_file import BoardForm


def check_board(board: JsonObject) -> Sequence[Flaw]:
    return flaws_of(BoardForm, board)
