"""The areas of the text, the areas in which the check is in force, and the named exceptions."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.paths import ROOT
from tests.tools.count import product_files
from tests.tools.prose.checks import Flaw, flaws_of, flaws_of_page
from tests.tools.prose.names import participles
from tests.tools.prose.passages import Passage, of_docstrings, of_markdown, of_messages, of_texts

# `make lint` checks these areas. An entry includes the areas below it: "docstrings:service" covers service/http, too.
IN_FORCE: tuple[str, ...] = ("docs", "docstrings", "messages", "names", "ui")

# File or folder: why it is not checked at all.
EXEMPT = {
    "docs/rules-coverage.md": "generated; it quotes the rulebooks",
    "docs/reference/cli.md": "generated from docstrings and help texts, which are checked, and from real runs",
}
# File or folder: why the limits of lines, paragraphs and pages do not apply.
FREE_LAYOUT = {"docs/reference": "generated"}
# File or folder: why the limit of a page's length does not apply.
ANY_LENGTH = {"CHANGELOG.md": "it grows with every version"}
PAGES = ("docs/**/*.md", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "[!.]*/README.md", "openapi/**/README.md")
TEXTS = "service/http/texts/en.json"


def passages() -> Iterator[tuple[str, Path, Passage]]:
    """Yield all passages of the project with their area and file."""
    for path in pages():
        for each in of_markdown(path.read_text("utf-8")):
            yield page_area(path), path, each
    for each in of_texts((ROOT / TEXTS).read_text("utf-8")):
        yield "ui", ROOT / TEXTS, each
    for path in product_files():
        tree = ast.parse(path.read_text("utf-8"))
        folder = code_folder(path)
        for each in of_docstrings(tree):
            yield f"docstrings:{folder}", path, each
        for each in of_messages(tree):
            yield f"messages:{folder}", path, each


def flaws() -> Iterator[tuple[str, Path, Flaw]]:
    """Yield all flaws of the project with their area and file."""
    for area, path, passage in passages():
        for flaw in flaws_of(passage):
            yield area, path, flaw
    for path in pages():
        if not is_listed(path, FREE_LAYOUT):
            for flaw in flaws_of_page(path.read_text("utf-8"), any_length=is_listed(path, ANY_LENGTH)):
                yield page_area(path), path, flaw
    for path in product_files():
        for flaw in participles(ast.parse(path.read_text("utf-8"))):
            yield f"names:{code_folder(path)}", path, flaw


def pages() -> list[Path]:
    """The Markdown pages to check, without those that are exempt."""
    found = {path for pattern in PAGES for path in ROOT.glob(pattern)}
    return sorted(path for path in found if not path.is_symlink() and not is_listed(path, EXEMPT))


def code_folder(path: Path) -> str:
    return "/".join((*path.relative_to(ROOT).parent.parts, "top")[:2])


def page_area(path: Path) -> str:
    folder = path.relative_to(ROOT).parent.as_posix()
    return "docs:" + {".": "top", "docs": "guides"}.get(folder, folder.removeprefix("docs/"))


def is_in_force(area: str) -> bool:
    return any(area == each or area.startswith((f"{each}:", f"{each}/")) for each in IN_FORCE)


def is_listed(path: Path, listed: dict[str, str]) -> bool:
    name = path.relative_to(ROOT).as_posix()
    return any(name == each or name.startswith(f"{each}/") for each in listed)
