"""An export as somebody asks for it over HTTP: which games, in words that can be kept until a worker reads them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from kontor.domain.kernel.model import Doc, Flaw, Names, Pattern, Unreadable
from kontor.service.audit.export import Wanted
from kontor.service.audit.listing import read_cursor
from kontor.service.signing.cursors import NotOurs
from kontor.service.store import Position

Time = Annotated[
    str,
    Pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z"),
    Doc("Only games that changed at this time (UTC) or later."),
]
Cursor = Annotated[str, Pattern(r"[A-Za-z0-9_-]{1,200}"), Doc("`next` of an earlier archive: what changed after it.")]
RulesetName = Annotated[str, Pattern(r"[a-z0-9_-]{1,64}"), Names("ruleset"), Doc("Only games of this one.")]


@dataclass(frozen=True, slots=True)
class AskedExport:
    """Which games an archive should hold; without anything, all that were finished."""

    since: Time | None = None
    cursor: Cursor | None = None
    ruleset: RulesetName | None = None
    status: Annotated[
        Literal["finished", "all"], Doc("all: also games that run, as a spectator sees them, and aborted ones.")
    ] = "finished"
    imported: Annotated[bool, Doc("The games that were played elsewhere, instead of those played here.")] = False

    def wanted(self, cursor_secret: bytes) -> Wanted:
        """Raises Unreadable if the time or the cursor is none."""
        everything = self.status == "all"
        return Wanted(self._after(cursor_secret), self._moment(), self.ruleset, everything, self.imported)

    def _moment(self) -> datetime | None:
        try:
            return None if self.since is None else datetime.fromisoformat(self.since)
        except ValueError:
            raise Unreadable([Flaw("/since", "wrong-form", "there is no such time")]) from None

    def _after(self, cursor_secret: bytes) -> Position | None:
        try:
            return None if self.cursor is None else read_cursor(self.cursor, cursor_secret, self.imported)
        except NotOurs:
            raise Unreadable([Flaw("/cursor", "wrong-form", "it is the `next` of no archive of this server")]) from None
