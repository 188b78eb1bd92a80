"""Accounts and keys on the wire."""

from dataclasses import dataclass
from typing import Annotated, Literal

import marshmallow as ma

from kontor.domain.kernel.model import Doc, Pattern, Size
from kontor.service.api_keys import BASIC, Scope
from kontor.service.http.moments import Moment, Time
from kontor.service.http.smorest import names

Name = Annotated[
    str, Pattern(r"\S(?:.{0,78}\S)?"), Doc("1 to 80 characters, no line breaks or others that cannot be seen.")
]

SignupToken = Annotated[
    str, Pattern(r"[!-~]{1,200}"), Doc("From the operator, on servers where not everybody may open an account.")
]

Expiry = Annotated[
    Moment,
    Doc("A time by RFC 3339, such as 2030-01-31T12:00:00Z, from which on the key is refused; without it, never."),
]


@dataclass(frozen=True, slots=True)
class NewAccount:
    """An account to be opened."""

    name: Name
    bot: Annotated[bool, Doc("Whether a program will decide for it; games say so beside its seats.")] = False
    token: SignupToken | None = None


@dataclass(frozen=True, slots=True)
class ChangedAccount:
    """What is to be different; what is not named stays as it is."""

    name: Name | None = None
    named: Annotated[bool, Doc("Whether games show your name beside your seat.")] | None = None
    bot: Annotated[Literal[True], Doc("A program decides from now on, for ever.")] | None = None


@dataclass(frozen=True, slots=True)
class NewKey:
    """A further key. `audit:read` and `admin` must have been granted to the account by the operator."""

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
    prefix = ma.fields.String(required=True, metadata={"description": "How the key begins."})
    label = ma.fields.String(required=True)
    scopes = ma.fields.List(ma.fields.String(), required=True)
    created_at = Time(required=True)
    revoked_at = Time(required=True, allow_none=True)
    expires_at = Time(
        required=True, allow_none=True, metadata={"description": "From then on it is refused; null: never."}
    )


class AddedKeySchema(KeySchema):
    api_key = ma.fields.String(required=True, metadata={"description": "Shown once, never again."})


class KeysSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(KeySchema), required=True)


class MeSchema(ma.Schema):
    id = ma.fields.UUID(required=True, metadata=names("account"))
    name = ma.fields.String(required=True)
    named = ma.fields.Boolean(required=True, metadata={"description": "Whether games show your name."})
    bot = ma.fields.Boolean(required=True, metadata={"description": "Whether a program decides."})
    scopes = ma.fields.List(ma.fields.String(), required=True, metadata={"description": "Of the key used."})
    grants = ma.fields.List(ma.fields.String(), required=True, metadata={"description": "Given by the operator."})
    created_at = Time(required=True)
