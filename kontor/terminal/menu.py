"""Menus at a terminal: numbered entries. The user can type a part of an entry, with completion if readline is
available.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import Generic, TypeVar

import click

from kontor.domain.kernel.nearest import fold
from kontor.terminal.words import in_columns, wrap

try:
    import readline
except ImportError:  # readline is not on every system; without it there is no completion
    readline = None  # type: ignore[assignment]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

LONG = 12  # longer menus are printed in columns, without descriptions


@dataclass(frozen=True, slots=True)
class Entry(Generic[T_co]):
    label: str
    value: T_co
    about: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A special word that the user typed instead of an entry, for example `/board`, `? HT-PLACE-1` or `<`. `rest`: the
    text after the word.
    """

    name: str
    rest: str = ""


class Terminal:
    """Ask the user questions. `words`: special words that the user can type at any time, each with its explanation."""

    def __init__(self, words: dict[str, str]) -> None:
        self.words = words
        self.more: Sequence[str] = ()  # texts that can be completed after a question mark
        self._offered: Sequence[str] = ()
        if readline is not None:
            readline.set_completer_delims("")
            readline.set_completer(self._complete)
            readline.parse_and_bind("tab: complete")

    def pick(
        self, question: str, entries: Sequence[Entry[T]], read: Callable[[str], T | None] | None = None
    ) -> T | Word:
        """Let the user choose an entry by its number, its label or a unique part of the label, and return its value. If
        the user types a special word, return this word. `read`: a function that is tried first, for input that the menu
        does not list.
        """
        click.echo(f"\n{question}")
        click.echo(list_entries(entries))
        while True:
            typed = self.line("> ", [each.label for each in entries])
            if (word := self.word_in(typed)) is not None:
                return word
            if read is not None and (meant := read(typed)) is not None:
                return meant
            found = matching(typed, entries)
            if len(found) == 1:
                return found[0].value
            click.echo(_unclear(typed, found))

    def line(self, prompt: str, offered: Sequence[str] = ()) -> str:
        """Return the line that the user types, without surrounding blanks. Raise EOFError at the end of the input."""
        self._offered = [*offered, *self.words, *(f"? {each}" for each in self.more)]
        return input(prompt).strip()

    def word_in(self, typed: str) -> Word | None:
        name, _, rest = typed.partition(" ")
        if typed.startswith("?"):
            return Word("?", typed.removeprefix("?").strip())
        return Word(name, rest.strip()) if name in self.words else None

    def _complete(self, begun: str, nth: int) -> str | None:
        fits = [each for each in self._offered if fold(each).startswith(fold(begun))]
        return fits[nth] if nth < len(fits) else None


def matching(typed: str, entries: Sequence[Entry[T]]) -> Sequence[Entry[T]]:
    """Return the entries that match the typed text. The text is compared with whole labels, numbers, beginnings of
    labels, and parts of labels, in this order. The first comparison that finds entries decides.
    """
    wanted = fold(typed)
    if not wanted:
        return ()
    exact = [each for each in entries if fold(each.label) == wanted]
    if not exact and typed.isdecimal() and typed.isascii():
        return entries[int(typed) - 1 : int(typed)] if int(typed) > 0 else ()
    begun = [each for each in entries if fold(each.label).startswith(wanted)]
    within = [each for each in entries if wanted in fold(each.label)]
    return exact or begun or within or [each for each in entries if _has_all(fold(each.label), wanted.split())]


def _has_all(label: str, parts: Sequence[str]) -> bool:
    """Return whether the label contains these parts in order: `ham lub 2` matches `Hamburg~Lübeck/2`."""
    at = 0
    for part in parts:
        if (found := label.find(part, at)) < 0:
            return False
        at = found + len(part)
    return True


def list_entries(entries: Sequence[Entry[T]]) -> str:
    numbered = [f"{nth:>3} {each.label}" for nth, each in enumerate(entries, 1)]
    if len(entries) > LONG:
        return in_columns(list(_together(entries)))
    if not any(each.about for each in entries):
        return in_columns(numbered)
    wide = max(map(len, numbered)) + 2
    room = min(90, get_terminal_size().columns - wide - 3)
    lines = (f"  {label:<{wide}}{_short(each.about, room)}" for label, each in zip(numbered, entries, strict=True))
    return "\n".join(line.rstrip() for line in lines)


def _together(entries: Sequence[Entry[T]]) -> Iterator[str]:
    """Yield a line for each entry. Neighbours that differ only in the number at their end share a line: `9-11
    Emden~Stade/1-3`.
    """
    nth = 0
    while nth < len(entries):
        stem, number = _split_number(entries[nth].label)
        more = 1
        while (
            number and nth + more < len(entries) and _split_number(entries[nth + more].label) == (stem, number + more)
        ):
            more += 1
        first, last = nth + 1, nth + more
        told = entries[nth].label if more == 1 else f"{entries[nth].label}-{number + more - 1}"
        yield f"{first:>3} {told}" if more == 1 else f"{first:>3}-{last} {told}"
        nth = last


def _split_number(label: str) -> tuple[str, int]:
    """Split a label into its text and the number at its end. The number is 0 if the label has none."""
    stem = label.rstrip("0123456789")
    return stem, int(label[len(stem) :] or 0)


def _short(text: str, room: int) -> str:
    """Return the first sentence of a description, shortened to fit. The command `?` shows the full text."""
    first = text.partition(". ")[0].rstrip(".")
    return first if len(first) <= room else f"{first[: max(room, 20) - 1]}…"


def _unclear(typed: str, found: Sequence[Entry[T]]) -> str:
    if not typed:
        return "Type the number or the name of an entry. ? shows help."
    if not found:
        return f"There is no entry {typed}. Type the number or the name of an entry. ? shows help."
    some = ", ".join(each.label for each in found[:8])
    return wrap(f"{typed} matches {some}{' …' if len(found) > 8 else ''}. Type more of the name.")
