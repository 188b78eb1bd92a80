"""JSON Patch (RFC 6902): compute a patch that turns one JSON value into another. The patch is never longer than one
that replaces the whole value.

For two very different positions the usual library makes patches of up to twice the size of the new value. This module
finds the items that two lists have in common, and replaces a whole value wherever that is shorter.
"""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from json import JSONEncoder

from kontor.domain.kernel.canonical import Json, JsonObject

MEDIA_TYPE = "application/json-patch+json"
ALIGNED_MOST = 400  # longer lists are not aligned: comparing all items would be slow

_text = JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
# not `canonical_text`, which would check every value again on each level


def patch(old: Json, new: Json) -> list[JsonObject]:
    """Return the operations of a patch that turns `old` into `new`. Each operation is `add`, `remove` or `replace`."""
    return list(_changes(old, new, ""))


def guard(path: str, value: Json) -> JsonObject:
    """Return a `test` operation, which makes the whole patch fail if the value at `path` is not `value`."""
    return {"op": "test", "path": path, "value": value}


def _changes(old: Json, new: Json, path: str) -> Iterator[JsonObject]:
    if _text(old) == _text(new):  # not ==, because True == 1 in Python
        return
    whole: JsonObject = {"op": "replace", "path": path, "value": new}
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        inside = list(_members(old, new, path))
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple):
        inside = list(_items(old, new, path))
    else:
        inside = [whole]
    yield from inside if len(_text(inside)) <= len(_text([whole])) else [whole]


def _members(old: Mapping[str, Json], new: Mapping[str, Json], path: str) -> Iterator[JsonObject]:
    for key in old.keys() - new.keys():
        yield {"op": "remove", "path": _below(path, key)}
    for key, value in new.items():
        if key in old:
            yield from _changes(old[key], value, _below(path, key))
        else:
            yield {"op": "add", "path": _below(path, key), "value": value}


def _items(old: Sequence[Json], new: Sequence[Json], path: str) -> Iterator[JsonObject]:
    """Yield the operations that turn one list into another. They go from the end to the start of the list, so that no
    operation changes the index in a later operation."""
    for start, end, first, last in reversed(_differences(old, new)):
        both = min(end - start, last - first)
        for _ in range(start + both, end):
            yield {"op": "remove", "path": f"{path}/{start + both}"}
        for value in reversed(new[first + both : last]):
            yield {"op": "add", "path": f"{path}/{start + both}", "value": value}
        for n in reversed(range(both)):
            yield from _changes(old[start + n], new[first + n], f"{path}/{start + n}")


def _differences(old: Sequence[Json], new: Sequence[Json]) -> list[tuple[int, int, int, int]]:
    """Return the ranges in which two lists differ, as (start, end, first, last). The items `start` to `end` of the old
    list become the items `first` to `last` of the new list."""
    one, other = [_text(each) for each in old], [_text(each) for each in new]
    same = _same_at_front(one, other)
    tail = _same_at_front(one[same:][::-1], other[same:][::-1])
    one, other = one[same : len(one) - tail], other[same : len(other) - tail]
    if max(len(one), len(other)) > ALIGNED_MOST:
        return [(same, same + len(one), same, same + len(other))]
    found = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return [(same + a, same + b, same + c, same + d) for kind, a, b, c, d in found if kind != "equal"]


def _same_at_front(one: Sequence[str], other: Sequence[str]) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _below(path: str, key: str) -> str:
    return f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
