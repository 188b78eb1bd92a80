"""Who may log in to the embedded PostgreSQL: whoever runs Kontor, not the system user as whom it runs for root."""

import os

import psycopg
import pytest

from kontor.service.stack import postgres_account, processes
from tests.support.servers import OTHER_POSTGRES, Servers

ROLES = ("postgres", "kontor_owner", "kontor_app", "kontor_reader")


def test_the_user_who_runs_kontor_logs_in_as_each_role(servers: Servers) -> None:
    for role in ROLES:
        url = servers.app_url("kontor").replace("kontor_app", role)
        with psycopg.connect(url) as conn:
            assert conn.execute("SELECT current_user").fetchone() == (role,)


@pytest.mark.skipif(os.geteuid() != 0, reason="only for root does PostgreSQL run as somebody else")
@pytest.mark.parametrize("role", ROLES)
def test_the_system_user_of_postgres_cannot_log_in(servers: Servers, role: str) -> None:
    account = postgres_account.find(servers.directory)
    program = f"{OTHER_POSTGRES}/bin/psql" if OTHER_POSTGRES else account.program("psql")
    url = servers.app_url("kontor").replace("kontor_app", role)
    tried = processes.run([program, "-X", "-c", "SELECT count(*) FROM seeds", url], account.identity)
    assert tried.returncode != 0
    assert b"authentication failed" in tried.stderr, tried.stderr
