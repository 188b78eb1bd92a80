"""`kontor server doctor`: check everything that Kontor needs, and report problems."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace

import click

from kontor.service.settings import Settings
from kontor.terminal.server_calls import AS_JSON, tell

NEWEST = 200  # games whose heads are checked
AUDIT_DAYS = 2  # after so many days without an audit of the database, at least one nightly audit is missing
FALLEN_BEHIND = 600.0  # seconds that a follower may be behind while it reports: bots may have much to do
MOST_SKEW = 2.0  # seconds by which the clock of a machine may differ from PostgreSQL's
SIGNING_TAKES = 30.0  # seconds that signing may take, in addition to the interval between checkpoints


class ProblemFound(Exception):
    """A check has found a problem. The message of the exception is for the operator."""


@click.command()
@AS_JSON
def doctor(as_json: bool) -> None:
    """Check this machine and Kontor's servers: those in the settings, or those of a `kontor up` that runs here."""
    from kontor.service.cli.main import sentence_for
    from kontor.service.cli.servers import running_here

    well = True
    settings = running_here(Settings.from_environment())
    for name, check in checks(settings).items():
        try:
            told = check()
            tell(as_json, f"  ok       {name}: {told}", check=name, ok=True, told=told)
        except Exception as error:
            well = False
            sentence = str(error) if isinstance(error, ProblemFound) else sentence_for(error) or repr(error)
            tell(as_json, f"  problem  {name}: {sentence}", check=name, ok=False, told=sentence)
    sys.exit(0 if well else 1)


def checks(settings: Settings) -> Mapping[str, Callable[[], str]]:
    """Return the checks by name, in order. A check returns its result as text, or raises an exception."""
    found: dict[str, Callable[[], str]] = {
        "Python": lambda: sys.version.split()[0],
        "rulesets": lambda: _rulesets(settings),
    }
    if settings.database_url:
        found["database"] = lambda: _database(settings)
        found["clocks"] = lambda: _clocks(settings)
        found["logs"] = lambda: _logs(settings)
        found["audit"] = lambda: _audit(settings)
        found["checkpoints"] = lambda: _checkpoints(settings)
        found["followers of the log"] = lambda: _followers(settings)
    else:
        found["data directory"] = lambda: _data(settings)
        found["PostgreSQL"] = _postgres
    found["disk"] = lambda: _disk(settings)
    found["Redis"] = lambda: _redis(settings)
    found["front"] = _front
    if settings.redis_url:
        found["streams"] = lambda: _streams(settings)
    if settings.signing_keys:
        found["signing keys"] = lambda: _keys(settings)
    return found


def _rulesets(settings: Settings) -> str:
    from kontor.service.registry import Registry

    return ", ".join(Registry.load(settings.rulesets))


def _database(settings: Settings) -> str:
    from kontor.service.cli.serve import require_ready
    from kontor.service.migrations import newest

    require_ready(settings)
    return f"up to date ({newest()}), and Kontor's role cannot alter the log"


def _clocks(settings: Settings) -> str:
    from redis import Redis

    from kontor.service import clock
    from kontor.service.jobs.liveness import clock_skews
    from kontor.service.store.database_time import learn_time
    from kontor.service.store.pool import connection, open_pool

    with open_pool(settings.database_url, 1) as pool, connection(pool) as conn:
        learn_time(conn)
    skews = {"this machine": clock.CLOCK.skew}
    if settings.redis_url:
        with Redis.from_url(settings.redis_url) as client:
            skews |= clock_skews(client)
    wrong = [
        f"{node} is {abs(seconds):.0f} s {'ahead' if seconds > 0 else 'behind'}"
        for node, seconds in skews.items()
        if abs(seconds) > MOST_SKEW
    ]
    if wrong:
        raise ProblemFound(
            f"Clocks differ from PostgreSQL's: {', '.join(wrong)}. Deadlines follow PostgreSQL. Use NTP."
        )
    return "agree with PostgreSQL's"


def _logs(settings: Settings) -> str:
    from kontor.service.store.games import GameRows
    from kontor.service.store.pool import open_pool

    with open_pool(settings.database_url, 1) as pool:
        looked_at, damaged = GameRows(pool).damaged_heads(NEWEST)
    if damaged:
        some = ", ".join(map(str, damaged[:5]))
        raise ProblemFound(f"{len(damaged)} of the newest {looked_at} games are damaged at their end: {some}.")
    return f"the newest {looked_at} games are intact at their end"


def _checkpoints(settings: Settings) -> str:
    from kontor.service.store import tlog
    from kontor.service.store.pool import connection, open_pool

    with open_pool(settings.database_url, 1) as pool, connection(pool) as conn:
        signed, unsigned = tlog.seconds_ago(conn), tlog.seconds_unsigned(conn)
    newest = "no checkpoint yet" if signed is None else f"newest checkpoint {signed:.0f} s ago"
    noted = _compare_with_note(settings)
    if unsigned > settings.checkpoint_seconds + SIGNING_TAKES:
        waits = f"A change of a game has waited {unsigned:.0f} s for a checkpoint ({newest})."
        raise ProblemFound(f"{waits} Is `kontor server worker` running? Is a transaction left open (pg_stat_activity)?")
    return f"{newest}, no change is overdue{noted}"


def _compare_with_note(settings: Settings) -> str:
    """Compare the log with the last note that the worker of this node has signed. Also check in Redis whether a worker
    refuses to sign, or leaves out damaged games."""
    from redis import Redis

    from kontor.service.cli.servers import signing_keys
    from kontor.service.jobs.liveness import refusals
    from kontor.service.store.pool import open_pool
    from kontor.service.tlog.log import LogSigner, compare_with_note
    from kontor.service.tlog.signer_note import CannotSign

    if not signing_keys(settings).exists():
        return ""
    try:
        with open_pool(settings.database_url, 1) as pool:
            noted = compare_with_note(pool, LogSigner.of(replace(settings, signing_keys=str(signing_keys(settings)))))
    except CannotSign as error:
        raise ProblemFound(str(error)) from error
    if settings.redis_url:
        with Redis.from_url(settings.redis_url) as client:
            for node, reason in refusals(client).items():
                raise ProblemFound(f"The worker on {node} reports: {reason}")
    return "" if noted is None else f"; the worker here knows its first {noted.size} leaves"


def _followers(settings: Settings) -> str:
    from kontor.service.jobs.liveness import FOLLOWERS, most_silent_seconds
    from kontor.service.store import followers
    from kontor.service.store.pool import connection, open_pool

    with open_pool(settings.database_url, 1) as pool, connection(pool) as conn:
        behind = followers.seconds_behind(conn)
    silent, every = _silent(settings), settings.checkpoint_seconds
    return "; ".join(
        _follower(name, behind.get(name), silent.get(name), most_silent_seconds(name, every)) for name in FOLLOWERS
    )


def _silent(settings: Settings) -> Mapping[str, float]:
    """Return the seconds since the last heartbeat of each follower of the log. Without Redis there are no
    heartbeats."""
    from redis import Redis

    from kontor.service.jobs.liveness import silent_seconds

    if not settings.redis_url:
        return {}
    with Redis.from_url(settings.redis_url) as client:
        return silent_seconds(client)


def _follower(name: str, behind: float | None, silent: float | None, allowed: float) -> str:
    """Describe a follower of the log, or raise `ProblemFound`. `behind` is None if the follower does not read the log
    itself. `silent` is None if it has never reported."""
    heard = "has never reported" if silent is None else f"reported {silent:.0f} s ago"
    is_late = behind is not None and behind > allowed
    told = f"{name} {heard}" if behind is None else f"{name} is {behind:.0f} s behind and {heard}"
    if is_late if silent is None else silent > allowed:
        raise ProblemFound(f"{told}. Is `kontor server worker` running?")
    if behind is not None and behind > FALLEN_BEHIND:
        raise ProblemFound(f"{told}: it runs, but is too slow.")
    return told


def _disk(settings: Settings) -> str:
    from kontor.service.disk_space import free_bytes

    free = free_bytes(settings.data)
    if free is None:
        return "no data directory on this machine"
    if free < settings.min_free_bytes:
        raise ProblemFound(f"Only {free // 2**20} MB are free for {settings.data}. Free some space.")
    return f"{free // 2**20} MB are free"


def _audit(settings: Settings) -> str:
    from datetime import UTC

    from kontor.service.clock import utc_now
    from kontor.service.store.audit_runs import AuditRuns
    from kontor.service.store.pool import open_pool

    with open_pool(settings.database_url, 1) as pool:
        run = AuditRuns(pool).last()
    if run is None:
        return "the database has not been audited yet"
    when, looked_at = f"{run.ended_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC", f"{run.games} games"
    if run.flaws:
        some = "; ".join(run.found[:5])
        raise ProblemFound(f"The audit of {when} found {run.flaws} flaws in {looked_at}: {some}. See: kontor audit db")
    if settings.audit_hour < 24 and (utc_now() - run.ended_at).days >= AUDIT_DAYS:
        raise ProblemFound(f"The last audit ended {when}. `kontor server worker` runs one every night: is it running?")
    return f"no flaw in {looked_at}, {when}"


def _data(settings: Settings) -> str:
    from kontor.service.stack.data_directory import prepare

    return str(prepare(settings.data).path)


def _postgres() -> str:
    from kontor.service.stack import postgres_account, processes

    program = postgres_account.postgres_wheel() / postgres_account.RELEASE / "bin" / "postgres"
    return processes.run([str(program), "--version"], None).stdout.decode().strip()


def _redis(settings: Settings) -> str:
    from redis import Redis

    from kontor.service.jobs.redis_room import shortage
    from kontor.service.stack import processes, redis

    if not settings.redis_url:
        return processes.run([str(redis.find_program()), "--version"], None).stdout.decode().split(" sha")[0]
    with Redis.from_url(settings.redis_url) as client:
        if (sentence := shortage(client)) is not None:
            raise ProblemFound(sentence)
        about = client.info("server")  # Valkey also reports the version of Redis that it is compatible with
        version = f"Valkey {about['valkey_version']}" if "valkey_version" in about else about["redis_version"]
        return f"answers ({version})"


def _front() -> str:
    from kontor.service.front.haproxy_program import find_program
    from kontor.service.stack import processes

    return processes.run([find_program(), "-v"], None).stdout.decode().partition(" - ")[0]


def _streams(settings: Settings) -> str:
    from redis import Redis

    from kontor.service.jobs.present_seats import open_streams

    with Redis.from_url(settings.redis_url) as client:
        told = [f"{count} open at {node}" for node, count in sorted(open_streams(client).items())]
    return ", ".join(told) or "no streams process is running"


def _keys(settings: Settings) -> str:
    from pathlib import Path

    from kontor.service.signing.keys import read_keys

    keys = read_keys(Path(settings.signing_keys))
    return f"{len(keys)}, signing with {keys[0].id}"
