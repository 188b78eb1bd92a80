"""The sentences of the pages, one file a language in `texts/`: whoever adds one has another language."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from flask import request

TEXTS = Path(__file__).parent.parent / "texts"
ENGLISH = "en"
ASKED_BY = "Accept-Language"  # the header that asks for a language


@cache
def languages() -> Sequence[str]:
    """Those that there are, English first: it is spoken to whoever asks for none of them."""
    found = sorted(each.stem for each in TEXTS.glob("*.json"))
    return [ENGLISH, *(each for each in found if each != ENGLISH)]


@cache
def texts(language: str = ENGLISH) -> Mapping[str, Any]:
    """Every sentence of the pages, for templates and scripts alike; what a language has no words for yet is English."""
    found: dict[str, Any] = json.loads((TEXTS / f"{language}.json").read_text("utf-8"))
    return found if language == ENGLISH else _over(texts(), found)


def wanted() -> str:
    """The first language that the caller's browser asks for and there is, whatever the country."""
    asked = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((each for each in asked if each in languages()), ENGLISH)


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _over(value, above.get(name, {})) if isinstance(value, Mapping) else above.get(name, value)
        for name, value in below.items()
    }
