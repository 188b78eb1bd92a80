"""The sources of the site: docs/, pages from elsewhere in the repository, and without links to other files, because a
reader of the site has no repository."""

import re
import shutil
from pathlib import Path
from posixpath import normpath, relpath

from kontor.domain.shipped import SHIPPED
from tests.support.paths import ROOT

ELSEWHERE = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "deploy/README.md",
    "domain/README.md",
    *(f"domain/{name}/rulebook/rules.md" for name in SHIPPED),
    "openapi/examples/README.md",
    "openapi/examples/bot/README.md",
    "tests/README.md",
)
FIRST_GAME = "tutorial/api.md"
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?!https?:|mailto:|#)([^)#\s]*)(#[^)\s]*)?\)")
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
MERMAID = re.compile(r"^```mermaid\n.*?^```$", re.MULTILINE | re.DOTALL)
PICTURE = "![The parts of Kontor and the arrows between them](pictures/architecture.svg)"


def staged(folder: Path) -> None:
    """Write the sources into a folder, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    for origin, place in _places().items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            path.write_text(rewritten((ROOT / origin).read_text(encoding="utf-8"), origin), encoding="utf-8")
        else:
            shutil.copy(ROOT / origin, path)
    (folder / FIRST_GAME).write_text(first_game(), encoding="utf-8")


def first_game() -> str:
    """Return the tutorial of the API: a chapter of README, which a test runs."""
    (chapter,) = re.findall(r"^## A first game.*?(?=^## )", (ROOT / "README.md").read_text("utf-8"), re.M | re.S)
    return rewritten(re.sub(r"^## A first game.*", "# A first game by API", chapter), "README.md")


def _places() -> dict[str, str]:
    """Return the place of each file of the repository in the site."""
    inside = (path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*")) if path.is_file())
    return {**{origin: origin.removeprefix("docs/") for origin in inside}, **{each: _moved(each) for each in ELSEWHERE}}


def _moved(origin: str) -> str:
    """`domain/hansa/rulebook/rules.md` → `source/domain/hansa/rulebook/rules.md`; a README bears its folder's name."""
    return f"source/{origin.lower().replace('/readme.md', '.md')}"


def rewritten(text: str, origin: str) -> str:
    """Return the text of a page with the links of the site. Code blocks stay unchanged."""
    places = {**_places(), "README.md": FIRST_GAME}
    parts = FENCE.split(MERMAID.sub(PICTURE, text))
    told = (each if n % 2 else LINK.sub(lambda link: _link(link, origin, places), each) for n, each in enumerate(parts))
    return "".join(told)


def _link(link: "re.Match[str]", origin: str, places: dict[str, str]) -> str:
    text, target, anchor = link[1], link[2], link[3] or ""
    meant = normpath(f"{Path(origin).parent.as_posix()}/{target}")
    found = places.get(meant) or places.get(f"{meant}/README.md") or places.get(f"{meant}/index.md")
    if found is None:
        return text
    here = Path(places[origin]).parent.as_posix()
    # only one chapter of README is there
    return f"[{text}]({relpath(found, here)}{'' if found == FIRST_GAME else anchor})"
