"""Re-execution: every command of a log is decided again by the rules, and what comes of it compared byte for byte.

The verifier (`domain.kernel.verify`) proves that a log is whole and honestly drawn; this proves that its events follow
from its commands. Facts from outside that no rule can decide (who sat down with which nonce, which bot a seat was
handed to, what a bot noted) are taken from the log. It needs the seed, hence a log that has ended; of one that has not,
only what happened before the first draw can be decided again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject, canonical_text, parse_strict
from kontor.domain.kernel.commits import Command, Commit, Record, commit
from kontor.domain.kernel.differences import first_difference
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.redecide import Impossible, Recorded, redecided
from kontor.domain.kernel.ruleset import C, E, Ruleset, S
from kontor.domain.kernel.violation import Refusal, Violation

UNKNOWN = bytes(32)  # in place of a seed that is not public; nothing is drawn with it
SEEDLESS = "the seed is not public before the game has ended: draws, and all that follows them, were not decided again"


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the log and the rules part: the first version that is not what the rules make of its command."""

    version: int
    expected: str
    found: str

    def __str__(self) -> str:
        return f"version {self.version}: expected {self.expected}; found {self.found}"


@dataclass(frozen=True, slots=True)
class Report:
    """Versions 1 to `version` were decided again and are as they should be. `unchecked`: why no more than these."""

    version: int
    difference: Difference | None = None
    unchecked: str | None = None


def reexecute(
    rules: Ruleset[S, C, E],
    board: JsonObject,
    lines: Sequence[JsonObject],
    progress: Callable[[int], None] = lambda version: None,
) -> Report:
    """Play a log again that the verifier accepts: nothing that it checks is checked here once more.

    `progress` is told every version that was reached.
    """
    seed = _seed(lines)
    game: Game[S] = Game(UUID(cast(str, _envelope(lines[0])["game"])), seed or UNKNOWN, board)
    if flaws := rules.check_board(board):
        return Report(0, Difference(1, f"a board of {rules.name}", f"{flaws[0].pointer}: {flaws[0].message}"))
    for some in _commits(lines):
        if seed is None and any(_envelope(line)["type"] == "game_started" for line in some):
            return Report(game.version, unchecked=SEEDLESS)
        try:
            made = _again(rules, game, some)
        except (Impossible, Violation, Refusal, Unreadable) as error:
            return Report(game.version, Difference(game.version + 1, "a command that can be given here", str(error)))
        if difference := _difference(made.records, some, seed is not None):
            return Report(game.version, difference)
        game = replace(made.after, head=bytes.fromhex(cast(str, some[-1]["hash"])))
        progress(game.version)
    return Report(game.version)


def _envelope(line: JsonObject) -> JsonObject:
    return cast(JsonObject, line["envelope"])


def _seed(lines: Sequence[JsonObject]) -> bytes | None:
    last = _envelope(lines[-1])
    if last["type"] not in ("game_finished", "game_aborted"):
        return None
    return bytes.fromhex(cast(str, cast(JsonObject, last["data"])["seed"]))


def _commits(lines: Sequence[JsonObject]) -> Iterator[Sequence[JsonObject]]:
    first = 0
    while first < len(lines):
        last = cast(int, cast(JsonObject, _envelope(lines[first])["command"])["last"])
        yield lines[first:last]
        first = last


def _again(rules: Ruleset[S, C, E], game: Game[S], lines: Sequence[JsonObject]) -> Commit[S]:
    if "command" not in lines[0]:
        raise Impossible("a command that is not shown")
    first, shown = _envelope(lines[0]), cast(JsonObject, lines[0]["command"])
    body, actor, cause = cast(JsonObject, shown["body"]), cast(str, first["actor"]), cast(JsonObject, first["command"])
    events = redecided(rules, game, Recorded(actor, body, lines))
    bot = cast("str | None", cause.get("bot"))  # the verifier has seen that it holds this seat
    command = Command(UUID(cast(str, cause["id"])), actor, body, None, bot)
    return commit(rules, game, command, events, cast(str, first["at"]))


# ---------------------------------------------------------------- comparing


def _difference(records: Sequence[Record], lines: Sequence[JsonObject], with_seed: bool) -> Difference | None:
    """Equal hashes are equal envelopes, and with them equal digests of all that is sealed or was commanded: the
    verifier has held both against what the lines show."""
    if len(records) != len(lines):
        return _other_events(records, lines)
    for record, line in zip(records, lines, strict=True):
        envelope, made = _envelope(line), record.envelope
        if with_seed and record.hash.hex() == line["hash"]:
            continue
        if not with_seed:  # the digest comes from the seed; all else is compared as it is written
            made = made.replace(_digest(_read(made)), _digest(envelope), 1)
        if made != canonical_text(envelope):
            return Difference(record.version, *first_difference(_read(made), envelope))
    return None


def _other_events(records: Sequence[Record], lines: Sequence[JsonObject]) -> Difference:
    made = [str(_read(record.envelope)["type"]) for record in records]
    found = [str(_envelope(line)["type"]) for line in lines]
    same = next((n for n, (one, other) in enumerate(zip(made, found, strict=False)) if one != other), None)
    place = min(len(made), len(found)) if same is None else same
    first = cast(int, _envelope(lines[0])["version"])
    return Difference(first + place, f"the events {', '.join(made)}", f"the events {', '.join(found)}")


def _digest(envelope: JsonObject) -> str:
    return cast(str, cast(JsonObject, envelope["command"])["digest"])


def _read(envelope: str) -> JsonObject:
    return cast(JsonObject, parse_strict(envelope))
