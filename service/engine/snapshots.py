"""Snapshots of games, so that a long one is not folded from its first event each time.

They stand in a table beside the log, and nobody has to believe them: each carries a MAC that only this service can
make, over the game as well as over where it stands. One that somebody else made or altered, that is of another shape,
or that stands on an event which the log no longer has, is ignored and counted; the game is then folded from the start.
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
from kontor.service.store import Snapshot
from kontor.service.store.snapshots import EVERY, WORTH

SECRET = b"kontor/snapshots/1"
LABEL = b"kontor/snapshot/1\n"
LEVEL = 1  # of compression: a third of the size; higher ones save little more

logger = structlog.get_logger()


def is_due(before: int, after: GameAt) -> bool:
    """Whether a commit after version `before` has come so far that the game should get a snapshot."""
    game = after.game
    return before // EVERY < game.version // EVERY or (game.is_ended and game.version >= WORTH)


class Snapshots:
    """Makes and judges snapshots. The first of the keys makes MACs, all are accepted; without one there are none."""

    def __init__(self, registry: Registry, keys: Sequence[SigningKey]) -> None:
        self._secrets = secrets_of(keys, SECRET)
        self.formats: Sequence[str] = [format_of(rules) for rules in registry.values()] if keys else []
        self.rulesets: Sequence[str] = list(registry)
        self._ignored = 0
        self._lock = Lock()

    @property
    def ignored(self) -> int:
        """How many snapshots this process has met that were not what they should be."""
        with self._lock:
            return self._ignored

    def made(self, at: GameAt) -> Snapshot:
        """The game as it stands; NoSnapshot if that cannot be written."""
        state = zlib.compress(text_of(at.rules, at.game).encode(), LEVEL)
        new = Snapshot(at.game.id, at.game.version, format_of(at.rules), at.game.head, state, b"")
        return replace(new, mac=_mac(self._secrets[0], new))

    def game(self, rules: AnyRuleset, start: AnyGame, found: Snapshot) -> AnyGame | None:
        """The game of a snapshot, given the same before its first event; None: it is not to be trusted."""
        try:
            game = self._judged(rules, start, found)
        except (NoSnapshot, zlib.error, UnicodeDecodeError) as error:
            facts = {"game": str(found.game_id), "version": found.version, "reason": str(error)}
            logger.warning("snapshot ignored", **facts)
            with self._lock:
                self._ignored += 1
            return None
        return game

    def _judged(self, rules: AnyRuleset, start: AnyGame, found: Snapshot) -> AnyGame:
        if not any(hmac.compare_digest(_mac(secret, found), found.mac) for secret in self._secrets):
            raise NoSnapshot("its MAC is not one of this service")
        if found.head != found.event:
            raise NoSnapshot("the log has another event at its version")
        if found.format != format_of(rules):
            raise NoSnapshot("it is of another ruleset")
        return game_of(rules, start, zlib.decompress(found.state).decode())


def _mac(secret: bytes, found: Snapshot) -> bytes:
    facts = f"{found.game_id}\n{found.version}\n{found.format}\n".encode()
    return hmac.digest(secret, LABEL + facts + found.head + found.state, "sha256")
