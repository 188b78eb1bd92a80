"""Accounts and their keys."""

from typing import Any
from uuid import UUID

from flask import request
from flask.views import MethodView

from kontor.service.api_keys import BASIC, GRANTED, KEY_PREFIX, is_full, mint
from kontor.service.clock import new_id, stamp
from kontor.service.http.accounts.schemas import (
    AddedKeySchema,
    KeysSchema,
    MeSchema,
    NewAccount,
    NewKey,
    OpenedAccountSchema,
)
from kontor.service.http.auth import Call, needs, public, require_account, unauthenticated
from kontor.service.http.problems import Problem, not_found
from kontor.service.http.smorest import Blueprint, Form
from kontor.service.store.accounts import Accounts, KeyRow

MOST_KEYS = 50

blp = Blueprint(
    "accounts", __name__, url_prefix="/v1", description="Open and delete an account; add, list and revoke its keys."
)


def require_full_key(call: Call) -> None:
    require_account(call)
    if not is_full(call.caller.scopes):
        raise Problem("forbidden", f"This needs a key with all of these scopes: {', '.join(BASIC)}.")


@blp.route("/accounts")
class AccountsResource(MethodView):
    @public
    @blp.arguments(Form(NewAccount), example={"name": "Anna"})
    @blp.response(201, OpenedAccountSchema)
    def post(self, call: Call, new: NewAccount) -> dict[str, Any]:
        """Open an account

        The answer holds the account's first key. It is shown this once; only its hash is kept.
        """
        call.context.limits.require_within(call.caller, "accounts", request.remote_addr)
        opened, key = new_id(), mint(KEY_PREFIX)
        call.context.accounts.open(opened, new.name, new_id(), key, BASIC)
        return {"id": opened, "name": new.name, "api_key": key.text, "scopes": BASIC}


@blp.route("/me")
class Me(MethodView):
    @needs("game:read")
    @blp.response(200, MeSchema)
    def get(self, call: Call) -> dict[str, Any]:
        """Your account, and what the key at hand may do"""
        found = call.context.accounts.account(require_account(call))
        if found is None:
            raise unauthenticated()
        return {
            "id": found.id,
            "name": found.name,
            "scopes": sorted(call.caller.scopes),
            "grants": found.grants,
            "created_at": stamp(found.created_at),
        }

    @needs("game:create", require=require_full_key)
    @blp.response(204)
    def delete(self, call: Call) -> None:
        """Delete your account

        Its keys, its tokens and every tie between it and its games are deleted. The games' logs never named it, so they
        stay as they are and still verify; its seats stay where they are, held by nobody who could play them.
        """
        account = require_account(call)
        call.context.store.forget_account(account)
        call.context.accounts.close(account)


@blp.route("/me/keys")
class Keys(MethodView):
    @needs("game:read")
    @blp.response(200, KeysSchema)
    def get(self, call: Call) -> dict[str, Any]:
        """Your keys, revoked ones included"""
        return {"items": [_shown(each) for each in call.context.accounts.keys(require_account(call))]}

    @needs("game:create", require=require_full_key)
    @blp.arguments(Form(NewKey), example={"label": "my bot", "scopes": ["game:read", "game:play"]})
    @blp.response(201, AddedKeySchema)
    def post(self, call: Call, new: NewKey) -> dict[str, Any]:
        """Make a further key

        Only a key with all of the usual scopes may do so: otherwise a small key could make itself a large one.
        """
        account, accounts = require_account(call), call.context.accounts
        _require_granted(accounts, account, new)
        key = mint(KEY_PREFIX)
        added = accounts.add_key(account, new_id(), key, new.label, sorted(set(new.scopes)), MOST_KEYS)
        if added is None:
            raise Problem("forbidden", f"An account has at most {MOST_KEYS} live keys; revoke one first.")
        return {**_shown(added), "api_key": key.text}


@blp.route("/me/keys/<uuid:key_id>")
class Key(MethodView):
    @needs("game:create", require=require_full_key)
    @blp.response(204)
    def delete(self, call: Call, key_id: UUID) -> None:
        """Revoke a key

        From the next request on it is refused.
        """
        if not call.context.accounts.revoke(require_account(call), key_id):
            raise not_found()


def _require_granted(accounts: Accounts, account: UUID, new: NewKey) -> None:
    asked = set(new.scopes) & set(GRANTED)
    if not asked:
        return
    found = accounts.account(account)
    if found is None or not asked <= set(found.grants):
        raise Problem("forbidden", f"{', '.join(sorted(asked))}: only the operator grants this to an account.")


def _shown(key: KeyRow) -> dict[str, Any]:
    return {
        "id": key.id,
        "prefix": key.prefix,
        "label": key.label,
        "scopes": key.scopes,
        "created_at": stamp(key.created_at),
        "revoked_at": key.revoked_at and stamp(key.revoked_at),
    }
