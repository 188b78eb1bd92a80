"""The widths of texts in the typeface of the pictures: a sans serif with the usual widths (thousandths of its size)."""

import unicodedata
from functools import lru_cache

FAMILY = "Liberation Sans, Arial, Helvetica, sans-serif"  # all these typefaces have the same widths
UNKNOWN = 750  # width of a letter that no table contains
WIDE = 1000  # width of signs that are as wide as high

_REGULAR = {
    "ijlł'": 222,
    "|": 260,
    " !,./:;I[]\\ftı·": 278,
    '"-()r`{}‘’': 334,
    "*“”": 389,
    "cksvxyzJ": 500,
    "0123456789abdeghnopquđðþLŁ$#?_–§": 556,
    "+<=>~×−": 584,
    "FTZßø": 611,
    "ABEKPSVXY&": 667,
    "CDHNRUwĐÐ": 722,
    "GOQØ": 778,
    "mM": 833,
    "%æ": 889,
    "Wœ": 944,
    "@—…→ÆŒ": 1015,
}
_BOLD = {
    "|": 280,
    " ,./I\\ijlłı·": 278,
    "-()!:;[]`ft‘’": 334,
    "r*{}": 389,
    "'“”": 500,
    "z0123456789ceaksvxyJ$#_–§": 556,
    "+<=>~×−": 584,
    "bdghnopquđðþøFLŁTZß?": 611,
    "EPSVXY": 667,
    "ABCDHKNRUĐÐ&": 722,
    "GOQØw": 778,
    "M": 833,
    "m%æ": 889,
    "Wœ": 944,
    "@—…→ÆŒ": 1015,
}
_WIDTHS = tuple(
    {letter: width for letters, width in table.items() for letter in letters} for table in (_REGULAR, _BOLD)
)


@lru_cache(4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a line of text. Accents add nothing to the width."""
    return sum(_letter(letter, bold) for letter in unicodedata.normalize("NFD", text)) * size / 1000


@lru_cache(4096)
def is_measured(text: str) -> bool:
    """Return whether the width of every letter is known, so that the width of the text is exact."""
    letters = unicodedata.normalize("NFD", text)
    return all(letter in _WIDTHS[0] or unicodedata.combining(letter) for letter in letters)


def _letter(letter: str, bold: bool) -> int:
    known = _WIDTHS[bold].get(letter)
    if known is not None:
        return known
    if unicodedata.combining(letter):
        return 0
    return WIDE if unicodedata.east_asian_width(letter) in "WF" else UNKNOWN


def shorten(text: str, size: float, room: float, bold: bool = False) -> str:
    """Return the text, shortened if it is wider than `room`."""
    if text_width(text, size, bold) <= room:
        return text
    kept = text
    while kept and text_width(f"{kept}…", size, bold) > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"
