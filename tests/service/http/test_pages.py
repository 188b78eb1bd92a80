"""The pages for people."""

from dataclasses import replace

from flask import Flask
from markupsafe import escape

from kontor.service.http.app import create_app
from kontor.service.http.openapi import document
from kontor.service.http.pages import marked_up
from kontor.service.http.problems import KINDS
from kontor.service.settings import Settings
from tests.support.callers import Caller
from tests.support.openapi_document import operations


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
