"""The scripts, styles and pictures of the pages, read once from `static/`. Only these files are served.

The name of their folder is a hash of their content: `/assets/en-0123456789ab/game.js`. So a browser may cache the files
for ever, and never mixes two releases. The name of the folder also contains the language of `texts.js`.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from kontor.service.http.pages.files import Served
from kontor.service.http.pages.texts import texts

STATIC = Path(__file__).parent.parent / "static"
KINDS = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
IMPORTS = re.compile(r'^(?:import|export) .* from "(\./[a-z_/]+\.js)"', re.MULTILINE)


@cache
def files(language: str) -> Mapping[str, Served]:
    """Return all files by their path, with `texts.js` in the given language. Vendored files are stored compressed."""
    words = f"export default {json.dumps(texts(language), ensure_ascii=False)};\n".encode()
    return {**_files(), "texts.js": Served.of(words, KINDS[".js"])}


@cache
def folder(language: str) -> str:
    """Return the folder name of this release in the addresses of scripts and styles."""
    told = "".join(f"{name} {file.tag}\n" for name, file in sorted(files(language).items()))
    return f"{language}-{hashlib.sha256(told.encode()).hexdigest()[:12]}"


@cache
def imports_of(script: str) -> Sequence[str]:
    """Return all direct and indirect imports of a script, so that a page can load them at the same time."""
    found: list[str] = []
    waiting = [script]
    while waiting:
        name = waiting.pop()
        named = IMPORTS.findall(files("en")[name].plain.decode())
        imported = [normpath(join(dirname(name), each)) for each in named]
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
