"""States: no code changes a state after the state was returned.

A ruleset's state is a dataclass without slots. Code that folds an event makes a working copy, writes into it and
returns it. A decision with several events writes all of them into one copy, so that later steps see earlier ones. To
copy a state means to copy one dict, so the cost does not grow with the content of the state. Python does not enforce
this (a frozen dataclass would make each change three times as expensive); `tests/properties/test_states.py` checks it
on every event.
"""

from typing import TYPE_CHECKING, TypeVar

S = TypeVar("S")
T = TypeVar("T")


def working_copy(state: S) -> S:
    """Return a copy of the state to write the next event into."""
    fresh = object.__new__(type(state))
    fresh.__dict__.update(state.__dict__)
    return fresh


if TYPE_CHECKING:
    from dataclasses import replace as changed  # the same for a type checker, which then checks every field
else:

    def changed(state, /, **changes):
        """Return a copy of the state with some fields changed. The original stays unchanged."""
        fresh = object.__new__(type(state))
        fresh.__dict__.update(state.__dict__)
        fresh.__dict__.update(changes)
        return fresh


def put(items: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return the tuple with `value` at the index `place`."""
    return (*items[:place], value, *items[place + 1 :])


def put_byte(items: bytes, place: int, value: int) -> bytes:
    """Return the bytes with `value` at the index `place`."""
    return b"%b%c%b" % (items[:place], value, items[place + 1 :])


__all__ = ["changed", "put", "put_byte", "working_copy"]
