"""The little of flask-smorest that we use; it ships no types."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

import flask
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask.views import MethodView
from marshmallow import Schema
from webargs.flaskparser import FlaskParser

_View = TypeVar("_View", bound=Callable[..., Any])
_Resource = TypeVar("_Resource", bound=type[MethodView])
_Schema = Schema | type[Schema] | str | Mapping[str, Any]

class Api:
    DEFAULT_ERROR_RESPONSE_NAME: ClassVar[str | None]
    _app: flask.Flask
    spec: APISpec
    ma_plugin: MarshmallowPlugin
    def __init__(self, app: flask.Flask, *, spec_kwargs: Mapping[str, Any] | None = None) -> None: ...
    def register_blueprint(self, blp: Blueprint) -> None: ...
    def _register_error_handlers(self) -> None: ...
    def _register_responses(self) -> None: ...
    def _register_pagination_header(self) -> None: ...

class Blueprint(flask.Blueprint):
    ARGUMENTS_PARSER: ClassVar[FlaskParser]
    description: str
    def __init__(
        self, name: str, import_name: str, *, url_prefix: str | None = None, description: str = ""
    ) -> None: ...
    def route(self, rule: str, **options: Any) -> Callable[[_Resource], _Resource]: ...  # type: ignore[override]
    def arguments(
        self,
        schema: Schema | type[Schema],
        *,
        location: str = "json",
        required: bool = True,
        example: Mapping[str, Any] | None = None,
        examples: Mapping[str, Any] | None = None,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]: ...
    def response(
        self,
        status_code: int,
        schema: _Schema | None = None,
        *,
        content_type: str | None = None,
        description: str | None = None,
        example: Mapping[str, Any] | None = None,
        headers: Mapping[str, Any] | None = None,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]: ...
    def alt_response(
        self,
        status_code: int,
        response: str | None = None,
        *,
        schema: _Schema | None = None,
        content_type: str | None = None,
        description: str | None = None,
        example: Mapping[str, Any] | None = None,
        success: bool = False,
    ) -> Callable[[_View], _View]: ...
    def register_views_in_doc(
        self,
        api: Api,
        app: flask.Flask,
        spec: APISpec,
        *,
        name: str,
        parameters: Sequence[Mapping[str, Any]] | None,
    ) -> None: ...
    @staticmethod
    def doc(
        *,
        security: Sequence[Mapping[str, Sequence[str]]] = ...,
        requestBody: Mapping[str, Any] = ...,
        operationId: str = ...,
        deprecated: bool = ...,
    ) -> Callable[[_View], _View]: ...
