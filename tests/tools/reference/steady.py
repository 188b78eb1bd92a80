"""Recorded again, most runs say the same with other ids, times and sizes: then what was kept stays, so that a page
changes only where somebody would read something else."""

import json
import re
from collections.abc import Mapping
from typing import Any

VARIES = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"  # ids
    r"|[0-9a-f]{16,}"  # hashes
    r"|(?=[A-Za-z+/=_-]*\d)(?=[a-z0-9+/=_-]*[A-Z])[A-Za-z0-9+/=_-]{24,}"  # keys, signatures
    r"|\d+(?:[.,:/T-]\d+)*Z?"  # numbers, dates, times
)
ROOM = re.compile(r"[ ─━-]+")  # columns are as wide as what stands in them


def steady(before: Mapping[str, Any], now: Mapping[str, Any]) -> Mapping[str, Any]:
    """What was recorded now, by name; as it was before wherever it says the same."""
    return {name: before[name] if shape(before.get(name)) == shape(each) else each for name, each in now.items()}


def shape(value: object) -> str:
    """What is left of it without all that differs from run to run."""
    return ROOM.sub(" ", VARIES.sub("0", json.dumps(value, ensure_ascii=False)))
