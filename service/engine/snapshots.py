"""Snapshots of games, so that a long game need not be replayed from its first event.

Snapshots are in a table next to the log. Each snapshot has a MAC over the game, its version and its head, which only
this service can compute. The service ignores and counts a snapshot with a wrong MAC, another format, or a head that the
log does not contain. The service then replays the game from the start.
"""

import hmac
import zlib
from collections.abc import Sequence
from dataclasses import replace
from threading import Lock

import structlog

from kontor.domain.kernel.snapshots import NoSnapshot, format_of, game_of, text_of
from kontor.service.engine.game_at import GameAt
from kontor.service.registry import AnyGame, AnyRuleset, Registry
from kontor.service.signing.keys import SigningKey, secrets_of
from kontor.service.store.snapshots import EVERY, WORTH, Snapshot

SECRET = b"kontor/snapshots/1"
LABEL = b"kontor/snapshot/1\n"
LEVEL = 1  # compression level: saves two thirds of the size; higher levels save little more

logger = structlog.get_logger()


def is_due(before: int, after: GameAt) -> bool:
    """Return whether the game needs a snapshot after a commit. `before`: the version of the game before that commit."""
    game = after.game
    return before // EVERY < game.version // EVERY or (game.is_ended and game.version >= WORTH)


class Snapshots:
    """Create and check snapshots. The first key computes the MACs. MACs of all keys are accepted. Without keys there
    are no snapshots."""

    def __init__(self, registry: Registry, keys: Sequence[SigningKey]) -> None:
        self._secrets = secrets_of(keys, SECRET)
        self.formats: Sequence[str] = [format_of(rules) for rules in registry.values()] if keys else []
        self.rulesets: Sequence[str] = list(registry)
        self._ignored = 0
        self._lock = Lock()

    @property
    def ignored(self) -> int:
        """The number of invalid snapshots that this process has ignored."""
        with self._lock:
            return self._ignored

    def take(self, at: GameAt) -> Snapshot:
        """Return a snapshot of the game. Raise `NoSnapshot` if the state of the game cannot be written."""
        state = zlib.compress(text_of(at.rules, at.game).encode(), LEVEL)
        new = Snapshot(at.game.id, at.game.version, format_of(at.rules), at.game.head, state, b"")
        return replace(new, mac=_mac(self._secrets[0], new))

    def game(self, rules: AnyRuleset, start: AnyGame, found: Snapshot) -> AnyGame | None:
        """Return the game that a snapshot contains, or None if the snapshot is invalid. `start` is the game before its
        first event."""
        try:
            game = self._judge(rules, start, found)
        except (NoSnapshot, zlib.error, UnicodeDecodeError) as error:
            facts = {"game": str(found.game_id), "version": found.version, "reason": str(error)}
            logger.warning("snapshot ignored", **facts)
            with self._lock:
                self._ignored += 1
            return None
        return game

    def _judge(self, rules: AnyRuleset, start: AnyGame, found: Snapshot) -> AnyGame:
        if not any(hmac.compare_digest(_mac(secret, found), found.mac) for secret in self._secrets):
            raise NoSnapshot("the MAC of the snapshot was not computed with a key of this service")
        if found.head != found.event:
            raise NoSnapshot("the log has another event at this version")
        if found.format != format_of(rules):
            raise NoSnapshot("the snapshot belongs to another ruleset")
        return game_of(rules, start, zlib.decompress(found.state).decode())


def _mac(secret: bytes, found: Snapshot) -> bytes:
    facts = f"{found.game_id}\n{found.version}\n{found.format}\n".encode()
    return hmac.digest(secret, LABEL + facts + found.head + found.state, "sha256")
