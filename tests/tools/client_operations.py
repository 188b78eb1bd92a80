"""The generated methods of the Python client: one for each operation that kontor/client/calls.py does not have.

Each class of `GROUPS` has the operations whose path its pattern matches.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Schema = Mapping[str, Any]

# The files, each with its class, its subject, and the paths of its operations; the first that matches.
GROUPS = (
    ("seat_operations", "SeatOperations", "about seats and invitations", r".*(/seats|/invitations)(/|$)"),
    ("game_operations", "GameOperations", "of one game", r"/v1/games/{game_id}"),
    (
        "account_operations",
        "AccountOperations",
        "about accounts, rulesets and webhooks",
        r"/v1/(accounts|me|rulesets|webhooks)",
    ),
    ("service_operations", "ServiceOperations", "about jobs, audits, the transparency log and the server", r""),
)
KEY, MATCH = "Idempotency-Key", "If-Match"
STREAM = "text/event-stream"
FORM = "application/x-www-form-urlencoded"
PREFIXES = re.compile(r"^(get|list)_")  # a method that answers is a noun
# Methods that a rule cannot name: older names, and names that say more in a client.
NAMES = {
    "joinSeat": "join",
    "leaveSeat": "leave",
    "resignSeat": "resign",
    "returnToSeat": "return_to",
    "makeSeatToken": "seat_token",
    "askForRematch": "rematch",
    "askWhatIf": "what_if",
    "sendCommand": "play",
    "getAuditBundle": "bundle",
    "streamGame": "watch",
    "streamMyDecisions": "notices",
}
PATH_NAMES = {"name": "ruleset"}  # `/v1/rulesets/{name}`
KEYWORDS = ("as", "from")
PLAIN = {"string": "str", "integer": "int", "boolean": "bool", "number": "float", "object": "Body"}
PAGE = {"items", "next"}

OPENING = '''"""Calls {about}, as methods of both clients.

`make client-types` generates this file from the OpenAPI documents: do not edit it.
"""

from collections.abc import Sequence

from kontor.client import account_answers, answers, audit_answers
from kontor.client.answers import Body, Page
from kontor.client.exchange import Id, Request, at, form_content, key_headers, without_none
from kontor.client.readers import an, as_bytes, as_json, as_nothing, as_text, by_status, items_of, page_of
from kontor.client.shells import call, pages


class {name}:
'''


@dataclass(frozen=True)
class Operation:
    """An operation of the document. `name` is its method in the Python client."""

    id: str
    method: str
    path: str
    parameters: list[Schema]
    described: Schema

    @property
    def name(self) -> str:
        return NAMES.get(self.id) or PREFIXES.sub("", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", self.id).lower())


def operations(document: Schema) -> Iterator[Operation]:
    """Yield all operations of a document."""
    for path, item in document["paths"].items():
        shared = item.get("parameters", [])
        for method, described in item.items():
            if method != "parameters":
                parameters = [*shared, *described.get("parameters", [])]
                yield Operation(described["operationId"], method.upper(), path, parameters, described)


def files(document: Schema, folder: Path, classes: Mapping[str, str]) -> dict[Path, str]:
    """Return the content of the files. `classes`: the class of each schema that has one."""
    by_hand = _methods((folder / "calls.py").read_text())
    schemas = document["components"]["schemas"]
    texts: dict[str, list[str]] = {name: [] for name, *_ in GROUPS}
    # sorted: their order must not depend on which document has an operation
    for each in sorted(operations(document), key=lambda each: (each.path, each.method)):
        if each.name not in by_hand:
            group = next(name for name, _, _, paths in GROUPS if re.match(paths, each.path))
            texts[group].append(_Method(each, schemas, classes).text())
    return {
        folder / f"{name}.py": _formatted(OPENING.format(name=kind, about=about) + "\n".join(texts[name]))
        for name, kind, about, _ in GROUPS
    }


def _methods(source: str) -> set[str]:
    (found,) = (each for each in ast.parse(source).body if isinstance(each, ast.ClassDef) and each.name == "Calls")
    return {each.name for each in found.body if isinstance(each, ast.FunctionDef)}


def _formatted(source: str) -> str:
    """Remove unused imports and wrap long lines."""
    for step in (("check", "-q", "--select", "F401,I", "--fix"), ("format", "-q")):
        ruff = [sys.executable, "-m", "ruff", *step, "--stdin-filename", "kontor/client/generated.py", "-"]
        source = subprocess.run(ruff, input=source, capture_output=True, text=True, check=True).stdout
    return source


@dataclass
class _Method:
    """The source of one method, collected from its parameters, body and answer."""

    operation: Operation
    schemas: Mapping[str, Schema]
    classes: Mapping[str, str]
    needed: list[str] = field(default_factory=list)
    optional: list[str] = field(default_factory=list)
    query: list[str] = field(default_factory=list)
    more: list[str] = field(default_factory=list)  # further arguments of the request

    def text(self) -> str:
        hint, reader, decorator = self._answer()
        names = self._read_parameters()
        body = self._read_body()
        if body or self.query or self.more:
            query = [f"query={{{', '.join(self.query)}}}"] if self.query else []
            self.more = [*([body] if body else []), *query, *self.more]
        taken = ", ".join(["self", *self.needed, *(["*", *self.optional] if self.optional else [])])
        path = f"at({', '.join([_quoted(self.operation.path), *names])})" if names else f'"{self.operation.path}"'
        sent = ", ".join([f'"{self.operation.method}"', path, reader, *self.more])
        return (
            f"    @{decorator}\n    def {self.operation.name}({taken}) -> Request[{hint}]:\n"
            f'        """{self.operation.described["summary"].rstrip("?.")}."""\n        return Request({sent})\n'
        )

    def _read_parameters(self) -> list[str]:
        """Collect parameters and headers. Return the names that fill the path."""
        names, headers = [], []
        for each in self.operation.parameters:
            name = each["name"]
            if each["in"] == "header":
                headers.append({KEY: "key", MATCH: "version"}[name])
                self.optional.append("key: str | None = None" if name == KEY else "version: int | None = None")
            elif each["in"] == "path":
                names.append(PATH_NAMES.get(name, name.removesuffix("_id")))
                is_id = name.endswith("_id") or name == "ruleset"
                self.needed.append(f"{names[-1]}: {'Id' if is_id else self._hint(each['schema'])}")
            else:
                argument = self._argument(name, each["schema"], each.get("required", False))
                self.query.append(f'"{name}": {argument}')
        is_repeatable = self.operation.method != "POST"
        self.more += (
            [(f"headers=key_headers({', '.join(headers)})")] if headers else [] if is_repeatable else ["once=True"]
        )
        return names

    def _argument(self, name: str, schema: Schema, is_needed: bool) -> str:
        argument = f"{name}_" if name in KEYWORDS else name
        hint = self._hint(schema)
        if is_needed:
            self.needed.append(f"{argument}: {hint}")
        else:
            self.optional.append(f"{argument}: {hint} | None = None")
        return argument

    def _read_body(self) -> str:
        """Collect the fields of the body. Return the argument of the request."""
        body = self.operation.described.get("requestBody")
        if body is None:
            return ""
        kind, media = next(iter(body["content"].items()))
        if "json" not in kind and kind != FORM:
            self.needed.append("content: bytes")
            self.more.append(f'headers={{"Content-Type": "{kind}"}}')
            return "content"
        schema = self._resolved(media["schema"])
        if "properties" not in schema:
            if media["schema"].get("$ref", "").endswith("/NothingSaid"):
                return "{}"
            self.needed.append("body: Body")
            return "body"
        required = schema.get("required", ())
        fields = [
            f"{name}={self._argument(name, each, name in required)}" for name, each in schema["properties"].items()
        ]
        if kind == FORM:
            self.more.append(f'headers={{"Content-Type": "{FORM}"}}')
            return f"form_content({', '.join(fields)})"
        return f"without_none({', '.join(fields)})" if fields else "{}"

    def _answer(self) -> tuple[str, str, str]:
        """Return type, reader and decorator."""
        found: dict[str, tuple[str, str]] = {}
        for status, response in self.operation.described["responses"].items():
            if status.startswith("2"):
                hint, reader = self._read_content(response.get("content", {}))
                found.setdefault(hint, (status, reader))
        if len(found) == 1:
            ((hint, (_, reader)),) = found.items()
            return hint, reader, "pages" if hint.startswith("Page[") else "call"
        readers = ", ".join(f"{status}: {reader}" for status, reader in found.values())
        return " | ".join(found), f"by_status({{{readers}}})", "call"

    def _read_content(self, content: Schema) -> tuple[str, str]:
        if not content:
            return "None", "as_nothing"
        kind, media = next(iter(content.items()))
        if "ndjson" not in kind and "json" in kind:
            return self._read_json(media["schema"])
        return ("str", "as_text") if kind.startswith("text/") or "svg" in kind else ("bytes", "as_bytes")

    def _read_json(self, schema: Schema) -> tuple[str, str]:
        if made := self.classes.get(schema.get("$ref", "").rpartition("/")[2]):
            return made, f"an({made})"
        resolved = self._resolved(schema)
        if resolved.get("type") == "array":
            return "Sequence[Body]", "as_json"
        fields = resolved.get("properties", {})
        item = self.classes.get(fields.get("items", {}).get("items", {}).get("$ref", "").rpartition("/")[2])
        if item is None:
            return "Body", "as_json"
        is_page = fields.keys() >= PAGE
        return (f"Page[{item}]", f"page_of({item})") if is_page else (f"tuple[{item}, ...]", f"items_of({item})")

    def _hint(self, schema: Schema) -> str:
        """Return the type of an argument, without None."""
        schema = self._resolved(schema)
        if branches := schema.get("anyOf") or schema.get("oneOf"):
            hints = dict.fromkeys(self._hint(each) for each in branches if each != {"type": "null"})
            return " | ".join(hints)
        kinds = schema.get("type", "object" if "properties" in schema else "string")
        (kind,) = (each for each in (kinds if isinstance(kinds, list) else [kinds]) if each != "null")
        return f"Sequence[{self._hint(schema['items'])}]" if kind == "array" else PLAIN[kind]

    def _resolved(self, schema: Schema) -> Schema:
        reference = schema.get("$ref")
        return self._resolved(self.schemas[reference.rpartition("/")[2]]) if reference else schema


def _quoted(path: str) -> str:
    return '"' + re.sub(r"{\w+}", "{}", path) + '"'
