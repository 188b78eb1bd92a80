"""Serve the documentation site at /manual/, from the archive that `make docs` builds out of docs/ (decision 0008).

Only names in the archive are served, so a request cannot read any other file.
"""

import zipfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Response, redirect
from werkzeug.wrappers import Response as AnyResponse

from kontor.service.http.pages.files import Served, respond
from kontor.service.http.pages.page import blp
from kontor.service.http.problems import Problem, not_found
from kontor.service.http.security_headers import MANUAL, security_headers

SITE = Path(__file__).parent.parent / "manual" / "site.zip"
NOT_BUILT = "The manual is not built yet. `make run` builds it in the background. To build it now, run `make docs`."
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".ipynb": "application/x-ipynb+json",
    ".md": "text/markdown; charset=utf-8",
}
# For programs that read documentation (llmstxt.org): the documents of the API, then each page of the manual.
LLMS = """# Kontor

> Play trading board games by API. Every game is an append-only log of events with a hash chain, which anyone can check.

## API

- [OpenAPI](/openapi.json): every call of clients, with the schemas of requests and answers; `?ruleset=` has one ruleset
- [OpenAPI for operators](/openapi.json?for=operators): health, metrics, and all games of the server
- [AsyncAPI](/asyncapi.json): the streams and the webhooks
- [Directory](/v1): every address with its methods
- [Problems](/problems): every kind of refusal
- `/mcp`: tools for language models (Model Context Protocol, streamable HTTP); the client registers and signs in
"""


@blp.get("/manual")
def manual() -> AnyResponse:
    return redirect("/manual/", 308)


@blp.get("/manual/", defaults={"name": ""})
@blp.get("/manual/<path:name>")
def manual_page(name: str) -> Response:
    file = name if Path(name).suffix in KINDS else f"{name.rstrip('/')}/index.html".lstrip("/")
    if file not in _kinds(SITE, _build_time()):
        raise not_found() if _build_time() else Problem("not-found", NOT_BUILT)
    if file != name and name and not name.endswith("/"):
        return redirect(f"/manual/{name}/", 308)  # type: ignore[return-value]  # a response; links in it are relative
    response = respond(_serve(SITE, _build_time(), file))
    response.headers.update({**security_headers(MANUAL), "Cache-Control": "no-cache"})
    return response


@blp.get("/llms.txt")
def llms() -> Response:
    """Return the list of all documents, for programs that read documentation (llmstxt.org)."""
    return respond(Served.of_text(_llms(SITE, _build_time()), "text/plain; charset=utf-8"))


@lru_cache(maxsize=1)
def _llms(site: Path, build_time: int) -> str:
    pages = [name for name in _kinds(site, build_time) if name.endswith(".md")]
    if not pages:
        return LLMS
    with zipfile.ZipFile(site) as archive:
        titles = {name: _title(archive.read(name).decode()) or name for name in pages}
    return f"{LLMS}\n## Manual\n\n" + "".join(f"- [{title}](/manual/{name})\n" for name, title in titles.items())


def _title(page: str) -> str:
    """Return the first heading of a Markdown page."""
    return next((line.removeprefix("# ").strip() for line in page.splitlines() if line.startswith("# ")), "")


@blp.app_context_processor
def _links() -> dict[str, Any]:
    """Return whether the manual is built, so that templates can link to it."""
    return {"has_manual": bool(_build_time())}


def _build_time() -> int:
    """Return the time when the site was built, or 0 if it is not built. `make run` builds the site while the service
    runs."""
    try:
        return SITE.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


@lru_cache(maxsize=1)
def _kinds(site: Path, build_time: int) -> Mapping[str, str]:
    """Return the content type of each file in the site."""
    if not build_time:
        return {}
    with zipfile.ZipFile(site) as archive:
        return {name: KINDS[Path(name).suffix] for name in archive.namelist() if Path(name).suffix in KINDS}


@lru_cache(maxsize=256)  # the whole site, a few megabytes
def _serve(site: Path, build_time: int, name: str) -> Served:
    with zipfile.ZipFile(site) as archive:
        return Served.of(archive.read(name), _kinds(site, build_time)[name])
