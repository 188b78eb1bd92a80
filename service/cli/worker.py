"""`kontor server worker`: run the worker pool on an existing PostgreSQL and Redis."""

import os
import sys

import click

from kontor.service.cli.serve import require_ready
from kontor.service.settings import Settings
from kontor.service.stack.processes import POOL


@click.command()
def worker() -> None:
    """Run the workers: bots, scoring, webhooks, exports and audits, and the relay that queues pending work."""
    settings = Settings.from_environment()
    require_ready(settings)
    if not settings.redis_url:
        raise click.UsageError("Workers need Redis: set KONTOR_REDIS_URL.")
    sys.stdout.flush()
    os.execv(POOL[0], POOL)
