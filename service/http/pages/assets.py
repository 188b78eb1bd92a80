"""Serve the scripts and styles of the pages."""

import re

from flask import Response

from kontor.service.http.pages.files import respond
from kontor.service.http.pages.page import blp
from kontor.service.http.pages.scripts import files, folder
from kontor.service.http.pages.texts import ENGLISH, languages
from kontor.service.http.problems import not_found

FOLDER = re.compile(r"([a-z]{2})-[0-9a-f]{12}")
FOR_EVER = "public, max-age=31536000, immutable"


@blp.get("/favicon.ico")
def favicon() -> Response:
    """Serve the icon at its usual address, for programs that ignore the link in the page."""
    return asset("icon.svg")


@blp.get("/assets/<path:name>")
def asset(name: str) -> Response:
    """Serve a script, style or picture of the pages. A browser may cache a file in the folder of this release for ever.
    It must revalidate a file in any other folder."""
    below, _, rest = name.partition("/")
    found = FOLDER.fullmatch(below)
    language, name = (found[1], rest) if found else (ENGLISH, name)
    file = files(language).get(name) if language in languages() else None
    if file is None:
        raise not_found()
    response = respond(file)
    is_current = found is not None and below == folder(language)
    response.headers["Cache-Control"] = FOR_EVER if is_current else "no-cache"
    return response
