"""JSON Patch (RFC 6902): the operations that turn one JSON value into another, and never more than its whole text.

Our own, and small: what the usual library makes of two distant positions is up to twice as long as the position. Here
lists are aligned by what they hold, and at every level what is shorter told as a whole is told as a whole.
"""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from json import JSONEncoder

from kontor.domain.kernel.canonical import Json, JsonObject

MEDIA_TYPE = "application/json-patch+json"
ALIGNED_MOST = 400  # items of a list that are compared each with each

_text = JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
# canonical text would look at every value, again on every level; what comes here is JSON already


def patch(old: Json, new: Json) -> list[JsonObject]:
    """What must be done to `old` so that it is `new`; uses `add`, `remove` and `replace` only."""
    return list(_changed(old, new, ""))


def guard(path: str, value: Json) -> JsonObject:
    """The operation that refuses the whole patch where something else stands."""
    return {"op": "test", "path": path, "value": value}


def _changed(old: Json, new: Json, path: str) -> Iterator[JsonObject]:
    if _text(old) == _text(new):  # not ==: to Python, True is 1
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
            yield from _changed(old[key], value, _below(path, key))
        else:
            yield {"op": "add", "path": _below(path, key), "value": value}


def _items(old: Sequence[Json], new: Sequence[Json], path: str) -> Iterator[JsonObject]:
    """From the end to the front: no operation moves what a later one speaks of."""
    for start, end, first, last in reversed(_unlike(old, new)):
        both = min(end - start, last - first)
        for _ in range(start + both, end):
            yield {"op": "remove", "path": f"{path}/{start + both}"}
        for value in reversed(new[first + both : last]):
            yield {"op": "add", "path": f"{path}/{start + both}", "value": value}
        for n in reversed(range(both)):
            yield from _changed(old[start + n], new[first + n], f"{path}/{start + n}")


def _unlike(old: Sequence[Json], new: Sequence[Json]) -> list[tuple[int, int, int, int]]:
    """Where two lists differ: `start` to `end` of the old one is `first` to `last` of the new one."""
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
