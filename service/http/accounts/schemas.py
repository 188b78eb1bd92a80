"""Forms and schemas of accounts and keys."""

from dataclasses import dataclass
from typing import Annotated, Literal

import marshmallow as ma

from kontor.domain.kernel.model import Doc, Pattern, Size
from kontor.service.api_keys import BASIC, Scope
from kontor.service.http.fields import Time, boolean, list_of, string, uuid
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

Expiry = Annotated[
    Moment,
    Doc("When the key expires: an RFC 3339 time such as 2030-01-31T12:00:00Z. Left out: never."),
]


@dataclass(frozen=True, slots=True)
class AccountRequest:
    """An account to open."""

    name: Name
    bot: Annotated[bool, Doc("True if a program decides for the account. Games show this with its seats.")] = False
    token: SignupToken | None = None


@dataclass(frozen=True, slots=True)
class ChangedAccount:
    """The changes of an account. Fields that are left out stay as they are."""

    name: Name | None = None
    named: Annotated[bool, Doc("Whether games show your name with your seat.")] | None = None
    bot: Annotated[Literal[True], Doc("Mark the account as a bot. This cannot be undone.")] | None = None


@dataclass(frozen=True, slots=True)
class KeyRequest:
    """Another key. For `audit:read` and `admin` the operator must have granted the scope to the account."""

    label: Name = "key"
    scopes: Annotated[tuple[Scope, ...], Size(1, 6)] = BASIC
    expires_at: Expiry | None = None


class OpenedAccountSchema(ma.Schema):
    id = uuid(names="account")
    name = string()
    api_key = string("Shown once, never again.")
    scopes = list_of(string())


class KeySchema(ma.Schema):
    id = uuid(names="key")
    prefix = string("The first characters of the key.")
    label = string()
    scopes = list_of(string())
    created_at = Time()
    revoked_at = Time(null=True)
    expires_at = Time("When the key expires; null: never.", null=True)


class AddedKeySchema(KeySchema):
    api_key = string("Shown once, never again.")


class KeysSchema(ma.Schema):
    items = list_of(KeySchema)


class MeSchema(ma.Schema):
    id = uuid(names="account")
    name = string()
    named = boolean("Whether games show your name.")
    bot = boolean("True if a program decides for the account.")
    scopes = list_of(string(), "The scopes of the key in this request.")
    grants = list_of(string(), "The scopes that the operator has granted.")
    created_at = Time()
