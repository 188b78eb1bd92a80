"""Settings: one frozen value, read from the environment once, at the start."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self, TypeVar

from kontor.domain.shipped import SHIPPED

PREFIX = "KONTOR_"
LONGEST_SENDING = 30.0  # seconds: HAProxy closes a connection that is silent for longer (service.front.haproxy)
CLIENTS = frozenset({"url", "key"})  # read by the commands that talk to a server, not by the server


# Durations that would make a process busy without a pause, or refuse every request, if they were 0.
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
    """A variable of the environment that cannot be meant; the message names it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Each field is read from KONTOR_<FIELD IN CAPITALS>; docs/operations.md has the table."""

    database_url: str = ""  # as the role kontor_app; empty: embedded (kontor up only)
    migrate_url: str = ""  # as the role kontor_owner, for `kontor server migrate`
    redis_url: str = ""  # empty: embedded under `kontor up`; without Redis otherwise
    data: Path = Path(".kontor")  # embedded servers, keys and games

    host: str = "127.0.0.1"
    port: int = 8080
    public_url: str = ""  # where people reach this server, for links; empty: as each caller does
    cors_origins: tuple[str, ...] = ("*",)  # pages that may call the API; there are no cookies (service.front.cors)
    rulesets: tuple[str, ...] = tuple(f"{module}:RULESET" for module in SHIPPED.values())
    bots: tuple[str, ...] = ()  # functions of your own that play, as module:name or ruleset=module:name
    signing_keys: str = ""  # path of a key file (service.signing.keys); `kontor up` makes one

    api_processes: int = 2
    request_threads: int = 4  # per process: more only wait for each other
    max_streams: int = 10_000  # streams and long polls that are open at once, in all
    streams_per_caller: int = 100  # the same per account or seat token
    streams_per_address: int = 1000  # the same per address, with or without a key
    connections_per_address: int = 1000  # 0: no limit; none either behind proxies of yours
    header_seconds: float = 10.0  # how long a client may take to send the head of a request, at most 30
    body_seconds: float = 10.0  # the same for the body, or the first 16 kB of it
    heartbeat_seconds: float = 15.0  # after so long without a message a stream sends an empty comment
    key_check_seconds: float = 1.0  # how often the server looks for open streams whose key has expired or was revoked
    stream_check_seconds: float = 15.0  # how often streams read PostgreSQL although Redis has reported nothing
    pool_size: int = 8  # database connections per process
    pool_seconds: float = 5.0  # how long to wait for a free database connection; requests have their own limit
    cache_bytes: int = 256 * 1024 * 1024  # folded games, per process
    max_body_bytes: int = 256 * 1024
    metrics_token: str = ""
    security_contact: str = ""  # mailto: or https: address of whoever runs this server, for security.txt
    limit_commands: int = 600  # per minute and account; 0: no limit (service.http.limits has the table)
    limit_creates: int = 60
    limit_reads: int = 3000
    limit_accounts: int = 30
    limit_jobs: int = 10
    games_per_account: int = 100  # that an account created and that have not ended; 0: no limit
    games_per_day: int = 2000  # that an account creates within 24 hours; 0: no limit
    boards_per_account: int = 100  # that an account has stored; 0: no limit
    board_bytes_per_account: int = 8 * 1024 * 1024  # the same in bytes
    refusal_bytes: int = 32 * 1024 * 1024  # all refused commands that Redis keeps; 0: none
    min_free_bytes: int = 200 * 1024 * 1024  # on the disk of `data`: with less, /readyz and doctor say so
    signup: str = "open"  # who may open an account: "open": everybody; "token": whoever sends the next one
    signup_token: str = ""
    trusted_proxies: int = 0  # how many X-Forwarded-For hops to believe

    max_upload_bytes: int = 16 * 1024 * 1024  # a bundle that is sent to be checked
    max_unpacked_bytes: int = 64 * 1024 * 1024  # the same, unpacked
    max_export_bytes: int = 256 * 1024 * 1024  # an archive that is made for an auditor
    job_waiting_bytes: int = 1024 * 1024 * 1024  # all that jobs of callers hold in the database
    job_cpu_seconds: int = 60  # what a job of a caller may use up of a processor
    job_memory_bytes: int = 1024 * 1024 * 1024
    job_progress_seconds: float = 1.0  # how often a worker stores its progress, and checks whether it was cancelled

    webhooks_loopback: bool = False  # let webhooks call this machine; for development only
    delivery_days: int = 30  # how long messages that were delivered or given up are kept
    reminder_seconds: float = 3600.0  # how long a seat may let a game wait before it is reminded

    checkpoint_seconds: float = 60.0  # how often the transparency log signs what changed
    signer_notes: str = ""  # directory of the last note that a worker of this node has signed; empty: below `data`
    tlog_origin: str = ""  # the log's name; empty: after its oldest signing key
    witnesses: tuple[str, ...] = ()  # verifier keys of those whose cosignatures are taken

    audit_hour: int = 3  # of the day (UTC), at which the whole database is checked every night; 24: never

    worker_processes: int = 2
    bot_seconds: float = 2.0  # how long a bot may think
    bot_patience_seconds: int = 10  # how long a bot waits for people whom it has asked something
    bot_niceness: int = 10  # how far bots step back behind everything else on the machine
    relay_seconds: float = 1.0  # how often the relay asks what is owed
    debt_grace_seconds: float = 3.0  # how long a direct job has before the relay sends another

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        """The settings of this process. An unknown KONTOR_ variable is refused: it is most likely a misspelt one."""
        given = {
            name.removeprefix(PREFIX).lower(): value
            for name, value in (os.environ if environment is None else environment).items()
            if name.startswith(PREFIX)
        }
        known = {field.name for field in fields(cls)}
        if unknown := sorted(given.keys() - known - CLIENTS):
            raise BadSetting(f"{PREFIX}{unknown[0].upper()} is no setting of Kontor; docs/operations.md lists them.")
        read = {name: _read(name, value, getattr(cls(), name)) for name, value in given.items() if name in known}
        return _meant(cls(**read))  # type: ignore[arg-type]  # `_read` follows the type of each default

    def environment(self) -> Mapping[str, str]:
        """The same settings as a child process reads them."""
        values = {f"{PREFIX}{field.name.upper()}": getattr(self, field.name) for field in fields(self)}
        return {name: ",".join(value) if isinstance(value, tuple) else str(value) for name, value in values.items()}


S = TypeVar("S", bound=Settings)


def _meant(settings: S) -> S:
    """What one setting alone cannot tell."""
    if settings.signup not in ("open", "token"):
        raise BadSetting(f"{PREFIX}SIGNUP must be open or token, not {settings.signup!r}.")
    if settings.signup == "token" and not settings.signup_token:
        raise BadSetting(f"{PREFIX}SIGNUP is token: set {PREFIX}SIGNUP_TOKEN to the one that you give out.")
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
    if not 0 <= value < 1e12:  # also refuses nan
        raise BadSetting(f"{PREFIX}{name.upper()} must not be negative or endless, and {text!r} is.")
    return value
