"""`make questions`: thirty questions on where things are, for a reader who sees only the file tree; with answers.

They are drawn from rules, operations, headers and settings (`make questions SEED=2` draws others). Give the questions
and the output of `git ls-files` to a reader who has not seen the code, and compare with `--answers`. If file names can
be guessed, nine of ten first guesses are right.
"""

import inspect
import os
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from tests.support.contract_page import headers
from tests.support.paths import ROOT
from tests.support.rulesets import SHIPPED
from tests.tools.rule_ids import citing_code, page

SHARES = {"rule": 15, "operation": 7, "setting": 4, "header": 4}
ASIDE = re.compile(r"-(RULING|EX|DEC|INFO|PIECE)-")  # examples, remarks, tables
LONGEST = 400  # characters of a rule that are shown
ANYWHERE = {"Authorization", "Cache-Control", "ETag", "Link", "Location", "Vary"}  # set in many places

Question = tuple[str, list[str]]


def rules() -> Iterator[Question]:
    for ruleset in SHIPPED:
        cited: dict[str, list[str]] = {}
        for each in citing_code(ruleset):
            for rule in each.rules:
                cited.setdefault(rule, []).append(each.file)
        for rule, text in page(ruleset).items():
            if any("/rulebook/" in file for file in cited.get(rule, ())) and not ASIDE.search(rule):
                told = " ".join(re.sub(r"[*`]|\[[^\]]*\]|\(?\b[A-Z]{2}-[A-Z0-9-]+\)?", "", text).split())
                yield f"{ruleset}: where is the rule written as code: “{told[:LONGEST]}”", cited[rule]


def operations() -> Iterator[Question]:
    app = create_app(Settings(), connected=False)
    for rule in app.url_map.iter_rules():
        view = inspect.unwrap(app.view_functions[rule.endpoint])
        found = getattr(view, "view_class", view)
        for method in sorted((rule.methods or set()) & {"GET", "POST", "DELETE"}):
            if rule.rule.startswith("/v1"):
                yield f"which file answers {method} {rule.rule}?", [place(inspect.getsourcefile(found) or "")]


def settings() -> Iterator[Question]:
    for name in Settings.__dataclass_fields__:
        if files := reading(rf"(?i)\b(kontor_)?{name}\b", ("service", "workers")):
            yield f"which file is handed the setting KONTOR_{name.upper()}, by this name, or makes use of it?", files


def header_names() -> Iterator[Question]:
    for name in sorted(headers() - ANYWHERE):
        if files := reading(re.escape(f'"{name}"'), ("service/http",)):
            yield f"where is the header {name} read or set?", files


def reading(expression: str, folders: tuple[str, ...]) -> list[str]:
    files = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [place(path) for path in files if path.stem != "settings" and re.search(expression, path.read_text("utf-8"))]


def place(path: str | Path) -> str:
    return str(Path(path).resolve().relative_to(ROOT))


def drawn(seed: int) -> list[Question]:
    luck = random.Random(seed)
    sources = {"rule": rules, "operation": operations, "setting": settings, "header": header_names}
    return [each for name, share in SHARES.items() for each in luck.sample(sorted(sources[name]()), share)]


def main() -> int:
    questions = drawn(int(os.environ.get("SEED", "1")))
    for n, (asked, _) in enumerate(questions, 1):
        print(f"{n}. {asked}")
    if "--answers" in sys.argv:
        for n, (_, files) in enumerate(questions, 1):
            print(f"{n}: {' '.join(sorted(set(files)))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
