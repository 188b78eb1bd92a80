"""The page on settings, from the fields of `Settings` and the comments beside them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields

from kontor.service.settings import PREFIX, Settings
from tests.support.paths import ROOT

PAGE = "settings.md"
HEAD = """# Settings

Read from the environment when a process starts; an unknown `KONTOR_` variable is refused.
[Operations](../operations.md) says which of them matter when. Set one like this: `KONTOR_PORT=9000 kontor up`.

| variable | form | without it | |
| --- | --- | --- | --- |"""


def page() -> str:
    return "\n".join([HEAD, *_rows(), ""])


def _rows() -> Iterator[str]:
    about = _comments()
    defaults = Settings().environment()
    for each in fields(Settings):
        name = f"{PREFIX}{each.name.upper()}"
        default = f"`{defaults[name]}`" if defaults[name] else "nothing"
        yield f"| `{name}` | {_form(getattr(Settings(), each.name))} | {default} | {about.get(each.name, '')} |"


def _form(default: object) -> str:
    match default:
        case bool():
            return "true or false"
        case int() | float():
            return "number"
        case tuple():
            return "list, with commas"
        case str():
            return "text"
        case _:
            return "path"


def _comments() -> dict[str, str]:
    """What stands behind each field, or above it."""
    text = (ROOT / "service" / "settings.py").read_text(encoding="utf-8")
    lines = text.splitlines()
    (found,) = [each for each in ast.parse(text).body if isinstance(each, ast.ClassDef) and each.name == "Settings"]
    told = {}
    for each in found.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            behind = re.search(r"  # (.*)$", lines[(each.end_lineno or 0) - 1])
            above = re.search(r"^\s*# (.*)$", lines[each.lineno - 2])
            told[each.target.id] = (behind or above or [None, ""])[1]
    return {name: text.replace("|", "\\|") for name, text in told.items()}
