"""The form of a bot's reasons: the same whatever is played, and short enough for a note."""

from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.reasons import LONGEST, TOLD, Candidate, Reasons, note_of


def test_values_are_in_hundredths_best_first() -> None:
    found = [Candidate({"type": "go"}, 1.234, wins=True), Candidate({"type": "stay"})]
    assert note_of(Reasons("So it is.", found, 7, "points"), 3, [4, 5]) == {
        "because": "So it is.",
        "unit": "points",
        "candidates": [
            {"command": {"type": "go"}, "value": 123, "wins": True},
            {"command": {"type": "stay"}, "value": None, "wins": False},
        ],
        "considered": 7,
        "revision": 3,
        "nodes": [4, 5],
    }


def test_a_note_holds_as_many_candidates_as_it_may() -> None:
    short = [Candidate({"type": "go", "n": n}) for n in range(9)]
    long = [Candidate({"type": "go", "where": "x" * 700}) for _ in range(9)]
    notes = [note_of(Reasons("So it is.", found, 9), 1, []) for found in (short, long)]
    assert [len(str(each["candidates"]).split("'go'")) - 1 for each in notes] == [TOLD, 2]
    assert all(len(canonical(each)) <= LONGEST for each in notes)
