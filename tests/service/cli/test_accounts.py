"""`kontor accounts`."""

from kontor.service.api_keys import BASIC, KEY_PREFIX, mint
from kontor.service.clock import new_id
from kontor.service.settings import Settings
from kontor.service.store import Store
from kontor.service.store.accounts import Accounts
from tests.support.commands import call


def test_an_operator_grants_what_cannot_be_had_over_the_api(settings: Settings, store: Store) -> None:
    account, accounts = new_id(), Accounts(store.pool)
    accounts.open(account, "Anna", new_id(), mint(KEY_PREFIX), BASIC)
    result = call("accounts", "grant", str(account), "audit:read", env=dict(settings.environment()))
    assert result.output == f"{account} has audit:read.\n"
    found = accounts.account(account)
    assert found is not None
    assert found.grants == ("audit:read",)


def test_an_unknown_account_or_scope_is_refused_in_a_sentence(settings: Settings) -> None:
    env, nobody = dict(settings.environment()), new_id()
    assert call("accounts", "grant", str(nobody), "admin", env=env).output == f"Error: There is no account {nobody}.\n"
    assert (
        "'game:play' is not one of 'audit:read', 'admin'" in call("accounts", "grant", str(nobody), "game:play").output
    )
