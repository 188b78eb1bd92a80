"""`kontor server`, and the names that commands had before they were grouped."""

import pytest

from kontor.service.cli.main import OLD_NAMES, SERVER
from tests.support.commands import call


@pytest.mark.parametrize("name", SERVER)
def test_every_command_of_the_server_explains_itself(name: str) -> None:
    result = call("server", name, "--help")
    assert (result.exit_code, f"Usage: kontor server {name}" in result.output) == (0, True)


@pytest.mark.parametrize(("old", "new"), OLD_NAMES.items())
def test_an_old_name_still_works_and_warns_in_one_line(old: str, new: str) -> None:
    former, present = call(old, "--help"), call(*new.split(), "--help")
    assert former.exit_code == 0
    assert former.stderr == f"kontor: `kontor {old}` is deprecated, use `kontor {new}`\n"
    assert (former.stdout, present.stderr) == (present.stdout, "")


def test_an_old_name_passes_on_options_and_exit_code() -> None:
    """The same refusal as under the new name; only the warning is added."""
    former, present = (call(*words, "missing.ndjson", "--json") for words in (("replay",), ("audit", "replay")))
    assert former.exit_code == present.exit_code == 2
    assert former.stderr.splitlines()[1:] == present.stderr.splitlines()


def test_help_shows_the_new_names_only() -> None:
    listed = {line.split()[0] for line in call("--help").output.splitlines() if line.startswith("  ")}
    assert {"up", "server", "audit"} <= listed
    assert not listed & set(OLD_NAMES)
