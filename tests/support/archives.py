"""Store games as if they had been played on this server, and write archives of them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from uuid import UUID

import zstandard

from kontor.domain.kernel.lifecycle import SeatPlan
from kontor.service.audit.archive import ArchiveWriter
from kontor.service.engine import projection
from kontor.service.engine.game_at import GameAt
from kontor.service.game_settings import GameSettings, Visibility
from kontor.service.settings import Settings
from kontor.service.signing.receipts import Signer
from kontor.service.store.append_values import Alongside
from kontor.service.store.commits import NewGame
from kontor.service.store.store import Store
from tests.support.bundles import MADE_AT, bundle_of
from tests.support.commands import call
from tests.support.served_games import Served, join, opened
from tests.tiny import RULESET


def begun(number: int) -> Served:
    """Return a short game of market day that has started."""
    played = opened(RULESET, [SeatPlan(seat, "open") for seat in (1, 2)], number, options={"rounds": 1})
    for seat in (1, 2):
        join(played, seat)
    return played


def put(store: Store, played: Served, visibility: Visibility = "public") -> UUID:
    """Store a game with all its commits."""
    rules, game = played.rules, played.game
    settings, board = GameSettings(visibility=visibility), store.boards.put(rules.name, game.board)
    new = NewGame(game.id, game.seed, rules.name, rules.version, board, settings)
    at = GameAt(rules, game, settings)
    alongside = Alongside(projection.project(None, at), projection.pending_work(None, at))
    assert store.commits.create(new, played.commits, alongside)
    return game.id


def exported(settings: Settings, path: Path, *words: str) -> Path:
    """Run `kontor export`, and return the file that it has written."""
    result = call("export", "--out", str(path), *words, env=dict(settings.environment()))
    assert result.exit_code == 0, result.output
    return path


def archive_of(path: Path, signer: Signer | None, games: Sequence[Served]) -> Path:
    """Write an archive of games that are in no store."""
    with path.open("wb") as file, ArchiveWriter(file, signer, {"made_at": MADE_AT}) as writer:
        for played in games:
            writer.add(bundle_of(played, signer).splitlines(keepends=True))
        writer.end("a cursor")
    return path


def first_of(lines: list[bytes], nth: int) -> int:
    """Return the number of the line with which the nth game of an archive begins."""
    return [n for n, line in enumerate(lines) if b'"made_at":' in line and b'"kontor-bundle/1"' in line][nth]


def in_another_year(lines: list[bytes], nth: int) -> list[bytes]:
    """Return the lines of an archive, with another time in an event of the nth game."""
    n = first_of(lines, nth) + 4
    return [*lines[:n], lines[n].replace(b'"at":"2026', b'"at":"2025'), *lines[n + 1 :]]


def plain(path: Path) -> list[bytes]:
    """Return the lines of an archive."""
    with path.open("rb") as file:
        return zstandard.ZstdDecompressor().stream_reader(file).read().splitlines()


def changed(path: Path, to: Path, change: Callable[[list[bytes]], list[bytes]]) -> Path:
    """Read an archive, change its lines with `change`, and write them as another archive."""
    text = b"".join(line + b"\n" for line in change(plain(path)))
    to.write_bytes(zstandard.ZstdCompressor().compress(text))
    return to
