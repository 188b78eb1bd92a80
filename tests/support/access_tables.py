"""Who may read and do what: the tables of docs/security/access.md as tests read them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "security" / "access.md").read_text(encoding="utf-8")
GROUPS = {"players": ("holder", "other holder", "bot account")}
REMARK = re.compile(r" \([^)]*\)")


@dataclass(frozen=True)
class Access:
    """What a caller may see. `listed`: the games in a list. `seals`: of which seat, and until when."""

    elsewhere: str
    private: str
    listed: str
    messages: str
    seals: str

    def of(self, visibility: str) -> str:
        """`reads`, or the status of the refusal."""
        return self.private if visibility == "private" else self.elsewhere


def _rows(title: str) -> Iterator[Sequence[str]]:
    """Yield the rows of the first table below a title, without their head."""
    section = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    assert len(lines) > 2, f"docs/security/access.md has no table below {title}"
    for line in lines[2:]:
        yield [REMARK.sub("", cell.strip()) for cell in line.strip("|").split("|")]


def access() -> Mapping[str, Access]:
    """Return what each caller may see, by name."""
    return {name: Access(*cells) for names, *cells in _rows("Who may read what") for name in names.split(", ")}


def allowed() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return, by operation and phase, the callers with access among those who read the game."""
    return {
        operation: {"running": _names(running), "finished": _names(finished)}
        for operations, running, finished in _rows("Who may do what in a game")
        for operation in re.findall(r"`(\w+)`", operations)
    }


def _names(cell: str) -> Sequence[str]:
    """Return the callers of a cell, the members of a group one by one."""
    return [name for each in cell.partition(";")[0].split(", ") for name in GROUPS.get(each, (each,))]
