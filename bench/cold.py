"""How long does it take to load a game that no process has in memory, with a snapshot and without one?

    python -m bench.cold

It measures the CPU time of this process for whole loads through the store, without PostgreSQL's own. The cases
alternate, so that ratios hold on a busy machine. The target is 10 ms for a game of 1,000 events. Then it measures the
same for a past position, and how fast an archive is folded from its first events, as in an audit.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID

from kontor.domain.kernel.fold import fold
from kontor.domain.kernel.snapshots import format_of
from kontor.service.engine.game_at import new_game
from kontor.service.engine.loaded_games import LoadedGames
from kontor.service.engine.past_games import PastGames
from kontor.service.engine.snapshots import Snapshots
from kontor.service.store.pool import open_pool
from kontor.service.store.store import Store
from tests.games.recording import Recording, recordings
from tests.support.long_games import long_game, registry, snapshots, stored
from tests.support.playouts import Playout
from tests.support.servers import Servers, running

TARGET = 10  # ms
ROUNDS = 15
# the longest game of each ruleset, and where it is cut off: 232 versions after a snapshot, which is a long tail
GAMES = {
    "hansa/britannia-45-4-seats-prestige": 1000,
    "merchants/merchants-main-3-seats-won": 1000,
}


def median_millis(*works: Callable[[], object]) -> list[float]:
    """Return the median time of each work, from rounds in which they alternate."""
    spent: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for work, times in zip(works, spent, strict=True):
            begin = time.process_time()
            work()
            times.append((time.process_time() - begin) * 1e3)
    return [statistics.median(times) for times in spent]


def measured(servers: Servers, playout: Playout, upto: int) -> None:
    """Measure a game at a version that has the usual snapshots."""
    with open_pool(servers.app_url(servers.database()), 2) as pool:
        store, made, none = Store(pool), snapshots(), Snapshots(registry(), ())
        game_id = stored(store, playout, upto)
        now, sizes = LoadedGames(registry(), store, 1 << 30, none).fresh(game_id), []
        for wanted in store.snapshots.missing(game_id, format_of(playout.rules)):
            new = made.take(PastGames(store, made).folded(now, wanted).at)
            store.snapshots.put(new)
            sizes.append(len(new.state))
        past = now.game.version - 300
        told(f"at {now.game.version}", cold(store, game_id, made), cold(store, game_id, none))
        told(f"position at {past}", *(partial(PastGames(store, by).folded, now, past) for by in (made, none)))
        store.snapshots.put(made.take(now))
        told("with one at its end", cold(store, game_id, made), cold(store, game_id, none))
        print(f"  a snapshot takes {statistics.mean(sizes):.0f} bytes")


def cold(store: Store, game_id: UUID, by: Snapshots) -> Callable[[], object]:
    """Load a game without a cached state. The board is cached, as in a process that has seen it before."""
    games = LoadedGames(registry(), store, 1 << 30, by)
    games.fresh(game_id)
    return partial(games.load, games.entry(game_id))


def told(what: str, by_snapshot: Callable[[], object], whole: Callable[[], object]) -> None:
    quick, slow = median_millis(by_snapshot, whole)
    print(f"  {what:22} {quick:6.2f} ms by snapshot, {slow:6.2f} ms without: {slow / quick:.1f} times as quick")


def refolded(playouts: Sequence[Playout]) -> None:
    """Fold a whole archive from its stored records."""
    logs = [(each, [record for made in each.commits for record in made.records]) for each in playouts]
    begin = time.process_time()
    for each, records in logs:
        game = fold(each.rules, new_game(each.game.id, each.game.seed, each.game.board), records)
        assert game.head == each.game.head
    spent, events = time.process_time() - begin, sum(len(records) for _, records in logs)
    print(
        f"{len(logs)} recorded games folded again: {events / spent:,.0f} events/s, {spent / events * 1e6:.1f} µs each"
    )


def main() -> None:
    with running() as servers:
        for name, upto in GAMES.items():
            print(f"{name} (target {TARGET} ms):")
            measured(servers, long_game(name), upto)
    refolded([Recording.load(path).replayed() for path in recordings()])


if __name__ == "__main__":
    main()
