"""Send pictures as SVG or text, with an ETag and with a policy that forbids scripts in an SVG."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeAlias

import marshmallow as ma
from flask import Response, request

from kontor.domain.kernel.drawing.model import Drawing
from kontor.domain.kernel.drawing.palette import THEMES, Theme
from kontor.domain.kernel.drawing.svg import svg
from kontor.domain.kernel.drawing.terminal import terminal
from kontor.service.http.parameters import flag_parameter, integer_parameter, text_parameter
from kontor.service.http.security_headers import PICTURE, security_headers

SVG = "image/svg+xml"
TEXT = "text/plain; charset=utf-8"
NARROWEST, WIDEST = 80, 400  # columns of a page of text


class ThemeQuery(ma.Schema):
    theme = text_parameter("The colours: for a light or a dark background.", values=THEMES, default="light")


class TextQuery(ma.Schema):
    ansi = flag_parameter("True: with the ANSI escape sequences for colours in a terminal.", default=False)
    columns = integer_parameter(
        "The width in columns. A wider board is drawn more narrowly.", NARROWEST, WIDEST, default=None
    )
    legend = flag_parameter("True: with a legend that explains the symbols.", default=True)


@dataclass(frozen=True, slots=True)
class PageOfText:
    """The options for a board that is drawn as text."""

    ansi: bool
    columns: int | None
    legend: bool


Form: TypeAlias = Theme | PageOfText  # as SVG in a theme, or as text


def text_options(query: Mapping[str, Any]) -> PageOfText:
    return PageOfText(query["ansi"], query["columns"], query["legend"])


def paint(drawing: Drawing, form: Form) -> str:
    if isinstance(form, PageOfText):
        return terminal(drawing, form.ansi, form.columns, form.legend)
    return svg(drawing, form)


def picture(text: str, form: Form, headers: Mapping[str, str]) -> Response:
    """Return an answer with a picture, or 304 if the client already has the picture. The ETag is a hash of the picture,
    because a new release may draw the same position differently."""
    tag = sha256(text.encode()).hexdigest()[:32]
    told = {**headers, "ETag": f'"{tag}"', **security_headers(PICTURE)}
    if request.if_none_match.contains(tag):
        return Response(status=304, headers=told)
    return Response(text, headers=told, content_type=TEXT if isinstance(form, PageOfText) else SVG)


def theme_of(query: Mapping[str, str]) -> Theme:
    return "dark" if query["theme"] == "dark" else "light"
