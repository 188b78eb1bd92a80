"""Values that a reader of a running game may not know.

Unknown values can be stored, passed on and written. Code that tries to decide by an unknown value is stopped
(`UnknownUsed`), so that nothing follows from a guess. Only re-execution without the seed uses unknown values
(`domain.kernel.reexecute_unseeded`). The service knows all values.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NoReturn, TypeVar, cast

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.model import write

K = TypeVar("K")
V = TypeVar("V")


class UnknownUsed(Exception):
    """A decision would depend on an unknown value."""


def _stop(self: object, *others: object) -> NoReturn:
    raise UnknownUsed


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """An unknown value. A sum that contains it is unknown as well."""

    unknown: Literal[True] = True

    @property  # type: ignore[misc]  # no one may set it
    def __class__(self) -> NoReturn:  # type: ignore[override]  # isinstance and match read the class
        raise UnknownUsed

    def __getattr__(self, name: str) -> "Unknown":
        if name.startswith("__") or name == "draws":  # otherwise `draws` would be an Unknown, not absent
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
    """Return the value of a key in a table, or an unknown value if the key is unknown."""
    return cast(V, Unknown()) if is_unknown(key) else table[key]


def fill_unknown(made: Json, found: Json) -> Json:
    """Replace all unknown parts of `made` with the corresponding parts of `found`."""
    if made == WRITTEN:
        return found
    if isinstance(made, Mapping) and isinstance(found, Mapping):
        return {key: fill_unknown(value, found[key]) if key in found else value for key, value in made.items()}
    if isinstance(made, list | tuple) and isinstance(found, list | tuple) and len(made) == len(found):
        return [fill_unknown(one, other) for one, other in zip(made, found, strict=True)]
    return made
