"""Re-execution: decide every command of a log again by the rules, and compare the events byte for byte.

The verifier (`domain.kernel.verify`) proves that a log is complete and honestly drawn; this module proves that its
events follow from its commands. Facts from outside that no rule can decide (nonces of participants, the bot that got a
seat, a bot's note) are taken from the log. A complete check needs the seed, so the game must have ended. For a running
game, commands that do not depend on secrets are decided again (`domain.kernel.reexecute_unseeded`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, cast
from uuid import UUID

from kontor.domain.kernel.bot_check import BotCheck
from kontor.domain.kernel.canonical import JsonObject, parse_strict, text_of
from kontor.domain.kernel.commits import Command, Record, commit
from kontor.domain.kernel.event_lines import commits_of
from kontor.domain.kernel.finding import Finding, LogError, broken_rule, first_difference, other_events
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.redecide import Past, Recorded, redecide_command
from kontor.domain.kernel.reexecute_unseeded import SEEDLESS, Unseeded, unseeded_game
from kontor.domain.kernel.ruleset import C, E, Ruleset, S
from kontor.domain.kernel.unknown_values import UnknownUsed
from kontor.domain.kernel.violation import Refusal, Violation


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a re-execution. `version`: how many versions were decided again and match. With the seed, these are
    the first versions of the log. `unchecked`: why no more versions were checked."""

    version: int
    finding: Finding | None = None
    unchecked: str | None = None


class Step(Protocol[S]):
    """A function that decides one commit again. It returns the game after the commit, or the difference that it
    found."""

    def __call__(self, game: Game[S], lines: Sequence[JsonObject], past: Past[S], /) -> Game[S] | Finding: ...


def reexecute(
    rules: Ruleset[S, C, E],
    board: JsonObject,
    lines: Sequence[JsonObject],
    progress: Callable[[int], None] = lambda version: None,
    seed: bytes | None = None,
    bots: BotCheck | None = None,
) -> Report:
    """Decide all commands of a verified log again. The checks of the verifier are not repeated. `progress` is called
    with every version reached. `seed`: for callers who know it before the end of the game. `bots` repeats the choices
    of bots, which takes as long as the bots took."""
    if flaws := rules.check_board(board):
        return Report(0, broken_rule(1, f"a board of {rules.name}", f"{flaws[0].pointer}: {flaws[0].message}"))
    game_id, seed = UUID(cast(str, _envelope(lines[0])["game"])), _seed(lines) if seed is None else seed
    if seed is not None:
        game, finding = _run(_Seeded(rules, bots), Game(game_id, seed, board), lines, progress)
        return Report(game.version, finding)
    step = Unseeded(rules, lines)
    game, finding = _run(step, unseeded_game(game_id, board), lines, progress)
    unchecked = step.unchecked(game.version, len(lines)) if finding is None else SEEDLESS
    return Report(game.version - len(step.undecided), finding, unchecked)


def game_at(rules: Ruleset[S, C, E], board: JsonObject, lines: Sequence[JsonObject], version: int) -> Game[S] | None:
    """Return the game at a version at which a commit ends. Return None if an earlier command cannot be decided again.
    Such a command depends on secrets that the log does not show, or the rules refuse it."""
    game_id, seed = UUID(cast(str, _envelope(lines[0])["game"])), _seed(lines)
    step: Step[S] = Unseeded(rules, lines) if seed is None else _Seeded(rules, None)
    new: Game[S] = unseeded_game(game_id, board) if seed is None else Game(game_id, seed, board)
    game, _ = _run(step, new, lines[:version], lambda _: None)
    return game if game.version == version else None


def _run(
    step: Step[S], game: Game[S], lines: Sequence[JsonObject], progress: Callable[[int], None]
) -> tuple[Game[S], Finding | None]:
    """Return the game at the last version reached, and the finding that stopped the re-execution, if any."""
    wanted, past = _gone_back_to(lines), dict[int, Game[S]]()
    for some in commits_of(lines):
        try:
            after = step(game, some, past)
        except (LogError, Violation, Refusal, Unreadable) as error:
            return game, broken_rule(game.version + 1, "a command that can be given here", str(error))
        except UnknownUsed:
            break
        if isinstance(after, Finding):
            return game, after
        game = after
        if game.version in wanted:
            past[game.version] = game
        progress(game.version)
    return game, None


def _envelope(line: JsonObject) -> JsonObject:
    return cast(JsonObject, line["envelope"])


def _seed(lines: Sequence[JsonObject]) -> bytes | None:
    last = _envelope(lines[-1])
    if last["type"] not in ("game_finished", "game_aborted"):
        return None
    return bytes.fromhex(cast(str, cast(JsonObject, last["data"])["seed"]))


def _gone_back_to(lines: Sequence[JsonObject]) -> set[int]:
    undos = (_envelope(line) for line in lines if _envelope(line)["type"] == "commits_undone")
    return {cast("Mapping[str, int]", each["data"])["to"] for each in undos}


# ---------------------------------------------------------------- with the seed


class _Seeded(Step[S]):
    def __init__(self, rules: Ruleset[S, C, E], bots: BotCheck | None) -> None:
        self._rules = rules
        self._bots = bots

    def __call__(self, game: Game[S], lines: Sequence[JsonObject], past: Past[S], /) -> Game[S] | Finding:
        if "command" not in lines[0]:
            raise LogError("a command that the log does not show")
        first, shown = _envelope(lines[0]), cast(JsonObject, lines[0]["command"])
        given = Recorded(cast(str, first["actor"]), cast(JsonObject, shown["body"]), lines)
        events = redecide_command(self._rules, game, given, past)
        cause = cast("Mapping[str, str]", first["command"])
        # the verifier has checked that the named bot holds this seat
        command = Command(UUID(cause["id"]), given.actor, given.body, None, cause.get("bot"))
        made = commit(self._rules, game, command, events, cast(str, first["at"]), past, text_of)
        if (finding := _finding(made.records, lines)) is not None:
            return finding
        if self._bots is not None:
            self._bots(self._rules, game, lines)
        return made.after


def _finding(records: Sequence[Record], lines: Sequence[JsonObject]) -> Finding | None:
    """Compare the hashes of the new events with the hashes in the log. If they are equal, the envelopes, sealed values
    and commands are equal too: the verifier has checked that the lines match their hashes."""
    if len(records) != len(lines):
        made, found = ([str(each["type"]) for each in some] for some in (map(_read, records), map(_envelope, lines)))
        return other_events(cast(int, lines[0]["version"]), made, found)
    for record, line in zip(records, lines, strict=True):
        if record.hash.hex() != line["hash"]:
            return broken_rule(record.version, *first_difference(_read(record), _envelope(line)))
    return None


def _read(record: Record) -> JsonObject:
    return cast(JsonObject, parse_strict(record.envelope))
