"""Pages for people: the documentation of the API and of its problems. Plain HTML, no script, no other host."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from flask import Blueprint, Response, current_app, render_template
from markupsafe import Markup, escape

from kontor.service.clock import stamp
from kontor.service.http.auth import Call, public
from kontor.service.http.openapi import document
from kontor.service.http.problems import KINDS, not_found

METHODS = ("get", "post", "delete")
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

blp = Blueprint("pages", __name__, template_folder="templates")


@blp.get("/")
def welcome() -> Response:
    return _page(render_template("welcome.html"))


@blp.get("/docs")
def docs() -> Response:
    return _page(_docs(document.text(current_app)))


@blp.get("/openapi.json")
def openapi_json() -> Response:
    return Response(document.text(current_app), content_type="application/json")


@blp.get("/problems")
def problems() -> Response:
    return _page(render_template("problems.html", kinds=KINDS))


@blp.get("/problems/<name>")
def problem(name: str) -> Response:
    kind = KINDS.get(name)
    if kind is None:
        raise not_found()
    return _page(render_template("problem.html", name=name, kind=kind))


@blp.get("/.well-known/security.txt")
@public
def security(call: Call) -> Response:
    """Whom to tell of a hole (RFC 9116); nothing is here as long as the operator has named nobody."""
    contact = call.context.settings.security_contact
    if not contact:
        raise not_found()
    expires = stamp(datetime.now(UTC) + timedelta(days=180))
    text = f"Contact: {contact}\nPreferred-Languages: en\nExpires: {expires}\n"
    return Response(text, content_type="text/plain; charset=utf-8")


def _page(text: str) -> Response:
    return Response(text, headers={"Content-Security-Policy": POLICY}, content_type="text/html; charset=utf-8")


@cache  # some megabytes, always the same
def _docs(text: str) -> str:
    return render_template("docs.html", document=json.loads(text), methods=METHODS)


# ---------------------------------------------------------------- filters of the templates


@blp.app_template_filter()
def marked_up(text: str) -> Markup:
    """A little markdown: code between backticks, and paragraphs."""
    pieces = escape(text).split("`")
    code = Markup("").join(Markup("<code>{}</code>").format(each) if n % 2 else each for n, each in enumerate(pieces))
    return code.replace("\n\n", Markup("</p><p>"))


@blp.app_template_filter()
def pretty_json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False)


@blp.app_template_filter()
def needed_key(operation: Mapping[str, Any]) -> str:
    """Which key an operation needs, in words."""
    scopes = [scope for each in operation.get("security", []) for scope in each.get("bearer", [])]
    if not scopes:
        return "Needs no key."
    optional = "no key for what is public, else " if {} in operation["security"] else ""
    return f"Needs {optional}a key with the scope `{scopes[0]}`."
