"""What a bot answers: the best command it found, and a note on what else it considered."""

from collections.abc import Sequence

from kontor.domain.hansa.bots.search import Found
from kontor.domain.hansa.rulebook.catalogue import COMMANDS, Command
from kontor.domain.kernel.canonical import Json, JsonObject, canonical
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Choice

TOLD, LONGEST = 6, 2000  # candidates in the note, and its bytes
REVISION = 2  # raised with every change of what a bot chooses; a test tells when


def best_of(ranked: Sequence[Found], nodes: Sequence[int] = ()) -> Choice:
    """The first command of the best way, with a note on the others. `nodes`: positions looked at, where time counts."""
    return Choice(body_of(COMMANDS, ranked[0].first), _note(ranked, nodes))


def _note(ranked: Sequence[Found], nodes: Sequence[int]) -> JsonObject:
    """The best first commands, each with what it was worth in hundredths of a point, as many as a note may hold; and
    what it takes to have the bot choose again."""
    told: list[Json] = []
    about: JsonObject = {"considered": len(ranked), "revision": REVISION, "nodes": list(nodes)}
    for value, command in _firsts(ranked):
        line: JsonObject = {"value": round(100 * value), "command": body_of(COMMANDS, command)}
        if len(canonical({"candidates": [*told, line], **about})) > LONGEST:
            break
        told.append(line)
    return {"candidates": told, **about}


def _firsts(ranked: Sequence[Found]) -> list[tuple[float, Command]]:
    """Several ways may begin with the same command: the best one speaks for it."""
    best: dict[Command, float] = {}
    for value, command, _ in ranked:
        best.setdefault(command, value)
        if len(best) == TOLD:
            break
    return [(value, command) for command, value in best.items()]
