"""Pages for people: the documentation of the API and of its problems. Plain HTML, no script, no other host."""

import json
from datetime import UTC, datetime, timedelta
from functools import cache
from html import escape
from typing import Any

from flask import Blueprint, Response, current_app

from kontor.service.clock import stamp
from kontor.service.http.context import house
from kontor.service.http.openapi import document
from kontor.service.http.problems import KINDS, not_found

blp = Blueprint("pages", __name__)

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fdfdfb}
code,pre{font:14px/1.45 ui-monospace,monospace;background:#f1efe8;border-radius:3px}
pre{padding:.7rem;overflow:auto}code{padding:.1rem .25rem}summary{cursor:pointer}
details{margin:.5rem 0 .5rem 1rem}b.get{color:#1a6b3c}b.post{color:#8a4b08}b.delete{color:#9c1c1c}
table{border-collapse:collapse}
td,th{padding:.25rem .7rem;text-align:left;border-bottom:1px solid #ddd;vertical-align:top}
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def page(title: str, body: str) -> Response:
    text = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style><body>{body}</body></html>"
    )
    return Response(text, headers={"Content-Security-Policy": POLICY}, content_type="text/html; charset=utf-8")


@blp.get("/")
def welcome() -> Response:
    return page(
        "Kontor",
        '<h1>Kontor</h1><p>Trading board games, played by API.</p><ul><li><a href="/docs">Documentation</a></li>'
        '<li><a href="/openapi.json">OpenAPI document</a></li><li><a href="/v1/rulesets">Rulesets</a></li>'
        '<li><a href="/problems">Problems</a></li></ul>',
    )


@blp.get("/docs")
def docs() -> Response:
    return page("Kontor: the API", _docs(document.text(current_app)))


@blp.get("/openapi.json")
def openapi_json() -> Response:
    return Response(document.text(current_app), content_type="application/json")


@blp.get("/problems")
def problems() -> Response:
    rows = "".join(
        f'<tr><td>{kind.status}</td><td><a href="/problems/{name}">{name}</a></td><td>{escape(kind.title)}</td></tr>'
        for name, kind in KINDS.items()
    )
    return page("Problems", f"<h1>Problems</h1><table>{rows}</table>")


@blp.get("/problems/<name>")
def problem(name: str) -> Response:
    kind = KINDS.get(name)
    if kind is None:
        raise not_found()
    body = f"<h1>{escape(kind.title)}</h1><p><code>{kind.status}</code> <code>/problems/{name}</code></p>"
    return page(kind.title, f"{body}<p>{_text(kind.advice)}</p><p><a href='/problems'>All problems</a></p>")


@blp.get("/.well-known/security.txt")
def security() -> Response:
    """Whom to tell of a hole (RFC 9116); nothing is here as long as the operator has named nobody."""
    contact = house().settings.security_contact
    if not contact:
        raise not_found()
    expires = stamp(datetime.now(UTC) + timedelta(days=180))
    text = f"Contact: {contact}\nPreferred-Languages: en\nExpires: {expires}\n"
    return Response(text, content_type="text/plain; charset=utf-8")


# ---------------------------------------------------------------- the documentation


@cache
def _docs(text: str) -> str:
    document: dict[str, Any] = json.loads(text)
    info = document["info"]
    parts = [f"<h1>{escape(info['title'])} {escape(info['version'])}</h1>", f"<p>{_text(info['description'])}</p>"]
    for tag in document["tags"]:
        parts.append(f"<h2>{escape(tag['name'])}</h2><p>{escape(tag['description'])}</p>")
        for path, methods in document["paths"].items():
            parts.extend(
                _operation(path, method, methods[method], methods.get("parameters", []))
                for method in ("get", "post", "delete")
                if method in methods and tag["name"] in methods[method]["tags"]
            )
    parts.append("<h2>Schemas</h2>")
    for name, schema in sorted(document["components"]["schemas"].items()):
        parts.append(f'<details id="{escape(name)}"><summary>{escape(name)}</summary>{_json(schema)}</details>')
    return "".join(parts)


def _operation(path: str, method: str, operation: dict[str, Any], shared: list[Any]) -> str:
    head = (
        f'<b class="{method}">{method.upper()}</b> <code>{escape(path)}</code> {escape(operation.get("summary", ""))}'
    )
    rows = "".join(
        f"<tr><td><code>{escape(each['name'])}</code></td><td>{each['in']}</td>"
        f"<td>{_text(each.get('description', ''))}</td></tr>"
        for each in [*shared, *operation.get("parameters", [])]
        if "name" in each
    )
    parts = [f"<p>{_text(operation.get('description', ''))}</p>", f"<p>{_security(operation)}</p>"]
    if rows:
        parts.append(f"<table>{rows}</table>")
    if "requestBody" in operation:
        parts.append(f"<h4>Body</h4>{_json(operation['requestBody']['content'])}")
    parts.append(f"<h4>Answers</h4>{_json(operation['responses'])}")
    return f"<details><summary>{head}</summary>{''.join(parts)}</details>"


def _security(operation: dict[str, Any]) -> str:
    scopes = [scope for each in operation.get("security", []) for scope in each.get("bearer", [])]
    if not scopes:
        return "Needs no key."
    optional = {} in operation["security"]
    return (
        f"Needs {'no key for what is public, else ' if optional else ''}a key with the scope {_text(f'`{scopes[0]}`')}."
    )


def _json(value: Any) -> str:
    return f"<pre>{escape(json.dumps(value, indent=1, ensure_ascii=False))}</pre>"


def _text(text: str) -> str:
    """A little markdown: code between backticks, and paragraphs."""
    pieces = escape(text).split("`")
    code = "".join(f"<code>{each}</code>" if n % 2 else each for n, each in enumerate(pieces))
    return code.replace("\n\n", "</p><p>")
