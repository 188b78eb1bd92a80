"""The settings of the server: one frozen value, which a process reads from its environment when it starts."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self, TypeVar

from kontor.domain.kernel.lifecycle import MOST_DAYS
from kontor.domain.shipped import SHIPPED

PREFIX = "KONTOR_"
LONGEST_SENDING = 30.0  # seconds: HAProxy closes a connection that is silent for longer (service.front.haproxy)
CLIENTS = frozenset({"url", "key"})  # read by commands that are clients, not by the server


# With 0, a process would loop without a pause, or refuse every request.
INTERVALS = (
    "header_seconds",
    "body_seconds",
    "heartbeat_seconds",
    "key_check_seconds",
    "stream_check_seconds",
    "pool_seconds",
    "job_progress_seconds",
)
SHORTEST_INTERVAL = 0.01


class BadSetting(Exception):
    """An environment variable has an invalid value. The message names the variable."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the server. A process reads each field from the variable KONTOR_<FIELD IN CAPITALS>.
    docs/operations.md has a table of all settings."""

    database_url: str = ""  # PostgreSQL, for the role kontor_app; empty: embedded (only with `kontor up`)
    migrate_url: str = ""  # the same database for the role kontor_owner, for `kontor server migrate`
    redis_url: str = ""  # empty: embedded with `kontor up`, otherwise no Redis
    data: Path = Path(".kontor")  # directory for embedded servers, keys and games

    host: str = "127.0.0.1"  # address to listen on
    port: int = 8080  # port to listen on
    public_url: str = ""  # public address of this server, for links; empty: the address that the caller used
    cors_origins: tuple[str, ...] = ("*",)  # origins whose pages may call the API; Kontor sets no cookies
    rulesets: tuple[str, ...] = tuple(f"{module}:RULESET" for module in SHIPPED.values())  # rulesets to serve
    bots: tuple[str, ...] = ()  # your own bots: functions, as module:name or ruleset=module:name
    signing_keys: str = ""  # path of the key file that `kontor server keys` creates; `kontor up` creates its own

    api_processes: int = 2  # number of request processes
    request_threads: int = 4  # threads per request process; more of them only wait for each other
    max_streams: int = 10_000  # maximum of open streams and long polls, in total
    streams_per_caller: int = 100  # maximum of open streams and long polls per account or seat token
    streams_per_address: int = 1000  # maximum of open streams and long polls per address
    connections_per_address: int = 1000  # 0: no limit; not applied behind trusted proxies
    header_seconds: float = 10.0  # time for a client to send the header of a request, at most 30
    body_seconds: float = 10.0  # time for a client to send the body, or its first 16 kB, at most 30
    heartbeat_seconds: float = 15.0  # after so long without a message, a stream sends an empty comment
    key_check_seconds: float = 1.0  # how often the server checks open streams for expired or revoked keys
    stream_check_seconds: float = 15.0  # how often streams read PostgreSQL if Redis reports no change
    pool_size: int = 8  # database connections per process
    pool_seconds: float = 5.0  # how long to wait for a free database connection; requests have their own limit
    cache_bytes: int = (
        256 * 1024 * 1024
    )  # cache of loaded games, per request process. Answers get 1/8 more, streams 1/4
    worker_cache_bytes: int = 64 * 1024 * 1024  # cache of loaded games, per worker process
    max_body_bytes: int = 256 * 1024  # maximum size of a request body
    metrics_token: str = ""  # bearer token for /metrics; empty: only this machine may read it
    security_contact: str = ""  # mailto: or https: address of the operator, for security.txt
    limit_commands: int = 600  # commands per minute and account; 0: no limit
    limit_creates: int = 60  # new games, seeds and boards per minute and account; 0: no limit
    limit_reads: int = 3000  # reads per minute and account, token or address; 0: no limit
    limit_accounts: int = 30  # new accounts and unknown keys per minute and address; 0: no limit
    limit_refusals: int = 60  # signed refusals per minute and account; 0: no limit
    limit_jobs: int = 10  # jobs per minute and account (checks, exports, hints, analyses); 0: no limit
    games_per_account: int = 100  # unfinished games that an account has created; 0: no limit
    open_days: int = 30  # a game that has not started after so long is ended, if its creator set no time; 0: never
    idle_days: int = 90  # a running game without an event for so long is ended, if its creator set no time; 0: never
    games_per_day: int = 2000  # games that an account may create within 24 hours; 0: no limit
    boards_per_account: int = 100  # boards that an account may store; 0: no limit
    board_bytes_per_account: int = 8 * 1024 * 1024  # size of the boards that an account may store
    refusal_bytes: int = 32 * 1024 * 1024  # size of all refused commands that Redis stores; 0: store none
    min_free_bytes: int = 200 * 1024 * 1024  # if the disk of `data` has less, /readyz and doctor report it
    signup: str = "open"  # "open": everyone may create an account; "token": only with the sign-up token
    signup_token: str = ""  # the sign-up token
    trusted_proxies: int = 0  # number of X-Forwarded-For hops to trust

    max_upload_bytes: int = 16 * 1024 * 1024  # size of a bundle that a client uploads for checking
    max_unpacked_bytes: int = 64 * 1024 * 1024  # size of such a bundle after it is unpacked
    max_export_bytes: int = 256 * 1024 * 1024  # size of an archive that an auditor requests
    job_waiting_bytes: int = 1024 * 1024 * 1024  # size of all jobs of callers in the database
    job_cpu_seconds: int = 60  # CPU time of a caller's job
    job_memory_bytes: int = 1024 * 1024 * 1024  # memory of a caller's job
    job_progress_seconds: float = 1.0  # how often a worker stores its progress and checks for cancellation

    webhooks_loopback: bool = False  # allow webhooks to call this machine; for development only
    delivery_days: int = 30  # how long the server keeps messages that were delivered or given up
    snapshot_days: int = 30  # how long after the end of a game the server keeps its snapshots; 0: for ever
    origin_days: int = 365  # how long the server keeps key, client and cause of each command; 0: for ever
    unused_account_days: int = 365  # after so long the server deletes an account that was never used; 0: never
    reminder_seconds: float = 3600.0  # after this time the server reminds a seat of its decision

    checkpoint_seconds: float = 60.0  # how often a worker signs a checkpoint of the transparency log
    signer_notes: str = ""  # directory for the last note that a worker of this node has signed; empty: in `data`
    tlog_origin: str = ""  # name of the transparency log; empty: derived from its oldest signing key
    witnesses: tuple[str, ...] = ()  # verifier keys of accepted witnesses, each with a space and its address, if any

    audit_hour: int = 3  # hour (UTC, 0–23) of the nightly audit of the whole database; 24: no audit

    worker_processes: int = 3  # number of worker processes
    bot_seconds: float = 2.0  # time for a bot to think
    bot_patience_seconds: int = 10  # how long a bot waits for people after it has asked them something
    bots_only_versions: int = 5000  # a game that only bots play is aborted at this version; 0: no limit
    bot_niceness: int = 10  # nice value of bots: other processes on the machine go first
    relay_seconds: float = 1.0  # how often the relay reads pending work
    debt_grace_seconds: float = 3.0  # how long the relay waits for a direct job before it queues another

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        """Read the settings of this process from the environment. Reject unknown KONTOR_ variables, which are probably
        misspelt."""
        given = {
            name.removeprefix(PREFIX).lower(): value
            for name, value in (os.environ if environment is None else environment).items()
            if name.startswith(PREFIX)
        }
        known = {field.name for field in fields(cls)}
        if unknown := sorted(given.keys() - known - CLIENTS):
            raise BadSetting(f"{PREFIX}{unknown[0].upper()} is not a setting of Kontor; see docs/operations.md.")
        read = {name: _read(name, value, getattr(cls(), name)) for name, value in given.items() if name in known}
        return _check_settings(cls(**read))  # type: ignore[arg-type]  # `_read` follows the type of each default

    def environment(self) -> Mapping[str, str]:
        """Return the settings as environment variables for a child process."""
        values = {f"{PREFIX}{field.name.upper()}": getattr(self, field.name) for field in fields(self)}
        return {name: ",".join(value) if isinstance(value, tuple) else str(value) for name, value in values.items()}


S = TypeVar("S", bound=Settings)


def _check_settings(settings: S) -> S:
    """Check the settings that depend on each other, and those with a special range. Return all settings. Raise
    BadSetting if one is invalid."""
    if settings.signup not in ("open", "token"):
        raise BadSetting(f"{PREFIX}SIGNUP must be open or token, not {settings.signup!r}.")
    if settings.signup == "token" and not settings.signup_token:
        raise BadSetting(f"{PREFIX}SIGNUP is token: set {PREFIX}SIGNUP_TOKEN to the token that you give to users.")
    for name in ("open_days", "idle_days"):
        if getattr(settings, name) > MOST_DAYS:
            raise BadSetting(f"{PREFIX}{name.upper()} must be at most {MOST_DAYS}.")
    for name in INTERVALS:
        if getattr(settings, name) < SHORTEST_INTERVAL:
            raise BadSetting(f"{PREFIX}{name.upper()} must be at least {SHORTEST_INTERVAL:g}.")
    for name in ("header_seconds", "body_seconds"):
        if getattr(settings, name) > LONGEST_SENDING:
            raise BadSetting(f"{PREFIX}{name.upper()} must be at most {LONGEST_SENDING:g}.")
    return settings


def _read(name: str, text: str, default: object) -> object:
    match default:
        case bool():
            return _yes_or_no(name, text)
        case int() | float():
            return _number(name, text, type(default))
        case Path():
            return Path(text)
        case tuple():
            return tuple(part.strip() for part in text.split(",") if part.strip())
        case _:
            return text


def _yes_or_no(name: str, text: str) -> bool:
    if text.lower() not in ("0", "1", "false", "true"):
        raise BadSetting(f"{PREFIX}{name.upper()} must be true or false, not {text!r}.")
    return text.lower() in ("1", "true")


def _number(name: str, text: str, form: type[int] | type[float]) -> int | float:
    try:
        value = form(text)
    except ValueError:
        raise BadSetting(f"{PREFIX}{name.upper()} must be a number, not {text!r}.") from None
    if not 0 <= value < 1e12:  # also rejects nan
        raise BadSetting(f"{PREFIX}{name.upper()} must be at least 0 and below 1e12, not {text!r}.")
    return value
