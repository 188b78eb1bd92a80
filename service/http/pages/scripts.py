"""What pages are made of besides HTML, from `static/`: read once, named one by one, so that no path leads elsewhere.

A page names them below a folder that changes with them, so that a browser may keep them for ever and never mixes two
releases: `/assets/en-0123456789ab/game.js`. The folder also says the language, in which `texts.js` is.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from kontor.service.http.pages.files import Served
from kontor.service.http.pages.texts import texts

STATIC = Path(__file__).parent.parent / "static"
KINDS = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
IMPORTS = re.compile(r'from "\./([a-z_]+\.js)"')


@cache
def files(language: str) -> Mapping[str, Served]:
    """All of them, by their path; what is vendored lies there packed."""
    words = f"export default {json.dumps(texts(language), ensure_ascii=False)};\n".encode()
    return {**_files(), "texts.js": Served.of(words, KINDS[".js"])}


@cache
def folder(language: str) -> str:
    """The name below which they are served now."""
    told = "".join(f"{name} {file.tag}\n" for name, file in sorted(files(language).items()))
    return f"{language}-{hashlib.sha256(told.encode()).hexdigest()[:12]}"


@cache
def reached(script: str) -> Sequence[str]:
    """What a script imports, and what that does: fetched at once, and not one after the other."""
    found: list[str] = []
    waiting = [script]
    while waiting:
        name = waiting.pop()
        imported = IMPORTS.findall(files("en")[name].plain.decode())
        fresh = [each for each in dict.fromkeys(imported) if each not in found and each != script]
        found += fresh
        waiting += fresh
    return found


@cache
def _files() -> Mapping[str, Served]:
    found = (each for each in STATIC.rglob("*") if each.is_file())
    named = {each.relative_to(STATIC).as_posix().removesuffix(".gz"): each for each in found}
    return {
        name: Served.of(_content(path), KINDS[Path(name).suffix])
        for name, path in named.items()
        if Path(name).suffix in KINDS
    }


def _content(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
