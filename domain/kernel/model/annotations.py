"""The notes of an annotation, the fields of a dataclass, and the flaws of a value."""

from collections.abc import Hashable, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Annotated, Literal, NewType, TypeAlias, get_args, get_origin, get_type_hints

from kontor.domain.kernel.nearest import did_you_mean

APART = ("sealed", "opens")

Form: TypeAlias = Hashable  # an annotation: a class, a Literal, a union …


@dataclass(frozen=True, slots=True)
class Range:
    """The bounds of an integer, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression that must match a whole string. `words`: a description for people, which follows the words
    "must be"."""

    expression: str
    words: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Size:
    """The bounds of the length of a list, or of the number of keys in a mapping. Both are included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Distinct:
    """A list in which an item should not be named twice. The published schema has `x-distinct`, so that a client offers
    each item once. Reading does not check it."""


@dataclass(frozen=True, slots=True)
class Names:
    """The kind of object that a value names, such as a post, a seat or a card. The published schema has it as `x-kind`,
    so that a client can find the object on its board."""

    kind: str


@dataclass(frozen=True, slots=True)
class Doc:
    """The description of a field in the published schema."""

    text: str


@dataclass(frozen=True, slots=True)
class Flaw:
    """One reason why a value cannot be read: its position (a JSON pointer), a code, and a sentence.

    `given` and `known`: a wrong word, and the known words. A union discards many flaws, and it takes long to find a
    suggestion. So the sentence gets its suggestion only when the value is refused.
    """

    pointer: str
    code: str
    message: str
    given: str = ""
    known: tuple[str, ...] = ()

    def with_suggestion(self) -> "Flaw":
        suggestion = did_you_mean(self.given, self.known) if self.known else ""
        return Flaw(self.pointer, self.code, self.message + suggestion)


class Unreadable(ValueError):
    """A JSON value does not match the required type."""

    def __init__(self, flaws: Sequence[Flaw]) -> None:
        super().__init__("; ".join(f"{flaw.pointer or '/'}: {flaw.message}" for flaw in flaws))
        self.flaws = tuple(flaws)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a dataclass, and its name and type in JSON."""

    attribute: str
    key: str
    form: Form
    required: bool
    omitted_when_none: bool


@cache
def fields_of(form: type) -> tuple[Field, ...]:
    hints = get_type_hints(form, include_extras=True)
    return tuple(
        Field(
            field.name,
            field.name.removesuffix("_"),
            hints[field.name],
            required=(field.default is MISSING and field.default_factory is MISSING) or _is_tag(hints[field.name]),
            omitted_when_none=field.default is None,
        )
        for field in fields(form)
        if field.name not in APART
    )


def _is_tag(form: Form) -> bool:
    """Return whether a type is a single literal. Such a field identifies the object, so it is always required, even if
    it has a default in Python."""
    bare, _ = strip_annotations(form)
    return get_origin(bare) is Literal and len(get_args(bare)) == 1


def strip_annotations(form: Form) -> tuple[Form, tuple[object, ...]]:
    """Return a type without `Annotated` and `NewType`, and the notes of its annotations."""
    notes: tuple[object, ...] = ()
    while True:
        if get_origin(form) is Annotated:
            form, *more = get_args(form)
            notes = (*notes, *more)
        elif isinstance(form, NewType):
            form = form.__supertype__
        else:
            return form, notes
