"""What every page has: its blueprint, its headers and the filters of its template."""

from flask import Blueprint, Response, render_template
from markupsafe import Markup, escape

from kontor.service.http.pages.scripts import folder, reached
from kontor.service.http.pages.texts import texts, wanted

NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
POLICY = f"{NOTHING}; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"

blp = Blueprint("pages", __name__, template_folder="../templates")


def page(template: str, policy: str = POLICY, script: str | None = None, **told: object) -> Response:
    """A page from its template, in the language of whoever asks; nothing else of theirs is in it, and it may be kept
    until it is asked for again."""
    language = wanted()
    headers = {
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-cache",
        "Vary": "Accept-Language",
    }
    made_of = {"assets": f"/assets/{folder(language)}", "script": script, "imported": reached(script) if script else []}
    html = render_template(template, t=texts(language), language=language, **made_of, **told)
    return Response(html, headers=headers, content_type="text/html; charset=utf-8")


@blp.app_template_filter()
def marked_up(text: str) -> Markup:
    """A little markdown: code between backticks, and paragraphs."""
    pieces = escape(text).split("`")
    code = Markup("").join(Markup("<code>{}</code>").format(each) if n % 2 else each for n, each in enumerate(pieces))
    return code.replace("\n\n", Markup("</p><p>"))
