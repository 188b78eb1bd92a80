"""Forms of open places in an option (docs/contract/commands.md), and the sets of values that they allow."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

Form: TypeAlias = Any  # JSON in which some places are open; null and a missing key are the same
Path: TypeAlias = tuple[str | int, ...]
Scalar: TypeAlias = bool | int | str | None


@dataclass(frozen=True, slots=True)
class Items:
    """A partial list: the items so far, and the form of the items that may follow (None: no more)."""

    items: tuple[Form, ...]
    rest: Form
    least: int
    most: int

    def may_grow(self, count: int) -> bool:
        return len(self.items) > count or (self.rest is not None and self.most > count)

    def may_end(self, count: int) -> bool:
        return len(self.items) == count >= self.least

    def grown(self, count: int) -> "Items":
        return self if len(self.items) > count else replace(self, items=(*self.items, self.rest))

    def ended(self) -> "Items":
        return replace(self, rest=None, most=len(self.items))


@dataclass(frozen=True, slots=True)
class Allowed:
    """The allowed values (None: leave out), and ranges of integers."""

    values: tuple[Scalar, ...]
    ranges: tuple[tuple[int, int], ...]

    @property
    def is_settled(self) -> bool:
        return not self.ranges and len(self.values) == 1

    @property
    def are_amounts(self) -> bool:
        return all(each is None or type(each) is int for each in self.values)

    @property
    def numbers(self) -> int:
        return sum(high - low + 1 for low, high in self.ranges)


def is_scalar(form: Form) -> bool:
    return form is None or isinstance(form, bool | int | str)


def is_range(form: Form) -> bool:
    return isinstance(form, Mapping) and "range" in form


def is_choice(form: Form) -> bool:
    return isinstance(form, Mapping) and "one_of" in form


def is_list(form: Form) -> bool:
    return isinstance(form, list | tuple | Items) or (isinstance(form, Mapping) and "list" in form)


def is_values(form: Form) -> bool:
    """Return whether the form allows plain values only."""
    return is_scalar(form) or is_range(form) or is_plain_choice(form)


def is_plain_choice(form: Form) -> bool:
    return is_choice(form) and all(is_scalar(each) or is_range(each) for each in form["one_of"])


def opened(form: Form) -> Items:
    if isinstance(form, Items):
        return form
    if isinstance(form, Mapping):
        return Items((), form["list"], form["min"], form["max"])
    return Items(tuple(form), None, len(form), len(form))


def allowed(forms: Iterable[Form]) -> Allowed:
    """Return everything that forms of plain values allow."""
    values: dict[tuple[type, Scalar], Scalar] = {}  # by type too: 1 is not true
    ranges: list[tuple[int, int]] = []
    for form in forms:
        for each in form["one_of"] if is_choice(form) else (form,):
            if is_range(each):
                ranges.append((each["range"][0], each["range"][1]))
            else:
                values[type(each), each] = each
    return Allowed(tuple(values.values()), tuple(dict.fromkeys(ranges)))


def allows(form: Form, value: Scalar) -> bool:
    if is_scalar(form):
        return type(form) is type(value) and bool(form == value)
    if is_range(form):
        return type(value) is int and bool(form["range"][0] <= value <= form["range"][1])
    return is_choice(form) and any(allows(each, value) for each in form["one_of"])


def at(form: Form, path: Path) -> Form:
    for key in path:
        if isinstance(form, Items):
            form = form.items
        if isinstance(form, list | tuple):
            form = form[int(key)] if int(key) < len(form) else None
        else:
            form = form.get(key) if isinstance(form, Mapping) else None
    return form


def put(form: Form, path: Path, value: Form) -> Form:
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(form, Items):
        items = list(form.items)
        items[int(key)] = put(items[int(key)], rest, value)
        return replace(form, items=tuple(items))
    return {**form, key: put(form.get(key), rest, value)}


def plain(form: Form) -> Form:
    """Return the value of a form without open places: a command, or a part of one."""
    if is_scalar(form):
        return form
    if is_range(form):
        return form["range"][0]
    if is_choice(form):
        return plain(form["one_of"][0])
    if is_list(form):
        return [plain(each) for each in opened(form).items]
    said = ((key, plain(value)) for key, value in form.items())
    return {key: value for key, value in said if value is not None}


def keys_of(forms: Sequence[Form]) -> list[str]:
    return list(dict.fromkeys(key for form in forms for key in form))
