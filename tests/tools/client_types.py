"""`make client-types`: write kontor/client/answers.py from openapi/openapi.json.

`--check` reports whether that file is up to date. datamodel-code-generator would need options for each rule below, and
writes classes for all of the document: 5,100 lines.
"""

import json
import sys
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from tests.support.paths import ROOT

DOCUMENT = ROOT / "openapi" / "openapi.json"
WRITTEN = ROOT / "kontor" / "client" / "answers.py"
WIDTH = 120

# Each class and the schemas that it is made of. A field that not all of them require has a default.
CLASSES = {
    "OpenedAccount": ("OpenedAccount",),
    "Me": ("Me",),
    "Seat": ("Seat",),
    "Decision": ("Decision",),
    "Placing": ("Placing",),
    "Receipt": ("Receipt",),
    "Summary": ("Summary", "Created"),
    "Line": ("Line",),
    "Outcome": ("Outcome",),
    "DryRun": ("DryRun",),
    "Legal": ("Legal",),
    "SeatScore": ("SeatScore",),
    "LedgerLine": ("LedgerLine",),
    "Score": ("Score",),
    "StateAnswer": ("StateAnswer",),
    "Token": ("Token",),
    "Webhook": ("Webhook", "SecretWebhook"),
}
WITH_PROPERTIES = ("Summary", "Line")  # written by hand in kontor/client/answer_parts.py
KEYWORDS = ("as", "from")  # no Python field can have such a name: it gets an underscore
PLAIN = {"string": "str", "integer": "int", "boolean": "bool"}

OPENING = '''"""The server's answers. `make client-types` generates this file from openapi/openapi.json: do not edit it.

The client ignores fields that a class does not have. Objects without a class stay JSON.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kontor.client.answer_parts import Body as Body
from kontor.client.answer_parts import LineProperties, SummaryProperties
from kontor.client.answer_parts import Notice as Notice
from kontor.client.answer_parts import Page as Page
'''

Schema = Mapping[str, Any]


def text(schemas: Mapping[str, Schema]) -> str:
    """Return the file for the schemas of a document."""
    return OPENING + "".join(_class(schemas, name, parts) for name, parts in CLASSES.items())


def _class(schemas: Mapping[str, Schema], name: str, parts: tuple[str, ...]) -> str:
    base = f"({name}Properties)" if name in WITH_PROPERTIES else ""
    lines = ["", "", "@dataclass(frozen=True, slots=True)", f"class {name}{base}:"]
    if description := schemas[parts[0]].get("description"):
        lines += [f'    """{description}"""', ""]
    properties = {key: schema for part in parts for key, schema in schemas[part]["properties"].items()}
    required = set.intersection(*(set(schemas[part].get("required", ())) for part in parts))
    for key in sorted(properties, key=lambda key: key not in required):  # fields with defaults are the last ones
        lines += _field(schemas, key, properties[key], key in required)
    return "\n".join(lines) + "\n"


def _field(schemas: Mapping[str, Schema], key: str, schema: Schema, required: bool) -> Iterator[str]:
    if description := schema.get("description"):
        yield from textwrap.wrap(description, WIDTH, initial_indent="    # ", subsequent_indent="    # ")
    hint = _hint(schemas, schema)
    if not required:
        hint = _with_default(hint)
    yield f"    {key}{'_' if key in KEYWORDS else ''}: {hint}"


def _with_default(hint: str) -> str:
    if hint.startswith("tuple"):
        return f"{hint} = ()"
    if hint == "bool":
        return f"{hint} = False"
    return f"{hint} = None" if hint.endswith("None") else f"{hint} | None = None"


def _hint(schemas: Mapping[str, Schema], schema: Schema) -> str:
    if reference := schema.get("$ref"):
        name = reference.rpartition("/")[2]
        return name if name in CLASSES else _hint(schemas, schemas[name])
    if branches := schema.get("anyOf") or schema.get("oneOf"):  # of the rulesets, or null
        return "Body | None" if {"type": "null"} in branches else "Body"
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    hint = " | ".join(_plain(schemas, schema, kind) for kind in kinds if kind != "null")
    return f"{hint} | None" if "null" in kinds else hint


def _plain(schemas: Mapping[str, Schema], schema: Schema, kind: str) -> str:
    if kind == "array":
        return f"tuple[{_hint(schemas, schema['items'])}, ...]"
    if kind != "object":
        return PLAIN[kind]
    values = schema.get("additionalProperties")
    return f"Mapping[str, {_hint(schemas, values)}]" if values else "Body"


def main(arguments: list[str]) -> int:
    made = text(json.loads(DOCUMENT.read_text())["components"]["schemas"])
    if "--check" not in arguments:
        WRITTEN.write_text(made)
        return 0
    if WRITTEN.read_text() == made:
        return 0
    print(f"{WRITTEN.relative_to(ROOT)} is out of date; run: make client-types", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
