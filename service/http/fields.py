"""Functions that create the marshmallow fields of answers. A field is always in the answer unless it is `optional`.

`names`: the kind of object that the value identifies (`x-kind`), like `Names` in a dataclass. `null`: the value may be
null. Further arguments are passed to marshmallow. The fields of queries and headers are in `service.http.parameters`.
"""

from collections.abc import Sequence
from typing import Any

import marshmallow as ma

from kontor.service.clock import stamp


class Registered(ma.fields.Field[Any]):
    """A field whose value is not checked. `component`: the OpenAPI component that describes the value."""

    def __init__(self, component: str, description: str = "", **facts: Any) -> None:
        super().__init__(**_arguments(description, **facts))
        self.component = component


class Time(ma.fields.String):
    """A field with a time, in the same format as in the log of a game."""

    def __init__(self, description: str = "", **facts: Any) -> None:
        super().__init__(**_arguments(description, **facts))

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        return None if value is None else stamp(value)


def string(description: str = "", **facts: Any) -> ma.fields.String:
    return ma.fields.String(**_arguments(description, **facts))


def one_of(values: Sequence[str], description: str = "", **facts: Any) -> ma.fields.String:
    return string(description, validate=ma.validate.OneOf(values), **facts)


def integer(description: str = "", **facts: Any) -> ma.fields.Integer:
    return ma.fields.Integer(**_arguments(description, **facts))


def boolean(description: str = "", **facts: Any) -> ma.fields.Boolean:
    return ma.fields.Boolean(**_arguments(description, **facts))


def uuid(description: str = "", **facts: Any) -> ma.fields.UUID:
    return ma.fields.UUID(**_arguments(description, **facts))


def nested_field(schema: type[ma.Schema], description: str = "", **facts: Any) -> ma.fields.Nested:
    return ma.fields.Nested(schema, **_arguments(description, **facts))


def list_of(items: ma.fields.Field[Any] | type[ma.Schema], description: str = "", **facts: Any) -> ma.fields.List[Any]:
    each = items if isinstance(items, ma.fields.Field) else ma.fields.Nested(items)
    return ma.fields.List(each, **_arguments(description, **facts))


def mapping_of(values: ma.fields.Field[Any], description: str = "", **facts: Any) -> ma.fields.Dict:
    """Return a field with an object whose keys are not known in advance."""
    return ma.fields.Dict(keys=ma.fields.String(), values=values, **_arguments(description, **facts))


def _arguments(
    description: str, names: str = "", optional: bool = False, null: bool = False, **more: Any
) -> dict[str, Any]:
    """Return the keyword arguments for a marshmallow field."""
    metadata = {"x-kind": names, "description": description}
    told = {word: text for word, text in metadata.items() if text}
    return {"required": not optional, "allow_none": null, "metadata": told, **more}
