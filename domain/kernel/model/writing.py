"""Write instances of dataclasses as JSON."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from types import NoneType
from typing import cast

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.model.annotations import Form, fields_of

# Most values are plain: checking that first is faster than a call.
PLAIN = frozenset({str, int, bool, NoneType})


def write(value: object) -> Json:
    """Return the JSON of a dataclass instance, of a tuple of instances, or of a plain value."""
    kind = type(value)
    if kind in PLAIN:
        return cast(Json, value)
    if kind is tuple or kind is list:
        items = cast("Sequence[Json]", value)
        return [item if type(item) in PLAIN else write(item) for item in items]
    return _writer(cast(Form, kind))(value)


@cache
def _writer(form: Form) -> Callable[[object], Json]:
    if issubclass(cast(type, form), Mapping):
        return _written_mapping
    if not is_dataclass(form):
        raise TypeError(f"{form} is not a dataclass and has no wire form")
    known = [(each.attribute, each.key, each.omitted_when_none) for each in fields_of(cast(type, form))]

    def write_item(value: object) -> Json:
        found: dict[str, Json] = {}
        for attribute, key, omitted_when_none in known:
            item = getattr(value, attribute)
            if item is None and omitted_when_none:
                continue
            found[key] = item if type(item) in PLAIN else write(item)
        return found

    return write_item


def _written_mapping(value: object) -> Json:
    return {key: write(item) for key, item in cast("Mapping[str, object]", value).items()}
