"""Games that stand in a store as if they had been played there, and archives of them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from uuid import UUID

import zstandard

from kontor.domain.kernel.lifecycle import SeatPlan
from kontor.service.audit.archive import ArchiveWriter
from kontor.service.engine import GameAt, projection
from kontor.service.settings import Settings
from kontor.service.signing.receipts import Signer
from kontor.service.store import Alongside, GameSettings, NewGame, Store, Visibility
from tests.support.bundles import MADE_AT, bundle_of
from tests.support.commands import call
from tests.support.served_games import Served, join, opened
from tests.tiny import RULESET


def begun(number: int) -> Served:
    """A short game of market day that has started."""
    played = opened(RULESET, [SeatPlan(seat, "open") for seat in (1, 2)], number, options={"rounds": 1})
    for seat in (1, 2):
        join(played, seat)
    return played


def put(store: Store, played: Served, visibility: Visibility = "public") -> UUID:
    """Store a game with all its commits."""
    rules, game = played.rules, played.game
    settings, board = GameSettings(visibility=visibility), store.put_board(rules.name, game.board)
    new = NewGame(game.id, game.seed, rules.name, rules.version, board, settings)
    at = GameAt(rules, game, settings)
    assert store.create(new, played.commits, Alongside(projection.project(None, at), projection.pending_work(None, at)))
    return game.id


def exported(settings: Settings, path: Path, *words: str) -> Path:
    """What `kontor export` writes."""
    result = call("export", "--out", str(path), *words, env=dict(settings.environment()))
    assert result.exit_code == 0, result.output
    return path


def archive_of(path: Path, signer: Signer | None, games: Sequence[Served]) -> Path:
    """An archive of games that stand in no store."""
    with path.open("wb") as file, ArchiveWriter(file, signer, {"made_at": MADE_AT}) as writer:
        for played in games:
            writer.add(bundle_of(played, signer).splitlines(keepends=True))
        writer.end("a cursor")
    return path


def first_of(lines: list[bytes], nth: int) -> int:
    """The line with which the nth game of an archive begins."""
    return [n for n, line in enumerate(lines) if b'"made_at":' in line and b'"kontor-bundle/1"' in line][nth]


def in_another_year(lines: list[bytes], nth: int) -> list[bytes]:
    """The same lines, but for the time of an event of the nth game."""
    n = first_of(lines, nth) + 4
    return [*lines[:n], lines[n].replace(b'"at":"2026', b'"at":"2025'), *lines[n + 1 :]]


def plain(path: Path) -> list[bytes]:
    """The lines of an archive."""
    with path.open("rb") as file:
        return zstandard.ZstdDecompressor().stream_reader(file).read().splitlines()


def changed(path: Path, to: Path, change: Callable[[list[bytes]], list[bytes]]) -> Path:
    """An archive whose lines somebody has changed."""
    text = b"".join(line + b"\n" for line in change(plain(path)))
    to.write_bytes(zstandard.ZstdCompressor().compress(text))
    return to
