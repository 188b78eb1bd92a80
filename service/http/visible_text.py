"""Reject invisible characters, bidirectional control characters and too many accents on one letter, in names and
boards.

Otherwise one account could look like another, or a name could change the order of the text next to it.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.model import Flaw
from kontor.service.http.problems import unreadable

HIDDEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")  # Unicode categories of invisible characters
JOINERS = "\u200c\u200d"  # some scripts and some emoji need them
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols without a glyph
MOST_MARKS = 4  # accents on one letter


def require_visible_name(pointer: str, name: str) -> None:
    """Reject a name that contains invisible characters or too many accents, or that has no visible character."""
    if (flaw := name_flaw(name)) is not None:
        raise unreadable(pointer, "wrong-form", flaw)


def name_flaw(name: str) -> str | None:
    """Return why a name is rejected, or None."""
    if (flaw := _flaw(name)) is not None:
        return flaw
    is_visible = any(unicodedata.category(each)[0] in "LNS" and each not in BLANK for each in name)
    return None if is_visible else "must contain a visible letter, digit or symbol"


def hidden_texts(value: Json) -> Sequence[Flaw]:
    """Return one flaw for each text in a JSON document that has invisible characters or too many accents."""
    return [Flaw(at, "wrong-form", flaw) for at, text in _texts(value) if (flaw := _flaw(text)) is not None]


def _flaw(text: str) -> str | None:
    for before, each, after in _with_neighbours(text):
        is_joining = each in JOINERS and _is_joined(before) and _is_joined(after)
        if unicodedata.category(each) in HIDDEN and not is_joining:
            return f"contains the invisible character U+{ord(each):04X}; remove it"
    marks = groupby(unicodedata.normalize("NFC", text), lambda each: unicodedata.category(each) in ("Mn", "Me"))
    if any(is_mark and len(list(found)) > MOST_MARKS for is_mark, found in marks):
        return f"has more than {MOST_MARKS} accents on one letter; remove some"
    return None


def _with_neighbours(text: str) -> Iterator[tuple[str, str, str]]:
    padded = [" ", *text, " "]
    return ((first, second, third) for (first, second), (_, third) in pairwise(pairwise(padded)))


def _is_joined(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMS"


def _texts(value: Json, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Yield the JSON pointer and the text of each string in a JSON value, including keys."""
    if isinstance(value, str):
        yield pointer, value
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _texts(each, f"{pointer}/{number}")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield pointer, key
            yield from _texts(each, f"{pointer}/{shorten(key)}")
