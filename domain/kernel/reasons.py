"""A bot's reasons in a form that does not depend on its ruleset: the candidates, best first, and the unit of their
values.

They are the note of its choice, together with the data to repeat the choice (`domain.kernel.bot_check`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kontor.domain.kernel.canonical import Json, JsonObject, canonical

TOLD, LONGEST = 6, 2000  # most candidates in a note, and most bytes


@dataclass(frozen=True, slots=True)
class Candidate:
    """A command that the bot considered. `value`: its value in the unit; None: no number decided. `wins`: it starts a
    sequence that wins the game, as far as the bot searched."""

    command: JsonObject
    value: float | None = None
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Reasons:
    """`because`: a sentence on what was compared. `candidates`: best first, in any unit. `considered`: the number of
    alternatives."""

    because: str
    candidates: Sequence[Candidate]
    considered: int
    unit: str | None = None


def note_of(reasons: Reasons, revision: int, nodes: Sequence[int]) -> JsonObject:
    """Return the note, with as many candidates as fit. `revision`, `nodes`: the bot's revision, and the number of
    positions it examined in each stage."""
    told: list[Json] = []
    about: JsonObject = {
        "because": reasons.because,
        "unit": reasons.unit,
        "considered": reasons.considered,
        "revision": revision,
        "nodes": list(nodes),
    }
    for each in reasons.candidates[:TOLD]:
        line = _line(each)
        if len(canonical({"candidates": [*told, line], **about})) > LONGEST:
            break
        told.append(line)
    return {"candidates": told, **about}


def _line(candidate: Candidate) -> JsonObject:
    """Write values in hundredths: canonical JSON has no fractions."""
    value = None if candidate.value is None else round(100 * candidate.value)
    return {"command": candidate.command, "value": value, "wins": candidate.wins}
