"""Render HTML pages: the blueprint, the headers and the template filters of all pages."""

import re

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup, escape

from kontor.domain.kernel.drawing.palette import THEMES
from kontor.service.http.pages.scripts import folder, imports_of
from kontor.service.http.pages.texts import ASKED_BY, languages, preferred_language, texts
from kontor.service.http.security_headers import PAGE, security_headers

HTML = "text/html; charset=utf-8"

blp = Blueprint("pages", __name__, template_folder="../templates")


def page(template: str, policy: str = PAGE, script: str | None = None, **told: object) -> Response:
    """Return a page in the language and the theme that the person or the browser prefers. It contains nothing else
    about the client. The browser must revalidate the page before each use."""
    return Response(html(template, script, **told), headers=headers(policy), content_type=HTML)


def html(template: str, script: str | None = None, **told: object) -> str:
    language = preferred_language()
    made_of = {
        "assets": f"/assets/{folder(language)}",
        "script": script,
        "imported": imports_of(script) if script else [],
        "theme": _chosen_theme(),
        "languages": [(each, texts(each)["language"]) for each in languages()],
    }
    return render_template(template, t=texts(language), language=language, **made_of, **told)


def _chosen_theme() -> str | None:
    """Return the theme that the person chose on a page (`static/theme.js`), or None for the theme of the browser."""
    chosen = request.cookies.get("theme")
    return chosen if chosen in THEMES else None


def headers(policy: str = PAGE) -> dict[str, str]:
    return {**security_headers(policy), "Cache-Control": "no-cache", "Vary": ASKED_BY}


@blp.app_template_filter()
def marked_up(text: str) -> Markup:
    """Convert a text to HTML: text in backticks becomes code, and empty lines separate paragraphs."""
    pieces = escape(text).split("`")
    code = Markup("").join(Markup("<code>{}</code>").format(each) if n % 2 else each for n, each in enumerate(pieces))
    return code.replace("\n\n", Markup("</p><p>"))


@blp.app_template_filter()
def anchor(title: str) -> str:
    """Return the anchor of a heading, for links to the heading."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
