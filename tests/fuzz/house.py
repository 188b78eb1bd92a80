"""The house of `make fuzz`, outside of a test run: servers of its own, front, request process, streams."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from kontor.service.settings import Settings
from kontor.service.signing.keys import make_keys
from tests.support.api_processes import serve
from tests.support.servers import running

RULESETS = ("tests.tiny:RULESET", *Settings().rulesets)
FREE = dict.fromkeys(("limit_accounts", "limit_commands", "limit_creates", "limit_reads", "limit_jobs"), 0)
FREE |= {"games_per_account": 0}


def open_to_all(settings: Settings) -> Settings:
    """All rulesets, no limits."""
    return replace(settings, rulesets=RULESETS, **FREE)  # type: ignore[arg-type]


@contextmanager
def opened_house() -> Iterator[tuple[str, str]]:
    """Its address, and that of its database."""
    with running() as servers:
        database, keys = servers.database(), Path(servers.directory.path) / "signing-keys.json"
        make_keys(keys)
        settings = Settings(
            database_url=servers.app_url(database),
            migrate_url=servers.owner_url(database),
            redis_url=servers.redis_url,
            data=servers.directory.path,
            signing_keys=str(keys),
        )
        with serve(open_to_all(settings)) as found:
            yield found.url, settings.database_url
