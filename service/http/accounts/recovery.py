"""The recovery codes of an account, and the new API key that a person gets for a recovery code."""

from collections.abc import Callable
from typing import Any

from flask import request
from flask.views import MethodView

from kontor.service.api_keys import BASIC, KEY_PREFIX, hash_of_code, mint, mint_codes
from kontor.service.clock import new_id
from kontor.service.http.accounts.resource import MOST_KEYS, require_full_key
from kontor.service.http.accounts.schemas import (
    NewRecoveryCodesSchema,
    RecoveryCodesLeftSchema,
    RecoveryRequest,
    SignedInSchema,
)
from kontor.service.http.auth import Call, needs, public, require_account
from kontor.service.http.problems import Problem
from kontor.service.http.smorest import Blueprint, Form
from kontor.service.store.recovery_codes import CodesLeft, NewKey, Owner, TooManyKeys

NOT_VALID = (
    "This recovery code is not valid: the server does not know it, it was used before, or new codes have replaced it."
)

blp = Blueprint("recovery", "/v1", "accounts")


@blp.route("/me/recovery-codes")
class Codes(MethodView):
    @needs("game:read", require=require_account)
    @blp.operation("getRecoveryCodes", 200, RecoveryCodesLeftSchema)
    def get(self, call: Call) -> CodesLeft:
        """Get the number of your unused recovery codes

        The server cannot show the codes again, because it stores only their hashes.
        """
        return call.context.store.recovery_codes.left(require_account(call))

    @needs("game:create", require=require_full_key)
    @blp.operation("replaceRecoveryCodes", 201, NewRecoveryCodesSchema)
    def post(self, call: Call) -> dict[str, Any]:
        """Replace your recovery codes

        The answer contains new codes. From then on the server refuses all earlier codes of the account.
        """
        codes = mint_codes()
        call.context.store.recovery_codes.replace(require_account(call), [hash_of_code(code) for code in codes])
        return {"recovery_codes": codes}


@blp.route("/accounts/recover")
class Recovery(MethodView):
    @public
    @blp.arguments(Form(RecoveryRequest), example={"recovery_code": "KTR-7K3QF-9M2XD-0A4BC-HJKMN"})
    @blp.operation("recoverAccount", 201, SignedInSchema, also=(403,))
    def post(self, call: Call, asked: RecoveryRequest) -> dict[str, Any]:
        """Get a new key for a recovery code

        Each code can be used once. The other keys of the account stay valid, unless you set `revoke_keys`.
        """
        call.context.limits.require_within(call.caller, "accounts", request.remote_addr)
        code, codes = hash_of_code(asked.recovery_code), call.context.store.recovery_codes
        return new_key(
            codes.owner(code),
            asked.revoke_keys,
            NOT_VALID,
            "recovered",
            lambda owner, key: codes.use(code, owner, key, MOST_KEYS),
        )


def new_key(
    owner: Owner | None, alone: bool, refusal: str, label: str, add: Callable[[Owner, NewKey], bool]
) -> dict[str, Any]:
    """Add a key to an account, and return it. The person has proved that the account is theirs."""
    if owner is not None and owner.is_blocked:
        raise Problem("forbidden", "The operator of this server has blocked the account. Contact the operator.")
    key = mint(KEY_PREFIX)
    try:
        if owner is None or not add(owner, NewKey(new_id(), key, label, alone)):
            raise Problem("forbidden", refusal)
    except TooManyKeys:
        raise Problem(
            "forbidden",
            f"An account can have at most {MOST_KEYS} valid keys. Send `revoke_keys` to revoke all of them.",
        ) from None
    return {"id": owner.id, "name": owner.name, "api_key": key.text, "scopes": BASIC}
