"""What will go says so, in answers and in the document."""

from datetime import date

import marshmallow as ma
import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask.views import MethodView

from kontor.service.http import problem_answers
from kontor.service.http.deprecation import deprecated
from kontor.service.http.openapi.spec import Api
from kontor.service.http.problems import unreadable
from kontor.service.http.smorest import Blueprint

blp = Blueprint("greetings", "", "Greetings.")


class GreetingSchema(ma.Schema):
    text = ma.fields.String(required=True)


@blp.route("/hello")
class Hello(MethodView):
    @deprecated(since=date(2030, 1, 1), sunset=date(2030, 7, 1), instead="/greetings")
    @blp.response(200, GreetingSchema)
    def get(self) -> dict[str, str]:
        """Say hello"""
        return {"text": "hello"}

    @deprecated(since=date(2030, 1, 1), sunset=date(2030, 7, 1), instead="/greetings")
    @blp.response(200, GreetingSchema)
    def post(self) -> dict[str, str]:
        """Say hello to somebody"""
        raise unreadable("/name", "missing-field", "is missing")


@blp.route("/greetings")
class Greetings(MethodView):
    @blp.response(200, GreetingSchema)
    def get(self) -> dict[str, str]:
        """Say it"""
        return {"text": "hello"}


@pytest.fixture(scope="module")
def app() -> Flask:
    app = Flask(__name__)
    app.config |= {"API_TITLE": "Greetings", "API_VERSION": "1", "OPENAPI_VERSION": "3.1.0"}
    problem_answers.register(app, lambda problem: None)
    api = Api(app)
    api.register_blueprint(blp)
    app.extensions["paths"] = api.spec.to_dict()["paths"]
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize(("method", "status"), [("GET", 200), ("POST", 400)])
def test_every_answer_of_what_will_go_says_so(client: FlaskClient, method: str, status: int) -> None:
    answer = client.open("/hello", method=method)
    assert answer.status_code == status
    assert answer.headers["Deprecation"] == "@1893456000"
    assert answer.headers["Sunset"] == "Mon, 01 Jul 2030 00:00:00 GMT"
    assert answer.headers["Link"] == '</greetings>; rel="successor-version"'


def test_an_operation_that_stays_has_no_deprecation_header(client: FlaskClient) -> None:
    assert not {"Deprecation", "Sunset"} & set(client.get("/greetings").headers.keys())


def test_the_document_marks_it(app: Flask) -> None:
    paths = app.extensions["paths"]
    assert [paths["/hello"][each].get("deprecated") for each in ("get", "post")] == [True, True]
    assert "deprecated" not in paths["/greetings"]["get"]
    assert paths["/hello"]["get"]["summary"] == "Say hello"
