"""The tables of docs/security/access.md as tests read them: which caller may read and do what."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "security" / "access.md").read_text(encoding="utf-8")
GROUPS = {"players": ("holder", "other holder", "bot account")}
REMARK = re.compile(r" \([^)]*\)")


@dataclass(frozen=True)
class Access:
    """The parts of a game that a caller may see. `listed`: the games that lists show to the caller. `seals`: the seat
    whose sealed parts the caller may open, and until when."""

    elsewhere: str
    private: str
    listed: str
    messages: str
    seals: str

    def of(self, visibility: str) -> str:
        """Return `reads` if the caller may read a game of this visibility, otherwise the status of the refusal."""
        return self.private if visibility == "private" else self.elsewhere


def _rows(title: str) -> Iterator[Sequence[str]]:
    """Yield the rows of the first table below a title, without the head of the table."""
    section = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    assert len(lines) > 2, f"docs/security/access.md has no table below {title}"
    for line in lines[2:]:
        yield [REMARK.sub("", cell.strip()) for cell in line.strip("|").split("|")]


def access() -> Mapping[str, Access]:
    """Return the access of each caller, by the name of the caller."""
    return {name: Access(*cells) for names, *cells in _rows("Who may read what") for name in names.split(", ")}


def allowed() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the callers with access among those who may read the game, by operation and phase."""
    return {
        operation: {"running": _names(running), "finished": _names(finished)}
        for operations, running, finished in _rows("Who may do what in a game")
        for operation in re.findall(r"`(\w+)`", operations)
    }


def _names(cell: str) -> Sequence[str]:
    """Return the callers that a cell of a table names. A group is replaced by its members."""
    return [name for each in cell.partition(";")[0].split(", ") for name in GROUPS.get(each, (each,))]
