"""Suggest the known word that a caller probably meant."""

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from kontor.domain.kernel.echo import LONGEST

MOST = 1000  # known words that are compared


def fold(text: str) -> str:
    """Return a text for comparison, without case, accents and underscores, so that Lubeck matches Lübeck."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("_", " "))
    return "".join(each for each in apart if not unicodedata.combining(each))


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is most similar to `word`, or None if no known word is similar."""
    words = {fold(each): each for each in list(known)[:MOST]}
    found = get_close_matches(fold(word[:LONGEST]), words, n=1)
    return words[found[0]] if found else None


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return a question with the most similar known word, to append to a message. Return an empty text if no known word
    is similar."""
    found = nearest(word, known) if isinstance(word, str) else None
    return "" if found is None else f"; did you mean {found}?"


def must_be_one_of(given: object, known: Iterable[str]) -> str:
    """Return the message about a word that is not known, with the known words."""
    words = list(known)
    return f"must be one of {', '.join(words)}{did_you_mean(given, words)}"
