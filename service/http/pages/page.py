"""What every page has: its blueprint, its headers and the filters of its template."""

from flask import Blueprint, Response, render_template
from markupsafe import Markup, escape

from kontor.service.http.pages.scripts import folder, reached
from kontor.service.http.pages.texts import ASKED_BY, texts, wanted
from kontor.service.http.security_headers import PAGE, security_headers

blp = Blueprint("pages", __name__, template_folder="../templates")


def page(template: str, policy: str = PAGE, script: str | None = None, **told: object) -> Response:
    """A page from its template, in the language of whoever asks; nothing else of theirs is in it, and it may be kept
    until it is asked for again."""
    language = wanted()
    headers = {**security_headers(policy), "Cache-Control": "no-cache", "Vary": ASKED_BY}
    made_of = {"assets": f"/assets/{folder(language)}", "script": script, "imported": reached(script) if script else []}
    html = render_template(template, t=texts(language), language=language, **made_of, **told)
    return Response(html, headers=headers, content_type="text/html; charset=utf-8")


@blp.app_template_filter()
def marked_up(text: str) -> Markup:
    """A little markdown: code between backticks, and paragraphs."""
    pieces = escape(text).split("`")
    code = Markup("").join(Markup("<code>{}</code>").format(each) if n % 2 else each for n, each in enumerate(pieces))
    return code.replace("\n\n", Markup("</p><p>"))
