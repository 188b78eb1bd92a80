"""Further generators read the document without errors, and the types that they write are strict."""

import sys
from pathlib import Path

import pytest

from tests.clients.generating import DOCUMENT, TOOLS, empty_folder, run, typescript

pytestmark = pytest.mark.xdist_group("clients")

ORVAL = """export default {
  kontor: { input: "../../../../openapi/openapi.json", output: { target: "./kontor.ts", client: "fetch" } },
};
"""
KUBB = """import { defineConfig } from "@kubb/core";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

export default defineConfig({
  root: ".",
  input: { path: "../../../../openapi/openapi.json" },
  output: { path: "./kontor", extension: { ".ts": ".js" }, format: false, lint: false },
  plugins: [pluginOas(), pluginTs()],
});
"""


def test_orval() -> None:
    folder = empty_folder("orval")
    (folder / "orval.config.mjs").write_text(ORVAL)
    run(TOOLS / "orval", "--config", "orval.config.mjs", cwd=folder)
    run(TOOLS / "tsc", "--noEmit", "--project", typescript(folder))


def test_swagger_typescript_api() -> None:
    folder = empty_folder("swagger-typescript-api")
    run(TOOLS / "swagger-typescript-api", "generate", "--path", DOCUMENT, "--output", folder, "--name", "kontor.ts")
    run(TOOLS / "tsc", "--noEmit", "--project", typescript(folder))


def test_kubb() -> None:
    folder = empty_folder("kubb")
    (folder / "kubb.config.mjs").write_text(KUBB)
    said = run(TOOLS / "kubb", "generate", "--config", "kubb.config.mjs", cwd=folder)
    assert "✗" not in said
    run(TOOLS / "tsc", "--noEmit", "--project", typescript(folder))


def test_datamodel_code_generator_gives_every_class_a_name_without_a_number() -> None:
    folder = empty_folder("datamodel-code-generator")
    generator = Path(sys.executable).parent / "datamodel-codegen"
    chosen = ["--output-model-type", "pydantic_v2.BaseModel", "--use-title-as-name", "--disable-timestamp"]
    words = ["--input", DOCUMENT, "--input-file-type", "openapi", "--output", folder / "models.py"]
    run(generator, *words, *chosen, "--formatters", "builtin", "--target-python-version", "3.11")
    program = "import models; print([name for name in dir(models) if name[-1].isdigit()])"
    assert run(sys.executable, "-c", program, cwd=folder).strip() == "[]"
