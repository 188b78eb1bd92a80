"""All pages of docs/reference/, from the code and the stored examples."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.support.paths import ROOT
from tests.tools.reference import cli, problems, python_client, rulesets, settings

FOLDER = ROOT / "docs" / "reference"
EXAMPLES = ROOT / "tests" / "docs" / "reference_examples.json"


def load_examples() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return found


def pages(examples: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield from rulesets.pages(examples["played"])
    yield problems.PAGE, problems.page(examples["problems"])
    yield settings.PAGE, settings.page()
    yield cli.PAGE, cli.page(examples["cli"])
    yield python_client.PAGE, python_client.page()
