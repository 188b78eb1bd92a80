"""Accounts and their keys."""

import hmac
from dataclasses import asdict
from datetime import timedelta
from typing import Any
from uuid import UUID

from flask import request
from flask.views import MethodView

from kontor.service.api_keys import BASIC, GRANTED, KEY_PREFIX, hash_of_code, is_full, mint, mint_codes
from kontor.service.clock import new_id
from kontor.service.http.accounts.schemas import (
    AccountRequest,
    AddedKeySchema,
    ChangedAccount,
    KeyRequest,
    KeysSchema,
    MeSchema,
    OpenedAccountSchema,
)
from kontor.service.http.auth import Call, needs, public, require_account, require_own_key
from kontor.service.http.callers import unauthenticated_problem
from kontor.service.http.problems import Problem, not_owned
from kontor.service.http.smorest import Blueprint, Form
from kontor.service.http.times import future_time
from kontor.service.http.visible_text import require_visible_name
from kontor.service.settings import Settings
from kontor.service.store.accounts import Accounts

MOST_KEYS = 50
LONGEST_LIFE = timedelta(days=36_500)  # later times do not fit into Python's or PostgreSQL's types

blp = Blueprint("accounts", "/v1", "accounts")


def require_full_key(call: Call) -> None:
    require_own_key(call)
    if not is_full(call.caller.scopes):
        raise Problem("forbidden", f"This call needs a key with all of these scopes: {', '.join(BASIC)}.")


@blp.route("/accounts")
class AccountsResource(MethodView):
    @public
    @blp.arguments(Form(AccountRequest), example={"name": "Anna"})
    @blp.operation("openAccount", 201, OpenedAccountSchema)
    def post(self, call: Call, new: AccountRequest) -> dict[str, Any]:
        """Open an account

        The answer contains the first key of the account, and recovery codes. The server shows them only once and stores
        only their hashes. If you lose the key, a recovery code gives you a new one (`POST /v1/accounts/recover`).
        """
        return opened_account(call, new.name, new.token, new.bot)


def opened_account(call: Call, name: str, token: str | None = None, bot: bool = False) -> dict[str, Any]:
    """Open an account, and return it with its first key and its recovery codes. The server shows these only once."""
    require_visible_name("/name", name)
    call.context.limits.require_within(call.caller, "accounts", request.remote_addr)
    _require_welcome(call.context.settings, token)
    opened, key, codes = new_id(), mint(KEY_PREFIX), mint_codes()
    hashes = [hash_of_code(code) for code in codes]
    call.context.store.accounts.open(opened, name, new_id(), key, BASIC, bot, hashes)
    return {"id": opened, "name": name, "api_key": key.text, "scopes": BASIC, "recovery_codes": codes}


def _require_welcome(settings: Settings, token: str | None) -> None:
    if settings.signup == "token" and not hmac.compare_digest((token or "").encode(), settings.signup_token.encode()):
        raise Problem(
            "forbidden",
            "This server needs a token to open an account. Ask the operator for a token, and send it as `token`.",
        )


@blp.route("/me")
class Me(MethodView):
    @needs("game:read")
    @blp.operation("getMe", 200, MeSchema)
    def get(self, call: Call) -> dict[str, Any]:
        """Get your account and the scopes of your key"""
        return _me(call)

    @needs("game:create", require=require_full_key)
    @blp.arguments(Form(ChangedAccount), example={"named": True})
    @blp.operation("changeMe", 200, MeSchema)
    def patch(self, call: Call, change: ChangedAccount) -> dict[str, Any]:
        """Change your name, show or hide it, or mark your account as a bot

        While `named` is true, everyone who may read a game in which you have or had a seat sees your name. Logs do not
        contain your name. If you set `named` to false or delete your account, no later answer shows it. Set `bot` if a
        program decides for the account. You cannot unset it.
        """
        if change.name is not None:
            require_visible_name("/name", change.name)
        call.context.store.accounts.change(require_account(call), change.name, change.named, bool(change.bot))
        return _me(call)

    @needs("game:create", require=require_full_key)
    @blp.operation("deleteMe", 204)
    def delete(self, call: Call) -> None:
        """Delete your account

        The server deletes the keys and tokens of the account, and the link between the account and its games. Logs
        never contain the account, so they stay unchanged and can still be verified. The seats of the account stay, but
        no account can play them.
        """
        account = require_account(call)
        call.context.store.participants.forget_account(account)
        call.context.store.accounts.close(account)


def _me(call: Call) -> dict[str, Any]:
    found = call.context.store.accounts.account(require_account(call))
    if found is None:
        raise unauthenticated_problem()
    return {**asdict(found), "scopes": sorted(call.caller.scopes)}


@blp.route("/me/keys")
class Keys(MethodView):
    @needs("game:read", require=require_own_key)
    @blp.operation("listKeys", 200, KeysSchema)
    def get(self, call: Call) -> dict[str, Any]:
        """List your keys, including revoked ones"""
        return {"items": call.context.store.accounts.keys(require_account(call))}

    @needs("game:create", require=require_full_key)
    @blp.arguments(Form(KeyRequest), example={"label": "my bot", "scopes": ["game:read", "game:play"]})
    @blp.operation("addKey", 201, AddedKeySchema)
    def post(self, call: Call, new: KeyRequest) -> dict[str, Any]:
        """Create another key

        Use a key with all basic scopes. Otherwise a key with few scopes could create a key with more scopes. At
        `expires_at` the new key stops working, and its streams end.
        """
        account, accounts = require_account(call), call.context.store.accounts
        require_visible_name("/label", new.label)
        _require_granted(accounts, account, new)
        key = mint(KEY_PREFIX)
        expires_at = (
            None
            if new.expires_at is None
            else future_time("/expires_at", new.expires_at, LONGEST_LIFE, "a hundred years")
        )
        added = accounts.add_key(account, new_id(), key, new.label, sorted(set(new.scopes)), MOST_KEYS, expires_at)
        if added is None:
            raise Problem("forbidden", f"An account can have at most {MOST_KEYS} valid keys. Revoke one first.")
        return {**asdict(added), "api_key": key.text}


@blp.route("/me/keys/<uuid:key_id>")
class Key(MethodView):
    @needs("game:create", require=require_full_key)
    @blp.operation("revokeKey", 204)
    def delete(self, call: Call, key_id: UUID) -> None:
        """Revoke a key

        The server refuses the key from the next request on.
        """
        if not call.context.store.accounts.revoke(require_account(call), key_id):
            raise not_owned("key")


def _require_granted(accounts: Accounts, account: UUID, new: KeyRequest) -> None:
    asked = set(new.scopes) & set(GRANTED)
    if not asked:
        return
    found = accounts.account(account)
    if found is None or not asked <= set(found.grants):
        raise Problem(
            "forbidden", f"Only the operator can grant {', '.join(sorted(asked))} to an account. Ask the operator."
        )
