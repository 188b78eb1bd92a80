"""Turn an option with open fields (docs/contract/commands.md) into one complete command, one choice of the user after
the other.

The candidates are the options that still agree with the choices so far. The next open field is the first field in which
the candidates differ. A list that may have several lengths counts as one candidate per length. The module knows no
ruleset, no terminal and no network.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeAlias

from kontor.domain.kernel.legality import covers, fillings

Form: TypeAlias = Any  # JSON in which some fields are open; null and a missing key are the same
Path: TypeAlias = tuple[str | int, ...]
Scalar: TypeAlias = bool | int | str | None
Order: TypeAlias = Callable[
    [Path, Sequence[str]], Sequence[str]
]  # returns the order in which the user is asked for these keys
Found: TypeAlias = "tuple[list[Form], Open | None]"


@dataclass(frozen=True, slots=True)
class Allowed:
    """The values that are allowed in a field: single values (None means to leave the field out) and ranges of
    integers.
    """

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


@dataclass(frozen=True, slots=True)
class Open:
    """The field that the user fills next. It needs a value, amounts, one more list item, or the decision whether to
    fill an optional part (`is_branch`). `ends`: the path of the list that may end here.
    """

    path: Path
    values: Allowed | None = None
    amounts: Mapping[str, Allowed] | None = None
    ends: Path | None = None
    is_branch: bool = False


class Step(Enum):
    FILL = "fill an optional part, or add one more item"
    OMIT = "leave out an optional part"
    END = "end the list here"


Choice: TypeAlias = Scalar | Mapping[str, int] | Step  # a value, amounts, or a step


def as_listed(_path: Path, keys: Sequence[str]) -> Sequence[str]:
    return keys


class Filling:
    """A command that is partly filled in. Every choice returns a new object. `before` is the object before the last
    choice.
    """

    def __init__(self, options: Sequence[Form], order: Order = as_listed, before: "Filling | None" = None) -> None:
        self._candidates, self.open = open_place(options, (), order)
        self._order = order
        self.before = before

    @property
    def command(self) -> Form:
        """Return the command with the values that are chosen so far. It is complete if no field is open."""
        return next(fillings(self._candidates[0]))

    def chosen(self, choice: Choice) -> "Filling | None":
        """Return the partly filled command after a choice, or None if no option allows the choice."""
        assert self.open is not None, "nothing is open any more"
        left = list(_matching(self._candidates, self.open, choice))
        return Filling(left, self._order, self) if left else None


# ---------------------------------------------------------------- the next open place


def open_place(options: Sequence[Form], path: Path, order: Order) -> Found:
    """Return the candidates, and the first open field at the path or below it. The search may split a candidate into
    several.
    """
    candidates = list(_split(options, path))
    forms = [_at(each, path) for each in candidates]
    if all(map(_is_values, forms)):
        found = _allowed_values(forms)
        return candidates, None if found.is_settled else Open(path, values=found)
    if any(map(_is_values, forms)):
        return candidates, Open(path, is_branch=True)
    if isinstance(forms[0], list | tuple):
        return _open_item(candidates, path, order)
    keys = order(path, list(dict.fromkeys(key for form in forms for key in form)))
    if path and all(
        _is_values(each) and _allowed_values([each]).are_amounts for form in forms for each in form.values()
    ):
        amounts = {key: _allowed_values(form.get(key) for form in forms) for key in keys}
        is_settled = all(each.is_settled for each in amounts.values())
        return candidates, None if is_settled else Open(path, amounts=amounts)
    for key in keys:
        candidates, below = open_place(candidates, (*path, key), order)
        if below is not None:
            return candidates, below
    return candidates, None


def _open_item(candidates: list[Form], path: Path, order: Order) -> Found:
    for count in range(max(len(_at(each, path)) for each in candidates)):
        ended = [each for each in candidates if len(_at(each, path)) == count]
        longer = [each for each in candidates if len(_at(each, path)) > count]
        longer, found = open_place(longer, (*path, count), order)
        if ended:
            return [*ended, *longer], replace(found or Open((*path, count)), ends=path)
        if found is not None:
            return longer, found
        candidates = longer
    return candidates, None


def _split(candidates: Iterable[Form], path: Path) -> Iterator[Form]:
    """Split each candidate into candidates that have only one alternative at this path. A list of variable length
    becomes one candidate per length.
    """
    for each in candidates:
        form = _at(each, path)
        for one in (form,) if _is_values(form) else _alternatives(form):
            match one:
                case {"list": item, "min": least, "max": most}:
                    yield from (_put(each, path, [item] * length) for length in range(least, most + 1))
                case _:
                    yield _put(each, path, one)


def _is_values(form: Form) -> bool:
    """Return whether the pattern allows only scalars (null, booleans, integers, strings or ranges), not objects or
    lists.
    """
    return all(
        each is None or isinstance(each, bool | int | str) or (isinstance(each, Mapping) and "range" in each)
        for each in _alternatives(form)
    )


def _allowed_values(forms: Iterable[Form]) -> Allowed:
    """Return all values and ranges that the given patterns allow. The patterns contain only scalars."""
    values: dict[tuple[type, Scalar], Scalar] = {}  # by type too: 1 is not true
    ranges: dict[tuple[int, int], None] = {}
    for each in (each for form in forms for each in _alternatives(form)):
        match each:
            case {"range": [low, high]}:
                ranges[low, high] = None
            case _:
                values[type(each), each] = each
    return Allowed(tuple(values.values()), tuple(ranges))


def _alternatives(form: Form) -> Iterator[Form]:
    match form:
        case {"one_of": forms}:
            for each in forms:
                yield from _alternatives(each)
        case _:
            yield form


def _at(form: Form, path: Path) -> Form:
    for key in path:
        if isinstance(form, list | tuple):
            form = form[int(key)] if int(key) < len(form) else None
        else:
            form = form.get(key) if isinstance(form, Mapping) else None
    return form


def _put(form: Form, path: Path, value: Form) -> Form:
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(form, list | tuple):
        return [_put(each, rest, value) if n == key else each for n, each in enumerate(form)]
    return {**form, key: _put(form.get(key), rest, value)}


# ---------------------------------------------------------------- choices


def _matching(candidates: Iterable[Form], open_: Open, choice: Choice) -> Iterator[Form]:
    """Yield the candidates that agree with a choice, with the chosen values filled in."""
    if (ends := open_.ends) is not None:
        count = open_.path[len(ends)]
        candidates = [each for each in candidates if (len(_at(each, ends)) == count) == (choice is Step.END)]
    for each in candidates:
        form = _at(each, open_.path)
        match choice:
            case Step():
                if choice is Step.END or not open_.is_branch or _is_values(form) == (choice is Step.OMIT):
                    yield each
            case Mapping():
                amounts = {key: _amount(form.get(key), choice.get(key, 0)) for key in open_.amounts or ()}
                if all(covers(form.get(key), amount) for key, amount in amounts.items()):
                    yield _put(each, open_.path, amounts)
            case _ if covers(form, choice):
                yield _put(each, open_.path, choice)


def _amount(form: Form, wanted: int) -> int | None:
    """Return the amount in the form that the option uses. If the user wants none, this is 0 or None, which leaves the
    key out.
    """
    return None if wanted == 0 and covers(form, None) else wanted
