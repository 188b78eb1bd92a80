"""No answer repeats much of what was sent: neither a long name, nor a long value, nor thousands of short ones."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from kontor.service.http.problems import LONGEST_FACT, LONGEST_TEXT, MOST_ITEMS
from tests.support.callers import Caller, a_game, problem

LONG = "q" * 5000
MOST_REPEATED = "q" * (LONGEST_TEXT + 1)
FILLED = {"ruleset": "tiny", "name": "square", "board": "square", "rule": "XX-1", "seat": "1", "n": "1"}


def every_operation(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method in item.keys() & {"get", "post", "put", "patch", "delete"}:
            yield path, method.upper(), item[method]


def filled(path: str, game: str, long_part: str = "") -> str:
    """Return the path with this game, a long text for one part, and something for all others."""
    for name in [part.split("}")[0] for part in path.split("{")[1:]]:
        ours = game.rpartition("/")[2] if name == "game_id" else FILLED.get(name, "0" * 8)
        path = path.replace(f"{{{name}}}", LONG if name == long_part else ours)
    return path


def fields_of(document: dict[str, Any], operation: dict[str, Any]) -> list[str]:
    schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return list(schema.get("properties", ()))


@pytest.mark.parametrize("field", ["name", "value"])
def test_no_operation_repeats_a_long_text(app: Flask, anna: Caller, field: str) -> None:
    document = anna.get("/openapi.json").json
    game = a_game(anna)
    answers = []
    for path, method, operation in every_operation(document):
        at = filled(path, game)
        parameters = [each for each in operation.get("parameters", []) if "$ref" not in each]
        if field == "name":
            answers.append(anna.call(method, f"{at}?{LONG}=1"))
            answers.append(anna.call(method, at, {LONG: 1}))
            continue
        for each in parameters:
            if each["in"] == "query":
                answers.append(anna.call(method, f"{at}?{each['name']}={LONG}"))
            elif each["in"] == "header":
                answers.append(anna.call(method, at, None, **{each["name"]: LONG}))
        for name in [part.split("}")[0] for part in path.split("{")[1:]]:
            answers.append(anna.call(method, filled(path, game, name)))
        for name in fields_of(document, operation):
            answers.append(anna.call(method, at, {name: LONG}))
    assert len(answers) > 100
    assert [(each.request.path, each.text[:300]) for each in answers if MOST_REPEATED in each.text] == []
    assert all(each.status_code != 500 for each in answers)


COMMANDS = [
    {LONG: 1},
    {"type": LONG},
    {"type": "show_card", "card": LONG},
    {"type": "show_card", LONG: 1},
    {"commands": [{"type": LONG}]},
    {"commands": [], LONG: 1},
    {"type": "roll", "seat": LONG},
]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_refused_command_repeats_a_long_text(anna: Caller, command: dict[str, Any]) -> None:
    answer = anna.post(f"{a_game(anna)}/commands", command)
    assert answer.status_code in (400, 422)
    assert "q" * (LONGEST_FACT + 1) not in answer.text


@pytest.mark.parametrize(
    "raw", [f'{{"{LONG}": 1, "{LONG}": 1}}', f'{{"n": 1.{"1" * 5000}}}', f'{{"{LONG}": "\\u0000"}}']
)
def test_no_unreadable_body_comes_back(anna: Caller, raw: str) -> None:
    body = problem(anna.raw(f"{a_game(anna)}/commands", raw.encode()), 400, "unreadable")
    assert len(json.dumps(body)) < 1000


def test_many_flaws_are_counted_and_the_first_are_listed(anna: Caller) -> None:
    many = {f"f{n}": 1 for n in range(5000)}
    body = problem(anna.post(f"{a_game(anna)}/commands", {"type": "roll", **many}), 400, "unreadable")
    assert len(body["errors"]) == MOST_ITEMS
    assert "4999 more" in body["detail"]


def test_a_flawed_board_is_not_repeated(anna: Caller) -> None:
    body = problem(anna.post("/v1/rulesets/tiny/boards", {LONG: 1, "name": LONG}), 422, "board-flawed")
    assert "q" * 61 not in json.dumps(body)
