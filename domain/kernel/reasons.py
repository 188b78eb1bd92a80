"""The reasons of a bot for its choice, independent of the ruleset: the candidates, best first, and the unit of their
values.

The note on a choice contains the reasons and the data to repeat the choice (`domain.kernel.bot_check`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kontor.domain.kernel.canonical import Json, JsonObject, canonical

TOLD, LONGEST = 6, 2000  # most candidates in a note, and most bytes


@dataclass(frozen=True, slots=True)
class Candidate:
    """A command that the bot considered. `value`: its value in the unit of the reasons, or None if no number decided.
    `wins`: it starts a sequence that wins the game, as far as the bot searched."""

    command: JsonObject
    value: float | None = None
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons for a choice. `because`: a sentence that says what was compared. `candidates`: the commands, best
    first. `considered`: the number of alternatives. `unit`: the unit of the values."""

    because: str
    candidates: Sequence[Candidate]
    considered: int
    unit: str | None = None


def note_of(reasons: Reasons, revision: int, nodes: Sequence[int]) -> JsonObject:
    """Return the note on a bot's choice, with as many candidates as its maximum size allows. `revision`: the revision
    of the bot. `nodes`: the number of positions that the bot examined in each stage."""
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
    """Return a candidate as JSON. Its value is in hundredths, because canonical JSON has no fractions."""
    value = None if candidate.value is None else round(100 * candidate.value)
    return {"command": candidate.command, "value": value, "wins": candidate.wins}
