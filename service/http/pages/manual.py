"""Serve the site of docs/ at /manual/, from the archive that `make docs` writes (decision 0008).

Only names in the archive are served, so a path cannot lead to other files.
"""

import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Response, redirect
from werkzeug.wrappers import Response as AnyResponse

from kontor.service.http.pages.files import Served, respond
from kontor.service.http.pages.page import blp
from kontor.service.http.problems import Problem, not_found
from kontor.service.http.security_headers import MANUAL, security_headers

SITE = Path(__file__).parent.parent / "manual" / "site.zip"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".ipynb": "application/x-ipynb+json",
}


@blp.get("/manual")
def manual() -> AnyResponse:
    return redirect("/manual/", 308)


@blp.get("/manual/", defaults={"name": ""})
@blp.get("/manual/<path:name>")
def manual_page(name: str) -> Response:
    file = name if Path(name).suffix in KINDS else f"{name.rstrip('/')}/index.html".lstrip("/")
    if file not in _names():
        raise not_found() if is_built() else Problem("not-found", "This server has no manual. `make docs` builds it.")
    if file != name and name and not name.endswith("/"):
        return redirect(f"/manual/{name}/", 308)  # type: ignore[return-value]  # it is a Response
    response = respond(_load(file))
    response.headers.update({**security_headers(MANUAL), "Cache-Control": "no-cache"})
    return response


def is_built() -> bool:
    return bool(_names())


@cache
def _names() -> Mapping[str, str]:
    """Return the content types of the files in the archive by name. Empty if there is no archive."""
    if not SITE.exists():
        return {}
    with zipfile.ZipFile(SITE) as archive:
        return {name: KINDS[Path(name).suffix] for name in archive.namelist() if Path(name).suffix in KINDS}


@cache  # a few megabytes at most
def _load(name: str) -> Served:
    with zipfile.ZipFile(SITE) as archive:
        return Served.of(archive.read(name), _names()[name])
