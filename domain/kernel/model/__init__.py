"""Commands and events are frozen dataclasses. Their JSON Schema, and the functions that read and write them, follow
from their annotations.

Supported types are int, str, bool, None, object (any JSON), Literal, unions, `tuple[T, ...]`, `tuple[A, B]`,
`Mapping[K, T]` with strings as keys, and dataclasses. `Annotated` adds `Range`, `Pattern`, `Size`, `Distinct`, `Names`
or `Doc`. In JSON, the name of a field has no `_` at its end (`from_` is `from`). A field whose default is None is left
out while it is None. In a union of dataclasses, the `Literal` fields select the class. A field with a single literal is
such a tag, and is always required. Fields named `sealed` and `opens` are not part of the JSON, so they must have a
default. An envelope has its own fields for them (`domain.kernel.secrets`).
"""

from kontor.domain.kernel.model.annotations import Distinct, Doc, Flaw, Form, Names, Pattern, Range, Size, Unreadable
from kontor.domain.kernel.model.fitting import fits
from kontor.domain.kernel.model.json_schema import schema
from kontor.domain.kernel.model.reading import read, read_form
from kontor.domain.kernel.model.writing import write

__all__ = [
    "Distinct",
    "Doc",
    "Flaw",
    "Form",
    "Names",
    "Pattern",
    "Range",
    "Size",
    "Unreadable",
    "fits",
    "read",
    "read_form",
    "schema",
    "write",
]
