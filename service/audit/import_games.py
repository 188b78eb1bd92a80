"""Import finished games of other servers: check every command, and store the games unchanged.

An imported game keeps the keys and the signature of its own server. This server never signs anything about the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject, canonical
from kontor.domain.kernel.event_lines import cause_of, record_of
from kontor.domain.kernel.fold import fold
from kontor.domain.kernel.game import require_created
from kontor.service.audit.bundle import Bundle, BundleHistory, seed_of
from kontor.service.audit.checker import Outcome, Progress, check
from kontor.service.audit.signatures import Keys
from kontor.service.audit.stored_game import readers_of
from kontor.service.engine import projection
from kontor.service.engine.game_at import GameAt, new_game
from kontor.service.game_settings import GameSettings, Visibility
from kontor.service.registry import AnyRuleset
from kontor.service.store.events import Logged
from kontor.service.store.games import Head
from kontor.service.store.imports import Frame
from kontor.service.store.store import Store
from kontor.service.visibility import redact


class Refused(Exception):
    """A game cannot be imported. The message says why."""


@dataclass(frozen=True, slots=True)
class Import:
    """The result of importing a game. `imported`: the game was stored. `known`: the game was already stored, with the
    same events."""

    game: str
    version: int
    result: Literal["imported", "known"]


def import_game(
    store: Store,
    rulesets: Mapping[str, AnyRuleset],
    bundle: Bundle,
    trusted: Keys | None = None,
    visibility: Visibility = "unlisted",
    progress: Progress = lambda step, done, total: None,
) -> Import:
    """Check a bundle and store its game, completely or not at all. Raise `Refused` if the bundle is invalid, if the
    game is unfinished, or if another game has its id."""
    history = BundleHistory(bundle, trusted)
    outcome = check(history, rulesets, progress=progress)
    _require_whole(bundle, outcome)
    game_id = UUID(outcome.game)
    if (known := _find_stored(store, game_id, outcome)) is not None:
        return known
    lines = history.lines()
    rules = rulesets[cast(str, cast(JsonObject, bundle.header)["ruleset"])]
    logged = [_as_logged(rules, line) for line in lines]
    _require_same_bytes(bundle, logged)
    board, seed = cast(JsonObject, bundle.board), seed_of(lines)
    game = fold(rules, new_game(game_id, seed, board), [each.record for each in logged])
    if game.status != "finished":
        raise Refused(f"The game was {game.status}; only games that were played to their end can be imported.")
    began_at = cast(str, cast(JsonObject, lines[0]["envelope"])["at"])
    settings = GameSettings(visibility=visibility, practice=bool(require_created(game).practice))
    row = projection.row(GameAt(rules, game, settings, created_at=began_at, imported=True))
    if not store.imports.put(row, board, seed, logged, _frame(bundle)):
        if (known := _find_stored(store, game_id, outcome)) is not None:  # another process has just imported it
            return known
        raise Refused("This server has reserved the id of this game for another game.")
    return Import(outcome.game, outcome.version, "imported")


# ---------------------------------------------------------------- what is refused


def _require_whole(bundle: Bundle, outcome: Outcome) -> None:
    if outcome.findings:
        raise Refused(str(outcome.findings[0]))
    if not bundle.is_bundle:
        raise Refused("The file is a log without a signature; only bundles can be imported.")
    if not outcome.ended:
        raise Refused("The game has not ended; only finished games can be imported.")
    if outcome.decided < outcome.version:
        raise Refused(f"The game cannot be checked to its end: {'; '.join(outcome.unchecked)}.")


def _find_stored(store: Store, game_id: UUID, outcome: Outcome) -> Import | None:
    head = store.games.head(game_id)
    if head is None:
        return None
    if head != Head(outcome.version, bytes.fromhex(outcome.hash)):
        raise Refused(
            "Another game on this server has the same id; "
            f"it ends at version {head.version} with hash {head.hash.hex()}."
        )
    return Import(outcome.game, outcome.version, "known")


def _require_same_bytes(bundle: Bundle, logged: Sequence[Logged]) -> None:
    """Raise `Refused` unless the stored rows reproduce the exact lines that the other server signed."""
    if [canonical(redact(each, (), ended=True)) for each in logged] != list(bundle.lines):
        raise Refused(
            "The lines of the file are not in the form that a server writes, so this server could not return them "
            "unchanged."
        )


# ---------------------------------------------------------------- what is stored


def _as_logged(rules: AnyRuleset, line: JsonObject) -> Logged:
    """Return an event of a bundle as the database stores it. A bundle does not name the readers of a command, so they
    are derived from the rules."""
    cause = cause_of(line)
    if cause is None:
        return Logged(record_of(line), None)
    command, salt = cause
    return Logged(record_of(line), (replace(command, readers=readers_of(rules, command)), salt))


def _frame(bundle: Bundle) -> Frame:
    before, after = (b"".join(line + b"\n" for line in lines).decode() for lines in bundle.around)
    return Frame(before, after)
