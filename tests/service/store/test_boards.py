"""Boards are stored once, by content."""

from uuid import uuid4

from kontor.service.store.store import Store


def test_a_board_is_named_by_its_content(store: Store) -> None:
    first = store.boards.put("tiny", {"b": 1, "a": [2]})
    assert first == store.boards.put_own("tiny", {"a": [2], "b": 1}, uuid4(), 0, 0)
    assert store.boards.find(first) == {"a": [2], "b": 1}
