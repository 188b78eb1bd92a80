"""Run the generators of clients, each in its own folder below `build`."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT

HERE = ROOT / "tests" / "clients"
BUILD = HERE / "build"
TOOLS = HERE / "node_modules" / ".bin"
CONTRACT = ROOT / "openapi"
EXAMPLES = CONTRACT / "examples" / "clients"
DOCUMENT = CONTRACT / "openapi.json"
OPENAPI_GENERATOR = Path(sys.executable).parent / "openapi-generator-cli"
# Tests and pages about each of 600 classes: nobody reads them here.
LEAN = "apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false"


def run(*command: str | Path, cwd: Path = HERE) -> str:
    """Return the output of a program. Fail unless it succeeds."""
    done = subprocess.run([str(each) for each in command], cwd=cwd, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said[-3000:]
    return said


def empty_folder(name: str) -> Path:
    folder = BUILD / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def folder_for(example: str) -> Path:
    """Return a folder with the example in it. The client that it uses goes there."""
    folder = empty_folder(example)
    shutil.copytree(EXAMPLES / example, folder, dirs_exist_ok=True)
    return folder


def openapi_generator(language: str, folder: Path, properties: str = "", document: Path = DOCUMENT) -> str:
    """Generate a client with openapi-generator, which checks the document first."""
    chosen = ["--additional-properties", properties] if properties else []
    words = ["generate", "-g", language, "-i", document, "-o", folder, "--global-property", LEAN, *chosen]
    return run(OPENAPI_GENERATOR, *words)


def typescript(folder: Path) -> Path:
    """Write the strict settings for this folder alone, and return their file."""
    made = folder / "tsconfig.json"
    made.write_text(json.dumps({"extends": "../../tsconfig.json", "include": ["**/*.ts"]}))
    return made
