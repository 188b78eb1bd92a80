"""JSON answers end with a line feed, and are packed where that is asked for and worth it."""

import gzip
import json

import pytest
from flask import Flask

from tests.support.callers import Caller, a_game, next_command, opened


@pytest.fixture(scope="module")
def long(shipped_app: Flask) -> tuple[Caller, str]:
    """A game whose state is long."""
    anna = opened(shipped_app)
    return anna, a_game(anna, "me", "me", "me", ruleset="hansa", board="hansa-3")


@pytest.mark.parametrize(
    "path",
    ["", "/state", "/events", "/legal-commands", "/score", "/head", "/diff?from=1", "/no", "/state?as=king"],
)
def test_every_json_answer_ends_with_one_line_feed(anna: Caller, path: str) -> None:
    text = anna.get(f"{a_game(anna)}{path}").text
    assert text.endswith(("}\n", "]\n"))
    json.loads(text)


def test_so_do_the_answers_to_changes_given_once_more_too(anna: Caller) -> None:
    game = a_game(anna)
    command = next_command(anna, game)
    first, again = (anna.post(f"{game}/commands", command, Idempotency_Key="once") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert first.text == again.text
    assert first.text.endswith("}\n")
    assert anna.post(f"{game}/commands", {"type": "no_such"}).text.endswith("}\n")


def test_a_long_answer_is_packed_for_who_takes_gzip(long: tuple[Caller, str]) -> None:
    anna, game = long
    plain, packed = anna.get(f"{game}/state"), anna.get(f"{game}/state", Accept_Encoding="br, gzip;q=0.5")
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
    assert plain.headers["ETag"] == packed.headers["ETag"]
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]


def test_a_tag_holds_for_what_was_packed(long: tuple[Caller, str]) -> None:
    anna, game = long
    tag = anna.get(f"{game}/state", Accept_Encoding="gzip").headers["ETag"]
    answer = anna.get(f"{game}/state", Accept_Encoding="gzip", If_None_Match=tag)
    assert (answer.status_code, answer.data) == (304, b"")


@pytest.mark.parametrize("accepted", ["identity", "gzip;q=0", "br"])
def test_nothing_is_packed_for_who_does_not_take_gzip(long: tuple[Caller, str], accepted: str) -> None:
    anna, game = long
    assert "Content-Encoding" not in anna.get(f"{game}/state", Accept_Encoding=accepted).headers


def test_a_short_answer_stays_as_it_is(anna: Caller) -> None:
    answer = anna.get("/v1/me", Accept_Encoding="gzip")
    assert "Content-Encoding" not in answer.headers
    assert answer.json["name"] == "Anna"


def test_an_answer_to_a_command_stays_as_it_is(anna: Caller) -> None:
    game = a_game(anna)
    answer = anna.post(f"{game}/commands", next_command(anna, game), Accept_Encoding="gzip")
    assert "Content-Encoding" not in answer.headers
    assert len(answer.data) > 1_000


def test_head_has_the_same_length_as_get(long: tuple[Caller, str]) -> None:
    anna, game = long
    get, head = (anna.call(method, f"{game}/state", Accept_Encoding="gzip") for method in ("GET", "HEAD"))
    assert head.headers["Content-Length"] == get.headers["Content-Length"]
