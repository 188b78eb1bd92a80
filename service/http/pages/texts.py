"""The texts of the pages, with one file per language in `texts/`. To add a language, add a file."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from flask import request

TEXTS = Path(__file__).parent.parent / "texts"
ENGLISH = "en"
CHOSEN = "language"  # the cookie with the language that the person chose on a page
ASKED_BY = "Accept-Language, Cookie"  # the headers that decide how a page looks


@cache
def languages() -> Sequence[str]:
    """Return the available languages. English is first, because it is the default."""
    found = sorted(each.stem for each in TEXTS.glob("*.json"))
    return [ENGLISH, *(each for each in found if each != ENGLISH)]


@cache
def texts(language: str = ENGLISH) -> Mapping[str, Any]:
    """Return all texts of the pages in a language. A text without a translation is in English."""
    found: dict[str, Any] = json.loads((TEXTS / f"{language}.json").read_text("utf-8"))
    return found if language == ENGLISH else _merge(texts(), found)


def preferred_language() -> str:
    """Return the language that the person chose, or else the first available language that the browser accepts. The
    country of a language is ignored."""
    chosen = request.cookies.get(CHOSEN)
    if chosen in languages():
        return str(chosen)
    asked = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((each for each in asked if each in languages()), ENGLISH)


def _merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _merge(value, above.get(name, {})) if isinstance(value, Mapping) else above.get(name, value)
        for name, value in below.items()
    }
