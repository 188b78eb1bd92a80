"""`make verifier-page`: build build/verifier.html, one file that checks games in a browser, offline.

The file contains Pyodide, the rules, and the modules of service/ that the checker imports. The same sources always give
the same bytes.
"""

import base64
import gzip
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from kontor.service.audit.verifier_page import rules
from tests.support.paths import ROOT

SOURCES = ROOT / "openapi" / "verifiers" / "page"
PYODIDE = ROOT / "build" / "verifier" / "node_modules" / "pyodide"
BUILT = ROOT / "build" / "verifier.html"
ENTRY = "kontor.service.audit.verifier_page"
# A program without the checkout's other modules: it prints the modules that the checker imports.
LIST = f"import {ENTRY} as page, sys; page.rules(); print(*(name for name in sys.modules if name.startswith('kontor')))"


def main() -> None:
    if not PYODIDE.exists():
        sys.exit("Pyodide is missing; run: make verifier-page")
    page = build()
    BUILT.parent.mkdir(exist_ok=True)
    BUILT.write_text(page, encoding="utf-8")
    print(f"{BUILT.relative_to(ROOT)}: {len(page) / 1e6:.1f} MB, SHA-256 {sha256(page.encode()).hexdigest()}")


def build() -> str:
    style, script = _source("page.css"), _source("page.js")
    policy = (
        f"default-src 'none'; script-src {_hash(script)} 'wasm-unsafe-eval' blob:; worker-src blob:; "
        f"style-src {_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    pyodide = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))["version"]
    version = next(line for line in (ROOT / "pyproject.toml").read_text().splitlines() if line.startswith("version"))
    values = {
        "policy": policy,
        "style": style,
        "script": script,
        "version": version.split('"')[1],
        "rules": " and ".join(f"{name} {number}" for name, number in rules().items()),
        "pyodide": pyodide,
        "assets": "\n".join(_asset(name, content) for name, content in _assets()),
    }
    page = _source("page.html")
    for name, value in values.items():
        page = page.replace(f"{{{{{name}}}}}", value)
    return page


def _assets() -> Iterator[tuple[str, bytes]]:
    yield "worker.js", _source("worker.js").encode()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
        yield name, (PYODIDE / name).read_bytes()
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    yield "pyodide-lock.json", json.dumps({**lock, "packages": {}}).encode()  # packages would have to be downloaded
    yield "kontor.zip", pack()


def pack() -> bytes:
    """Return the modules of the checker as a zip file. It is not compressed, because the page compresses it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted(_files()):
            archive.writestr(zipfile.ZipInfo(path.relative_to(ROOT).as_posix()), path.read_bytes())
    return packed.getvalue()


def _files() -> Iterator[Path]:
    """Yield the files below the folder `kontor`: the rules with their boards, and the imported modules of service/."""
    listed = subprocess.run([sys.executable, "-c", LIST], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in listed.split():
        path = ROOT.joinpath(*name.split("."))
        if not name.startswith("kontor.domain"):
            yield path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    domain = ROOT / "kontor" / "domain"
    yield from (path for kind in ("*.py", "*.json") for path in (*domain.glob(kind), *domain.glob(f"*/**/{kind}")))


def _source(name: str) -> str:
    return (SOURCES / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


def _asset(name: str, content: bytes) -> str:
    packed = base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()
    return f'<script type="application/octet-stream" id="{name}">{packed}</script>'


if __name__ == "__main__":
    main()
