"""The checks of one passage and of one page: words, sentence length, first words, line length, page length."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.tools.prose.passages import FENCE, Passage, of_markdown

LONGEST_SENTENCE = 25  # words
MOST_SEMICOLONS = 1  # of a sentence
LONGEST_PARAGRAPH = 5  # lines
LONGEST_LINE = 120  # columns
LONGEST_ROW = 200  # columns of a table's row, which cannot be wrapped
LONGEST_PAGE = 200  # lines

Flaw = tuple[int, str]  # line, what is wrong

_TABLES: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("banned.toml").read_text("utf-8"))
WORDS = [(re.compile(rf"\b(?:{key})\b", re.I), instead) for key, instead in _TABLES["words"].items()]
ANY_WORD = re.compile(rf"\b(?:{'|'.join(_TABLES['words'])})\b", re.I)  # one pass over the many passages without a flaw
OPENINGS = [(re.compile(rf"{key}", re.I), instead) for key, instead in _TABLES["openings"].items()]
# The first words of a message that describes a field, when the field has no name next to it.
MESSAGES = [(re.compile(rf"{key}", re.I), instead) for key, instead in _TABLES["messages"].items()]
FIELD = re.compile(r"`\w+`: (of|called|given|used) ", re.I)  # the description of a field in a docstring
DOCSTRINGS = [(re.compile(rf"{key}", re.I), instead) for key, instead in _TABLES["docstrings"].items()]

RULE_IDS = re.compile(r"\((?:[A-Z]{2}(?:-[A-Z0-9]+)+|-\d+|to|and|[,; ])+\)")  # a reader skips "(HT-ROUTE-1, -10)"
BREAK = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!etc)(?<!vs)(?<=[.!?…])[)\"”*_]*\s+(?=[*_(\"“]*[A-Z0-9])")


def flaws_of(passage: Passage) -> Iterator[Flaw]:
    """Yield what is wrong with the words and sentences of a passage."""
    prose = passage.prose
    for expression, instead in WORDS if ANY_WORD.search(prose) else ():
        for found in expression.finditer(prose):
            yield _line(passage, found.start()), f'"{" ".join(found[0].split())}": write {instead}'
    for begin, end in sentences(prose):
        sentence, shown = prose[begin:end], _shortened(passage.text[begin:end])
        openings = [] if passage.kind in ("heading", "cell", "message") or sentence.endswith("?") else OPENINGS
        if begin == 0 and passage.is_function:
            openings = [*openings, *DOCSTRINGS]
        if begin == 0 and passage.kind == "message":
            openings = MESSAGES
        for flaw in (*_too_long(sentence), *_badly_begun(sentence, openings)):
            yield _line(passage, begin), f"{flaw}: {shown}"
    if passage.kind == "docstring":
        for found in FIELD.finditer(passage.text):
            yield _line(passage, found.start()), f'"{found[0].strip()}": begin the description of a field with a noun'


def _too_long(sentence: str) -> Iterator[str]:
    count = len(re.findall(r"\S*\w\S*", RULE_IDS.sub("", sentence)))
    if count > LONGEST_SENTENCE:
        yield f"sentence of {count} words, limit {LONGEST_SENTENCE}"
    if sentence.count(";") > MOST_SEMICOLONS:
        yield f"{sentence.count(';')} semicolons in a sentence"


def _badly_begun(sentence: str, openings: list[tuple[re.Pattern[str], str]]) -> Iterator[str]:
    begin = re.sub(r"^([-*+_“\"( ]|\d+[.)] )+", "", sentence)
    return (instead for expression, instead in openings if expression.match(begin))


def flaws_of_page(text: str, any_length: bool = False) -> Iterator[Flaw]:
    """Yield what is wrong with the layout of a Markdown page: its length, its lines, its paragraphs."""
    lines = text.splitlines()
    if len(lines) > LONGEST_PAGE and not any_length:
        yield 1, f"page of {len(lines)} lines, limit {LONGEST_PAGE}"
    is_code = False
    for number, line in enumerate(lines, 1):
        is_code ^= bool(FENCE.match(line))
        limit = LONGEST_ROW if line.lstrip().startswith("|") else LONGEST_LINE
        if len(line) > limit and not is_code and " " in line.strip():
            yield number, f"line of {len(line)} columns, limit {limit}"
    for passage in of_markdown(text):
        if (count := passage.text.count("\n") + 1) > LONGEST_PARAGRAPH:
            yield passage.line, f"{passage.kind} of {count} lines, limit {LONGEST_PARAGRAPH}"


def sentences(prose: str) -> Iterator[tuple[int, int]]:
    """Yield where each sentence begins and ends."""
    begin = 0
    for found in BREAK.finditer(prose):
        yield begin, found.start()
        begin = found.end()
    yield begin, len(prose)


def _line(passage: Passage, place: int) -> int:
    return passage.line + passage.text.count("\n", 0, place)


def _shortened(sentence: str, longest: int = 60) -> str:
    words = " ".join(sentence.split())
    return words if len(words) <= longest else f"{words[:longest]}…"
