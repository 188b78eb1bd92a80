"""Compute a digest of the installed rules and bots, to detect changes between two runs of a tournament."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from kontor.service.registry import Registry, own_bots

SOURCES = (".py", ".json")


def code_of(places: Sequence[str], ruleset: str, bots: Sequence[str]) -> str:
    """Return the digest of the ruleset's folder and of the modules of the user's own bots. All of them must be
    loaded."""
    home = next(place for place in places if ruleset in Registry.load([place]))
    modules = [place.rpartition("=")[2].partition(":")[0] for place in (home, *sorted(set(own_bots(bots))))]
    hashed = sha256()
    for module in modules:
        for path in _files(Path(sys.modules[module].__file__ or "")):
            hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]


def _files(module: Path) -> Iterator[Path]:
    if module.name != "__init__.py":
        yield module
        return
    yield from sorted(_of_kind(module.parent.rglob("*")))


def _of_kind(paths: Iterable[Path]) -> Iterator[Path]:
    return (path for path in paths if path.suffix in SOURCES and path.is_file())
