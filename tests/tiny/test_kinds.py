"""The tiny ruleset names kinds of things as the real ones do."""

from typing import cast

from kontor.domain.kernel.model import Form, schema
from tests.support.schema_kinds import kinds_of, unnamed_leaves
from tests.tiny import RULESET
from tests.tiny.words import KINDS

SCHEMAS = [
    *(schema(cast(Form, form)) for form in (*RULESET.commands.values(), *RULESET.events.values())),
    RULESET.view_schema,
]


def test_every_string_says_what_it_names() -> None:
    found = [pointer for form in SCHEMAS for pointer in unnamed_leaves(form)]
    assert [pointer for pointer in found if not pointer.startswith("/properties/draws/")] == []


def test_every_kind_is_described_and_used() -> None:
    assert {kind for form in SCHEMAS for kind in kinds_of(form)} == set(KINDS)
