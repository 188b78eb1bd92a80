"""Values that a reader of a running game may not know. They can be kept, handed on and written; whoever wants to decide
something by one is stopped (`UnknownUsed`), so that nothing is ever concluded from a guess.

Only re-execution without the seed meets them (`domain.kernel.reexecute_unseeded`); the service knows all values.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NoReturn, TypeVar, cast

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.model import write

K = TypeVar("K")
V = TypeVar("V")


class UnknownUsed(Exception):
    """Something would have to be decided by a value that is not known."""


def _stop(self: object, *others: object) -> NoReturn:
    raise UnknownUsed


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """One value that is not known. Sums with it are not known either."""

    unknown: Literal[True] = True

    @property  # type: ignore[misc]  # no one may set it
    def __class__(self) -> NoReturn:  # type: ignore[override]  # asked by isinstance and match: what it is, is unknown
        raise UnknownUsed

    def __getattr__(self, name: str) -> "Unknown":
        if name.startswith("__") or name == "draws":  # nobody can ask what was drawn for it
            raise AttributeError(name)
        return Unknown()

    def __add__(self, other: object) -> "Unknown":
        return Unknown()

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __add__
    __eq__ = __hash__ = __bool__ = __lt__ = __le__ = __gt__ = __ge__ = _stop
    __index__ = __int__ = __str__ = __iter__ = __len__ = __contains__ = __getitem__ = _stop


WRITTEN: Json = write(Unknown())


def is_unknown(value: object) -> bool:
    return type(value) is Unknown


def looked_up(table: Mapping[K, V], key: K) -> V:
    """What a table holds under a key; of an unknown key, something unknown."""
    return cast(V, Unknown()) if is_unknown(key) else table[key]


def filled(made: Json, found: Json) -> Json:
    """What was made, with what was found in place of all that is unknown in it."""
    if made == WRITTEN:
        return found
    if isinstance(made, Mapping) and isinstance(found, Mapping):
        return {key: filled(value, found[key]) if key in found else value for key, value in made.items()}
    if isinstance(made, list | tuple) and isinstance(found, list | tuple) and len(made) == len(found):
        return [filled(one, other) for one, other in zip(made, found, strict=True)]
    return made
