"""Forms and schemas of accounts and keys."""

from dataclasses import dataclass
from typing import Annotated, Literal

import marshmallow as ma

from kontor.domain.kernel.model import Doc, Pattern, Size
from kontor.service.api_keys import BASIC, Scope
from kontor.service.http.fields import Time, boolean, integer, list_of, string, uuid
from kontor.service.http.times import Moment

Name = Annotated[
    str,
    Pattern(r"\S(?:.{0,78}\S)?", "1 to 80 characters on one line, without spaces around them"),
    Doc("1 to 80 characters. Line breaks and invisible characters are not allowed."),
]

SignupToken = Annotated[
    str,
    Pattern(r"[!-~]{1,200}", "1 to 200 ASCII characters without spaces"),
    Doc("A token from the operator, if the server needs one to open an account."),
]

RecoveryCode = Annotated[
    str,
    Pattern(r"[ -~]{20,60}", "a recovery code such as KTR-7K3QF-9M2XD-0A4BC-HJKMN"),
    Doc("A recovery code of the account, such as KTR-7K3QF-9M2XD-0A4BC-HJKMN."),
]

RevokeKeys = Annotated[
    bool,
    Doc("Revoke all other keys, seat tokens and passkeys. Choose this if another person may have one of them."),
]

Expiry = Annotated[
    Moment,
    Doc("When the key expires: an RFC 3339 time such as 2030-01-31T12:00:00Z. Without it, the key never expires."),
]


@dataclass(frozen=True, slots=True)
class AccountRequest:
    """An account to open."""

    name: Name
    bot: Annotated[bool, Doc("True if a program decides for the account. Games show this with its seats.")] = False
    token: SignupToken | None = None


@dataclass(frozen=True, slots=True)
class ChangedAccount:
    """The changes to an account. Fields that are left out stay as they are."""

    name: Name | None = None
    named: Annotated[bool, Doc("Whether games show your name with your seat.")] | None = None
    bot: Annotated[Literal[True], Doc("Mark the account as a bot. This cannot be undone.")] | None = None


@dataclass(frozen=True, slots=True)
class RecoveryRequest:
    """A recovery code of the account. Case, spaces and dashes do not matter."""

    recovery_code: RecoveryCode
    revoke_keys: RevokeKeys = False


@dataclass(frozen=True, slots=True)
class KeyRequest:
    """A further key of the account. `scopes`: what the key may do. For `audit:read` and `admin` the operator must have
    granted the scope to the account. `label`: your name for the key.
    """

    label: Name = "key"
    scopes: Annotated[tuple[Scope, ...], Size(1, 6)] = BASIC
    expires_at: Expiry | None = None


class SignedInSchema(ma.Schema):
    """A new key with all basic scopes, and its account."""

    id = uuid(names="account")
    name = string("The name of the account.")
    api_key = string("The key, which is shown only once.")
    scopes = list_of(string(), "What the key may do.")


class OpenedAccountSchema(SignedInSchema):
    recovery_codes = list_of(
        string(), ("The recovery codes, which are shown only once. With each code you can get one new key.")
    )


class RecoveryCodesLeftSchema(ma.Schema):
    left = integer("How many unused recovery codes the account has.")
    created_at = Time("When the server created the codes; null: there are none.", null=True)


class NewRecoveryCodesSchema(ma.Schema):
    recovery_codes = list_of(string(), "The key, which is shown only once.")


class KeySchema(ma.Schema):
    id = uuid(names="key")
    prefix = string("The first characters of the key.")
    label = string("Your name for the key.")
    scopes = list_of(string(), "What the key may do.")
    created_at = Time("When the key was created.")
    revoked_at = Time("When the key was revoked; null: it is valid.", null=True)
    expires_at = Time("When the key expires; null: never.", null=True)


class AddedKeySchema(KeySchema):
    api_key = string("The key, which is shown only once.")


class KeysSchema(ma.Schema):
    items = list_of(KeySchema, "All keys of the account, including revoked keys.")


class MeSchema(ma.Schema):
    id = uuid(names="account")
    name = string("The name of the account.")
    named = boolean("Whether games show your name.")
    bot = boolean("True if a program decides for the account.")
    scopes = list_of(string(), "The scopes of the key in this request.")
    grants = list_of(string(), "The scopes that the operator has granted.")
    created_at = Time("When the account was opened.")
