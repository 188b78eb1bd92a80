"""The pages for people."""

import gzip
import json
import subprocess
from dataclasses import replace

import pytest
from flask import Flask
from markupsafe import escape

from kontor.service.http.app import create_app
from kontor.service.http.openapi import document
from kontor.service.http.pages import marked_up
from kontor.service.http.problems import KINDS
from kontor.service.settings import Settings
from tests.support.callers import Caller, a_game
from tests.support.openapi_document import operations
from tests.support.paths import ROOT
from tests.support.verifier_mjs import NEEDS_NODE, NODE


def test_the_documentation_needs_no_other_host(nobody: Caller) -> None:
    for path in ("/", "/docs", "/problems", "/problems/contention"):
        answer = nobody.get(path)
        assert answer.status_code == 200
        assert answer.mimetype == "text/html"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "<script" not in answer.text
        assert 'src="' not in answer.text
        assert 'href="http' not in answer.text


def test_the_documentation_names_every_operation(app: Flask, nobody: Caller) -> None:
    page = nobody.get("/docs").text
    for operation in operations(document.document(app)):
        assert f"<code>{operation.path}</code> {escape(operation.body['summary'])}" in page


def test_every_problem_has_its_page(nobody: Caller) -> None:
    listed = nobody.get("/problems").text
    for name, kind in KINDS.items():
        assert f'<a href="/problems/{name}">{name}</a>' in listed
        assert escape(kind.title) in nobody.get(f"/problems/{name}").text


def test_texts_are_escaped_and_code_is_marked() -> None:
    assert marked_up("`<b>` & more\n\nand more") == "<code>&lt;b&gt;</code> &amp; more</p><p>and more"


def test_a_hole_can_be_told_to_whoever_runs_the_server(nobody: Caller, roomy: Settings) -> None:
    assert nobody.get("/.well-known/security.txt").status_code == 404
    client = create_app(replace(roomy, security_contact="mailto:safe@example.org")).test_client()
    assert client.get("/.well-known/security.txt").text.startswith("Contact: mailto:safe@example.org\n")


def test_the_page_of_invitations_runs_its_own_script_and_no_other(nobody: Caller) -> None:
    page = nobody.get("/games/00000000-0000-7000-8000-000000000000")
    assert page.status_code == 200
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert page.text.count("<script") == 1
    assert nobody.get("/invitation.js").mimetype == "text/javascript"


@NEEDS_NODE
def test_a_link_seats_somebody_who_has_no_account(front: str, anna: Caller, app: Flask) -> None:
    game = a_game(anna, "me", "invited", visibility="private")
    made = anna.post(f"{game}/seats/2/invitations").json
    path, _, token = made["link"].removeprefix("http://localhost").partition("#invitation=")
    program = str(ROOT / "tests" / "support" / "page_of_invitation.mjs")
    command = [str(NODE), program, front, path, token, "Ben"]
    seen = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout)
    assert "seat 2 of a game of tiny for 2" in seen["about"]
    assert token not in seen["hash"]
    ben = Caller(app, next(word for word in seen["result"].split() if word.startswith("ktk_")))
    assert ben.get("/v1/me").json["name"] == "Ben"
    assert [each["mine"] for each in ben.get(game).json["seats"]] == [False, True]
    again = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout)
    assert "no longer good" in again["about"]


@pytest.mark.parametrize("path", ["/openapi.json", "/asyncapi.json"])
def test_the_documents_are_packed_for_who_can_unpack_them_and_sent_once(app: Flask, path: str) -> None:
    client = app.test_client()
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert (packed.headers["Content-Encoding"], plain.headers.get("Content-Encoding")) == ("gzip", None)
    assert gzip.decompress(packed.data) == plain.data
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert packed.headers["ETag"] == plain.headers["ETag"]
    for answer in (packed, plain):
        again = client.get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
