"""Bot time is shared by account: many games of one account do not keep the bots of another one waiting."""

from collections.abc import Mapping, Sequence
from uuid import UUID

import pytest
import redis

from kontor.service.jobs import queues
from kontor.service.jobs.queues import BOT_KINDS, Job, account_of, enqueue, game_of, queue
from kontor.service.settings import Settings
from kontor.service.store.store import Store
from kontor.workers import bots
from kontor.workers.relay import relay_once
from kontor.workers.worker import ROLES
from tests.support.bot_games import NOBODY, game_of_bots, version_of, work

GREEDY, NORMAL = UUID(int=1), UUID(int=2)
BACKLOG = 12  # games


def started(store: Store, games: Sequence[UUID], before: Mapping[UUID, int]) -> int:
    """Return in how many of the games bots have decided since."""
    return sum(version_of(store, game) > before[game] for game in games)


@pytest.mark.parametrize("kind", ["bots", "long", "by the relay"])
def test_a_bot_is_served_before_the_backlog_of_another_account(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    *greedy, normal = (
        game_of_bots(own_store, "random", "random", creator=account) for account in (*[GREEDY] * BACKLOG, NORMAL)
    )
    before = {game: version_of(own_store, game) for game in (*greedy, normal)}
    if kind == "by the relay":
        assert relay_once(own_store, client) == BACKLOG + 1
    else:
        for game, version in before.items():
            enqueue(client, Job(kind, game, version, 0, NORMAL if game == normal else GREEDY))
    work(client, monkeypatch, BOT_KINDS, jobs=2)
    assert (started(own_store, greedy, before), started(own_store, [normal], before)) == (1, 1)
    work(client, monkeypatch, BOT_KINDS)
    assert started(own_store, greedy, before) == BACKLOG  # the others have only waited


@pytest.mark.parametrize("kind", ["bots", "long", "late"])
def test_one_worker_is_never_busy_with_bots_of_an_account_that_has_had_its_share(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A decision in progress is not cut off. Without this worker, every other account could wait for it."""
    greedy, normal = (game_of_bots(own_store, "random", "random", creator=account) for account in (GREEDY, NORMAL))
    before = {game: version_of(own_store, game) for game in (greedy, normal)}
    serve(client, GREEDY, 1.0)
    for game, account in ((greedy, GREEDY), (normal, NORMAL)):
        enqueue(client, Job(kind, game, before[game], 0, account))
    work(client, monkeypatch, ROLES["prompt"])
    assert (started(own_store, [greedy], before), started(own_store, [normal], before)) == (0, 1)


def test_an_account_that_starts_many_games_at_once_gets_one_prompt_job(client: redis.Redis) -> None:
    """It pays only when a job ends, so each of them would find it below its share."""
    serve(client, GREEDY, 1.0)
    for number in range(BACKLOG):
        enqueue(client, Job("bots", UUID(int=number), 1, 0, NORMAL))
    assert (queue(client, "prompt").count, queue(client, "bots").count) == (1, BACKLOG - 1)


def test_a_game_that_has_used_up_its_share_goes_on_in_another_queue(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "SLICE", -1.0)
    for account in (NORMAL, GREEDY, GREEDY):
        serve(client, account, 9.0 if account == GREEDY else 0.0)
    for account, kind in ((NORMAL, "prompt"), (GREEDY, "long")):
        game = game_of_bots(own_store, "random", "random", creator=account)
        bots.play_bots(str(game), version_of(own_store, game))
        assert [game_of(each) for each in queue(client, kind).job_ids] == [str(game)]


def serve(client: redis.Redis, account: UUID, seconds: float) -> None:
    queues.charge(client, account, seconds)


def next_account(client: redis.Redis, *accounts: UUID) -> UUID:
    """Return the account that is served next while a new job for each of these waits, in this order."""
    client.delete(queue(client, "bots").key)
    for number, account in enumerate(accounts):
        client.rpush(queue(client, "bots").key, Job("bots", UUID(int=number), 1, 0, account).id)
    assert queues.bring_next_to_front(client, BOT_KINDS) == "bots"
    return UUID(account_of(queue(client, "bots").job_ids[0]))


def test_accounts_share_time_not_numbers_of_jobs(client: redis.Redis) -> None:
    """An account with slow bots has had its share after fewer jobs."""
    served = {GREEDY: 0, NORMAL: 0}
    for _ in range(12):
        account = next_account(client, GREEDY, NORMAL)
        served[account] += 1
        serve(client, account, 2.0 if account == GREEDY else 0.5)
    assert served == {GREEDY: 3, NORMAL: 9}


def test_a_second_is_dearer_while_many_games_of_the_account_wait(client: redis.Redis) -> None:
    """Beside such an account a player with one game has most of the time, not half of it."""
    served = {GREEDY: 0, NORMAL: 0}
    for _ in range(10):
        account = next_account(client, *[GREEDY] * BACKLOG, NORMAL)
        served[account] += 1
        serve(client, account, 1.0)
    assert served == {GREEDY: 2, NORMAL: 8}


def test_a_job_that_was_sent_again_makes_no_second_dearer(client: redis.Redis) -> None:
    """The relay sends a job again while the first one still waits."""
    for attempt in range(3):
        client.rpush(queue(client, "late").key, Job("late", NOBODY, 1, attempt, NORMAL).id)
    serve(client, NORMAL, 1.0)
    assert client.zscore(queues.TIMES, str(NORMAL)) == 1.0


def test_bot_time_that_no_other_account_wanted_is_not_held_against_an_account(client: redis.Redis) -> None:
    for _ in range(100):
        serve(client, NORMAL, 1.0)
    for _ in range(2):
        assert next_account(client, NORMAL, GREEDY) == GREEDY
        serve(client, GREEDY, 1.5)
        assert next_account(client, GREEDY, NORMAL) == NORMAL
        serve(client, NORMAL, 1.0)


def test_an_idle_account_saves_up_the_bots_of_one_turn_only(client: redis.Redis) -> None:
    serve(client, NORMAL, 1.0)
    for _ in range(100):
        serve(client, GREEDY, 1.0)
    turns = 0
    while next_account(client, GREEDY, NORMAL) == NORMAL:
        serve(client, NORMAL, 1.0)
        turns += 1
    assert turns == queues.CREDIT + 1  # and what the greedy account was served last


def test_accounts_without_bot_time_are_forgotten(client: redis.Redis) -> None:
    """Redis does not remember every account that ever played."""
    serve(client, NORMAL, 1.0)
    serve(client, GREEDY, 2 * queues.FORGET)
    serve(client, GREEDY, 1.0)
    assert [account for account, _ in client.zscan_iter(queues.TIMES)] == [b"clock", str(GREEDY).encode()]


@pytest.mark.parametrize(("waits", "makes_way"), [(NORMAL, True), (GREEDY, False)])
def test_a_game_makes_way_for_an_account_that_has_had_less_bot_time(
    here: Settings,
    own_store: Store,
    client: redis.Redis,
    monkeypatch: pytest.MonkeyPatch,
    waits: UUID,
    makes_way: bool,
) -> None:
    """Also if that account's game has had a slice before."""
    monkeypatch.setattr(bots, "POLITE", 0.0)
    monkeypatch.setattr(bots, "SLICE", 1e9)
    serve(client, GREEDY, 1000.0)
    game = game_of_bots(own_store, "random", "random", creator=GREEDY)
    enqueue(client, Job("long", NOBODY, 1, 0, waits))
    version = version_of(own_store, game)
    bots.play_bots(str(game), version)
    decisions = [each for each in own_store.events.page(game, version, 999) if each.cause]
    assert (len(decisions) == 1) == makes_way
