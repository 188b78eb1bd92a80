"""openapi-generator reads the document with all its checks. Its Python and TypeScript clients play a whole game, its Go
client compiles. test_java.py compiles its Java clients.
"""

import json
import re
import shutil
import sys
from typing import Any

import httpx
import pytest

from kontor.service.http.openapi.selection import reachable
from tests.clients.generating import (
    OPENAPI_GENERATOR,
    TOOLS,
    empty_folder,
    folder_for,
    openapi_generator,
    run,
    typescript,
)

pytestmark = pytest.mark.xdist_group("clients")

# The Go client imports one module that is not part of Go. This has the only function that it calls.
VALIDATOR = "package validator\n\nfunc Validate(value interface{}) error { return nil }\n"


@pytest.mark.parametrize("query", ["", "?ruleset=hansa", "?ruleset=merchants", "?ruleset=none", "?for=operators"])
def test_a_document_has_no_errors_and_no_warnings_and_its_types_are_strict(server: str, query: str) -> None:
    folder = empty_folder("document")
    document = httpx.get(f"{server}/openapi.json{query}").raise_for_status().text
    (folder / "openapi.json").write_text(document)
    said = run(OPENAPI_GENERATOR, "validate", "-i", folder / "openapi.json", "--recommend")
    assert found_by(said) <= {f"Unused model: {name}" for name in sent_to_webhooks(json.loads(document))}, said
    run(TOOLS / "openapi-typescript", folder / "openapi.json", "-o", folder / "kontor.ts")
    run(TOOLS / "tsc", "--noEmit", "--project", typescript(folder))


def found_by(said: str) -> set[str]:
    return set(re.findall(r"^\s*- (.*)", said, re.MULTILINE))


def sent_to_webhooks(document: dict[str, Any]) -> set[str]:
    """Return the names of the components of webhooks. The validator does not look for models there."""
    return reachable(document["components"]["schemas"], document.get("webhooks", {}))


def test_whole_games_are_played_with_its_python_client(server: str) -> None:
    folder = folder_for("openapi-generator-python")
    openapi_generator("python", folder, "packageName=kontor_client,useOneOfDiscriminatorLookup=true")
    for ruleset in ("hansa", "merchants"):
        assert "finished" in run(sys.executable, "play.py", server, ruleset, cwd=folder)


def test_a_whole_game_is_played_with_its_typescript_client(server: str) -> None:
    folder = folder_for("openapi-generator-axios")
    openapi_generator("typescript-axios", folder / "kontor", "importFileExtension=.js")
    run(TOOLS / "tsc", "--project", typescript(folder))
    assert "finished" in run("node", "play.js", server, cwd=folder)


@pytest.mark.skipif(shutil.which("go") is None, reason="there is no Go here; on Debian: apt-get install golang-go")
def test_its_go_client_compiles() -> None:
    folder = empty_folder("go")
    openapi_generator("go", folder / "kontor", "packageName=kontor")
    (folder / "validator").mkdir()
    (folder / "validator" / "validator.go").write_text(VALIDATOR)
    (folder / "validator" / "go.mod").write_text("module gopkg.in/validator.v2\n")
    with (folder / "kontor" / "go.mod").open("a") as module:
        module.write("\nreplace gopkg.in/validator.v2 => ../validator\n")
    # It only has to compile: optimizing 220,000 lines would take minutes.
    run("go", "build", "-mod=mod", "-gcflags=-N -l", "./...", cwd=folder / "kontor")
