"""Queries are read strictly: what nobody reads is refused."""

from collections.abc import Mapping

import marshmallow as ma
import pytest
from flask import Flask

from kontor.service.http.problems import Problem
from kontor.service.http.smorest import MOST_REMEMBERED, Parser
from tests.support.callers import Caller, a_game, asked, problem


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
        "legal-commands?seat=%D9%A1",  # a digit one, in Arabic
        "events?after=1_0",
        "events?after=%201",
        "events?after=%2B1",
        "state?version=%EF%BC%91",  # full width
        "state?as=seat:%D9%A1",
    ],
)
def test_a_query_that_cannot_be_read_is_refused(table: tuple[Caller, str], query: str) -> None:
    anna, game = table
    body = problem(anna.get(f"{game}/{query}"), 400, "unreadable")
    assert body["errors"][0]["pointer"].startswith("query/")


def test_a_seat_is_named_by_our_digits(table: tuple[Caller, str]) -> None:
    anna, game = table
    assert anna.post(f"{game}/seats/1/token").status_code == 201
    problem(anna.post(f"{game}/seats/%D9%A1/token"), 404, "not-found")


@pytest.mark.parametrize("digits", ["1_0", " 1", "+1", "\u0661", "\uff11"])
def test_a_header_that_is_a_number_is_written_in_our_digits(table: tuple[Caller, str], digits: str) -> None:
    anna, game = table
    given = digits.encode().decode("latin-1")  # as it comes from a socket
    problem(anna.post(f"{game}/commands", {"type": "roll"}, If_Match=f'"{given}"'), 400, "unreadable")
    if digits != " 1":  # spaces around a header are none of it
        problem(anna.get(f"{game}/stream", Last_Event_ID=given), 400, "unreadable")


@pytest.mark.parametrize("lasts", ["P\u0661D", "PT\uff11H", "P1_0D", "P+1D", "P 1D"])
def test_a_duration_is_written_in_our_digits(table: tuple[Caller, str], lasts: str) -> None:
    anna, _ = table
    clock = {"per_decision": "P1D", "bank": "PT0S", "on_timeout": "bot"}
    a_game(anna, clock=clock)
    problem(anna.post("/v1/games", asked("me", "me", clock={**clock, "per_decision": lasts})), 400, "unreadable")
    problem(anna.post(f"{a_game(anna, 'me', 'open')}/seats/2/invitations", {"lasts": lasts}), 400, "unreadable")


def test_a_time_is_written_in_our_digits(anna: Caller) -> None:
    for time in ("\u0662\u0660\u0669\u0660-01-01T00:00:00Z", "2090-01-01T00:00:00\uff0b00:00"):
        problem(anna.post("/v1/me/keys", {"expires_at": time}), 400, "unreadable")


@pytest.mark.parametrize(
    "path", ["", "/score", "/legal-commands", "/state", "/events", "/stream"], ids=lambda path: path or "summary"
)
def test_an_unknown_query_parameter_is_refused(anna: Caller, path: str) -> None:
    """Else `score?version=3` would look as if it were the score of version 3."""
    found = problem(anna.get(f"{a_game(anna)}{path}?nonsense=3"), 400, "unreadable")
    assert found["errors"][0]["code"] == "unknown-field"


@pytest.mark.parametrize("path", ["/v1/me", "/v1/me/keys", "/v1/games"])
def test_an_unknown_query_parameter_is_refused_outside_of_games_too(anna: Caller, path: str) -> None:
    problem(anna.get(f"{path}?nonsense=3"), 400, "unreadable")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/accounts", {"name": 5}),
        ("/v1/games", {"ruleset": "tiny", "board": "square", "seats": [{"kind": "king"}], "nonsense": 1}),
        ("/v1/me/keys", {"scopes": ["all"], "label": ""}),
    ],
)
def test_the_detail_names_the_flaw(anna: Caller, path: str, body: object) -> None:
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


class Numbers(ma.Schema):
    """Notes how often something is read by it."""

    first = ma.fields.Integer(load_default=1)
    times_read = 0

    @ma.pre_load
    def note(self, data: object, **_: object) -> object:
        self.times_read += 1
        return data


def test_a_query_that_was_read_before_reads_the_same_to_everybody() -> None:
    parser, schema = Parser(), Numbers()

    def asked_for(query: str) -> Mapping[str, int]:
        with Flask("any").test_request_context(f"/?{query}"):
            found: dict[str, int] = parser.parse(schema, location="query")
            return found

    assert [asked_for("first=2"), asked_for(""), asked_for("first=2")] == [{"first": 2}, {"first": 1}, {"first": 2}]
    assert schema.times_read == 2
    asked_for("").clear()  # type: ignore[attr-defined]  # a view's own
    assert asked_for("") == {"first": 1}
    for _ in range(2):
        with pytest.raises(Problem):
            asked_for("first=x")


def test_inventing_queries_fills_nothing() -> None:
    parser, schema = Parser(), Numbers()
    for n in range(MOST_REMEMBERED + 10):
        parser.parse(schema, Flask("any").test_request_context(f"/?first={n}").request, location="query")
    parser.parse(schema, Flask("any").test_request_context(f"/?first={'0' * 200}").request, location="query")
    assert len(parser._queries) == 10
