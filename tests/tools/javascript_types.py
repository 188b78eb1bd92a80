"""`make client-types`: write the parts of the JavaScript client that follow from the OpenAPI documents.

These are `types.d.ts` (a type for each schema and a method for each operation) and `operations.js` (method and path of
each operation). `--check` reports whether they are up to date. The other declarations follow from JSDoc: `make clients`
compares them with what tsc emits.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.support.paths import ROOT
from tests.tools.client_types import documents

CLIENT = ROOT / "service" / "http" / "static" / "client"
TYPES, TABLE = CLIENT / "types.d.ts", CLIENT / "operations.js"

PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
FORM = "application/x-www-form-urlencoded"
STREAM = "text/event-stream"  # client.js has these operations
KEY, MATCH = "Idempotency-Key", "If-Match"
# TypeScript uses these names here, and the client these parameters: no schema and no parameter may have them.
TAKEN = {"Operations", "CallOptions", "Partial", "Promise", "Record", "Uint8Array", "AbortSignal"}
OPTIONS = {"body", "headers", "idempotencyKey", "ifMatch", "signal"}

NOTE = "`make client-types` generates this file from openapi/openapi.json: do not edit it."
TYPES_OPENING = f"""// The schemas and operations of the API. {NOTE}

/** What each call accepts besides its own parameters. */
export interface CallOptions {{
  headers?: Record<string, string>;
  signal?: AbortSignal;
}}
"""
TABLE_OPENING = f"""// The operations of the API. {NOTE}

// `isKeyed`: the operation takes an Idempotency-Key. `isForm`: it takes a form, not JSON.
/** @type {{Record<string, {{ method: string, path: string, isKeyed?: boolean, isForm?: boolean }}>}} */
export const OPERATIONS = {{
"""

Schema = Mapping[str, Any]


def files(document: Schema) -> dict[Path, str]:
    """Return the content of both files for a document."""
    operations = list(_operations(document))
    table = "".join(map(_row, (each for each in operations if not _is_stream(each[3]))))
    return {TYPES: _types(document["components"]["schemas"], operations), TABLE: f"{TABLE_OPENING}{table}}};\n"}


# ---------------------------------------------------------------- operations

Operation = tuple[str, str, list[Schema], Schema]  # method, path, parameters, description


def _operations(document: Schema) -> Iterator[Operation]:
    for path, item in document["paths"].items():
        shared = item.get("parameters", [])
        for method, operation in item.items():
            if method != "parameters":
                yield method.upper(), path, [*shared, *operation.get("parameters", [])], operation


def _row(operation: Operation) -> str:
    method, path, parameters, described = operation
    keyed = ", isKeyed: true" if any(each["name"] == KEY for each in parameters) else ""
    form = ", isForm: true" if FORM in described.get("requestBody", {}).get("content", {}) else ""
    return f'  {described["operationId"]}: {{ method: "{method}", path: "{path}"{keyed}{form} }},\n'


def _is_stream(described: Schema) -> bool:
    return any(STREAM in each.get("content", {}) for each in described["responses"].values())


def _method(operation: Operation) -> str:
    _, _, parameters, described = operation
    lines = list(_request(parameters, described.get("requestBody")))
    fields = "".join(f"{text}\n" for text, _ in lines)
    is_needed = any(needed for _, needed in lines)
    inline = f"{{\n{fields}  }} & CallOptions" if lines else "CallOptions"
    about = _comment(f"{described['summary']}. {described.get('description', '')}", "  ")
    return f"{about}  {described['operationId']}(request{'' if is_needed else '?'}: {inline}): {_answer(described)};\n"


def _request(parameters: list[Schema], body: Schema | None) -> Iterator[tuple[str, bool]]:
    """Yield each field of the request as text, and whether it is required."""
    for each in parameters:
        name, hint, about = each["name"], _hint(each["schema"]), each.get("description")
        if each["in"] == "header":
            name = {KEY: "idempotencyKey", MATCH: "ifMatch"}[name]
            hint = "string" if name == "idempotencyKey" else "number | string"
            about = None if name == "idempotencyKey" else "The version that the game must still have."
        else:
            assert name not in OPTIONS, name
        needed = each.get("required", False)
        yield f"{_comment(about, '    ')}    {name}{'' if needed else '?'}: {hint};", needed
    if body is not None:
        content = " | ".join(_content(kind, each) for kind, each in body["content"].items())
        needed = body.get("required", False)
        yield f"    body{'' if needed else '?'}: {content};", needed


def _answer(described: Schema) -> str:
    answers: list[str] = []
    for status, response in described["responses"].items():
        if status.startswith("2"):
            kinds = response.get("content", {})
            first = next(iter(kinds), None)
            answers.append("null" if first is None else _content(first, kinds[first]))
    return f"Promise<{' | '.join(dict.fromkeys(answers))}>"


def _content(kind: str, media: Schema) -> str:
    if "ndjson" in kind or kind.startswith("text/") or "svg" in kind:
        return "string"
    return _hint(media["schema"]) if "json" in kind or kind == FORM else "Uint8Array"


# ---------------------------------------------------------------- types


def _types(schemas: Mapping[str, Schema], operations: list[Operation]) -> str:
    assert TAKEN.isdisjoint(schemas), TAKEN & schemas.keys()
    methods = "".join(_method(each) for each in operations if not _is_stream(each[3]))
    declared = "".join(_declaration(name, schema) for name, schema in schemas.items())
    return (
        f"{TYPES_OPENING}\n/** A method for each operation. */\nexport interface Operations {{\n{methods}}}\n{declared}"
    )


def _declaration(name: str, schema: Schema) -> str:
    return f"\n{_comment(schema.get('description'), '')}export type {name} = {_hint(schema)};\n"


def _comment(text: str | None, indent: str) -> str:
    return f"{indent}/** {' '.join(text.replace('*/', '* /').split())} */\n" if text else ""


def _hint(schema: Schema, indent: str = "") -> str:
    if reference := schema.get("$ref"):
        return str(reference).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"], ensure_ascii=False)
    if "enum" in schema:
        return " | ".join(json.dumps(each, ensure_ascii=False) for each in schema["enum"])
    if schema.get("not") == {"const": False}:
        return "true"
    if branches := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(dict.fromkeys(_hint(each, indent) for each in branches))
    kinds = schema.get("type", [])
    hints = [_of_kind(schema, kind, indent) for kind in (kinds if isinstance(kinds, list) else [kinds])]
    return " & ".join([*map(_hint, schema.get("allOf", ())), " | ".join(hints)]) if hints else "unknown"


def _of_kind(schema: Schema, kind: str, indent: str) -> str:
    if kind == "array":
        return f"({_hint(schema['items'], indent)})[]"
    return _object(schema, indent) if kind == "object" else PLAIN[kind]


def _object(schema: Schema, indent: str) -> str:
    further = schema.get("additionalProperties")
    values = _hint(further, indent) if isinstance(further, Mapping) else "unknown"
    if properties := schema.get("properties"):
        required = schema.get("required", ())
        fields = (_field(name, each, name in required, f"{indent}  ") for name, each in properties.items())
        rest = f"{indent}  [name: string]: {values};\n" if further else ""
        return f"{{\n{''.join(fields)}{rest}{indent}}}"
    if further is False:
        return "Record<string, never>"
    if names := schema.get("propertyNames"):
        return f"Partial<Record<{_hint(names)}, {values}>>"
    return f"Record<string, {values}>"


def _field(name: str, schema: Schema, required: bool, indent: str) -> str:
    key = name if name.isidentifier() else json.dumps(name)
    about = _comment(schema.get("description"), indent)
    return f"{about}{indent}{key}{'' if required else '?'}: {_hint(schema, indent)};\n"


def main(arguments: list[str]) -> int:
    old = []
    for path, text in files(documents()).items():
        if "--check" not in arguments:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            old.append(str(path.relative_to(ROOT)))
    for each in old:
        print(f"{each} is out of date; run: make client-types", file=sys.stderr)
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
