"""`kontor games`."""

import httpx
import pytest

from kontor.service.cli.main import sentence_for
from tests.support.commands import call


def test_a_server_that_is_not_there_is_named() -> None:
    error = call("games", env={"KONTOR_URL": "http://127.0.0.1:1"}).exception
    assert isinstance(error, Exception)
    assert "The server cannot be reached" in str(sentence_for(error))


def test_an_answer_that_is_none_of_kontor_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(httpx, "get", lambda *_, **__: httpx.Response(502, text="<html>Bad Gateway</html>"))
    assert call("games").output == "Error: The server answered 502.\n"
