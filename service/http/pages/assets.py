"""The scripts and styles of the pages, from `static/`: read once, named one by one, so that no path leads elsewhere."""

import gzip
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Response

from kontor.service.http.pages.files import Served, answered
from kontor.service.http.pages.page import blp, texts
from kontor.service.http.problems import not_found

STATIC = Path(__file__).parent.parent / "static"
KINDS = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}


@blp.get("/assets/<path:name>")
def asset(name: str) -> Response:
    file = _assets().get(name)
    if file is None:
        raise not_found()
    response = answered(file)
    response.headers["Cache-Control"] = (
        "no-cache"  # asked for again each time, answered with 304: never two releases at once
    )
    return response


@cache
def _assets() -> Mapping[str, Served]:
    """All of them, by their path; what is vendored lies there packed."""
    found = (each for each in STATIC.rglob("*") if each.is_file())
    named = {each.relative_to(STATIC).as_posix().removesuffix(".gz"): each for each in found}
    words = f"export default {json.dumps(texts(), ensure_ascii=False)};\n".encode()
    return {"texts.js": Served.of(words, KINDS[".js"])} | {
        name: Served.of(_content(path), KINDS[Path(name).suffix])
        for name, path in named.items()
        if Path(name).suffix in KINDS
    }


def _content(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
