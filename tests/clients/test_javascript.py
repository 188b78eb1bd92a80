"""The JavaScript client as a package: its types follow from its source, and a typed program plays a game with it.

tests/client/test_javascript.py tests its calls, streams and webhooks, and needs only Node.
"""

import shutil
import tarfile

import pytest

from tests.clients.generating import HERE, TOOLS, empty_folder, folder_for, run, typescript
from tests.tools.javascript_types import CLIENT, TYPES

pytestmark = pytest.mark.xdist_group("clients")


def test_the_sources_have_strict_types_and_the_committed_declarations_follow_from_them() -> None:
    """To refresh them: `make clients T=tests/clients/test_javascript.py`, then copy them from tests/clients/build."""
    folder = empty_folder("javascript-types")
    for path in (*CLIENT.glob("*.js"), TYPES, CLIENT / "package.json"):
        shutil.copy(path, folder)
    shutil.copy(HERE / "tsconfig.javascript.json", folder / "tsconfig.json")
    run(TOOLS / "tsc", "--project", folder)
    made = {each.name: each.read_text() for each in folder.glob("*.d.ts")}
    assert made == {each.name: each.read_text() for each in CLIENT.glob("*.d.ts")}


def test_a_typed_program_plays_a_game_with_the_package(server: str) -> None:
    folder = folder_for("javascript")
    run("npm", "pack", "--pack-destination", folder, cwd=CLIENT)
    (packed,) = folder.glob("kontor-client-*.tgz")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    sources = {each.name for each in CLIENT.iterdir()}
    assert {each.name for each in (folder / "package").iterdir()} == sources
    (folder / "node_modules").mkdir()
    (folder / "package").rename(folder / "node_modules" / "kontor-client")
    run(TOOLS / "tsc", "--project", typescript(folder))
    assert "finished" in run("node", "play.js", server, cwd=folder)
