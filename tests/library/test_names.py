"""What `kontor` and the modules of its rulesets are made of, and what is said where an extra is not installed."""

import doctest
import subprocess
import sys

import pytest

import kontor
from kontor import hansa, merchants
from kontor.domain.hansa.rulebook.catalogue import COMMANDS as HANSA
from kontor.domain.merchants.rulebook.catalogue import COMMANDS as MERCHANTS
from kontor.domain.shipped import SHIPPED
from kontor.engine import Game

BARE = """
import sys

sys.modules.update(pyarrow=None, pettingzoo=None, gymnasium=None, numpy=None)  # as if they were not installed
from kontor import *
import kontor

for name in ("frames", "rl"):
    try:
        getattr(kontor, name)
    except ModuleNotFoundError as error:
        print(error)
"""


@pytest.mark.parametrize(("module", "commands"), [(hansa, HANSA), (merchants, MERCHANTS)], ids=["hansa", "merchants"])
def test_every_command_of_a_ruleset_is_a_class_of_its_module_with_a_docstring(
    module: object, commands: "dict[str, type]"
) -> None:
    for form in commands.values():
        assert getattr(module, form.__name__) is form
        assert form.__name__ in module.__all__  # type: ignore[attr-defined]
        assert form.__doc__
        assert not form.__doc__.startswith(f"{form.__name__}(")


def test_kontor_has_all_it_says_and_nothing_else() -> None:
    for name in kontor.__all__:
        assert getattr(kontor, name) is not None
        assert name in dir(kontor)
    assert kontor.Game is Game
    with pytest.raises(AttributeError, match="kontor has no chess"):
        kontor.chess  # noqa: B018


@pytest.mark.parametrize("module", [kontor, hansa, merchants], ids=["kontor", "hansa", "merchants"])
def test_the_examples_of_the_docstrings_are_true(module: object) -> None:
    found = doctest.testmod(module)  # type: ignore[arg-type]
    assert found.attempted
    assert not found.failed


def test_every_ruleset_that_comes_along_is_here_by_its_name() -> None:
    for name in SHIPPED:
        assert name in kontor.__all__
        assert callable(getattr(kontor, name).new)


@pytest.mark.parametrize("ruleset", [hansa, merchants], ids=["hansa", "merchants"])
def test_a_rule_is_told_by_its_id(ruleset: "type[hansa]") -> None:
    with pytest.raises(kontor.KontorError, match="has no rule XX-1"):
        ruleset.rule("XX-1")


def test_in_a_bare_installation_all_is_there_but_what_names_its_extra() -> None:
    done = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    said = "This needs more than is installed here ({} is missing): pip install 'kontor[{}]'"
    assert done.stdout.splitlines() == [said.format("pyarrow", "data"), said.format("numpy", "rl")]
