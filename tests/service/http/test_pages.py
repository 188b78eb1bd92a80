"""The pages for people."""

import gzip
import json
import re
from dataclasses import replace

import pytest
from flask import Flask
from markupsafe import escape

from kontor.service.http.app import create_app
from kontor.service.http.pages.page import marked_up
from kontor.service.http.pages.scripts import STATIC
from kontor.service.http.pages.texts import languages, texts
from kontor.service.http.problems import KINDS
from kontor.service.settings import Settings
from tests.support.callers import Caller
from tests.support.rulesets import SHIPPED

PAGES = (
    *("/", "/docs", "/games/new", "/apps", "/device", "/problems", "/problems/contention", "/rules", "/rules/tiny"),
    "/games/00000000-0000-7000-8000-000000000000",
)
SCRIPTS = [*STATIC.glob("*.js"), *(STATIC / "client").glob("*.js")]


@pytest.mark.parametrize("path", PAGES)
def test_pages_run_our_own_scripts_and_need_no_other_host(nobody: Caller, path: str) -> None:
    answer = nobody.get(path)
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    policy = answer.headers["Content-Security-Policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "connect-src 'self'", "base-uri 'none'"} <= set(policy)
    assert re.findall(r"<script(?![^>]* src=)", answer.text) == []
    assert re.findall(r" on[a-z]+=", answer.text) == []
    named = re.findall(r'(?:src|href)="([^"]+)"', answer.text)
    assert all(each.startswith(("/", "#")) for each in named)
    for asset in (each for each in named if each.startswith("/assets/")):
        assert nobody.get(asset).status_code == 200


def test_only_the_viewer_of_the_documentation_may_style_by_attributes(nobody: Caller) -> None:
    unsafe = [path for path in PAGES if "unsafe" in nobody.get(path).headers["Content-Security-Policy"]]
    assert unsafe == ["/docs"]


def test_no_path_leads_out_of_the_assets(nobody: Caller) -> None:
    for path in ("..%2fpages/page.py", "%2e%2e/templates/page.html", "vendor", "", "texts/en.json"):
        assert nobody.get(f"/assets/{path}").status_code == 404


def test_assets_are_kept_for_ever_below_a_folder_that_changes_with_them(nobody: Caller) -> None:
    script = re.findall(r'<script type="module" src="(/assets/en-[0-9a-f]{12}/game.js)"', nobody.get(PAGES[-1]).text)[0]
    assert "immutable" in nobody.get(script).headers["Cache-Control"]
    folder = script.rpartition("/")[0]
    others = (f"{folder[:-1]}{'0' if folder[-1] != '0' else '1'}/game.js", "/assets/game.js")
    for another in others:
        assert nobody.get(another).headers["Cache-Control"] == "no-cache"
        assert nobody.get(another).data == nobody.get(script).data
    assert nobody.get(f"/assets/xx-{'0' * 12}/game.js").status_code == 404


def test_pages_speak_the_language_that_is_asked_for(nobody: Caller) -> None:
    assert "de" in languages()
    for asked, spoken in (("de-AT, en;q=0.5", "de"), ("en-GB, de;q=0.5", "en"), ("xx", "en")):
        answer = nobody.get("/", **{"Accept-Language": asked})
        assert f'<html lang="{spoken}">' in answer.text
        assert escape(texts(spoken)["welcome"]["lead"]) in answer.text
        assert answer.headers["Vary"] == "Accept-Language, Cookie"
        words = nobody.get(f"{re.findall(r'/assets/[a-z0-9-]+', answer.text)[0]}/texts.js").text
        assert json.dumps(texts(spoken)["game"]["rematch"], ensure_ascii=False) in words


def test_a_page_has_the_language_and_the_theme_that_its_cookies_choose(app: Flask) -> None:
    browser = app.test_client(use_cookies=False)
    chosen = browser.get("/", headers={"Cookie": "language=de; theme=dark", "Accept-Language": "en"}).text
    assert '<html lang="de" data-theme="dark">' in chosen
    assert '<html lang="en">' in browser.get("/", headers={"Cookie": "language=xx; theme=<b>"}).text


def _leaves(texts: object, path: str = "") -> dict[str, str]:
    if isinstance(texts, dict):
        return {key: value for name, each in texts.items() for key, value in _leaves(each, f"{path}.{name}").items()}
    return {path: str(texts)}


@pytest.mark.parametrize("language", languages())
def test_a_language_has_words_for_everything_and_names_the_same(language: str) -> None:
    def named(language: str) -> dict[str, list[str]]:
        told = json.loads((STATIC.parent / "texts" / f"{language}.json").read_text("utf-8"))
        return {path: sorted(re.findall(r"{\w+}", text)) for path, text in _leaves(told).items()}

    assert named(language) == named("en")


def test_every_script_and_every_text_that_one_names_is_there(nobody: Caller) -> None:
    texts = json.loads((STATIC.parent / "texts" / "en.json").read_text())
    for script in SCRIPTS:
        source = script.read_text()
        for name in re.findall(r' from "\./([a-z_/]+\.js)"', source):
            path = (script.parent / name).relative_to(STATIC).as_posix()
            assert nobody.get(f"/assets/{path}").mimetype == "text/javascript"
        for named in re.findall(r"\btexts((?:\.[a-z_]+)+)\b(?![(\"])", source):
            found = texts
            for word in named.strip(".").split("."):
                found = found[word]


def test_no_script_names_a_ruleset(nobody: Caller) -> None:
    rulesets = {each["name"] for each in nobody.get("/v1/rulesets").json["items"]}
    for script in SCRIPTS:
        words = set(re.findall(r"[a-z]+", script.read_text().lower()))
        assert words.isdisjoint(rulesets), script.name


def test_pages_call_the_api_only_through_the_client(nobody: Caller) -> None:
    for script in STATIC.glob("*.js"):
        assert not re.search(r"\bfetch\(|EventSource", script.read_text()), script.name
    preloaded = re.findall(r'modulepreload" href="/assets/[^/]+/(client/[a-z]+\.js)"', nobody.get(PAGES[-1]).text)
    assert sorted(preloaded) == [f"client/{name}.js" for name in ("http", "problems", "streams", "timers")]


def test_addresses_that_people_try_lead_to_a_page(nobody: Caller) -> None:
    assert nobody.get("/games").headers["Location"] == "/"
    assert '<a href="/rules/tiny">Market day</a>' in nobody.get("/rules").text
    assert nobody.get("/favicon.ico").headers["Content-Type"].startswith("image/svg+xml")


def test_every_problem_has_its_page(nobody: Caller) -> None:
    listed = nobody.get("/problems").text
    for name, kind in KINDS.items():
        assert f'<a href="/problems/{name}">{name}</a>' in listed
        assert escape(kind.title) in nobody.get(f"/problems/{name}").text


def test_texts_are_escaped_and_code_is_marked() -> None:
    assert marked_up("`<b>` & more\n\nand more") == "<code>&lt;b&gt;</code> &amp; more</p><p>and more"


def test_security_txt_names_the_contact_of_the_operator(nobody: Caller, roomy: Settings) -> None:
    assert nobody.get("/.well-known/security.txt").status_code == 404
    client = create_app(replace(roomy, security_contact="mailto:safe@example.org")).test_client()
    assert client.get("/.well-known/security.txt").text.startswith("Contact: mailto:safe@example.org\n")


@pytest.mark.parametrize("path", ["/openapi.json", "/asyncapi.json"])
def test_the_documents_are_packed_for_who_can_unpack_them_and_sent_once(app: Flask, path: str) -> None:
    client = app.test_client()
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert (packed.headers["Content-Encoding"], plain.headers.get("Content-Encoding")) == ("gzip", None)
    assert gzip.decompress(packed.data) == plain.data
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert packed.headers["ETag"] == plain.headers["ETag"]
    for answer in (packed, plain):
        again = client.get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


# ---------------------------------------------------------------- games that come with the rulesets


def test_a_finished_game_of_each_shipped_ruleset_can_be_replayed_before_anybody_has_played(shipped_app: Flask) -> None:
    nobody = Caller(shipped_app)
    found = nobody.get("/recorded").json["items"]
    assert {each["ruleset"] for each in found} == set(SHIPPED)
    for each in found:
        first, middle, last = (each["settled"][at] for at in (0, len(each["settled"]) // 2, -1))
        for version in (first, last, middle):
            picture = nobody.get(f"{each['href']}/board.svg?version={version}&theme=dark")
            assert (picture.status_code, picture.mimetype) == (200, "image/svg+xml")
            assert picture.headers["Content-Security-Policy"].startswith("default-src 'none'; base-uri 'none'")
            assert "max-age=86400" in picture.headers["Cache-Control"]
        assert "data-changed" in picture.text
        assert nobody.get(f"{each['href']}/board.svg?version={last + 1}").status_code == 404
        assert (
            nobody.get(f"{each['href']}/board.svg?version={middle}").data
            == nobody.get(f"{each['href']}/board.svg").data
        )


def test_a_ruleset_without_a_recorded_game_has_none_to_replay(nobody: Caller) -> None:
    assert nobody.get("/recorded").json == {"items": []}
    for name in ("tiny", "none"):
        assert nobody.get(f"/recorded/{name}/board.svg?version=9").status_code == 404
