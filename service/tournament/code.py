"""What plays: a digest of the rules and bots that are installed here, so that two sittings can be compared."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from kontor.service.registry import Registry, own_bots

SOURCES = (".py", ".json")


def code_of(places: Sequence[str], ruleset: str, bots: Sequence[str]) -> str:
    """Of the ruleset's own folder and the modules of bots of one's own. Everything must have been loaded."""
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
