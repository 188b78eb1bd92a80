"""Snapshots: the states of games at some versions. Snapshots may be deleted at any time, because they follow from the
log."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any, LiteralString
from uuid import UUID

from kontor.service.store.pool import Table, query_again

EVERY = 256  # versions from one snapshot to the next
WORTH = 64  # versions: the end of a game gets a snapshot if so many have passed since the last one

# The newest snapshot in one of these formats up to a version, with the hash that the log has at its version. The reader
# compares this hash with `head`.
NEWEST: LiteralString = """
    SELECT game_id, version, state_format, head, state, mac,
           (SELECT hash FROM events WHERE events.game_id = %(game_id)s AND events.version = snapshots.version)
    FROM snapshots WHERE game_id = %(game_id)s AND state_format = ANY (%(formats)s) AND version <= %(upto)s
    ORDER BY version DESC LIMIT 1
"""

# Snapshots in other formats are deleted a day later: until then, a process of an older release may still use them.
PUT: LiteralString = """
    WITH old AS (DELETE FROM snapshots
                 WHERE game_id = %(game_id)s AND state_format <> %(format)s AND at < now() - interval '1 day')
    INSERT INTO snapshots (game_id, version, state_format, head, state, mac)
    VALUES (%(game_id)s, %(version)s, %(format)s, %(head)s, %(state)s, %(mac)s)
    ON CONFLICT (game_id, state_format, version)
    DO UPDATE SET head = excluded.head, state = excluded.state, mac = excluded.mac, at = now()
"""

# A snapshot must not divide a commit: if a commit continues after the wanted version, its last version is taken.
MISSING: LiteralString = """
    WITH game AS (
        SELECT version, status IN ('finished', 'aborted') AS is_ended,
               coalesce((SELECT max(version) FROM snapshots AS s
                         WHERE s.game_id = games.game_id AND s.state_format = %(format)s), 0) AS newest
        FROM games WHERE game_id = %(game_id)s),
    missing AS (
        SELECT (SELECT last FROM commits WHERE game_id = %(game_id)s AND first <= wanted
                ORDER BY first DESC LIMIT 1) AS version
        FROM game, generate_series((newest / %(every)s + 1) * %(every)s, version, %(every)s) AS wanted)
    SELECT version FROM missing
    UNION
    SELECT game.version FROM game
    WHERE is_ended AND version - greatest(newest, (SELECT max(version) FROM missing)) >= %(worth)s
    ORDER BY version
"""
WITHOUT: LiteralString = """
    SELECT game_id, version FROM (
        SELECT game_id, version, status IN ('finished', 'aborted') AS is_ended,
               coalesce((SELECT max(s.version) FROM snapshots AS s
                         WHERE s.game_id = games.game_id AND s.state_format = ANY (%(formats)s)), 0) AS newest
        FROM games WHERE version >= %(worth)s AND ruleset = ANY (%(rulesets)s)
                     AND (status NOT IN ('finished', 'aborted') OR %(days)s = 0
                          OR changed_at > now() - %(days)s * interval '1 day')) AS long
    WHERE version / %(every)s > newest / %(every)s OR (is_ended AND version - newest >= %(worth)s)
    LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a game at one version. `state` is written in the format `format`. A reader must check `head` and
    `mac`. `event`: the hash that the log has at this version now. The hash is empty if there is no such event, or if
    the hash was not read."""

    game_id: UUID
    version: int
    format: str
    head: bytes
    state: bytes
    mac: bytes
    event: bytes = b""


class SnapshotRows(Table):
    """The snapshots of all games."""

    def newest(self, game_id: UUID, formats: Collection[str], upto: int) -> Snapshot | None:
        """Return the newest snapshot in one of these formats, at version `upto` or before, or None if there is none."""
        values = {"game_id": game_id, "formats": list(formats), "upto": upto}
        found = query_again(self._pool, lambda conn: conn.execute(NEWEST, values, prepare=True).fetchone())
        return None if found is None else snapshot_of(found)

    def put(self, new: Snapshot) -> None:
        """Store a snapshot. Replace the stored snapshot of the same version and format, if there is one."""
        self._rows(PUT, asdict(new))

    def missing(self, game_id: UUID, format_: str) -> Sequence[int]:
        """Return the versions at which a game lacks a snapshot in this format, after its newest snapshot."""
        values = {"game_id": game_id, "format": format_, "every": EVERY, "worth": WORTH}
        return [version for (version,) in self._rows(MISSING, values)]

    def games_without(
        self, rulesets: Collection[str], formats: Collection[str], limit: int, days: float = 0
    ) -> Sequence[tuple[UUID, int]]:
        """Return up to `limit` games of these rulesets that lack a snapshot in these formats, with their versions.
        Leave out games that ended more than `days` ago. If `days` is 0, leave out no game."""
        values = {"rulesets": list(rulesets), "formats": list(formats), "every": EVERY, "worth": WORTH}
        values |= {"limit": limit, "days": days}
        return [(game_id, version) for game_id, version in self._rows(WITHOUT, values)]


def snapshot_of(row: Sequence[Any]) -> Snapshot:
    """Build a snapshot from a row that NEWEST has selected."""
    game_id, version, format_, head, state, mac, event = row
    return Snapshot(game_id, version, format_, bytes(head), bytes(state), bytes(mac), bytes(event or b""))
