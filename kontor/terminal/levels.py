"""Levels of difficulty, which a user can name instead of a bot: `--seats me,easy,hard`."""

from collections.abc import Mapping, Sequence
from typing import Any


def choose_bots(chairs: Sequence[str], levels: Sequence[Mapping[str, Any]]) -> tuple[list[str], int | None]:
    """Replace each level by the bot of this level. Also return the longest thinking time of the named levels in
    milliseconds, or None if no level is named.
    """
    named = {str(level["name"]): level for level in levels}
    times = [int(named[chair]["milliseconds"]) for chair in chairs if chair in named]
    return [str(named[chair]["bot"]) if chair in named else chair for chair in chairs], max(times, default=None)
