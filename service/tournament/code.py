"""Compute a digest of the installed rules and bots, to detect changes between two runs of a tournament."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from kontor.service.registry import Registry, own_bots
from kontor.service.tournament.stdio_bots import STDIO, command_line

SOURCES = (".py", ".json")


def code_of(places: Sequence[str], ruleset: str, bots: Sequence[str]) -> str:
    """Return a digest of the ruleset's folder and of the user's own bots. For a bot in Python the digest covers its
    modules. For a bot that is a program it covers the files in its command line. All modules must be loaded before."""
    home = next(place for place in places if ruleset in Registry.load([place]))
    own = sorted(set(own_bots(bots)))
    programs = [name for name in own if name.startswith(STDIO)]
    modules = [place.rpartition("=")[2].partition(":")[0] for place in (home, *own) if place not in programs]
    files = [path for module in modules for path in _files(Path(sys.modules[module].__file__ or ""))]
    files += [path for name in programs for path in map(Path, command_line(name)) if path.is_file()]
    hashed = sha256()
    for path in files:
        hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]


def _files(module: Path) -> Iterator[Path]:
    if module.name != "__init__.py":
        yield module
        return
    yield from sorted(_of_kind(module.parent.rglob("*")))


def _of_kind(paths: Iterable[Path]) -> Iterator[Path]:
    return (path for path in paths if path.suffix in SOURCES and path.is_file())
