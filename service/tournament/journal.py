"""The journal of a tournament: one line for every finished game, so that an interrupted tournament can continue.

The file is NDJSON, and lines are only appended. The first line describes the tournament. Each run begins with a line
that has `code`, which shows whether rules or bots have changed. Every other line is a game, with its bundle if games
are kept.
"""

import fcntl
import gzip
import json
import os
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from kontor.service.tournament.match import Outcome

FORMAT = "kontor-tournament/1"


class NotThisOne(Exception):
    """The tournament cannot continue with this journal. The message of the exception says why."""


class Journal:
    """The journal of a tournament. It has the outcome of each finished game, and the position of the line of that game
    in the file. `codes`: the digests of the rules and bots that the runs have used."""

    def __init__(self, file: IO[bytes], about: Mapping[str, object], code: str) -> None:
        self._file = file
        self._places: dict[int, int] = {}
        self.outcomes: dict[int, Outcome] = {}
        self.codes: set[str] = {code}
        self._take_up(_text({"format": FORMAT, **about}))
        self._append(_text({"code": code}))

    def write(self, number: int, outcome: Outcome) -> None:
        """Append a finished game to the journal. After this method returns, the game is not played again, even if the
        process is killed."""
        self._places[number] = self._append(_text({"number": number, **_outcome_json(outcome)}))

    def bundle(self, number: int) -> bytes:
        self._file.seek(self._places[number])
        return gzip.decompress(b64decode(json.loads(self._file.readline())["bundle"]))

    # ---------------------------------------------------------------- inside

    def _take_up(self, first: bytes) -> None:
        """Read the existing lines of the journal, or write its first line. Drop a last line that is incomplete because
        a process was killed."""
        self._file.seek(0)
        found = self._file.readline()
        if found != first and not first.startswith(found):
            raise NotThisOne("belongs to another tournament: name another file, or repeat that tournament's options")
        end = len(found) if found == first else 0
        for place, line in _whole_lines(self._file):
            self._take(place, json.loads(line))
            end = place + len(line)
        self._file.truncate(end)
        if end == 0:
            self._append(first)

    def _take(self, place: int, line: Mapping[str, Any]) -> None:
        if "code" in line:
            self.codes.add(line["code"])
        else:
            self._places[line["number"]] = place
            self.outcomes[line["number"]] = _outcome(line)

    def _append(self, line: bytes) -> int:
        place = self._file.seek(0, os.SEEK_END)
        self._file.write(line)
        self._file.flush()
        return place


@contextmanager
def journal_at(path: Path, about: Mapping[str, object], code: str) -> Iterator[Journal]:
    """Open a new or existing journal file, and lock it. `code`: the digest of the rules and bots."""
    with path.open("a+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            journal = Journal(file, about, code)
        except BlockingIOError:
            raise NotThisOne(f"Another tournament is writing {path}.") from None
        except NotThisOne as error:
            raise NotThisOne(f"{path} {error}.") from None
        except (ValueError, KeyError, TypeError):
            raise NotThisOne(f"{path} is damaged: name another file.") from None
        yield journal


def _whole_lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    while (place := file.tell()) >= 0 and (line := file.readline()).endswith(b"\n"):
        yield place, line


def _text(line: Mapping[str, object]) -> bytes:
    return json.dumps(line).encode() + b"\n"


def _outcome_json(outcome: Outcome) -> dict[str, object]:
    kept = {} if outcome.bundle is None else {"bundle": b64encode(gzip.compress(outcome.bundle, mtime=0)).decode()}
    return {
        "ranks": list(outcome.ranks.items()),  # seats are numbers, which cannot be keys of JSON
        "totals": list(outcome.totals.items()),
        "decisions": dict(outcome.decisions),
        "slowest": dict(outcome.slowest),
        **kept,
    }


def _outcome(line: Mapping[str, Any]) -> Outcome:
    return Outcome(dict(line["ranks"]), dict(line["totals"]), line["decisions"], line["slowest"])
