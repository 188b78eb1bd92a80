"""`make client-types`: write the parts of the Python client that follow from the OpenAPI documents.

These are the classes of the answers, and a method for each operation that kontor/client/calls.py does not describe by
hand. `--check` reports whether the files are up to date. datamodel-code-generator would need options for each rule
below, and writes classes for all of the document: 5,100 lines.
"""

import json
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.support.paths import ROOT
from tests.tools import client_operations

CLIENT = ROOT / "kontor" / "client"
WIDTH = 120

# Each class and the schemas that it is made of. A field that not all of them require has a default.
OF_GAMES = {
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
}
OF_ACCOUNTS = {
    "Key": ("Key", "AddedKey"),
    "SignedIn": ("SignedIn",),
    "RecoveryCodesLeft": ("RecoveryCodesLeft",),
    "NewRecoveryCodes": ("NewRecoveryCodes",),
    "Passkey": ("Passkey",),
    "App": ("App",),
    "Consent": ("Consent",),
    "RegisteredApp": ("RegisteredApp",),
    "DeviceCodes": ("DeviceCodes",),
    "WaitingDevice": ("WaitingDevice",),
    "Tokens": ("Tokens",),
    "StreamTicket": ("StreamTicket",),
    "RulesetLine": ("RulesetLine",),
    "Rule": ("Rule",),
    "StoredBoard": ("StoredBoard",),
    "Seed": ("Seed",),
    "Token": ("Token",),
    "Invitation": ("Invitation", "MadeInvitation", "Invited"),
    "Accepted": ("Accepted",),
    "Webhook": ("Webhook", "SecretWebhook"),
    "Attempt": ("Attempt",),
    "Delivery": ("Delivery", "TriedDelivery"),
}
OF_AUDITS = {
    "Votes": ("Votes",),
    "Refusal": ("Refusal",),
    "Refusals": ("Refusals",),
    "WhatIf": ("WhatIf",),
    "Sentence": ("Sentence",),
    "Analysis": ("Analysis",),
    "Head": ("Head",),
    "Origin": ("Origin",),
    "AuditGame": ("AuditGame",),
    "AuditGames": ("AuditGames",),
    "Job": ("Job",),
}
MODULES = {"answers": OF_GAMES, "account_answers": OF_ACCOUNTS, "audit_answers": OF_AUDITS}
CLASSES = {**OF_GAMES, **OF_ACCOUNTS, **OF_AUDITS}
WITH_PROPERTIES = ("Summary", "Line")  # written by hand in kontor/client/answer_parts.py
KEYWORDS = ("as", "from")  # no Python field can have such a name: it gets an underscore
PLAIN = {"string": "str", "integer": "int", "boolean": "bool", "number": "float"}

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
FURTHER_OPENING = '''"""Answers about {about}, like those of `kontor.client.answers`.

`make client-types` generates this file from openapi/openapi.json: do not edit it.
"""

from dataclasses import dataclass

from kontor.client.answers import {used}
'''
OPENINGS = {
    "answers": OPENING,
    "account_answers": FURTHER_OPENING.format(
        about="accounts, rulesets, invitations and webhooks", used="Body, OpenedAccount, Outcome, Summary"
    ),
    "audit_answers": FURTHER_OPENING.format(about="refusals, analyses, jobs and audits", used="Body, Score"),
}

Schema = Mapping[str, Any]


def documents() -> dict[str, Any]:
    """Return the union of the OpenAPI documents. A schema that both have is taken from the one with more calls: the
    operators' document has a shorter `Command`."""
    paths: dict[str, Any] = {}
    schemas: dict[str, Any] = {}
    found = [json.loads(each.read_text()) for each in sorted((ROOT / "openapi").glob("*.json"))]
    for each in sorted((each for each in found if "openapi" in each), key=lambda each: -len(each["paths"])):
        for path, item in each["paths"].items():
            paths[path] = {**item, **paths.get(path, {})}
        for name, schema in each["components"]["schemas"].items():
            schemas.setdefault(name, schema)
    return {"paths": paths, "components": {"schemas": schemas}}


def files(document: Schema) -> dict[Path, str]:
    """Return the content of the generated files for a document."""
    schemas = document["components"]["schemas"]
    classes = {
        schema: f"{module}.{name}"
        for module, some in MODULES.items()
        for name, parts in some.items()
        for schema in parts
    }
    made = {CLIENT / f"{module}.py": text(schemas, OPENINGS[module], some) for module, some in MODULES.items()}
    return {**made, **client_operations.files(document, CLIENT, classes)}


def text(schemas: Mapping[str, Schema], opening: str, classes: Mapping[str, tuple[str, ...]]) -> str:
    """Return a file with classes of answers."""
    return opening + "".join(_class(schemas, name, parts) for name, parts in classes.items())


def _class(schemas: Mapping[str, Schema], name: str, parts: tuple[str, ...]) -> str:
    base = f"({name}Properties)" if name in WITH_PROPERTIES else ""
    lines = ["", "", "@dataclass(frozen=True, slots=True)", f"class {name}{base}:"]
    if description := schemas[parts[0]].get("description"):
        lines += [*_docstring(description), ""]
    properties = {key: schema for part in parts for key, schema in schemas[part]["properties"].items()}
    required = set.intersection(*(set(schemas[part].get("required", ())) for part in parts))
    for key in sorted(properties, key=lambda key: key not in required):  # fields with defaults are the last ones
        lines += _field(schemas, key, properties[key], key in required)
    return "\n".join(lines) + "\n"


def _docstring(description: str) -> list[str]:
    return textwrap.wrap(f'"""{description}"""', WIDTH, initial_indent="    ", subsequent_indent="    ")


def _field(schemas: Mapping[str, Schema], key: str, schema: Schema, required: bool) -> Iterator[str]:
    hint = _hint(schemas, schema)
    if not required:
        hint = _with_default(hint)
    line = f"    {key}{'_' if key in KEYWORDS else ''}: {hint}"
    description = schema.get("description", "")
    if len(line) + len(f"  # {description}") <= WIDTH:
        yield f"{line}  # {description}" if description else line
    else:
        yield from textwrap.wrap(description, WIDTH, initial_indent="    # ", subsequent_indent="    # ")
        yield line


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
    kind = schema.get("type", "object")
    kinds = kind if isinstance(kind, list) else [kind]
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
    old = []
    for path, made in files(documents()).items():
        if "--check" not in arguments:
            path.write_text(made)
        elif not path.exists() or path.read_text() != made:
            old.append(str(path.relative_to(ROOT)))
    for each in old:
        print(f"{each} is out of date; run: make client-types", file=sys.stderr)
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
