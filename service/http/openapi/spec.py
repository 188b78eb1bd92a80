"""Describe flask-smorest blueprints and our schemas in an OpenAPI document (apispec)."""

from inspect import cleandoc
from typing import Any

import marshmallow as ma
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask_smorest import Api as SmorestApi

from kontor.domain.kernel import model
from kontor.service.http.fields import Registered
from kontor.service.http.openapi.named_parts import add_types, ref
from kontor.service.http.problems import MEDIA_TYPE
from kontor.service.http.smorest import Blueprint, Form


def registered_schema(converter: Any, field: ma.fields.Field[Any], **_: Any) -> dict[str, Any]:
    """Tell apispec the schema of a `Registered` field."""
    if not isinstance(field, Registered):
        return {}
    return {"anyOf": [ref(field.component), {"type": "null"}]} if field.allow_none else ref(field.component)


class _Converter(OpenAPIConverter):
    def schema2jsonschema(self, schema: Any) -> Any:
        if isinstance(schema, Form):
            return dict(model.schema(schema.form))
        described = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        if (purpose := type(schema).__doc__) is not None:
            described["description"] = cleandoc(purpose)
        return described

    def resolve_nested_schema(self, schema: Any) -> Any:
        if not isinstance(schema, Form):
            return super().resolve_nested_schema(schema)  # type: ignore[no-untyped-call]
        name, schemas = schema.component or schema.form.__name__.removesuffix("Form"), self.spec.components.schemas
        form = add_types(model.schema(schema.form))
        form.pop("title")  # the component has a name
        if name not in schemas:
            self.spec.components.schema(name, form)
        elif schema.component is None and schemas[name] != form:
            raise ValueError(f"two schemas of the document have the name {name}; rename {schema.form.__name__}")
        return {"$ref": f"#/components/schemas/{name}"}


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


def schema_name(schema: Any) -> str:
    """Return the name of a schema in the document."""
    name = type(schema).__name__ if isinstance(schema, ma.Schema) else schema.__name__
    return name.removesuffix("Schema")


class Api(SmorestApi):
    """flask-smorest without its error handlers: `service.http.problem_answers` handles errors."""

    DEFAULT_ERROR_RESPONSE_NAME = "Problem"

    def describe(self, blp: Blueprint) -> None:
        """Document a blueprint that the app already serves.

        `register_blueprint` would document it at start-up. That takes half the start-up time, and most processes never
        send the document."""
        blp.register_views_in_doc(self, self._app, self.spec, name=blp.name, parameters=None)

    def _register_error_handlers(self) -> None:
        pass

    def _register_responses(self) -> None:
        """Register the responses that `arguments` refers to by name."""
        content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        for name, description in (("Problem", "A problem"), ("BAD_REQUEST", "The request cannot be read")):
            self.spec.components.response(name, {"description": description, "content": content})

    def _register_pagination_header(self) -> None:
        pass  # we use cursors and links instead

    @staticmethod
    def plugin() -> MarshmallowPlugin:
        return _Plugin(schema_name_resolver=schema_name)
