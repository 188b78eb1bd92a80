"""The manual that the service shows: names in one file, under the policy of our own pages."""

import os
import re
import zipfile
from pathlib import Path

import pytest

from kontor.service.http.pages import manual
from tests.support.callers import Caller


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small site in place of the one that `make docs` builds, which is not there in every checkout."""
    path = tmp_path / "site.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("index.html", "tutorial/index.html", "assets/site.css", "secret.py"):
            archive.writestr(name, f"this is {name}")
        archive.writestr("tutorial/first.md", "# The first game\n\nBegin here.\n")
    monkeypatch.setattr(manual, "SITE", path)
    return path


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    ("path", "file", "kind"),
    [
        ("/manual/", "index.html", "text/html; charset=utf-8"),
        ("/manual/tutorial/", "tutorial/index.html", "text/html; charset=utf-8"),
        ("/manual/assets/site.css", "assets/site.css", "text/css; charset=utf-8"),
    ],
)
def test_pages_are_shown_under_a_strict_policy_and_kept(nobody: Caller, path: str, file: str, kind: str) -> None:
    answer = nobody.get(path)
    assert (answer.status_code, answer.text, answer.content_type) == (200, f"this is {file}", kind)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert nobody.get(path, If_None_Match=answer.headers["ETag"]).status_code == 304


@pytest.mark.usefixtures("site")
def test_pages_are_served_as_markdown_and_listed_for_programs(nobody: Caller) -> None:
    page = nobody.get("/manual/tutorial/first.md")
    assert (page.status_code, page.content_type) == (200, "text/markdown; charset=utf-8")
    listed = nobody.get("/llms.txt")
    assert listed.content_type == "text/plain; charset=utf-8"
    assert listed.text.startswith("# Kontor\n")
    assert "- [The first game](/manual/tutorial/first.md)\n" in listed.text
    for address in re.findall(r"\]\((/[^)]*)\)", listed.text):
        assert nobody.get(address).status_code == 200, address


@pytest.mark.usefixtures("site")
def test_addresses_without_their_slash_lead_there(nobody: Caller) -> None:
    """Links of a page are relative to its folder."""
    for path in ("/manual", "/manual/tutorial"):
        answer = nobody.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (308, f"{path}/")


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    "name", ["nothing/", "secret.py", "../index.html", "%2e%2e/app.py", "..%2f..%2fapp.py", "a.svg"]
)
def test_nothing_else_is_there(nobody: Caller, name: str) -> None:
    assert nobody.get(f"/manual/{name}").status_code == 404


def test_a_site_that_is_built_while_the_service_runs_is_served(nobody: Caller, site: Path) -> None:
    site.unlink()
    assert nobody.get("/manual/").status_code == 404
    for nth in (1, 2):
        with zipfile.ZipFile(site.with_suffix(".part"), "w") as archive:
            archive.writestr("index.html", f"build {nth}")
        os.utime(site.with_suffix(".part"), (nth, nth))
        site.with_suffix(".part").replace(site)
        assert nobody.get("/manual/").text == f"build {nth}"


def test_without_a_site_the_answer_names_the_command_that_builds_it(nobody: Caller, site: Path) -> None:
    site.unlink()
    answer = nobody.get("/manual/")
    assert answer.status_code == 404
    assert (
        answer.json["detail"]
        == "The manual is not built yet. `make run` builds it in the background. To build it now, run `make docs`."
    )
    assert "/manual/" not in nobody.get("/docs").text


@pytest.mark.usefixtures("site")
def test_the_page_on_the_api_points_to_it(nobody: Caller) -> None:
    assert '<a href="/manual/">' in nobody.get("/docs").text
