"""Store recorded games that are long enough for snapshots, as if they had just been played."""

from functools import cache
from uuid import UUID

from kontor.domain.kernel.commits import Commit
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.snapshots import Snapshots
from kontor.service.registry import Registry
from kontor.service.signing.keys import SigningKey
from kontor.service.store.append_values import Alongside, Projection
from kontor.service.store.commits import NewGame
from kontor.service.store.store import Store
from tests.games.recording import FOLDER, Recording
from tests.support.playouts import Playout
from tests.support.stored_games import SHOWN

RULESETS = ("kontor.domain.hansa:RULESET", "kontor.domain.merchants:RULESET")
KEY = SigningKey("0" * 16, "2026-01-01T00:00:00.000Z", None, b"a key of this very service only.")
LONG = ("hansa/east-5-seats-drawn-cities", "merchants/merchants-short-4-seats-start-variable-drawn-won")
HANSA, MERCHANTS = LONG


@cache
def long_game(name: str) -> Playout:
    return Recording.load(FOLDER / f"{name}.json").replayed()


def stored(store: Store, playout: Playout, upto: int | None = None) -> UUID:
    """Store a game up to the end of the commit that contains the version `upto`."""
    commits = [made for made in playout.commits if upto is None or made.first <= upto]
    game, board = playout.game, store.boards.put(playout.rules.name, playout.game.board)
    new = NewGame(game.id, game.seed, playout.rules.name, playout.rules.version, board)
    assert store.commits.create(new, commits, _alongside(commits[-1]))
    return game.id


def _alongside(last: Commit[object]) -> Alongside:
    return Alongside(Projection(last.after.status, (), SHOWN))


def registry() -> Registry:
    return Registry.load(RULESETS)


def snapshots(*keys: SigningKey) -> Snapshots:
    return Snapshots(registry(), keys or (KEY,))


def at_version(playout: Playout, version: int) -> GameAt:
    """Return the game after the commit that contains a version."""
    made = next(made for made in playout.commits if made.last >= version)
    return GameAt(registry()[playout.rules.name], made.after)
