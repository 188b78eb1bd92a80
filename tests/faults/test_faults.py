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
from tests.faults.running import Running, running
from tests.support.paths import ROOT

AWAY = float(os.environ.get("FAULTS_AWAY", "3"))  # seconds without Redis
ALL = "FAULTS_AWAY" in os.environ  # make faults: Hansa more than once

pytestmark = pytest.mark.xdist_group("faults")  # one `kontor up` for all of them


@pytest.fixture(scope="module")
def kontor() -> Iterator[Running]:
    with running() as kontor:
        yield kontor


def tell(what: str, pids: object, *rest: object) -> None:
    print(f"\n{what}: {pids}", *rest, sep="\n  ")


def test_a_worker_is_killed_in_a_bot_turn(kontor: Running) -> None:
    games = [kontor.game("slow", "slow", rounds=4), kontor.game("greedy", "greedy", "greedy", ruleset="hansa")]
    begun = kontor.version(games[0])
    hit = []
    for steps in (2, 8, 14):  # replacements are killed as well
        kontor.reaches(games[0], begun + steps)
        hit += kontor.kill("bots")
        kontor.until(lambda: len(kontor.pids("bots")) == 3)
    tell("bot workers killed", hit, *kontor.ends(*games))


def test_redis_is_flushed_in_mid_game(kontor: Running) -> None:
    games = [kontor.game("slow", "slow", rounds=4)]
    if ALL:
        games.append(kontor.game("greedy", "greedy", "greedy", ruleset="hansa"))
    begun = kontor.version(games[0])
    for steps in (2, 6, 12):
        kontor.reaches(games[0], begun + steps)
        kontor.redis.flushall()
    tell("redis flushed, three times", kontor.pids("redis"), *kontor.ends(*games))


def test_redis_is_away_for_a_while(kontor: Running) -> None:
    """First it answers nobody, then it is killed. Commands go on, and what is owed is paid when it is back."""
    bots, mine = kontor.game("slow", "slow", rounds=9), kontor.game("me", "random", rounds=1)
    kontor.reaches(bots, kontor.version(bots) + 2)
    with kontor.frozen("redis") as hit:
        end = time.monotonic() + AWAY
        answer = command(kontor, mine, {"type": "take_card"})
        assert answer.status_code == 201, answer.text
        time.sleep(max(0.0, end - time.monotonic()))
    hit += kontor.kill("redis")
    kontor.until(lambda: kontor.has_said("Redis ended (signal 9); restarting now."))
    kontor.until(lambda: kontor.has_said("Redis is running again."))
    play_on(kontor, mine)
    tell(f"redis frozen for {AWAY:g} s, then killed", hit, *kontor.ends(bots, mine))


def test_a_worker_is_killed_in_scoring(kontor: Running) -> None:
    game = kontor.game("random", "random", ruleset="tiny-slow", rounds=1)
    kontor.until(lambda: kontor.status(game) == "scoring")
    started = queue(kontor.redis, "score").started_job_registry
    kontor.until(lambda: started.get_job_count(cleanup=False) > 0)
    hit = kontor.kill("urgent") + kontor.kill("bots")
    assert kontor.status(game) == "scoring"
    tell("workers killed in scoring", hit, *kontor.ends(game))


def test_the_api_is_killed_between_commit_and_enqueue(kontor: Running) -> None:
    """Redis answers nobody: what is owed stands in the log alone when the API is killed. The client may have
    been answered by then or not; it asks again."""
    game = kontor.game("me", "random", rounds=1)
    before = kontor.version(game)
    with kontor.frozen("redis"), asking(kontor, game) as client:
        kontor.until(lambda: kontor.version(game) > before)
        hit = kontor.kill("api", with_children=True)
        client.wait(30)
    written = kontor.version(game)
    kontor.until(lambda: kontor.has_said("The API is running again."))
    kontor.until(lambda: answers(kontor))
    again = command(kontor, game, {"type": "take_card"}, "once")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json()["version"] == written
    play_on(kontor, game)
    tell("api killed between commit and enqueue", hit, *kontor.ends(game))


def test_one_job_runs_twice_at_once(kontor: Running) -> None:
    game = kontor.game("slow", "slow", "slow", rounds=3)
    sent = 0
    while kontor.status(game) == "running":
        version = kontor.version(game)
        sent += enqueue(kontor.redis, Job("bots", game, version, 7)) + enqueue(
            kontor.redis, Job("bots", game, version, 8)
        )
        time.sleep(0.05)
    tell("one job twice at once", kontor.pids("bots"), f"{sent} jobs beside the regular ones", *kontor.ends(game))


def test_a_poisoned_job_is_shown_and_stops_no_other_job(kontor: Running) -> None:
    kontor.poison.touch()
    sick = kontor.game("random", "random", ruleset="tiny-poisoned", rounds=1)
    kontor.until(lambda: queue(kontor.redis, "score").failed_job_registry.count > 0)
    sound = kontor.ends(kontor.game("random", "random"))
    told = jobs_shown(kontor)
    assert f"score-{sick}-" in told
    assert "RuntimeError: this scoring is poisoned" in told
    assert kontor.status(sick) == "scoring"
    kontor.poison.unlink()
    tell("poisoned scoring, cured", kontor.pids("urgent"), *sound, *kontor.ends(sick))


def test_two_relays(kontor: Running) -> None:
    """A second one beside the first, which is killed on the way; then what was queued is lost."""
    second = subprocess.Popen(
        [sys.executable, "-m", "kontor.workers.pool", "relay"], env=dict(kontor.environment()), cwd=ROOT
    )
    try:
        games = [kontor.game("slow", "slow", rounds=9) for _ in range(3)]  # none may be over before all have begun
        for game in games:
            kontor.reaches(game, kontor.version(game) + 1)
        hit = [second.pid, *kontor.kill("relay")]
        kontor.redis.flushall()
        tell("two relays, the first killed", hit, *kontor.ends(*games))
    finally:
        second.terminate()
        second.wait(15)


def test_postgres_and_the_pool_are_killed(kontor: Running) -> None:
    game = kontor.game("slow", "slow", rounds=5)
    begun = kontor.version(game)
    kontor.reaches(game, begun + 3)
    hit = kontor.kill("postgres")[:1] + kontor.kill("pool")
    kontor.until(lambda: kontor.has_said("PostgreSQL is running again."))
    kontor.until(lambda: kontor.has_said("The worker pool is running again."))
    tell("postgres and worker pool killed", hit, *kontor.ends(game))


def jobs_shown(kontor: Running) -> str:
    """What an operator is shown by `kontor server jobs`, who knows the data directory only."""
    env = {"PATH": os.environ["PATH"], "KONTOR_DATA": str(kontor.directory.path)}
    argv = [sys.executable, "-m", "kontor.service.cli", "server", "jobs"]
    return subprocess.run(argv, env=env, cwd=ROOT, capture_output=True, text=True, check=True).stdout


# ---------------------------------------------------------------- a person's part


def command(kontor: Running, game: object, body: dict[str, object], key: str | None = None) -> httpx.Response:
    headers = {**kontor.key, **({"Idempotency-Key": key} if key else {})}
    return httpx.post(f"{kontor.url}/v1/games/{game}/commands", json=body, headers=headers, timeout=30)


def play_on(kontor: Running, game: object) -> None:
    """Play seat 1 to the end, with the first thing that is legal."""
    seat = {"seat": 1, "expand": 1}
    address = f"{kontor.url}/v1/games/{game}"
    while httpx.get(address, timeout=30).json()["status"] == "running":
        asked = httpx.get(f"{address}/legal-commands", params=seat, headers=kontor.key, timeout=30).json()
        if 1 in asked["awaiting"]:
            command(kontor, game, asked["commands"][0])
        else:
            time.sleep(0.05)


@contextmanager
def asking(kontor: Running, game: object) -> Iterator[subprocess.Popen[bytes]]:
    """A client in the middle of a command; it ends with 1 if it is cut off."""
    program = (
        "import httpx, sys\n"
        f"try: httpx.post({kontor.url!r} + '/v1/games/{game}/commands', json={{'type': 'take_card'}}, timeout=30,\n"
        f"                headers={{**{kontor.key!r}, 'Idempotency-Key': 'once'}})\n"
        "except httpx.HTTPError: sys.exit(1)\n"
    )
    client = subprocess.Popen([sys.executable, "-c", program])
    try:
        yield client
    finally:
        client.kill()
        client.wait()


def answers(kontor: Running) -> bool:
    try:
        return httpx.get(f"{kontor.url}/healthz", timeout=5).is_success
    except httpx.HTTPError:
        return False
