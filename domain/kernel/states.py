"""States: never altered once they are handed out.

A ruleset's state is a dataclass without slots. Whoever folds an event makes a working copy, writes into it and hands it
on; a decision that tells several events writes them all into one copy, so that what is decided later sees what happened
before. A copy is one copy of a dict: a change costs no more than what changed. Python does not hold this (a frozen
dataclass would make each change three times as dear); `tests/properties/test_states.py` does, on every event.
"""

from typing import TYPE_CHECKING, TypeVar

S = TypeVar("S")
T = TypeVar("T")


def working_copy(state: S) -> S:
    """A state of its own to write the next event into."""
    fresh = object.__new__(type(state))
    fresh.__dict__.update(state.__dict__)
    return fresh


if TYPE_CHECKING:
    from dataclasses import replace as changed  # the same to a type checker, which then looks at every field
else:

    def changed(state, /, **changes):
        """The state with some fields changed; the other one stays as it is."""
        fresh = object.__new__(type(state))
        fresh.__dict__.update(state.__dict__)
        fresh.__dict__.update(changes)
        return fresh


def put(items: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The tuple with another value in one place."""
    return (*items[:place], value, *items[place + 1 :])


def put_byte(items: bytes, place: int, value: int) -> bytes:
    """The bytes with another value in one place."""
    return b"%b%c%b" % (items[:place], value, items[place + 1 :])


__all__ = ["changed", "put", "put_byte", "working_copy"]
