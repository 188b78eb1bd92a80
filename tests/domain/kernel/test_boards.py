"""Boards: shipped ones, their names in logs, and tables made once for each content."""

import copy
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from threading import Barrier

from kontor.domain.kernel.boards import KEPT, board_hash, once_per_content, shipped_boards
from kontor.domain.kernel.canonical import JsonObject


class Tables:
    def __init__(self, board: JsonObject) -> None:
        self.name = board["name"]


def test_a_board_is_named_by_its_content_not_by_the_order_of_its_keys() -> None:
    one: JsonObject = {"name": "a", "size": 1}
    same: JsonObject = {"size": 1, "name": "a"}
    other: JsonObject = {"name": "a", "size": 2}
    assert board_hash(one) == board_hash(same) != board_hash(other)
    assert board_hash({}) == "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


def test_shipped_boards_are_the_files_of_a_package_in_the_order_asked_for() -> None:
    found = shipped_boards("tests.tiny.boards", ("street", "square"))
    assert list(found) == ["street", "square"]
    assert found["square"] == {"name": "square"}
    assert files("tests.tiny.boards").joinpath("square.json").is_file()


def test_equal_boards_share_their_tables() -> None:
    compiled = once_per_content(Tables)
    board = {"name": "a"}
    assert compiled(board) is compiled(board) is compiled(copy.deepcopy(board))
    assert compiled({"name": "b"}) is not compiled(board)


def test_a_board_that_was_collected_is_not_mistaken_for_another() -> None:
    """Python gives the identity of an object that is gone to the next one; many boards pass through here."""
    compiled = once_per_content(Tables)
    for n in range(5 * KEPT):
        assert compiled({"name": f"board {n}"}).name == f"board {n}"


def test_threads_that_meet_at_a_new_board_get_the_same_table() -> None:
    barrier = Barrier(8)

    @once_per_content
    def compiled(board: JsonObject) -> Tables:
        barrier.wait(5)  # all eight are in here before the first one is done
        return Tables(board)

    with ThreadPoolExecutor(8) as threads:
        found = set(threads.map(lambda _: compiled({"name": "a"}), range(8)))
    assert len(found) == 1
