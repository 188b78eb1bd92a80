"""The journal of a tournament: what is in it is not played again; what does not belong to it is not touched."""

from pathlib import Path

import pytest

from kontor.service.tournament.journal import Journal, NotThisOne, journal_at
from kontor.service.tournament.match import Outcome

ABOUT = {"ruleset": "tiny", "seats": 2}


def outcome(points: int) -> Outcome:
    return Outcome({1: 1, 2: 2}, {1: points, 2: 0}, {"random": 9}, {"random": 0.25}, b"the game %d" % points)


def written(path: Path, *numbers: int) -> Journal:
    with journal_at(path, ABOUT, "a") as journal:
        for number in numbers:
            journal.write(number, outcome(number))
    return journal


def test_a_journal_returns_the_recorded_games(tmp_path: Path) -> None:
    written(tmp_path / "j", 3, 1)
    with journal_at(tmp_path / "j", ABOUT, "a") as journal:
        assert journal.outcomes == {3: bare(3), 1: bare(1)}
        assert (journal.bundle(1), journal.bundle(3)) == (b"the game 1", b"the game 3")
        assert journal.codes == {"a"}
        journal.write(2, outcome(2))
        assert journal.bundle(2) == b"the game 2"


def bare(points: int) -> Outcome:
    told = outcome(points)
    return Outcome(told.ranks, told.totals, told.decisions, told.slowest)


def test_wherever_it_was_cut_off_all_whole_lines_count(tmp_path: Path) -> None:
    path = tmp_path / "j"
    written(path, 0, 1)
    whole = path.read_bytes()
    ends = [n + 1 for n, byte in enumerate(whole) if byte == 10]  # of the head, the sitting, and two games
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        with journal_at(path, ABOUT, "a") as journal:
            assert set(journal.outcomes) == set(range(sum(end <= length for end in ends[2:])))
            journal.write(9, outcome(9))
        with journal_at(path, ABOUT, "a") as journal:
            assert journal.bundle(9) == b"the game 9"


def test_other_rules_or_bots_in_between_are_seen(tmp_path: Path) -> None:
    written(tmp_path / "j", 0)
    with journal_at(tmp_path / "j", ABOUT, "b") as journal:
        assert journal.codes == {"a", "b"}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"what somebody wrote", "belongs to another tournament"),
        (b'{"format": "kontor-tournament/1", "ruleset": "hansa", "seats": 2}\n', "belongs to another tournament"),
    ],
)
def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "j"
    path.write_bytes(content)
    with pytest.raises(NotThisOne, match=why), journal_at(path, ABOUT, "a"):
        pass
    assert path.read_bytes() == content


def test_a_damaged_journal_is_reported_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "j"
    written(path, 0)
    path.write_bytes(path.read_bytes().replace(b'"number"', b'"numbr"'))
    damaged = path.read_bytes()
    with pytest.raises(NotThisOne, match="is damaged"), journal_at(path, ABOUT, "a"):
        pass
    assert path.read_bytes() == damaged


def test_two_at_once_do_not_write_one_journal(tmp_path: Path) -> None:
    with (
        journal_at(tmp_path / "j", ABOUT, "a"),
        pytest.raises(NotThisOne, match="Another tournament is writing"),
        journal_at(tmp_path / "j", ABOUT, "a"),
    ):
        pass
