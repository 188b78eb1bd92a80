"""`kontor server accounts`."""

import json

from kontor.service.api_keys import BASIC, KEY_PREFIX, mint
from kontor.service.clock import new_id
from kontor.service.settings import Settings
from kontor.service.store.accounts import Accounts
from kontor.service.store.maintenance import delete_expired
from kontor.service.store.store import Store
from tests.support.commands import call


def test_an_operator_grants_what_cannot_be_had_over_the_api(settings: Settings, store: Store) -> None:
    account, accounts = new_id(), Accounts(store.pool)
    accounts.open(account, "Anna", new_id(), mint(KEY_PREFIX), BASIC)
    result = call("server", "accounts", "grant", str(account), "audit:read", env=dict(settings.environment()))
    assert result.output == f"{account} has audit:read: it can create keys with this scope (POST /v1/me/keys).\n"
    found = accounts.account(account)
    assert found is not None
    assert found.grants == ("audit:read",)


def test_an_operator_takes_a_grant_back_with_the_keys_that_have_it(settings: Settings, store: Store) -> None:
    account, accounts, env = new_id(), Accounts(store.pool), dict(settings.environment())
    accounts.open(account, "Anna", new_id(), mint(KEY_PREFIX), BASIC)
    accounts.grant(account, "audit:read")
    accounts.grant(account, "admin")
    small, large = new_id(), new_id()
    accounts.add_key(account, small, mint(KEY_PREFIX), "small", BASIC, 50)
    accounts.add_key(account, large, mint(KEY_PREFIX), "large", ["audit:read"], 50)
    result = call("server", "accounts", "revoke", str(account), "audit:read", env=env)
    assert result.output == f"{account} no longer has audit:read.\n"
    found = accounts.account(account)
    assert found is not None
    assert found.grants == ("admin",)
    left = {key.id for key in accounts.keys(account) if key.revoked_at is None}
    assert small in left
    assert large not in left
    nobody = new_id()
    assert (
        call("server", "accounts", "revoke", str(nobody), "admin", env=env).output
        == f"Error: There is no account {nobody}.\n"
    )


def test_an_unknown_account_or_scope_is_refused_in_a_sentence(settings: Settings) -> None:
    env, nobody = dict(settings.environment()), new_id()
    assert (
        call("server", "accounts", "grant", str(nobody), "admin", env=env).output
        == f"Error: There is no account {nobody}.\n"
    )
    assert (
        "'game:play' is not one of 'audit:read', 'admin'"
        in call("server", "accounts", "grant", str(nobody), "game:play").output
    )


def test_an_operator_blocks_an_account_and_lets_it_in_again(settings: Settings, store: Store) -> None:
    account, accounts, key, env = new_id(), Accounts(store.pool), mint(KEY_PREFIX), dict(settings.environment())
    accounts.open(account, "Anna", new_id(), key, BASIC)
    assert call("server", "accounts", "block", str(account), env=env).output == f"{account} is blocked.\n"
    assert accounts.is_blocked(key.hash)
    assert call("server", "accounts", "unblock", str(account), env=env).output == f"{account} is unblocked.\n"
    assert not accounts.is_blocked(key.hash)
    nobody = new_id()
    assert call("server", "accounts", "block", str(nobody), env=env).output == f"Error: There is no account {nobody}.\n"


def test_an_operator_sees_what_auditors_have_read(settings: Settings, store: Store) -> None:
    account, key, game = new_id(), new_id(), new_id()
    for _ in range(2):
        store.audit_reads.note(account, key, "GET /v1/games/{game_id}/audit", game)
    store.audit_reads.note(account, key, "GET /v1/audit/games", None)
    env = dict(settings.environment())
    newest, first = call("server", "accounts", "reads", "--account", str(account), env=env).output.splitlines()
    assert newest.endswith(f"account {account}  key {key}  GET /v1/audit/games  a list of games  1×")
    assert f"GET /v1/games/{{game_id}}/audit  {game}" in first
    (one,) = map(
        json.loads, call("server", "accounts", "reads", "--game", str(game), "--json", env=env).output.splitlines()
    )
    assert (one["account"], one["game"], one["call"]) == (str(account), str(game), "GET /v1/games/{game_id}/audit")
    assert call("server", "accounts", "reads", "--since", "2999-01-01", env=env).output == ""


def test_reads_of_auditors_are_kept_for_a_year(own_settings: Settings, own_store: Store) -> None:
    account, key = new_id(), new_id()
    for name in ("old", "young"):
        own_store.audit_reads.note(account, key, name, None)
    with own_store.pool.connection() as conn:
        conn.execute("UPDATE audit_reads SET hour = now() - interval '366 days' WHERE call = 'old'")
    delete_expired(own_store.pool)
    told = call("server", "accounts", "reads", "--json", env=dict(own_settings.environment())).output
    assert [json.loads(line)["call"] for line in told.splitlines()] == ["young"]
