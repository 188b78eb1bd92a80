"""The page on problems: every kind, and the response of a real server if one was provoked."""

from collections.abc import Iterator, Mapping
from typing import Any

from kontor.service.http.problems import KINDS
from tests.tools.reference.tables import block

PAGE = "problems.md"
HEAD = """# Problems

Every refusal is `application/problem+json` (RFC 9457). `type` names its kind, which the server explains at the same
address; `detail` says what is wrong in this case. Examples are responses of a real server.
"""


def page(examples: Mapping[str, Any]) -> str:
    return "\n".join([HEAD, *_kinds(examples)])


def _kinds(examples: Mapping[str, Any]) -> Iterator[str]:
    for name, kind in KINDS.items():
        yield f"## {name}\n"
        yield f"**{kind.status}.** {kind.title}. {kind.advice}\n"
        yield f"`{examples[name]['call']}` was answered with:\n"
        yield f"{block(examples[name]['answer'])}\n"
