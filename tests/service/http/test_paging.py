"""Lists in pages: opaque cursors, followed as they are."""

import pytest

from tests.support.callers import Caller, a_game, problem


def test_lists_are_paged_by_cursor(anna: Caller) -> None:
    games = [a_game(anna) for _ in range(5)]
    found: list[str] = []
    page = "/v1/games?mine=true&limit=2"
    while page:
        answer = anna.get(page)
        found += [each["href"] for each in answer.json["items"]]
        assert all(seat["mine"] for each in answer.json["items"] for seat in each["seats"])
        page = answer.json["next"]
        assert (f'<{page}>; rel="next"' in answer.headers["Link"]) is bool(page)
    assert found == games[::-1]


@pytest.mark.parametrize(
    "query", ["cursor=abc", "cursor=%00", "cursor=" + "A" * 38, "status=dead", "ruleset=%00", "limit=0"]
)
def test_a_list_that_cannot_be_asked_for_is_refused(table: tuple[Caller, str], query: str) -> None:
    problem(table[0].get(f"/v1/games?{query}"), 400, "unreadable")
