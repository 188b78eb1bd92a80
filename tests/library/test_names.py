"""What `kontor` and the modules of its rulesets are made of, and what is said where an extra is not installed."""

import doctest
import re
import subprocess
import sys
from types import ModuleType

import pytest

import kontor
from kontor import hansa, merchants
from kontor.domain.kernel import model
from kontor.domain.shipped import SHIPPED
from kontor.engine import Game

RULE = re.compile(r"\b(?:HT|ME)-[A-Z0-9-]*\d\b")
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


FORMS = [
    pytest.param(module, form, id=f"{module.__name__}.{form.__name__}")
    for module in (hansa, merchants)
    for form in (*module.RULESET.commands.values(), *module.RULESET.events.values())
]


@pytest.mark.parametrize(("module", "form"), FORMS)
def test_every_command_and_event_is_a_class_of_its_module_and_names_its_rules(module: ModuleType, form: type) -> None:
    """What help() shows, and what the reference and OpenAPI describe it with: its first paragraph, up to the fields."""
    assert getattr(module, form.__name__) is form
    assert form.__name__ in module.__all__
    told = model.schema(form).get("description", "")
    cited = RULE.findall(str(told))
    assert cited
    assert [rule for rule in cited if rule not in module.RULESET.rules()] == []
    assert told in " ".join((form.__doc__ or "").split())


def test_kontor_has_all_it_says_and_nothing_else() -> None:
    for name in kontor.__all__:
        assert getattr(kontor, name) is not None
        assert name in dir(kontor)
    assert kontor.Game is Game
    with pytest.raises(AttributeError, match="kontor has no chess"):
        kontor.chess  # noqa: B018


@pytest.mark.parametrize("module", [hansa, merchants], ids=["hansa", "merchants"])
def test_a_ruleset_shows_only_what_is_documented(module: ModuleType) -> None:
    assert dir(module) == sorted(module.__all__)


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
def test_a_rule_is_found_by_its_id(ruleset: ModuleType) -> None:
    with pytest.raises(kontor.KontorError, match="has no rule XX-1"):
        ruleset.rule("XX-1")


@pytest.mark.system
def test_in_a_bare_installation_all_is_there_but_what_names_its_extra() -> None:
    done = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    said = "{} is not installed. To install it: pip install 'kontor[{}]'"
    assert done.stdout.splitlines() == [said.format("pyarrow", "data"), said.format("numpy", "rl")]
