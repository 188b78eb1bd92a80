"""How long does it take to write a commit? Envelope, seal and hash of three events, one of them sealed.

    python -m bench.commit

The target is 100 µs. A commit also folds its events into the state, which is the ruleset's work and shown separately.
The ratio compares the writing with the minimum of any log of JSON: one `json.dumps` and one SHA-256 for each of the
same envelopes. Times differ between machines and moments, ratios much less.
"""

import hashlib
import json
import statistics
import time
from collections.abc import Callable, Sequence
from typing import cast
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject, parse_strict
from kontor.domain.kernel.commits import Command, commit, seat_actor
from kontor.domain.kernel.game import Game, follow
from kontor.domain.kernel.secrets import Secret
from tests.support.playing import Played, created
from tests.tiny import RULESET
from tests.tiny.rulebook.bids import BidPlaced, BidValue
from tests.tiny.rulebook.catalogue import Command as TinyCommand
from tests.tiny.rulebook.catalogue import Event
from tests.tiny.rulebook.offers import OfferClosed
from tests.tiny.rulebook.turn import TurnStarted
from tests.tiny.state import State

TARGET = 100  # µs
ROUNDS, EACH = 60, 50


def three_events(game: Game[State]) -> Sequence[object]:
    """Return a turn of the tiny game: an offer is closed, a bid is sealed, the next turn begins."""
    return [OfferClosed(1), BidPlaced(1, (Secret((1,), BidValue(2)),)), TurnStarted(2, 1)]


def median_micros(*works: Callable[[], object]) -> list[float]:
    """Return the median processor time of each work, from many rounds in which they alternate. So a slow moment of the
    machine slows all of them, and the ratios hold."""
    spent: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for work, times in zip(works, spent, strict=True):
            begin = time.process_time()
            for _ in range(EACH):
                work()
            times.append((time.process_time() - begin) / EACH * 1e6)
    return [statistics.median(times) for times in spent]


def bare(envelopes: Sequence[JsonObject]) -> bytes:
    """Do the same work without canonical form, seals, salts and digests."""
    head = bytes(32)
    for envelope in envelopes:
        head = hashlib.sha256(head + json.dumps(envelope).encode()).digest()
    return head


def main() -> None:
    played: Played[State, TinyCommand, Event] = created(RULESET, 2)
    game, command = played.game, Command(UUID(int=1), seat_actor(1), {"type": "bid", "amount": 2})
    events, at = three_events(game), "2026-01-01T00:01:00.000Z"

    def whole() -> object:
        return commit(RULESET, game, command, events, at)

    made = commit(RULESET, game, command, events, at)
    envelopes = [cast(JsonObject, parse_strict(record.envelope)) for record in made.records]
    size = sum(len(record.envelope.encode()) for record in made.records)
    committed, folded, plain = median_micros(whole, lambda: follow(RULESET, game, events), lambda: bare(envelopes))
    written = committed - folded
    print(f"commit of {len(events)} events, {size} bytes:  {committed:6.1f} µs")
    print(f"  folding them into the state:    {folded:6.1f} µs")
    print(f"  envelopes, seal and hashes:     {written:6.1f} µs (target {TARGET} µs)")
    print(f"json.dumps + SHA-256 of the same: {plain:6.1f} µs")
    print(f"ratio of the last two:            {written / plain:6.2f}")


if __name__ == "__main__":
    main()
