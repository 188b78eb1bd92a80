"""The page with all rules of a ruleset, each with its id as anchor (`/rules/{ruleset}#HT-PLACE-1`), and a list of these
pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from flask import Response
from markupsafe import Markup

from kontor.domain.kernel.rules_page import Chapter
from kontor.service.http.auth import Call, public
from kontor.service.http.pages.files import Served, respond
from kontor.service.http.pages.page import HTML, blp, headers, html, page
from kontor.service.http.pages.rule_texts import to_html
from kontor.service.http.problems import not_found
from kontor.service.registry import AnyRuleset


@dataclass(frozen=True, slots=True)
class Shown:
    """A chapter of the rules page: its heading, and the id and the HTML of each rule."""

    level: int
    title: str
    rules: Sequence[tuple[str, Markup]]


@blp.get("/rules")
@public
def rules_pages(call: Call) -> Response:
    return page("rulesets.html", rulesets=call.context.registry.values())


@blp.get("/rules/<name>")
@public
def rules_page(call: Call, name: str) -> Response:
    rules = call.context.registry.get(name)
    if rules is None:
        raise not_found()
    text = html("rules.html", title=rules.title, chapters=_chapters(rules))
    response = respond(Served.of_text(text, HTML))  # long and the same for all clients: compress it, and answer 304
    response.headers.update({**headers(), "Vary": f"{headers()['Vary']}, {response.headers['Vary']}"})
    return response


@cache
def _chapters(rules: AnyRuleset) -> Sequence[Shown]:
    texts = rules.rules()
    headed = rules.chapters() or (Chapter(1, rules.title, tuple(texts)),)
    return [
        Shown(each.level, each.title, [(rule, to_html(texts[rule], texts)) for rule in each.rules]) for each in headed
    ]
