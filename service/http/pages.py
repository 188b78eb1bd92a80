"""Pages for people: the documentation of the API and of its problems, and where invitations lead. Plain HTML, no other
host, and no script but the one by which an invitation is accepted."""

import gzip
import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, current_app, render_template, request
from markupsafe import Markup, escape

from kontor.service.clock import stamp
from kontor.service.http.auth import Call, public
from kontor.service.http.openapi import asyncapi, document
from kontor.service.http.problems import KINDS, not_found

METHODS = ("get", "post", "patch", "delete")
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
POLICY_OF_INVITATIONS = f"{POLICY}; script-src 'self'; connect-src 'self'"

blp = Blueprint("pages", __name__, template_folder="templates")


@blp.get("/")
def welcome() -> Response:
    return _page(render_template("welcome.html"))


@blp.get("/docs")
def docs() -> Response:
    return _page(_docs(document.text(current_app)))


@blp.get("/openapi.json")
def openapi_json() -> Response:
    return _document(document.text(current_app))


@blp.get("/asyncapi.json")
def asyncapi_json() -> Response:
    """The same for streams."""
    return _document(asyncapi.text(current_app))


def _document(text: str) -> Response:
    """A description of ours, packed if the caller can unpack it, and not at all if they have it."""
    packed, tag = _packed(text)
    if request.accept_encodings.quality("gzip") > 0:
        response = Response(packed, headers={"Content-Encoding": "gzip"}, content_type="application/json")
    else:
        response = Response(text, content_type="application/json")
    response.headers["Vary"] = "Accept-Encoding"
    response.set_etag(tag, weak=True)
    response.make_conditional(request)
    return response


@cache  # some hundred kilobytes, always the same
def _packed(text: str) -> tuple[bytes, str]:
    plain = text.encode()
    return gzip.compress(plain, mtime=0), hashlib.sha256(plain).hexdigest()[:32]


@blp.get("/problems")
def problems() -> Response:
    return _page(render_template("problems.html", kinds=KINDS))


@blp.get("/problems/<name>")
def problem(name: str) -> Response:
    kind = KINDS.get(name)
    if kind is None:
        raise not_found()
    return _page(render_template("problem.html", name=name, kind=kind))


@blp.get("/games/<uuid:game_id>")
def invitation(game_id: UUID) -> Response:
    """The same for every game, and for none: what it tells it asks for with the token of the address."""
    return _page(render_template("invitation.html"), POLICY_OF_INVITATIONS)


@blp.get("/invitation.js")
def invitation_script() -> Response:
    return Response(render_template("invitation.js"), content_type="text/javascript; charset=utf-8")


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


def _page(text: str, policy: str = POLICY) -> Response:
    headers = {"Content-Security-Policy": policy, "Referrer-Policy": "no-referrer"}
    return Response(text, headers=headers, content_type="text/html; charset=utf-8")


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
