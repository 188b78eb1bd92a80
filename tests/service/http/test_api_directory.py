"""`/v1`: a directory that leads to everything."""

import json

from flask import Flask

from kontor.service.http.openapi import published
from tests.support.callers import Caller


def test_every_address_of_the_document_is_named_once(app: Flask, nobody: Caller) -> None:
    found = nobody.get("/v1")
    assert found.status_code == 200
    paths = json.loads(published.text(app))["paths"]
    assert [each["href"] for each in found.json["addresses"]] == list(paths)
    for each in found.json["addresses"]:
        assert each["templated"] == ("{" in each["href"])
        assert {one["method"].lower(): one["id"] for one in each["operations"]} == {
            method: described["operationId"]
            for method, described in paths[each["href"]].items()
            if method not in ("parameters", "summary", "description")
        }


def test_every_address_of_the_directory_exists(nobody: Caller) -> None:
    found = nobody.get("/v1").json
    beside = [value for name, value in found.items() if name.endswith("_href")]
    assert len(beside) == 5
    for href in beside:
        assert nobody.get(href).status_code == 200, href
    not_yet = ("/v1/tlog/checkpoint",)  # until there is one
    plain = [each for each in found["addresses"] if not each["templated"] and each["href"] not in not_yet]
    for each in plain:
        answer = nobody.call(each["operations"][0]["method"], each["href"])
        assert answer.status_code not in (404, 405, 500), each


def test_it_is_found_with_a_slash_behind_it(nobody: Caller) -> None:
    assert nobody.get("/v1/").json == nobody.get("/v1").json
