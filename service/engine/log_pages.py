"""Pages of a log for readers, chained onto the hash before them: what is not as it was written is said to be so."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from kontor.domain.kernel.seals import GENESIS, chained
from kontor.service.store import Head, Logged, Store


@dataclass(frozen=True, slots=True)
class LogPage:
    """Events as they are stored. `before`: the hash that they hang on. `damaged`: the first version that is not as it
    was written, as far as this page shows."""

    before: bytes
    events: Sequence[Logged]
    damaged: int | None


def page_after(store: Store, game_id: UUID, after: int, limit: int, head: Head) -> LogPage:
    """Up to `limit` events after a version of a log that ends, or ended a moment ago, with `head`."""
    if after == 0:
        before, logged = GENESIS, store.events(game_id, 0, limit)
    else:  # the statement that reads the page also reads what it hangs on
        found = store.events(game_id, after - 1, limit + 1)
        is_there = bool(found) and found[0].record.version == after
        before, logged = (found[0].record.hash, found[1:]) if is_there else (b"", found)
    return LogPage(before, logged, _damaged(before, logged, after, min(after + limit, head.version), head))


def _damaged(before: bytes, logged: Sequence[Logged], after: int, until: int, head: Head) -> int | None:
    if until > after and not before:
        return after
    last = before
    for version, each in enumerate(logged, after + 1):
        record = each.record
        last = chained(last, record.envelope.encode())
        is_end = version == head.version
        if record.version != version or record.hash != last or (is_end and record.hash != head.hash):
            return version
    return after + len(logged) + 1 if after + len(logged) < until else None
