"""Keep recorded runs stable: most new runs differ only in ids, times and sizes. Then the old text is kept, so that a
page changes only where its meaning changes."""

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
ROOM = re.compile(r"[ ─━-]+")  # the width of a column depends on its content


def keep_stable(before: Mapping[str, Any], now: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the new runs by name; the old one wherever both say the same."""
    return {name: before[name] if shape(before.get(name)) == shape(each) else each for name, each in now.items()}


def shape(value: object) -> str:
    """Return the text without everything that differs from run to run."""
    return ROOM.sub(" ", VARIES.sub("0", json.dumps(value, ensure_ascii=False)))
