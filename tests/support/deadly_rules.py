"""The ruleset market day with rules that kill the process, as a lack of memory does."""

import os
from dataclasses import replace
from typing import NoReturn

from kontor.domain.kernel.canonical import JsonObject
from tests.tiny import RULESET as TINY


def deadly(board: JsonObject) -> NoReturn:
    os._exit(9)


RULESET = replace(TINY, check_board=deadly)
