"""The OpenAPI document as authors of clients use it: linted, generated from, type-checked strictly, played a game with.

`make clients` fetches what is not Python (package.json says what) and runs this; it is no part of `make test`.
"""

import json
import re
import sys

import pytest

from tests.clients.generating import CONTRACT, DOCUMENT, HERE, TOOLS, folder_for, run, typescript

# What openapi-python-client leaves out, and why: it knows no body that is plain text.
LEFT_OUT = {"POST /v1/tlog/cosignatures within audit"}

pytestmark = pytest.mark.xdist_group("clients")


# ---------------------------------------------------------------- linters, with their recommended rules


def test_redocly_finds_nothing() -> None:
    assert "Your API descriptions are valid" in run(TOOLS / "redocly", "lint", "kontor", "operators", cwd=CONTRACT)


@pytest.mark.parametrize("document", ["openapi.json", "operators.json", "asyncapi.json"])
def test_spectral_finds_no_error(document: str) -> None:
    run(TOOLS / "spectral", "lint", "--ruleset", ".spectral.yaml", document, cwd=CONTRACT)


def test_every_pattern_is_one_of_ecma_262() -> None:
    patterns = re.findall(r'"pattern": ("(?:[^"\\]|\\.)*")', DOCUMENT.read_text())
    assert len(patterns) > 50
    program = "for (const each of JSON.parse(process.argv[1])) new RegExp(each, 'u')"
    run("node", "--eval", program, json.dumps([json.loads(each) for each in patterns]))


# ---------------------------------------------------------------- generators


def test_a_game_is_played_with_openapi_python_client(server: str) -> None:
    folder = folder_for("python")
    generator = ["-m", "openapi_python_client", "generate", "--path", DOCUMENT, "--meta", "none"]
    said = run(sys.executable, *generator, "--config", HERE / "python.yaml", "--output-path", folder / "kontor_client")
    assert set(re.findall(r"parsing (.*)\. Endpoint will not be generated", said)) == LEFT_OUT
    assert said.count("WARNING") == len(LEFT_OUT), said
    # All but the generator's own transport, which is not ours to type.
    lenient = folder / "mypy.ini"
    lenient.write_text("[mypy]\nstrict = true\n[mypy-kontor_client.client]\nignore_errors = true\n")
    run(sys.executable, "-m", "mypy", "--config-file", lenient, "play.py", "kontor_client", cwd=folder)
    assert "finished" in run(sys.executable, "play.py", server, cwd=folder)


def test_a_game_is_played_with_openapi_typescript_and_openapi_fetch(server: str) -> None:
    folder = folder_for("openapi-fetch")
    run(TOOLS / "openapi-typescript", DOCUMENT, "-o", folder / "kontor.d.ts")
    run(TOOLS / "tsc", "--project", typescript(folder))
    assert "finished" in run("node", "play.js", server, cwd=folder)


def test_a_game_is_played_with_hey_api(server: str) -> None:
    folder = folder_for("hey-api")
    run(TOOLS / "openapi-ts", "--input", DOCUMENT, "--output", folder / "kontor")
    run(TOOLS / "tsc", "--project", typescript(folder))
    assert "finished" in run("node", "play.js", server, cwd=folder)
