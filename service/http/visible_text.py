"""What people call themselves and their boards can be seen, and is read by others in the order in which it is written:
no characters that nobody sees, none that turn the direction of what stands beside them, no towers of accents."""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.model import Flaw
from kontor.service.http.problems import unreadable

HIDDEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")  # Unicode's categories
JOINERS = "\u200c\u200d"  # words of some scripts, and pictures of several people, are written with them
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing
MOST_MARKS = 4  # on one letter


def require_visible_name(pointer: str, name: str) -> None:
    """Refuse a name that others would not see, or would see as another one."""
    if (flaw := _flaw(name)) is not None:
        raise unreadable(pointer, "wrong-form", flaw)
    if not any(unicodedata.category(each)[0] in "LNS" and each not in BLANK for each in name):
        raise unreadable(pointer, "wrong-form", "must hold a letter, a digit or a sign that can be seen")


def hidden_texts(value: Json) -> Sequence[Flaw]:
    """Where a document holds what others would not see as it is written."""
    return [Flaw(at, "wrong-form", flaw) for at, text in _texts(value) if (flaw := _flaw(text)) is not None]


def _flaw(text: str) -> str | None:
    for before, each, after in _with_neighbours(text):
        is_joining = each in JOINERS and _is_joined(before) and _is_joined(after)
        if unicodedata.category(each) in HIDDEN and not is_joining:
            return f"holds U+{ord(each):04X}, which cannot be seen as it stands there; leave it out"
    marks = groupby(unicodedata.normalize("NFC", text), lambda each: unicodedata.category(each) in ("Mn", "Me"))
    if any(is_mark and len(list(found)) > MOST_MARKS for is_mark, found in marks):
        return f"has more than {MOST_MARKS} accents on one letter; leave some out"
    return None


def _with_neighbours(text: str) -> Iterator[tuple[str, str, str]]:
    padded = [" ", *text, " "]
    return ((first, second, third) for (first, second), (_, third) in pairwise(pairwise(padded)))


def _is_joined(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMS"


def _texts(value: Json, pointer: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a JSON value, keys included, with where they stand."""
    if isinstance(value, str):
        yield pointer, value
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _texts(each, f"{pointer}/{number}")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield pointer, key
            yield from _texts(each, f"{pointer}/{shorten(key)}")
