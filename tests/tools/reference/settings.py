"""The page on settings, from the fields of `Settings` and their comments."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.service.settings import PREFIX, Settings
from tests.support.paths import ROOT
from tests.support.witnesses import Witness

PAGE = "settings.md"
HEAD = """# Settings

Read from the environment when a process starts; an unknown `KONTOR_` variable is refused.
[Operations](../operations.md) says which of them matter when. Each example is read as the service reads it.

| variable | form | without it | for example | |
| --- | --- | --- | --- | --- |"""


EXAMPLES = {  # numbers and booleans mostly need no example
    "database_url": "postgresql://kontor_app@db/kontor",
    "migrate_url": "postgresql://kontor_owner@db/kontor",
    "redis_url": "redis://redis/0",
    "data": "/var/lib/kontor",
    "host": "0.0.0.0",
    "port": "9000",
    "public_url": "https://games.example.org",
    "cors_origins": "https://games.example.org",
    "rulesets": "kontor.domain.hansa:RULESET",
    "bots": "mybot:choose",
    "bot_niceness": "19",
    "trusted_proxies": "1",
    "signing_keys": "/etc/kontor/signing-keys.json",
    "metrics_token": "a-long-secret",
    "security_contact": "mailto:security@example.org",
    "signup": "token",
    "signup_token": "a-long-secret",
    "signer_notes": "/var/lib/kontor-signer",
    "tlog_origin": "games.example.org/log",
    "witnesses": str(Witness(private=Ed25519PrivateKey.from_private_bytes(bytes(32))).key),
}
TOGETHER = {"signup": {f"{PREFIX}SIGNUP_TOKEN": "a-long-secret"}}  # settings that need another one


def page() -> str:
    return "\n".join([HEAD, *_rows(), ""])


def _rows() -> Iterator[str]:
    about = _comments()
    defaults = Settings().environment()
    for each in fields(Settings):
        name = f"{PREFIX}{each.name.upper()}"
        default = f"`{defaults[name]}`" if defaults[name] else "nothing"
        example = _example(name, each.name, defaults[name])
        cells = (f"`{name}`", _form(getattr(Settings(), each.name)), default, example, about.get(each.name, ""))
        yield f"| {' | '.join(cells)} |"


def _example(variable: str, name: str, default: str) -> str:
    """Return an example value that the service accepts."""
    value = EXAMPLES.get(name) or _other(default)
    Settings.from_environment({variable: value, **TOGETHER.get(name, {})})
    return f"`{variable}={value}`"


def _other(default: str) -> str:
    if default in ("True", "False"):
        return "false" if default == "True" else "true"
    number = float(default)  # raises for a text without its own example
    return f"{number * 2:g}" if 0 < number < 100_000 else str(int(number) // 2 or 10)


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
    """Return the comment after each field, or above it."""
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
