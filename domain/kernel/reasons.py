"""A bot's reasons, in a form that can be shown without knowing its ruleset: what it compared, best first, and by what.

They are the note of its choice, beside what it takes to have it choose again (`domain.kernel.bot_check`)."""

from collections.abc import Sequence
from dataclasses import dataclass

from kontor.domain.kernel.canonical import Json, JsonObject, canonical

TOLD, LONGEST = 6, 2000  # candidates in a note, and its bytes


@dataclass(frozen=True, slots=True)
class Candidate:
    """A command that was considered. `value`: what it is worth, in the unit; None: no number decided. `wins`: it begins
    a way that wins the game, as far as the bot looked."""

    command: JsonObject
    value: float | None = None
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Reasons:
    """`because`: a sentence on what was compared. `candidates`: best first, however the unit is read. `considered`: how
    many ways there were."""

    because: str
    candidates: Sequence[Candidate]
    considered: int
    unit: str | None = None


def note_of(reasons: Reasons, revision: int, nodes: Sequence[int]) -> JsonObject:
    """As many candidates as a note may hold. `revision`, `nodes`: which bot it was, and how many positions it looked at
    in each of its stages."""
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
    """Values in hundredths: canonical JSON has no fractions."""
    value = None if candidate.value is None else round(100 * candidate.value)
    return {"command": candidate.command, "value": value, "wins": candidate.wins}
