"""The import: finished games of other servers, checked to the last command and stored as they are.

Such a game stays that server's: its bundle goes on carrying the keys and the signature it came with, and nothing of
ours is ever signed about it.
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
from kontor.service.registry import AnyRuleset
from kontor.service.store import GameSettings, Head, Logged, Store, Visibility
from kontor.service.store.imports import Frame
from kontor.service.visibility.redaction import redact


class Refused(Exception):
    """A game that is not taken in; the message says why."""


@dataclass(frozen=True, slots=True)
class Import:
    """What became of a game: `imported`, or `known`: it was there already, event by event."""

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
    """Check a bundle and store its game, all of it or nothing; Refused if it is not a sound and finished one, or if
    another one has its id."""
    history = BundleHistory(bundle, trusted)
    outcome = check(history, rulesets, progress=progress)
    _require_whole(bundle, outcome)
    game_id = UUID(outcome.game)
    if (known := _known(store, game_id, outcome)) is not None:
        return known
    lines = history.lines()
    rules = rulesets[cast(str, cast(JsonObject, bundle.header)["ruleset"])]
    logged = [_logged(rules, line) for line in lines]
    _require_same_bytes(bundle, logged)
    board, seed = cast(JsonObject, bundle.board), seed_of(lines)
    game = fold(rules, new_game(game_id, seed, board), [each.record for each in logged])
    if game.status != "finished":
        raise Refused(f"It was {game.status}; only games that were played to their end are imported.")
    began_at = cast(str, cast(JsonObject, lines[0]["envelope"])["at"])
    settings = GameSettings(visibility=visibility, practice=bool(require_created(game).practice))
    row = projection.row(GameAt(rules, game, settings, created_at=began_at, imported=True))
    if not store.imports.put(row, board, seed, logged, _frame(bundle)):
        if (known := _known(store, game_id, outcome)) is not None:  # somebody else has just imported it
            return known
        raise Refused("Its id is reserved here for another game.")
    return Import(outcome.game, outcome.version, "imported")


# ---------------------------------------------------------------- what is refused


def _require_whole(bundle: Bundle, outcome: Outcome) -> None:
    if outcome.findings:
        raise Refused(str(outcome.findings[0]))
    if not bundle.is_bundle:
        raise Refused("It is a log that nobody has signed; only bundles are imported.")
    if not outcome.ended:
        raise Refused("It has not ended; only finished games are imported.")
    if outcome.decided < outcome.version:
        raise Refused(f"It cannot be checked to its end: {'; '.join(outcome.unchecked)}.")


def _known(store: Store, game_id: UUID, outcome: Outcome) -> Import | None:
    head = store.games.head(game_id)
    if head is None:
        return None
    if head != Head(outcome.version, bytes.fromhex(outcome.hash)):
        raise Refused(f"Another game has its id here: one that ends at version {head.version} with {head.hash.hex()}.")
    return Import(outcome.game, outcome.version, "known")


def _require_same_bytes(bundle: Bundle, logged: Sequence[Logged]) -> None:
    """What is stored must give back the very lines that the other server signed."""
    if [canonical(redact(each, (), ended=True)) for each in logged] != list(bundle.lines):
        raise Refused("Its lines are not written as a server writes them, so they could not be given back as they are.")


# ---------------------------------------------------------------- what is stored


def _logged(rules: AnyRuleset, line: JsonObject) -> Logged:
    """Return an event as a store holds it. A bundle does not say who could read a command: the rules say it."""
    cause = cause_of(line)
    if cause is None:
        return Logged(record_of(line), None)
    command, salt = cause
    return Logged(record_of(line), (replace(command, readers=readers_of(rules, command)), salt))


def _frame(bundle: Bundle) -> Frame:
    before, after = (b"".join(line + b"\n" for line in lines).decode() for lines in bundle.around)
    return Frame(before, after)
