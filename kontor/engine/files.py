"""Save and load a game as an audit bundle (docs/audit.md), so that it can be checked, drawn and imported like any other
bundle.

The bundle is not signed, because a library user has no key that readers trust. Until the game ends, the header also
contains the seed of the dice, because the game could not continue without it.
"""

import gzip
import os
import tempfile
from collections.abc import Mapping, Sequence
from errno import ENOENT
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, cast
from uuid import UUID

from kontor.domain.kernel.bundles import Subject, header, write_bundle
from kontor.domain.kernel.canonical import JsonObject, NotCanonical, parse
from kontor.domain.kernel.commits import Command, Commit, Record, event_of
from kontor.domain.kernel.event_lines import cause_of, commits_of, record_of
from kontor.domain.kernel.fold import GoesFurtherBack, LogDamaged, fold
from kontor.domain.kernel.game import Game as Folded
from kontor.domain.kernel.game import require_created
from kontor.domain.kernel.ruleset import C, E, Ruleset, S
from kontor.domain.kernel.verify import verify
from kontor.domain.shipped import SHIPPED
from kontor.engine.game import AnyGame, Game
from kontor.engine.log import AT, Log, Step
from kontor.errors import NotAGame

# ---------------------------------------------------------------- writing


def game_bundle(rules: Ruleset[S, C, E], log: Log[S]) -> bytes:
    lines = list(log.lines(rules))
    now = log.commits[-1].after
    subject = Subject(
        now.id,
        rules.name,
        require_created(now).ruleset_version,
        now.version,
        now.head,
        tuple(range(1, len(now.places) + 1)),
    )
    seed: dict[str, str] = {} if now.is_ended else {"seed": now.seed.hex()}
    return b"".join(write_bundle(header(subject, now.at or AT, seed), now.board, lines, None))


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write the file atomically. If the process is killed while writing, the old file remains."""
    target = Path(path)
    if not target.parent.is_dir():  # otherwise the error would name the temporary file
        raise FileNotFoundError(ENOENT, "No such folder", str(target.parent))
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


# ---------------------------------------------------------------- reading


def load(path: str | os.PathLike[str], ruleset: "Ruleset[Any, Any, Any] | None" = None) -> AnyGame:
    """Load a game from a file. The file was written by `save`, or it is an audit bundle of a finished game, plain or
    compressed with gzip.

    `ruleset`: a ruleset that does not come with Kontor. Raise NotAGame if the log is not valid or the game cannot be
    continued.
    """
    return load_game(Path(path).read_bytes(), ruleset)


def load_game(content: bytes, ruleset: "Ruleset[Any, Any, Any] | None" = None) -> AnyGame:
    first, board, lines = _parts(content)
    rules = ruleset or _ruleset(first.get("ruleset"))
    if first.get("ruleset") != rules.name:
        raise NotAGame(f"The file contains a game of {first.get('ruleset')}, not of {rules.name}.")
    if not _knows(rules, first.get("ruleset_version")):
        raise NotAGame(
            f"The game needs version {first.get('ruleset_version')} of {rules.name}, which this Kontor does not have."
        )
    log = _log(rules, _blank(first, board, lines), lines)
    _require_whole(_decompress(content))
    return Game(rules, log)


def _require_whole(text: bytes) -> None:
    """Check that the last line of a bundle contains the hash of all lines before it. This check runs last, because
    other errors are more specific.
    """
    before, _, last = text.removesuffix(b"\n").rpartition(b"\n")
    if _object(last).get("sha256") != sha256(before + b"\n").hexdigest():
        raise NotAGame("The file is corrupt: its last line is missing, or its SHA-256 does not match.")


def _knows(rules: Ruleset[S, C, E], version: object) -> bool:
    return isinstance(version, int) and 0 <= version <= rules.version


def _parts(content: bytes) -> tuple[JsonObject, JsonObject, list[JsonObject]]:
    """Return the header, the board and the verified log lines of a bundle."""
    first, second, *rest = [*_decompress(content).removesuffix(b"\n").split(b"\n"), b"", b""]
    told = _object(first), _object(second).get("board")
    if told[0].get("format") != "kontor-bundle/1" or not isinstance(told[1], Mapping):
        raise NotAGame("The file is not an audit bundle, because it has no header or no board.")
    log = [line for line in rest if line.startswith((b'{"command":', b'{"envelope":'))]
    lines: list[JsonObject] = []
    verdict = verify(log, keep=lines.append)
    if verdict.findings:
        finding = verdict.findings[0]
        raise NotAGame(f"The log in the file is not valid: {finding.message} (version {finding.version}).")
    return told[0], told[1], lines


def _decompress(content: bytes) -> bytes:
    try:
        return gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content
    except (OSError, EOFError) as error:
        raise NotAGame(f"The file cannot be decompressed: {error}.") from None


def _object(line: bytes) -> JsonObject:
    try:
        found = parse(line)
    except NotCanonical:
        return {}
    return found if isinstance(found, Mapping) else {}


def _ruleset(name: object) -> "Ruleset[Any, Any, Any]":
    if not isinstance(name, str) or name not in SHIPPED:
        raise NotAGame(
            f"The file contains a game of {name}. Pass its ruleset too, or load a game of {' or '.join(SHIPPED)}."
        )
    found: Ruleset[Any, Any, Any] = import_module(SHIPPED[name]).RULESET
    return found


def _blank(first: JsonObject, board: JsonObject, lines: Sequence[JsonObject]) -> "Folded[Any]":
    last = cast("Mapping[str, Any]", lines[-1]["envelope"])
    seed = last["data"].get("seed", first.get("seed"))
    if not isinstance(seed, str) or len(seed) != 64:
        raise NotAGame("The game has not ended, and the file does not contain the seed of its dice.")
    return Folded(UUID(last["game"]), bytes.fromhex(seed), board)


def _log(rules: Ruleset[S, C, E], blank: Folded[S], lines: Sequence[JsonObject]) -> Log[S]:
    log = Log.of(blank)
    records: list[Record] = []
    for some in commits_of(lines):
        made, (command, salt) = _records_of(some)
        records += made
        after = _after(rules, log, records, made)
        events = tuple(event_of(rules, _envelope(line), _values(each)) for line, each in zip(some, made, strict=True))
        log.append(Step(command.actor, command.body, events, command.bot), after)
        log.commits.append(Commit(command, salt, made[0].version, tuple(made), after))
    return log


def _after(rules: Ruleset[S, C, E], log: Log[S], records: Sequence[Record], made: Sequence[Record]) -> Folded[S]:
    try:
        return fold(rules, log.now, made)
    except GoesFurtherBack:  # the commit undoes earlier ones
        return fold(rules, log.marks[0], records)
    except (LogDamaged, ValueError, KeyError) as error:
        raise NotAGame(f"The log in the file cannot be replayed: {error}.") from None


def _records_of(lines: Sequence[JsonObject]) -> tuple[list[Record], tuple[Command, bytes]]:
    try:
        cause, records = cause_of(lines[0]), [record_of(line) for line in lines]
    except ValueError:
        cause = None
    if cause is None:
        raise NotAGame("The file does not contain all sealed values: it was exported for some seats only.")
    return records, cause


def _envelope(line: JsonObject) -> JsonObject:
    return cast(JsonObject, line["envelope"])


def _values(record: Record) -> list[tuple[Sequence[int], Any]]:
    return [(part.seats, part.value) for part in record.parts]
