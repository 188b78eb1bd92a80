"""Functions that create the marshmallow fields of query parameters and headers. A client may leave them out.

`default`: the value of a parameter that is left out. Without a default, the view gets no value. `name`: the name in the
request, if it is not the name of the field. `names`: the kind of object that the value identifies (`x-kind`). Further
arguments are passed to marshmallow. The fields of answers are in `service.http.fields`.
"""

from collections.abc import Sequence
from typing import Any

import marshmallow as ma

LARGEST = 2**53 - 1  # the largest integer that every JSON reader reads exactly


class WholeText(ma.validate.Regexp):
    """A check of a text with a pattern, as in JSON Schema (ECMA-262). `$` matches only at the end, and not before a
    final line feed."""

    def __call__(self, value: Any) -> Any:
        if self.regex.fullmatch(value) is None:
            raise ma.ValidationError(self._format_error(value))
        return value


def text_parameter(
    description: str, pattern: str = "", values: Sequence[str] = (), longest: int = 0, **facts: Any
) -> ma.fields.String:
    """Return the field of a text that matches the pattern, is one of the values, or has at most `longest`
    characters."""
    checks: list[ma.validate.Validator] = []
    if pattern:
        checks.append(WholeText(pattern))
    if values:
        checks.append(ma.validate.OneOf(values))
    if longest:
        checks.append(ma.validate.Length(max=longest))
    return ma.fields.String(validate=checks, **_arguments(description, **facts))


def integer_parameter(description: str, low: int, high: int = LARGEST, **facts: Any) -> ma.fields.Integer:
    """Return the field of an integer from `low` to `high`."""
    return ma.fields.Integer(validate=ma.validate.Range(low, high), **_arguments(description, **facts))


def flag_parameter(description: str, **facts: Any) -> ma.fields.Boolean:
    return ma.fields.Boolean(**_arguments(description, **facts))


def _arguments(
    description: str, default: Any = ma.missing, name: str | None = None, names: str = "", **more: Any
) -> dict[str, Any]:
    """Return the keyword arguments for a marshmallow field."""
    metadata = {**({"x-kind": names} if names else {}), "description": description}
    return {"load_default": default, "data_key": name, "metadata": metadata, **more}
