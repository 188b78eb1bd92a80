"""What every page has: its blueprint, its headers and the filters of its template."""

import json
from functools import cache
from pathlib import Path
from typing import Any, cast

from flask import Blueprint, Response, render_template
from markupsafe import Markup, escape

NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
POLICY = f"{NOTHING}; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"

TEXTS = Path(__file__).parent.parent / "texts"

blp = Blueprint("pages", __name__, template_folder="../templates")


@cache
def texts(language: str = "en") -> dict[str, Any]:
    """Every sentence of the pages, for templates and scripts alike."""
    return cast("dict[str, Any]", json.loads((TEXTS / f"{language}.json").read_text("utf-8")))


def page(template: str, policy: str = POLICY, **told: object) -> Response:
    """A page from its template. Nothing of whoever asks is in it, and it may be kept until it is asked for again."""
    headers = {"Content-Security-Policy": policy, "Referrer-Policy": "no-referrer", "Cache-Control": "no-cache"}
    return Response(
        render_template(template, t=texts(), **told), headers=headers, content_type="text/html; charset=utf-8"
    )


@blp.app_template_filter()
def marked_up(text: str) -> Markup:
    """A little markdown: code between backticks, and paragraphs."""
    pieces = escape(text).split("`")
    code = Markup("").join(Markup("<code>{}</code>").format(each) if n % 2 else each for n, each in enumerate(pieces))
    return code.replace("\n\n", Markup("</p><p>"))
