"""The fault list, on the real processes of `kontor up`, with signal 9. Each time: no decision lost, none doubled, the
game ends, its score is right (tests.faults.judging decides the whole log again).

`make faults` prints pids and tallies, and lets Redis be away for 30 seconds; `make test` has less patience.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from kontor.service.jobs.queues import Job, enqueue, queue
from tests.faults.running import ROOT, Running, running

AWAY = float(os.environ.get("FAULTS_AWAY", "3"))  # seconds without Redis
ALL = "FAULTS_AWAY" in os.environ  # make faults: Hansa more than once

pytestmark = pytest.mark.xdist_group("faults")  # one house for all of them


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running() as house:
        yield house


def tell(what: str, pids: object, *rest: object) -> None:
    print(f"\n{what}: {pids}", *rest, sep="\n  ")


def test_a_worker_is_killed_in_a_bot_turn(house: Running) -> None:
    games = [house.game("slow", "slow", rounds=4), house.game("greedy", "greedy", "greedy", ruleset="hansa")]
    begun = house.version(games[0])
    hit = []
    for steps in (2, 8, 14):  # replacements are killed as well
        house.reaches(games[0], begun + steps)
        hit += house.kill("bots")
        house.until(lambda: len(house.pids("bots")) == 2)
    tell("bot workers killed", hit, *house.ends(*games))


def test_redis_is_flushed_in_mid_game(house: Running) -> None:
    games = [house.game("slow", "slow", rounds=4)]
    if ALL:
        games.append(house.game("greedy", "greedy", "greedy", ruleset="hansa"))
    begun = house.version(games[0])
    for steps in (2, 6, 12):
        house.reaches(games[0], begun + steps)
        house.redis.flushall()
    tell("redis flushed, three times", house.pids("redis"), *house.ends(*games))


def test_redis_is_away_for_a_while(house: Running) -> None:
    """First it answers nobody, then it is killed. Commands go on, and what is owed is paid when it is back."""
    bots, mine = house.game("slow", "slow", rounds=9), house.game("me", "random", rounds=1)
    house.reaches(bots, house.version(bots) + 2)
    with house.frozen("redis") as hit:
        end = time.monotonic() + AWAY
        answer = command(house, mine, {"type": "take_card"})
        assert answer.status_code == 201, answer.text
        time.sleep(max(0.0, end - time.monotonic()))
    hit += house.kill("redis")
    house.until(lambda: house.has_said("Redis ended (signal 9); it is started again in 0.5 s."))
    house.until(lambda: house.has_said("Redis runs again."))
    play_on(house, mine)
    tell(f"redis frozen for {AWAY:g} s, then killed", hit, *house.ends(bots, mine))


def test_a_worker_is_killed_in_scoring(house: Running) -> None:
    game = house.game("random", "random", ruleset="tiny-slow", rounds=1)
    house.until(lambda: house.status(game) == "scoring")
    started = queue(house.redis, "score").started_job_registry
    house.until(lambda: started.get_job_count(cleanup=False) > 0)
    hit = house.kill("urgent") + house.kill("bots")
    assert house.status(game) == "scoring"
    tell("workers killed in scoring", hit, *house.ends(game))


def test_the_api_is_killed_between_commit_and_enqueue(house: Running) -> None:
    """Redis answers nobody, so that the API stands between the two when it is killed. The client asks again."""
    game = house.game("me", "random", rounds=1)
    before = house.version(game)
    with house.frozen("redis"), asking(house, game) as client:
        house.until(lambda: house.version(game) > before)
        assert client.poll() is None  # not answered yet
        hit = house.kill("api", with_children=True)
        assert client.wait(30) == 1  # cut off
    written = house.version(game)
    house.until(lambda: house.has_said("The API runs again."))
    house.until(lambda: answers(house))
    again = command(house, game, {"type": "take_card"}, "once")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json()["version"] == written
    play_on(house, game)
    tell("api killed between commit and enqueue", hit, *house.ends(game))


def test_one_job_runs_twice_at_once(house: Running) -> None:
    game = house.game("slow", "slow", "slow", rounds=3)
    sent = 0
    while house.status(game) == "running":
        version = house.version(game)
        sent += enqueue(house.redis, Job("bots", game, version, 7)) + enqueue(
            house.redis, Job("bots", game, version, 8)
        )
        time.sleep(0.05)
    tell("one job twice at once", house.pids("bots"), f"{sent} jobs beside the regular ones", *house.ends(game))


def test_a_poisoned_job_is_seen_and_stops_nobody_else(house: Running) -> None:
    house.poison.touch()
    sick = house.game("random", "random", ruleset="tiny-poisoned", rounds=1)
    house.until(lambda: queue(house.redis, "score").failed_job_registry.count > 0)
    sound = house.ends(house.game("random", "random"))
    told = jobs_shown(house)
    assert f"score-{sick}-" in told
    assert "RuntimeError: this scoring is poisoned" in told
    assert house.status(sick) == "scoring"
    house.poison.unlink()
    tell("poisoned scoring, cured", house.pids("urgent"), *sound, *house.ends(sick))


def test_two_relays(house: Running) -> None:
    """A second one beside the first, which is killed on the way; then what was queued is lost."""
    second = subprocess.Popen(
        [sys.executable, "-m", "kontor.workers.pool", "relay"], env=dict(house.environment()), cwd=ROOT
    )
    try:
        games = [house.game("slow", "slow", rounds=3) for _ in range(3)]
        for game in games:
            house.reaches(game, house.version(game) + 1)
        hit = [second.pid, *house.kill("relay")]
        house.redis.flushall()
        tell("two relays, the first killed", hit, *house.ends(*games))
    finally:
        second.terminate()
        second.wait(15)


def test_postgres_and_the_pool_are_killed(house: Running) -> None:
    game = house.game("slow", "slow", rounds=5)
    begun = house.version(game)
    house.reaches(game, begun + 3)
    hit = house.kill("postgres")[:1] + house.kill("pool")
    house.until(lambda: house.has_said("PostgreSQL runs again."))
    house.until(lambda: house.has_said("The worker pool runs again."))
    tell("postgres and worker pool killed", hit, *house.ends(game))


def jobs_shown(house: Running) -> str:
    """What an operator is shown by `kontor jobs`, who knows the data directory only."""
    env = {"PATH": os.environ["PATH"], "KONTOR_DATA": str(house.home.data)}
    argv = [sys.executable, "-m", "kontor.service.cli", "jobs"]
    return subprocess.run(argv, env=env, cwd=ROOT, capture_output=True, text=True, check=True).stdout


# ---------------------------------------------------------------- a person's part


def command(house: Running, game: object, body: dict[str, object], key: str | None = None) -> httpx.Response:
    headers = {**house.key, **({"Idempotency-Key": key} if key else {})}
    return httpx.post(f"{house.url}/v1/games/{game}/commands", json=body, headers=headers, timeout=30)


def play_on(house: Running, game: object) -> None:
    """Play seat 1 to the end, with the first thing that is legal."""
    seat = {"seat": 1, "expand": 1}
    address = f"{house.url}/v1/games/{game}"
    while httpx.get(address, timeout=30).json()["status"] == "running":
        asked = httpx.get(f"{address}/legal-commands", params=seat, headers=house.key, timeout=30).json()
        if 1 in asked["awaiting"]:
            command(house, game, asked["commands"][0])
        else:
            time.sleep(0.05)


@contextmanager
def asking(house: Running, game: object) -> Iterator[subprocess.Popen[bytes]]:
    """A client in the middle of a command; it ends with 1 if it is cut off."""
    program = (
        "import httpx, sys\n"
        f"try: httpx.post({house.url!r} + '/v1/games/{game}/commands', json={{'type': 'take_card'}}, timeout=30,\n"
        f"                headers={{**{house.key!r}, 'Idempotency-Key': 'once'}})\n"
        "except httpx.HTTPError: sys.exit(1)\n"
    )
    client = subprocess.Popen([sys.executable, "-c", program])
    try:
        yield client
    finally:
        client.kill()
        client.wait()


def answers(house: Running) -> bool:
    try:
        return httpx.get(f"{house.url}/healthz", timeout=5).is_success
    except httpx.HTTPError:
        return False
