"""The parts of a form: the notes of an annotation, the fields of a dataclass, and the flaws of a value."""

from collections.abc import Hashable, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Annotated, Literal, NewType, TypeAlias, get_args, get_origin, get_type_hints

from kontor.domain.kernel.nearest import did_you_mean

APART = ("sealed", "opens")

Form: TypeAlias = Hashable  # an annotation: a class, a Literal, a union …


@dataclass(frozen=True, slots=True)
class Range:
    """Bounds of an integer, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression that a string matches as a whole. `words`: the same for people, after "must be"."""

    expression: str
    words: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Size:
    """Bounds of the length of a list or of the number of keys of a mapping, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Distinct:
    """A list in which naming an item twice has no effect or is refused. `x-distinct` of the published schema, so that a
    client offers each item once; reading does not check it."""


@dataclass(frozen=True, slots=True)
class Names:
    """The kind of thing that a value names: a post, a seat, a card. `x-kind` of the published schema, so that a client
    can find the thing on its board."""

    kind: str


@dataclass(frozen=True, slots=True)
class Doc:
    """The meaning of a field, in a sentence for the published schema."""

    text: str


@dataclass(frozen=True, slots=True)
class Flaw:
    """One reason why a value is unreadable: the place (JSON pointer), the kind of flaw, and a sentence.

    `given`, `known`: a wrong word and the right ones. The sentence gets a suggestion when the value is refused; a union
    makes flaws that it discards, and a suggestion takes long."""

    pointer: str
    code: str
    message: str
    given: str = ""
    known: tuple[str, ...] = ()

    def with_suggestion(self) -> "Flaw":
        suggestion = did_you_mean(self.given, self.known) if self.known else ""
        return Flaw(self.pointer, self.code, self.message + suggestion)


class Unreadable(ValueError):
    """A JSON value that does not have the required form."""

    def __init__(self, flaws: Sequence[Flaw]) -> None:
        super().__init__("; ".join(f"{flaw.pointer or '/'}: {flaw.message}" for flaw in flaws))
        self.flaws = tuple(flaws)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a dataclass, and its form on the wire."""

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
    """Return whether the form is a single literal. It identifies the object, so it is always written, even if it has a
    default in Python."""
    bare, _ = stripped(form)
    return get_origin(bare) is Literal and len(get_args(bare)) == 1


def stripped(form: Form) -> tuple[Form, tuple[object, ...]]:
    """Return the form without `Annotated` and `NewType`, and its notes."""
    notes: tuple[object, ...] = ()
    while True:
        if get_origin(form) is Annotated:
            form, *more = get_args(form)
            notes = (*notes, *more)
        elif isinstance(form, NewType):
            form = form.__supertype__
        else:
            return form, notes
