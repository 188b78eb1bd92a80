"""Check whether an instance of a dataclass is one that `read` could have returned. Such a command need not be converted
to JSON and back."""

import re
from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Literal, TypeAlias, Union, cast, get_args, get_origin

from kontor.domain.kernel.model.annotations import Form, Pattern, Range, Size, fields_of, strip_annotations
from kontor.domain.kernel.model.writing import PLAIN

_Fit: TypeAlias = Callable[[object], bool]


def fits(value: object) -> bool:
    """Return whether every field of a dataclass instance has a value that its annotation allows. A list in place of a
    tuple, or any mapping, does not fit, because the caller could change it later."""
    return _fit(cast(Form, type(value)))(value)


@cache
def _fit(form: Form) -> _Fit:
    bare, notes = strip_annotations(form)
    origin = get_origin(bare)
    if origin in (Union, UnionType):
        return _union_fit(get_args(bare))
    if origin is tuple:
        return _tuple_fit(get_args(bare), next((note for note in notes if isinstance(note, Size)), None))
    if isinstance(bare, type) and is_dataclass(bare):
        return _dataclass_fit(bare)
    if origin is Literal:
        exact = {(type(each), each) for each in get_args(bare)}  # 1 == True in Python, not in JSON
        return lambda value: type(value) in PLAIN and (type(value), value) in exact
    return _leaf_fit(cast(type, bare), notes) if bare in PLAIN else lambda value: False


def _leaf_fit(kind: type, notes: tuple[object, ...]) -> _Fit:
    match [note for note in notes if isinstance(note, Range | Pattern)]:
        case []:
            return lambda value: type(value) is kind
        case [Range(low, high)]:
            return lambda value: type(value) is kind and low <= value <= high  # type: ignore[operator]  # an integer
        case [Pattern(expression)]:
            matches = re.compile(expression).fullmatch
            return lambda value: type(value) is kind and matches(value) is not None  # type: ignore[call-overload]  # a string
    return lambda value: False  # several bounds: `read` checks them


def _union_fit(forms: tuple[Form, ...]) -> _Fit:
    parts = [_fit(each) for each in forms if each not in (None, NoneType)]
    has_none = len(parts) < len(forms)
    if has_none and len(parts) == 1:
        only = parts[0]
        return lambda value: value is None or only(value)
    return lambda value: (has_none and value is None) or any(fit(value) for fit in parts)


def _tuple_fit(items: tuple[Form, ...], size: Size | None) -> _Fit:
    if len(items) == 2 and items[1] is Ellipsis:
        item, (low, high) = _fit(items[0]), (size.low, size.high) if size else (0, 1 << 53)
        return lambda value: type(value) is tuple and low <= len(value) <= high and all(map(item, value))
    parts = [_fit(each) for each in items]
    return lambda value: (
        type(value) is tuple
        and len(value) == len(parts)
        and all(fit(each) for fit, each in zip(parts, value, strict=True))
    )


def _dataclass_fit(form: type) -> _Fit:
    parts: list[tuple[str, _Fit]] = []  # filled on first use: a form may contain itself

    def fit(value: object) -> bool:
        if type(value) is not form:
            return False
        for attribute, each in parts or _parts_of(form, parts):  # noqa: SIM110  # `all` takes half as long again
            if not each(getattr(value, attribute)):
                return False
        return True

    return fit


def _parts_of(form: type, parts: list[tuple[str, _Fit]]) -> list[tuple[str, _Fit]]:
    parts[:] = [(each.attribute, _fit(each.form)) for each in fields_of(form)]
    return parts
