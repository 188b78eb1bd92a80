"""What every answer carries, whatever was asked."""

from flask import Flask

from tests.support.callers import Caller, a_game, problem
from tests.support.contract_page import headers

GIVEN_BY_HTTP = {"Content-Type", "Content-Length", "Date", "Server", "Connection"}  # not ours to promise


def test_every_header_that_is_sent_is_named_in_the_contract(anna: Caller, nobody: Caller) -> None:
    game = a_game(anna, "me", "me")
    answers = [
        anna.get("/v1/games"),
        anna.get(game),
        anna.get(f"{game}/state"),
        anna.get(f"{game}/events"),
        anna.post(f"{game}/commands", {"type": "nothing"}),
        nobody.get("/v1/me"),
        nobody.get("/"),
        nobody.delete("/healthz"),
    ]
    sent = {name for answer in answers for name, _ in answer.headers}
    assert sent - GIVEN_BY_HTTP <= headers()


def test_every_answer_carries_a_request_id(nobody: Caller) -> None:
    assert nobody.get("/healthz", X_Request_Id="mine.1").headers["X-Request-Id"] == "mine.1"
    assert len(nobody.get("/nowhere", X_Request_Id="not fine\u00e9").headers["X-Request-Id"]) == 36


def test_head_has_the_headers_of_get(anna: Caller) -> None:
    game = a_game(anna)
    for path in (game, f"{game}/state", "/v1/rulesets"):
        got, head = anna.get(path), anna.call("HEAD", path)
        assert head.data == b""
        for name in ("Cache-Control", "Vary", "ETag", "Content-Type"):
            assert head.headers.get(name) == got.headers.get(name), (path, name)


def test_an_invented_method_is_not_counted_by_its_name(app: Flask, anna: Caller, nobody: Caller) -> None:
    """Whoever calls decides on methods; what is counted must not grow with them."""
    for n in range(3):
        problem(nobody.call(f"MAKE{n}", "/v1/games"), 405, "method-not-allowed")
    assert "MAKE" not in nobody.get("/metrics").text
