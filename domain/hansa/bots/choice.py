"""What a bot answers: the best command it found, and a note on what else it considered."""

from collections.abc import Sequence

from kontor.domain.hansa.bots.search import Found
from kontor.domain.hansa.rulebook.catalogue import COMMANDS, Command
from kontor.domain.kernel.canonical import Json, JsonObject, canonical
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Choice

TOLD, LONGEST = 6, 2000  # candidates in the note, and its bytes


def best_of(ranked: Sequence[Found]) -> Choice:
    """The first command of the best way, with a note on the others."""
    return Choice(body_of(COMMANDS, ranked[0].first), _note(ranked))


def _note(ranked: Sequence[Found]) -> JsonObject:
    """The best first commands, each with what it was worth in hundredths of a point, as many as a note may hold."""
    told: list[Json] = []
    for value, command in _firsts(ranked):
        line: JsonObject = {"value": round(100 * value), "command": body_of(COMMANDS, command)}
        if len(canonical({"candidates": [*told, line], "considered": len(ranked)})) > LONGEST:
            break
        told.append(line)
    return {"candidates": told, "considered": len(ranked)}


def _firsts(ranked: Sequence[Found]) -> list[tuple[float, Command]]:
    """Several ways may begin with the same command: the best one speaks for it."""
    best: dict[Command, float] = {}
    for value, command, _ in ranked:
        best.setdefault(command, value)
        if len(best) == TOLD:
            break
    return [(value, command) for command, value in best.items()]
