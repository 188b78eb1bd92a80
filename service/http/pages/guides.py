"""The pages "How to play" of the rulesets, their pictures, and the steps of the guided first games."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from flask import Response, request
from markupsafe import Markup

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.drawing.model import Drawing
from kontor.domain.kernel.guide import Guide
from kontor.domain.kernel.guide_picture import guide_picture
from kontor.service.http.auth import Call, public
from kontor.service.http.json_bodies import as_json
from kontor.service.http.pages.page import blp, headers, page
from kontor.service.http.pages.rule_texts import to_html
from kontor.service.http.pages.texts import preferred_language
from kontor.service.http.pictures import paint, picture, theme_of
from kontor.service.http.problems import not_found
from kontor.service.http.security_headers import PAGE
from kontor.service.registry import AnyRuleset

PICTURE = re.compile(r"!\[(.+)\]\(([a-z_]+)\)")
AN_HOUR = {"Cache-Control": "public, max-age=3600"}


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a guide: its heading, the description and the name of its picture, and its text."""

    title: str
    about: str
    picture: str
    text: Markup


@blp.get("/rules/<name>/how-to-play")
@public
def how_to_play(call: Call, name: str) -> Response:
    """Return the short page for newcomers. The page of a game shows its <article> in a panel."""
    rules, guide = _find_guide(call, name)
    text, language = guide.page(preferred_language())
    lead, sections = parse(text)
    shown = {"guide": guide, "lead": lead, "sections": sections, "spoken": language}
    return page("how_to_play.html", PAGE, "how_to_play.js", rules=rules, **shown)


@blp.get("/rules/<name>/pictures/<which>.svg")
@public
def guide_picture_svg(call: Call, name: str, which: str) -> Response:
    call.context.limits.require_within(call.caller, "game:read", request.remote_addr)
    rules, guide = _find_guide(call, name)
    if which not in guide.pictures:
        raise not_found()
    theme = theme_of({"theme": request.args.get("theme", "")})
    return picture(paint(_draw(rules, guide, which), theme), theme, AN_HOUR)


@blp.get("/rules/<name>/first-game")
@public
def first_game(call: Call, name: str) -> Response:
    """Return the request that creates the guided first game, and the steps of the guide in the language of the page."""
    rules, guide = _find_guide(call, name)
    game, language = guide.first_game, preferred_language()
    bots: list[JsonObject] = [{"kind": "bot", "bot": _weakest(rules)} for _ in range(game.seats - 1)]
    wanted = {
        "ruleset": rules.name,
        "board": game.board,
        "order": "listed",
        "practice": True,
        "visibility": "unlisted",
        "dice_seed": game.dice_seed,
        "seats": [{"kind": "me", "nonce": game.nonce}, *bots],
    }
    steps = [
        {"text": each.text.get(language, each.text["en"]), "until": each.until, "command": each.command}
        for each in game.steps
    ]
    return as_json({"wanted": wanted, "steps": steps}, headers={**headers(), "Cache-Control": "no-cache"})


def lead_of(rules: AnyRuleset, language: str) -> str:
    """Return the first paragraph of a ruleset's guide, or an empty text if it has no guide."""
    guide = rules.guide()
    return "" if guide is None else parse(guide.page(language)[0])[0]


@cache
def parse(text: str) -> tuple[str, Sequence[Section]]:
    """Return the first paragraph of a guide, and its sections."""
    lead, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    return lead.strip(), [_section(*part.partition("\n")[::2]) for part in parts]


def _section(title: str, body: str) -> Section:
    shown = PICTURE.match(body)
    if shown is None:
        raise ValueError(f"the section {title!r} of the guide does not begin with a picture")
    return Section(title, shown[1], shown[2], to_html(body[shown.end() :], ()))


def _find_guide(call: Call, name: str) -> tuple[AnyRuleset, Guide]:
    rules = call.context.registry.get(name)
    guide = None if rules is None else rules.guide()
    if rules is None or guide is None:
        raise not_found()
    return rules, guide


@cache  # a few for each ruleset
def _draw(rules: AnyRuleset, guide: Guide, which: str) -> Drawing:
    return guide_picture(rules, guide.pictures[which])


def _weakest(rules: AnyRuleset) -> str:
    """Return the bot of the easiest level."""
    return rules.levels[0].bot if rules.levels else next(iter(rules.bots))
