"""The check of function names: a function that does something is a verb, a function that answers is a noun."""

import ast
import re
from collections.abc import Iterator

from tests.tools.prose.passages import FUNCTIONS

PARTICIPLE = re.compile(r"_?(un)?[a-z]+ed")
IRREGULAR = re.compile(
    r"(begun|bought|broken|brought|built|caught|chosen|done|drawn|driven|eaten|fallen|found|forgotten|frozen|given"
    r"|gone|grown|heard|held|hidden|kept|known|laid|left|lent|lost|made|meant|met|paid|ridden"
    r"|said|seen|sent|shown|sold|sought|spent|spoken|stolen|sworn|taken|taught|thought|thrown|told|torn|understood|written)"
)
NO_PARTICIPLES = {"embed", "exceed", "feed", "need", "proceed", "read", "seed", "shed", "speed", "succeed"}
# Name: why it may be a participle.
EXCEPTIONS = {
    "changed": "the same as `dataclasses.replace`, used in every module of the rulebooks",
    "deprecated": "a decorator, which reads as an adjective: `@deprecated(since=…)`",
}


def participles(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each function of a module, not of a class, whose name is a bare participle (`told`, `written`)."""
    for node in tree.body:
        if isinstance(node, FUNCTIONS) and is_participle(node.name):
            yield node.lineno, f'function "{node.name}": use a verb if it does something, or a noun if it answers'


def is_participle(name: str) -> bool:
    bare = name.lstrip("_")
    if bare in NO_PARTICIPLES or bare in EXCEPTIONS:
        return False
    return bool(PARTICIPLE.fullmatch(name)) or bool(IRREGULAR.fullmatch(bare.removeprefix("un")))
