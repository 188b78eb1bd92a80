"""Split text into passages: paragraphs, list items, table cells and headings of Markdown, docstrings, messages."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["paragraph", "item", "cell", "heading", "docstring", "message"]

FENCE = re.compile(r" *(```|~~~)")
ITEM = re.compile(r" *([-*+]|\d+[.)]) +")
RULE = re.compile(r"[|:\- ]+$")
CODE = re.compile(r"(`+)[^`]+?\1|\]\([^)\s]*\)|\]\[[^\]]*\]|https?://\S*[^\s.,;:)]|<[^>\n]+>")

# Calls whose texts a user or an operator reads.
SPOKEN = {"echo", "secho", "confirm", "prompt", "fail", "debug", "info", "warning", "error", "exception", "critical"}
SPOKEN |= {"Line"}  # a sentence about an event
SPOKEN |= {"Kind", "Flaw", "Finding", "Counter", "Gauge", "Histogram", "GaugeMetricFamily", "CounterMetricFamily"}
NAMED = {"texts", "help", "short_help", "epilog", "description", "summary", "title", "detail", "advice", "message"}
SENTENCE = re.compile(r"[A-Z“`\"][^\n]*\w[^\n]* [^\n]* [^\n]* [^\n]*[.!?]$")
WORDS = re.compile(r"[A-Za-z]\S*\s+\S*[A-Za-z]")  # at least two, so it is not a name
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of text, with the line of its file on which it begins."""

    line: int
    kind: Kind
    text: str
    is_function: bool = False

    @property
    def prose(self) -> str:
        """The text with code, links and tags masked. Every character keeps its place."""
        return CODE.sub(lambda found: re.sub(r"[^\n]", " " if found[0][0] in "]<" else "X", found[0]), self.text)


def of_markdown(text: str, first: int = 1) -> Iterator[Passage]:
    """Yield the passages of a page. Code blocks are left out."""
    lines: list[str] = []
    kind: Kind = "paragraph"
    start, is_code = first, False
    for line, given in enumerate([*text.splitlines(), ""], first):
        is_fence = bool(FENCE.match(given))
        is_block = is_fence or is_code or not given.strip() or given.lstrip().startswith(("#", "|", ">", "<!--"))
        if lines and (is_block or ITEM.match(given)):
            yield Passage(start, kind, "\n".join(lines))
            lines = []
        if is_fence:
            is_code = not is_code
        elif is_code or not given.strip():
            pass
        elif given.startswith("#"):
            yield Passage(line, "heading", given.lstrip("# "))
        elif given.lstrip().startswith("|"):
            if not RULE.match(given):
                for cell in re.split(r"(?<!\\)\|", given.strip().strip("|")):
                    yield Passage(line, "cell", cell.strip())
        else:
            if not lines:
                start, kind = line, "item" if ITEM.match(given) else "paragraph"
            lines.append(given.strip())


def of_docstrings(tree: ast.Module) -> Iterator[Passage]:
    """Yield the passages of all docstrings. Only the first one of a function begins with a verb."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | FUNCTIONS):
            match node.body:
                case [ast.Expr(ast.Constant(str(text)) as first), *_]:
                    for n, each in enumerate(of_markdown(text, first.lineno)):
                        kind: Kind = "cell" if each.kind == "cell" else "docstring"
                        yield Passage(each.line, kind, each.text, n == 0 and isinstance(node, FUNCTIONS))


def of_messages(tree: ast.Module) -> Iterator[Passage]:
    """Yield texts of raised errors, log lines, command line help and descriptions, and all other whole sentences."""
    spoken: dict[tuple[int, int], ast.expr] = {}
    for node in ast.walk(tree):
        given: list[ast.expr] = []
        if isinstance(node, ast.Raise) and node.exc:
            given = [node.exc]
        elif isinstance(node, ast.Call):
            named = [each.value for each in node.keywords if each.arg in NAMED]
            given = [*node.args, *named] if _name(node.func) in SPOKEN else named
        for each in given:
            spoken.update({(text.lineno, text.col_offset): text for text in _strings(each)})
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for text in _strings(tree):
        said = _rendered(text)
        is_sentence = bool(SENTENCE.match(said)) and id(text) not in docstrings
        if is_sentence or ((text.lineno, text.col_offset) in spoken and WORDS.search(said)):
            yield Passage(text.lineno, "message", said)


def of_texts(raw: str) -> Iterator[Passage]:
    """Yield the texts of a JSON file of UI texts."""
    place = 0
    for text in _leaves(json.loads(raw)):
        quoted = json.dumps(text, ensure_ascii=False)
        place = raw.find(quoted, place)
        yield Passage(raw.count("\n", 0, place) + 1, "message", text)
        place += len(quoted)


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _leaves(each)
    elif isinstance(value, list):
        for each in value:
            yield from _leaves(each)


def _strings(tree: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Yield the string literals below a node. A literal inside an f-string's braces belongs to the f-string."""
    if isinstance(tree, ast.JoinedStr) or (isinstance(tree, ast.Constant) and isinstance(tree.value, str)):
        yield tree
    else:
        for each in ast.iter_child_nodes(tree):
            yield from _strings(each)


def _rendered(text: ast.Constant | ast.JoinedStr) -> str:
    """Return the literal as a reader sees it, with X for each inserted value."""
    if isinstance(text, ast.Constant):
        return str(text.value)
    return "".join(str(each.value) if isinstance(each, ast.Constant) else "X" for each in text.values)


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
