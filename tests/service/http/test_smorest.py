"""Queries are read strictly: what nobody reads is refused."""

import pytest

from tests.support.callers import Caller, a_game, problem


@pytest.mark.parametrize(
    "query",
    [
        "state?version=x",
        "state?version=0",
        "state?version=1.5",
        "state?version=99999999999999999999",
        "state?as=king",
        "state?as=seat:0",
        "state?as=seat:9",
        "state?colour=red",
        "events?after=-1",
        "events?limit=0",
        "events?limit=201",
        "events?wait=26",
        "events?after=1&after=x",
        "legal-commands?expand=201",
        "legal-commands?seat=x",
    ],
)
def test_a_query_that_cannot_be_read_is_refused(table: tuple[Caller, str], query: str) -> None:
    anna, game = table
    body = problem(anna.get(f"{game}/{query}"), 400, "unreadable")
    assert body["errors"][0]["pointer"].startswith("query/")


@pytest.mark.parametrize(
    "path", ["", "/score", "/legal-commands", "/state", "/events", "/stream"], ids=lambda path: path or "summary"
)
def test_a_query_that_nobody_reads_is_refused(anna: Caller, path: str) -> None:
    """Else `score?version=3` would look as if it were the score of version 3."""
    found = problem(anna.get(f"{a_game(anna)}{path}?nonsense=3"), 400, "unreadable")
    assert found["errors"][0]["code"] == "unknown-field"


@pytest.mark.parametrize("path", ["/v1/me", "/v1/me/keys", "/v1/games"])
def test_a_query_that_nobody_reads_is_refused_outside_of_games_too(anna: Caller, path: str) -> None:
    problem(anna.get(f"{path}?nonsense=3"), 400, "unreadable")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/accounts", {"name": 5}),
        ("/v1/games", {"ruleset": "tiny", "board": "square", "seats": [{"kind": "king"}], "nonsense": 1}),
        ("/v1/me/keys", {"scopes": ["all"], "label": ""}),
    ],
)
def test_what_is_wrong_is_said_in_the_detail_already(anna: Caller, path: str, body: object) -> None:
    found = problem(anna.post(path, body), 400, "unreadable")
    first, *others = found["errors"]
    assert found["detail"].startswith(f"{first['pointer']}: {first['message']}")
    assert ("more, see errors" in found["detail"]) == bool(others)


def test_so_it_is_of_queries_and_commands(table: tuple[Caller, str]) -> None:
    anna, game = table
    query = problem(anna.get(f"{game}/state?version=x&as=king"), 400, "unreadable")
    assert "(and 1 more, see errors)" in query["detail"]
    batch = problem(anna.post(f"{game}/commands", {"commands": [{"type": "offer"}]}), 400, "unreadable")
    assert batch["detail"].startswith("/commands/0/points: ")
