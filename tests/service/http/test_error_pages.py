"""What a browser is shown where there is nothing to show."""

import pytest
from markupsafe import escape

from kontor.service.http.app import create_app
from kontor.service.http.pages.texts import texts
from kontor.service.http.problems import Problem
from kontor.service.settings import Settings
from kontor.service.store.pool import StoreAway
from tests.support.callers import Caller

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
NOWHERE = ("/nonsense", "/games/not-a-game", "/problems/none", "/rules/none", "/assets/none.js", "/manual/none")


@pytest.mark.parametrize("path", NOWHERE)
def test_a_browser_is_shown_a_page_that_says_what_is_wrong_and_where_to_go(nobody: Caller, path: str) -> None:
    answer = nobody.get(path, **BROWSER)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert escape(texts()["wrong"]["not_found"]) in answer.text
    for way in ("/", "/#games", "/docs"):
        assert f'href="{way}"' in answer.text
    assert answer.headers["Vary"] == "Accept, Accept-Language, Cookie"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_it_speaks_the_language_that_is_asked_for(nobody: Caller) -> None:
    german = nobody.get("/nonsense", **BROWSER, **{"Accept-Language": "de"})
    assert escape(texts("de")["wrong"]["not_found"]) in german.text


@pytest.mark.parametrize("path", NOWHERE)
@pytest.mark.parametrize("accept", ["*/*", "application/json", "application/json, text/html;q=0.5", ""])
def test_a_client_that_does_not_accept_html_gets_the_problem(nobody: Caller, path: str, accept: str) -> None:
    answer = nobody.get(path, Accept=accept)
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")
    assert "Accept" in answer.headers["Vary"]


@pytest.mark.parametrize("path", ["/v1/nonsense", "/v1/games/not-a-game"])
def test_the_api_answers_browsers_as_everybody(nobody: Caller, path: str) -> None:
    assert nobody.get(path, **BROWSER).mimetype == "application/problem+json"


def test_any_other_problem_page_has_its_kind_and_the_request_id(roomy: Settings) -> None:
    app = create_app(roomy)

    def away() -> None:
        raise StoreAway

    def often() -> None:
        raise Problem("too-many-requests", "Less <b>, please.", {"Retry-After": "7"})

    app.add_url_rule("/away", view_func=away)
    app.add_url_rule("/often", view_func=often)
    answer = Caller(app).get("/away", **BROWSER)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert "The database is unavailable at the moment." in answer.text
    assert 'href="/problems/unavailable"' in answer.text
    assert answer.headers["X-Request-Id"] in answer.text
    answer = Caller(app).get("/often", **BROWSER)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "7")
    assert "Less &lt;b&gt;, please." in answer.text
