"""Decide a refused command again from the log of its game, and compare the result with the signed refusal
(docs/log-format.md §9)."""

from collections.abc import Mapping, Sequence
from typing import cast

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.finding import Finding
from kontor.domain.kernel.game import Game, follow
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.reexecute import game_at
from kontor.domain.kernel.ruleset import C, E, Ruleset, S
from kontor.domain.kernel.unknown_values import UnknownUsed
from kontor.domain.kernel.violation import Refusal, Violation


class Undecided(Exception):
    """The log does not show the secrets that the decision depends on. It shows all secrets after the game has ended."""


def refusal_finding(
    rules: Ruleset[S, C, E], board: JsonObject, lines: Sequence[JsonObject], refusal: JsonObject
) -> Finding | None:
    """Decide a refused command again, and return the difference to the signed refusal, if there is one. The signature
    and the log are valid. Raise `Undecided` if the decision depends on secrets that the log does not show."""
    version = cast(int, refusal["version"])
    if cast("Mapping[str, int]", cast(JsonObject, lines[version - 1]["envelope"])["command"])["last"] != version:
        return Finding("refusal", "the version is inside a commit: no server decides there", version)
    game = game_at(rules, board, lines, version)
    if game is None:
        raise Undecided
    expected = f"rule {refusal['rule']} with code {refusal['code']}"
    try:
        found = _decision(rules, game, cast("Sequence[Json]", refusal["commands"]))
    except UnknownUsed:
        raise Undecided from None
    if found == expected:
        return None
    return Finding("refusal", f"expected {expected}, signed by key {refusal['key']}; found {found}", version)


def _decision(rules: Ruleset[S, C, E], game: Game[S], commands: Sequence[Json]) -> str:
    """Return the decision about the commands in words. Only the last one may be refused."""
    for n, each in enumerate(commands, 1):
        seat, body = (each.get("seat"), each.get("body")) if isinstance(each, Mapping) else (None, None)
        if type(seat) is not int or not isinstance(body, Mapping):
            return "a command without seat and body"
        try:
            events = play.act(rules, game, seat, play.read_command(rules, body))
        except Violation as error:
            return f"rule {error.rule} with code {error.code}" + ("" if n == len(commands) else f" for command {n}")
        except Refusal as error:
            return f"{error.code} for command {n}: {error}"
        except Unreadable as error:
            return f"that command {n} cannot be read: {error}"
        game = follow(rules, game, events)
    return "that the rules accept the command"
