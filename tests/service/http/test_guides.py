"""The short pages for newcomers, their pictures, and the steps of the first games."""

import re

import pytest
from flask import Flask

from tests.support.callers import Caller
from tests.support.rulesets import SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_how_to_play_is_a_page_with_pictures_in_the_language_that_is_asked_for(shipped_app: Flask, name: str) -> None:
    nobody = Caller(shipped_app)
    pages = {asked: nobody.get(f"/rules/{name}/how-to-play", **{"Accept-Language": asked}) for asked in ("en", "de")}
    assert {each.status_code for each in pages.values()} == {200}
    assert 'lang="de"' in pages["de"].text
    assert pages["de"].text != pages["en"].text
    for address in re.findall(r'data-picture="([^"]+)"', pages["en"].text):
        light, dark = (nobody.get(f"{address}?theme={theme}") for theme in ("light", "dark"))
        assert (light.status_code, light.mimetype) == (200, "image/svg+xml")
        assert light.text != dark.text
    assert f'href="/rules/{name}"' in pages["en"].text


@pytest.mark.parametrize("name", SHIPPED)
def test_a_first_game_has_what_creates_it_and_its_steps(shipped_app: Flask, name: str) -> None:
    found = Caller(shipped_app).get(f"/rules/{name}/first-game", **{"Accept-Language": "de"}).json
    assert (found["wanted"]["ruleset"], found["wanted"]["practice"]) == (name, True)
    assert [each["kind"] for each in found["wanted"]["seats"]] == ["me", "bot", "bot"]
    assert all(each["text"] and each["until"] for each in found["steps"])


@pytest.mark.parametrize("path", ["/how-to-play", "/first-game", "/pictures/none.svg"])
def test_a_ruleset_without_a_guide_has_no_such_page(nobody: Caller, path: str) -> None:
    for name in ("tiny", "none"):
        assert nobody.get(f"/rules/{name}{path}").status_code == 404


def test_the_home_page_names_the_games_with_players_and_minutes(shipped_app: Flask) -> None:
    text = Caller(shipped_app).get("/", **{"Accept-Language": "en"}).text
    for said in ("Hansa Teutonica", "2–5 players", "45–90 minutes", "Merchants of Europe", "3–4 players"):
        assert said in text
    assert text.count('data-start="bots"') == len(SHIPPED)
