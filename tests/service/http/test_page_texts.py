"""Every sentence of the pages stands in one place, `texts/`, so that another language is one more file."""

import re
from pathlib import Path

import pytest

from kontor.service.http.pages.scripts import STATIC

TEMPLATES = STATIC.parent / "templates"
WORDS = re.compile(r"[A-Z][a-z]{2,}|[a-z]{2,} [a-z]{2,}")
STRINGS = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
# What nobody reads: headers, keys of a keyboard, names of events and errors, classes, selectors and paths.
SILENT = re.compile(
    r"Bearer |(?:[A-Z][A-Za-z]+-)+[A-Z][A-Za-z]+|Enter|Escape|DOMContentLoaded|NotSupportedError|viewBox"
    r"|[a-z-]+(?: [a-z-]+)*|.*[.:#[(>=].*|[A-Za-z]+(?:, [A-Za-z]+)+"
)
NAMES = {"openapi.json", "asyncapi.json"}  # of files


def spoken(code: str) -> list[str]:
    """The strings of a script that have words for somebody to read."""
    bare = re.sub(r"(?:^|(?<=\s))//.*", "", code, flags=re.MULTILINE)
    strings = [plain or re.sub(r"\${[^}]*}", "", made) for plain, made in STRINGS.findall(bare)]
    return [each for each in strings if WORDS.search(each) and not SILENT.fullmatch(each)]


def written(template: str) -> list[str]:
    """The words of a template that are not taken from the texts, code to copy apart."""
    bare = re.sub(r"{% block layout %}.*?{% endblock %}|<(pre|code)\b.*?</\1>|<!.*?>", "", template, flags=re.DOTALL)
    bare = re.sub(r"{%.*?%}|{{.*?}}", "", bare, flags=re.DOTALL)
    named = re.findall(r'(?:title|alt|aria-label|placeholder)="([^"]*[^"\s][^"]*)"', bare)
    return [*named, *re.findall(r"[A-Za-z][A-Za-z.]+", re.sub(r"<[^>]*>", " ", bare))]


@pytest.mark.parametrize("script", sorted(STATIC.glob("*.js")), ids=lambda path: path.name)
def test_a_script_has_no_hard_coded_texts(script: Path) -> None:
    assert spoken(script.read_text("utf-8")) == []


@pytest.mark.parametrize("template", sorted(TEMPLATES.glob("*.html")), ids=lambda path: path.name)
def test_a_template_has_no_hard_coded_texts(template: Path) -> None:
    assert [each for each in written(template.read_text("utf-8")) if each not in NAMES] == []


def test_words_are_found_where_they_are() -> None:
    assert spoken('h("p", {}, "Send"); h("p", {}, `Back to ${now}`)') == ["Send", "Back to "]
    assert written('{% block body %}<p title="Now">{{ t.x }} all of it</p>{% endblock %}') == ["Now", "all", "of", "it"]
