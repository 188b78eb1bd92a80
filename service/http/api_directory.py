"""The resource `/v1`: a list of all addresses of the API, for clients that know only this address. The list is built
from the OpenAPI document."""

import json
from typing import Any

import marshmallow as ma
from flask import Flask, current_app
from flask.views import MethodView

from kontor.service.http.auth import Call, public
from kontor.service.http.fields import boolean, list_of, string
from kontor.service.http.openapi import published
from kontor.service.http.openapi.operations import METHODS
from kontor.service.http.smorest import Blueprint

MADE = "kontor-directory"
BESIDE = {
    "docs_href": "/docs",
    "openapi_href": "/openapi.json",
    "asyncapi_href": "/asyncapi.json",
    "problems_href": "/problems",
    "keys_href": "/.well-known/kontor-keys.json",
}

blp = Blueprint("directory", "/v1", "service")


class AddressedOperationSchema(ma.Schema):
    method = string("The HTTP method.")
    id = string("The `operationId` of the operation in the OpenAPI document.")
    summary = string("What the operation does.")


class AddressSchema(ma.Schema):
    href = string("Replace the parts in braces with values.")
    templated = boolean("Whether the address has parts in braces.")
    operations = list_of(AddressedOperationSchema, "The operations of this address.")


class DirectorySchema(ma.Schema):
    version = string("The version of Kontor on this server.")
    docs_href = string("The page on which people can try the calls.")
    openapi_href = string("The OpenAPI document.")
    asyncapi_href = string("The AsyncAPI document, which describes streams and webhooks.")
    problems_href = string("The list of all kinds of problems.")
    keys_href = string("The public keys that verify signatures of this server.")
    addresses = list_of(AddressSchema, "All addresses of the API.")


@blp.route("")
class Directory(MethodView):
    @public
    @blp.operation("getDirectory", 200, DirectorySchema)
    def get(self, _: Call) -> dict[str, Any]:
        """List all addresses and their operations"""
        return _build(current_app)


def _build(app: Flask) -> dict[str, Any]:
    """Return the list of all addresses. It is built once, because it does not change while the app runs."""
    if MADE not in app.extensions:
        described = json.loads(published.text(app))
        addresses = [_address(path, item) for path, item in described["paths"].items()]
        app.extensions[MADE] = {"version": described["info"]["version"], **BESIDE, "addresses": addresses}
    found: dict[str, Any] = app.extensions[MADE]
    return found


def _address(path: str, item: dict[str, Any]) -> dict[str, Any]:
    operations = [
        {"method": method.upper(), "id": item[method]["operationId"], "summary": item[method]["summary"]}
        for method in sorted(METHODS & item.keys())
    ]
    return {"href": path, "templated": "{" in path, "operations": operations}
