"""The guide of a ruleset for newcomers: a short page "How to play" with pictures, and a guided first game.

Both are package data of the ruleset. `en.md` and its translations have the page: `![description](name)` is a picture.
`pictures.json` says how to draw each picture. `first_game.json` has the game and its steps.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import cast

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.model import read

ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class PictureForm:
    """A part of a position: events after the set-up of a board. The last `marked` events are marked as changes.
    `around`: the picture shows these objects (`kind id`, or `kind id of`). `margin`: the space around them."""

    board: str
    seats: int
    events: tuple[Mapping[str, object], ...]
    marked: int
    around: tuple[str, ...]
    margin: int = 30


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a guided game. `text`: the instruction, by language. `until`: the step is done when the player has
    caused an event of one of these types. `command`: a command that does it, to show while it is legal."""

    text: Mapping[str, str]
    until: tuple[str, ...]
    command: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class FirstGame:
    """A practice game whose first turns are explained step by step. The player has the first seat, and the dice are
    fixed."""

    board: str
    seats: int
    dice_seed: str
    nonce: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, eq=False)  # compared by identity: usable as a key of caches
class Guide:
    """The guide of a ruleset. `minutes`: how long a game takes at a table, from and to."""

    minutes: tuple[int, int]
    pages: Mapping[str, str]
    pictures: Mapping[str, PictureForm]
    first_game: FirstGame

    def page(self, language: str) -> tuple[str, str]:
        """Return the page in a language, or else in English, and the language of the result."""
        found = language if language in self.pages else ENGLISH
        return self.pages[found], found


@cache
def guide_in(package: str, minutes: tuple[int, int]) -> Guide:
    """Read the guide of a ruleset from the files of its package."""
    folder = files(package)
    pages = {each.name.removesuffix(".md"): each.read_text("utf-8") for each in folder.iterdir() if _is_page(each.name)}
    pictures = {name: read(PictureForm, each) for name, each in _read(package, "pictures.json").items()}
    return Guide(minutes, pages, pictures, read(FirstGame, _read(package, "first_game.json")))


def _read(package: str, name: str) -> JsonObject:
    return cast(JsonObject, json.loads(files(package).joinpath(name).read_text("utf-8")))


def no_guide() -> None:
    """Return None. This is the default for `guide` of a ruleset."""


def _is_page(name: str) -> bool:
    return name.endswith(".md")
