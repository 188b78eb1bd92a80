"""Pack values of declared types as JSON by position, without field names, for our own use only.

Unlike `reading` and `writing`, packing supports the types of states: bytes, frozensets, named tuples, mappings with any
keys, times and durations. The functions that pack and unpack a type are built once. Unpacking trusts that its input was
packed from the same `shape`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime, timedelta
from functools import cache
from types import NoneType, UnionType
from typing import Literal, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

from kontor.domain.kernel.canonical import Json, canonical_text
from kontor.domain.kernel.model.annotations import Form, strip_annotations

SCALARS = (int, str, bool, NoneType, None)

_Pack: TypeAlias = Callable[[object], Json]
_Unpack: TypeAlias = Callable[[Json], object]


class NoPacking(TypeError):
    """Values of a declared type cannot be packed."""


@dataclass(frozen=True, slots=True)
class Packing:
    """The functions that pack and unpack values of a type. `shape`: a description of the whole type; unpacking with
    another shape would misread the data. `kind`: the class of the values. `is_plain`: the values are already JSON."""

    shape: str
    kind: type
    pack: _Pack
    unpack: _Unpack
    is_plain: bool = False


@cache
def packing(form: Form) -> Packing:
    """Return how values of a type are packed. Raise NoPacking if they cannot be packed."""
    bare, _ = strip_annotations(form)
    origin, inner = get_origin(bare), get_args(bare)
    if bare in SCALARS:
        kind = bare if isinstance(bare, type) else NoneType
        return _plain(kind.__name__, kind)
    if origin is Literal:
        return _plain(repr(inner), type(inner[0]))
    if bare is object:
        return _plain("object", object)
    if origin in (Union, UnionType):
        return _union([packing(each) for each in inner])
    if origin is tuple:
        return _tuple(inner)
    if origin is frozenset:
        return _frozenset(packing(inner[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(packing(inner[0]), packing(inner[1]))
    return _class(bare)


def _class(form: Form) -> Packing:
    if not isinstance(form, type):
        raise NoPacking(f"{form} has no packed form")
    if form is bytes:
        return Packing(
            "bytes", bytes, lambda value: cast(bytes, value).hex(), lambda text: bytes.fromhex(cast(str, text))
        )
    if form is datetime:
        unpack: _Unpack = lambda text: datetime.fromisoformat(cast(str, text))  # noqa: E731
        return Packing("datetime", datetime, lambda value: cast(datetime, value).isoformat(), unpack)
    if form is timedelta:
        return Packing("timedelta", timedelta, _days_and_less, lambda parts: timedelta(*cast("list[int]", parts)))
    if is_dataclass(form):
        return _record(form, [field.name for field in fields(form)], _attributes)
    if issubclass(form, tuple) and hasattr(form, "_fields"):
        return _record(form, form._fields, _items)
    raise NoPacking(f"{form} has no packed form")


def _days_and_less(value: object) -> Json:
    span = cast(timedelta, value)
    return [span.days, span.seconds, span.microseconds]


def _plain(shape: str, kind: type) -> Packing:
    return Packing(shape, kind, lambda value: cast(Json, value), lambda value: value, is_plain=True)


# ---------------------------------------------------------------- several values


def _tuple(inner: tuple[Form, ...]) -> Packing:
    if len(inner) == 2 and inner[1] is Ellipsis:
        item = packing(inner[0])
        return Packing(f"{item.shape}*", tuple, _all_packed(item), _all_unpacked(item, tuple))
    items = [packing(each) for each in inner]
    return Packing(f"({_shapes(items)})", tuple, _each_packed(items, _items), _each_unpacked(items, tuple))


def _frozenset(item: Packing) -> Packing:
    pack_all = _all_packed(item)

    def pack(value: object) -> Json:
        """Pack the items in a fixed order, because a set has no order."""
        return sorted(cast("list[Json]", pack_all(value)), key=lambda each: canonical_text(each))

    return Packing(f"{{{item.shape}}}", frozenset, pack, _all_unpacked(item, frozenset))


def _mapping(key: Packing, item: Packing) -> Packing:
    """Pack a mapping as a list of pairs. Its keys may have any type, and their order is kept."""

    def pack(value: object) -> Json:
        pairs = cast("Mapping[object, object]", value).items()
        return [[key.pack(each), item.pack(what)] for each, what in pairs]

    def unpack(value: Json) -> object:
        pairs = cast("list[list[Json]]", value)
        return {key.unpack(each): item.unpack(what) for each, what in pairs}

    return Packing(f"{{{key.shape}:{item.shape}}}", dict, pack, unpack)


def _record(
    form: type, names: Sequence[str], values_of: Callable[[object, Sequence[str]], Iterable[object]]
) -> Packing:
    hints = get_type_hints(form)
    items = [packing(hints[name]) for name in names]
    shape = f"{form.__name__}({','.join(f'{name}:{item.shape}' for name, item in zip(names, items, strict=True))})"
    pack = _each_packed(items, lambda value: values_of(value, names))
    return Packing(shape, form, pack, _each_unpacked(items, lambda values: form(*values)))


def _attributes(value: object, names: Sequence[str]) -> Iterable[object]:
    return [getattr(value, name) for name in names]


def _items(value: object, names: Sequence[str] = ()) -> Iterable[object]:
    return cast("tuple[object, ...]", value)


def _all_packed(item: Packing) -> _Pack:
    if item.is_plain:
        return lambda value: list(cast("Iterable[Json]", value))
    return lambda value: [item.pack(each) for each in cast("Iterable[object]", value)]


def _all_unpacked(item: Packing, made: Callable[[Iterable[object]], object]) -> _Unpack:
    if item.is_plain:
        return lambda value: made(cast("list[Json]", value))
    unpack = item.unpack
    return lambda value: made([unpack(each) for each in cast("list[Json]", value)])


def _each_packed(items: Sequence[Packing], values_of: Callable[[object], Iterable[object]]) -> _Pack:
    packs = [item.pack for item in items]
    return lambda value: [pack(each) for pack, each in zip(packs, values_of(value), strict=True)]


def _each_unpacked(items: Sequence[Packing], made: Callable[[Iterable[object]], object]) -> _Unpack:
    if all(item.is_plain for item in items):
        return lambda value: made(cast("list[Json]", value))
    unpacks = [item.unpack for item in items]
    return lambda value: made([unpack(each) for unpack, each in zip(unpacks, cast("list[Json]", value), strict=True)])


def _shapes(items: Iterable[Packing]) -> str:
    return ",".join(item.shape for item in items)


# ---------------------------------------------------------------- one of several


def _union(items: Sequence[Packing]) -> Packing:
    shape = f"<{'|'.join(item.shape for item in items)}>"
    if all(item.is_plain for item in items):
        return _plain(shape, object)
    others = [item for item in items if item.kind is not NoneType]
    if len(others) == 1:
        return _optional(shape, others[0])
    if len({item.kind for item in items}) < len(items):
        raise NoPacking(f"{shape} has two types with the same class, so the type of a value is unclear")
    return _tag(shape, items)


def _optional(shape: str, item: Packing) -> Packing:
    def pack(value: object) -> Json:
        return None if value is None else item.pack(value)

    def unpack(value: Json) -> object:
        return None if value is None else item.unpack(value)

    return Packing(shape, object, pack, unpack)


def _tag(shape: str, items: Sequence[Packing]) -> Packing:
    """Pack a value of a union as a pair: the number of its type, and the packed value."""
    numbers = {item.kind: number for number, item in enumerate(items)}

    def pack(value: object) -> Json:
        number = numbers[type(value)]
        return [number, items[number].pack(value)]

    def unpack(value: Json) -> object:
        number, packed = cast("tuple[int, Json]", value)
        return items[number].unpack(packed)

    return Packing(shape, object, pack, unpack)
