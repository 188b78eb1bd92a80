"""Typed answers after the OpenAPI document: every field of a schema is a field of its dataclass, and no other."""

import json
from dataclasses import MISSING, fields
from typing import Any

import pytest

from kontor.client import answers
from kontor.client.answers import read_answer
from tests.support.paths import ROOT

SCHEMAS: dict[str, Any] = json.loads((ROOT / "openapi" / "openapi.json").read_text())["components"]["schemas"]
BOTH = {  # one class for what is answered in two ways
    "Summary": ("Summary", "Created"),
    "Webhook": ("Webhook", "SecretWebhook"),
}
FORMS = [
    answers.OpenedAccount,
    answers.Me,
    answers.Seat,
    answers.Decision,
    answers.Placing,
    answers.Receipt,
    answers.Summary,
    answers.Line,
    answers.Outcome,
    answers.DryRun,
    answers.Legal,
    answers.StateAnswer,
    answers.SeatScore,
    answers.LedgerLine,
    answers.Score,
    answers.Token,
    answers.Webhook,
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_a_form_has_the_fields_of_its_schema(form: "type[Any]") -> None:
    schemas = [SCHEMAS[name] for name in BOTH.get(form.__name__, (form.__name__,))]
    told = {name for schema in schemas for name in schema["properties"]}
    always = set.intersection(*(set(schema["required"]) for schema in schemas))
    mine = {each.name.removesuffix("_"): each.default is MISSING for each in fields(form)}
    assert mine.keys() == told
    assert {name for name, needed in mine.items() if needed} <= always


def test_fields_that_are_unknown_are_ignored_and_those_that_are_missing_named() -> None:
    assert read_answer(answers.Placing, {"seat": 1, "rank": 2, "total": 3, "later": 4}) == answers.Placing(1, 2, 3)
    with pytest.raises(ValueError, match="a Placing has rank, total; the server is of another version"):
        read_answer(answers.Placing, {"seat": 1})
    with pytest.raises(ValueError, match="an object"):
        read_answer(answers.Placing, [])
