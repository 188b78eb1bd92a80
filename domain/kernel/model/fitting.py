"""Fitting: whether an instance is one that `read` could have made. Such a command needs no detour through JSON."""

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Literal, TypeAlias, Union, cast, get_args, get_origin

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.model.forms import Flaw, Form, Pattern, Range, Size, fields_of, stripped
from kontor.domain.kernel.model.reading import reader_of

_Fit: TypeAlias = Callable[[object], bool]


def fits(value: object) -> bool:
    """Whether every field of a dataclass holds what its annotation asks for. A list in place of a tuple, or any
    mapping, does not fit: its owner could alter it later."""
    return _fit(cast(Form, type(value)))(value)


@cache
def _fit(form: Form) -> _Fit:
    bare, notes = stripped(form)
    origin = get_origin(bare)
    if origin in (Union, UnionType):
        return _union_fit(get_args(bare))
    if origin is tuple:
        return _tuple_fit(get_args(bare), next((note for note in notes if isinstance(note, Size)), None))
    if isinstance(bare, type) and is_dataclass(bare):
        return _dataclass_fit(bare)
    if origin is Literal:
        return _leaf_fit(form, {type(each) for each in get_args(bare)}, True)
    if bare in (int, str, bool, NoneType):
        return _leaf_fit(form, {cast(type, bare)}, any(isinstance(note, Range | Pattern) for note in notes))
    return lambda value: False


def _leaf_fit(form: Form, kinds: set[type], is_narrow: bool) -> _Fit:
    """A leaf is the same in Python and in JSON: its reader knows what else is asked of a value of the right type."""
    if not is_narrow:
        return lambda value: type(value) in kinds
    read_leaf = reader_of(form)

    def fit(value: object) -> bool:
        flaws: list[Flaw] = []
        if type(value) in kinds:
            read_leaf(cast(Json, value), None, flaws)
            return not flaws
        return False

    return fit


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
    parts: list[tuple[str, _Fit]] = []  # found when first needed: a form may hold itself

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
