"""Forms and schemas of accounts and keys."""

from dataclasses import dataclass
from typing import Annotated, Literal

import marshmallow as ma

from kontor.domain.kernel.model import Doc, Pattern, Size
from kontor.service.api_keys import BASIC, Scope
from kontor.service.http.smorest import names
from kontor.service.http.times import Moment, Time

Name = Annotated[
    str, Pattern(r"\S(?:.{0,78}\S)?"), Doc("1 to 80 characters. Line breaks and invisible characters are not allowed.")
]

SignupToken = Annotated[
    str, Pattern(r"[!-~]{1,200}"), Doc("A token from the operator, if the server needs one to open an account.")
]

Expiry = Annotated[
    Moment,
    Doc("When the key expires: an RFC 3339 time such as 2030-01-31T12:00:00Z. Left out: never."),
]


@dataclass(frozen=True, slots=True)
class NewAccount:
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
class NewKey:
    """Another key. For `audit:read` and `admin` the operator must have granted the scope to the account."""

    label: Name = "key"
    scopes: Annotated[tuple[Scope, ...], Size(1, 6)] = BASIC
    expires_at: Expiry | None = None


class OpenedAccountSchema(ma.Schema):
    id = ma.fields.UUID(required=True, metadata=names("account"))
    name = ma.fields.String(required=True)
    api_key = ma.fields.String(required=True, metadata={"description": "Shown once, never again."})
    scopes = ma.fields.List(ma.fields.String(), required=True)


class KeySchema(ma.Schema):
    id = ma.fields.UUID(required=True, metadata=names("key"))
    prefix = ma.fields.String(required=True, metadata={"description": "The first characters of the key."})
    label = ma.fields.String(required=True)
    scopes = ma.fields.List(ma.fields.String(), required=True)
    created_at = Time(required=True)
    revoked_at = Time(required=True, allow_none=True)
    expires_at = Time(required=True, allow_none=True, metadata={"description": "When the key expires; null: never."})


class AddedKeySchema(KeySchema):
    api_key = ma.fields.String(required=True, metadata={"description": "Shown once, never again."})


class KeysSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(KeySchema), required=True)


class MeSchema(ma.Schema):
    id = ma.fields.UUID(required=True, metadata=names("account"))
    name = ma.fields.String(required=True)
    named = ma.fields.Boolean(required=True, metadata={"description": "Whether games show your name."})
    bot = ma.fields.Boolean(required=True, metadata={"description": "True if a program decides for the account."})
    scopes = ma.fields.List(
        ma.fields.String(), required=True, metadata={"description": "The scopes of the key in this request."}
    )
    grants = ma.fields.List(
        ma.fields.String(), required=True, metadata={"description": "The scopes that the operator has granted."}
    )
    created_at = Time(required=True)
