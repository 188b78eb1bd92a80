"""Fill an option: turn an option with open fields into one complete command, choice by choice.

The candidates are the options that still match, as forms in which chosen places have plain values. The next open place
is the first at which they differ. The module knows no ruleset, no terminal and no network.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from kontor.terminal.forms import (
    Allowed,
    Form,
    Items,
    Path,
    Scalar,
    allowed,
    allows,
    at,
    is_choice,
    is_list,
    is_plain_choice,
    is_values,
    keys_of,
    opened,
    plain,
    put,
)

Order: TypeAlias = Callable[[Path, Sequence[str]], Sequence[str]]  # the order in which the keys of a place are asked
Found: TypeAlias = "tuple[list[Form], Open | None]"


@dataclass(frozen=True, slots=True)
class Open:
    """The place to fill next: with a value, with amounts, with the choice whether to fill it, or with one more item.
    `ends`: the list that may end here, after `count` items."""

    path: Path
    values: Allowed | None = None
    amounts: Mapping[str, Allowed] | None = None
    ends: Path | None = None
    count: int = 0
    is_branch: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    value: Scalar


@dataclass(frozen=True, slots=True)
class Amounts:
    amounts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Fill:
    """Whether to fill in an optional part."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Another:
    """Add one more item, of which there is only one kind."""


@dataclass(frozen=True, slots=True)
class Enough:
    """End the list here."""


Choice: TypeAlias = Value | Amounts | Fill | Another | Enough


def as_listed(_path: Path, keys: Sequence[str]) -> Sequence[str]:
    return keys


class Filling:
    """A partly filled command. Every choice returns a new one; `before` is the previous one."""

    def __init__(
        self,
        options: Sequence[Form],
        order: Order = as_listed,
        choices: "tuple[tuple[Open, Choice], ...]" = (),
        before: "Filling | None" = None,
    ) -> None:
        self.candidates, self.open = open_place(list(options), (), order)
        self.choices = choices
        self.before = before
        self._order = order

    @property
    def command(self) -> Form:
        """Return the command as far as it is chosen; complete once nothing is open."""
        return plain(self.candidates[0])

    def chosen(self, choice: Choice) -> "Filling | None":
        """Return the filling after a choice, or None if no option allows it."""
        assert self.open is not None, "nothing is open any more"
        left = narrowed(self.candidates, self.open, choice, self._order)
        return Filling(left, self._order, (*self.choices, (self.open, choice)), self) if left else None


# ---------------------------------------------------------------- the next open place


def spread(candidates: Sequence[Form], path: Path) -> list[Form]:
    """Split the candidates so that each has one form at this path, not a choice among forms."""
    found: list[Form] = []
    for each in candidates:
        form = at(each, path)
        if is_choice(form) and not is_plain_choice(form):
            found += spread([put(each, path, one) for one in form["one_of"]], path)
        else:
            found.append(put(each, path, opened(form)) if is_list(form) else each)
    return found


def open_place(candidates: Sequence[Form], path: Path, order: Order) -> Found:
    """Return the first open place at or below the path, and the candidates, which the search splits."""
    spread_out = spread(candidates, path)
    forms = [at(each, path) for each in spread_out]
    if all(map(is_values, forms)):
        found = allowed(forms)
        return spread_out, None if found.is_settled else Open(path, values=found)
    if any(map(is_values, forms)):
        return spread_out, Open(path, is_branch=True)
    if all(map(is_list, forms)):
        return _open_item(spread_out, path, order)
    keys = order(path, keys_of(forms))
    if path and all(is_values(each) and allowed([each]).are_amounts for form in forms for each in form.values()):
        return _open_amounts(spread_out, path, keys)
    for key in keys:
        spread_out, found_open = open_place(spread_out, (*path, key), order)
        if found_open is not None:
            return spread_out, found_open
    return spread_out, None


def _open_amounts(candidates: list[Form], path: Path, keys: Sequence[str]) -> Found:
    amounts = {key: allowed(at(each, (*path, key)) for each in candidates) for key in keys}
    is_settled = all(each.is_settled for each in amounts.values())
    return candidates, None if is_settled else Open(path, amounts=amounts)


def _open_item(candidates: list[Form], path: Path, order: Order) -> Found:
    count = 0
    while growing := [each for each in candidates if at(each, path).may_grow(count)]:
        longer = [put(each, path, at(each, path).grown(count)) for each in growing]
        spread_out, found = open_place(longer, (*path, count), order)
        if any(at(each, path).may_end(count) for each in candidates):
            return candidates, replace(found or Open((*path, count)), ends=path, count=count)
        if found is not None:
            return spread_out, found
        candidates = spread_out
        count += 1
    return candidates, None


# ---------------------------------------------------------------- choices


def narrowed(candidates: Sequence[Form], open_: Open, choice: Choice, order: Order) -> list[Form]:
    """Return the candidates that match a choice."""
    if isinstance(choice, Enough):
        return _ended(candidates, open_)
    if open_.ends is not None:
        candidates = _lengthened(candidates, open_.ends, open_.count, order)
    match choice:
        case Another():
            return list(candidates)
        case Fill(yes):
            return [each for each in candidates if is_values(at(each, open_.path)) != yes]
        case Amounts(amounts):
            return _with_amounts(candidates, open_, amounts)
        case Value(value):
            fits = (each for each in candidates if allows(at(each, open_.path), value))
            return [put(each, open_.path, value) for each in fits]


def _ended(candidates: Sequence[Form], open_: Open) -> list[Form]:
    if open_.ends is None:
        return []
    ends = open_.ends
    ending = (each for each in candidates if at(each, ends).may_end(open_.count))
    return [put(each, ends, at(each, ends).ended()) for each in ending]


def _lengthened(candidates: Sequence[Form], path: Path, count: int, order: Order) -> list[Form]:
    lists: list[tuple[Form, Items]] = [(each, at(each, path)) for each in candidates]
    longer = [put(each, path, items.grown(count)) for each, items in lists if items.may_grow(count)]
    return open_place(longer, (*path, count), order)[0]


def _with_amounts(candidates: Sequence[Form], open_: Open, amounts: Mapping[str, int]) -> list[Form]:
    """Match amounts. An option writes "none" either as 0 or by omitting the key."""
    assert open_.amounts is not None, "amounts are chosen where amounts are open"
    found = []
    for each in candidates:
        form = at(each, open_.path)
        told = {key: _amount(form.get(key), amounts.get(key, 0)) for key in open_.amounts}
        if all(allows(form.get(key), value) for key, value in told.items()):
            found.append(put(each, open_.path, told))
    return found


def _amount(form: Form, wanted: int) -> int | None:
    return None if wanted == 0 and allows(form, None) else wanted
