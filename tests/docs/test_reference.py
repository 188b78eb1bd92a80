"""docs/reference/ is what the code and the kept examples make of it, and the examples are still true."""

import pytest

from kontor.domain.kernel.commits import event_of
from kontor.domain.kernel.lifecycle import KERNEL_EVENTS
from kontor.domain.kernel.play import read_command
from kontor.domain.shipped import SHIPPED
from kontor.service.http.problems import KINDS
from tests.tools.reference import cli
from tests.tools.reference.made import FOLDER, kept, pages
from tests.worlds import of

EXAMPLES = kept()
PAGES = dict(pages(EXAMPLES))
WITHOUT = {"too-slow", "internal", "contention"}  # what no call alone brings about
RARE = {  # in no game that was played towards it; strike what comes to be
    "hansa": {"neutral_returned"},
    "merchants": {"free_route_lapsed", "game_frozen"},
}
NOT_RUN = {"serve", "worker"}  # which say nothing while all is well


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == PAGES[name], "run: make reference"


def test_there_is_no_page_besides() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*PAGES, "index.md"}


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_commands_and_events_have_an_example_that_today_s_forms_read(ruleset: str) -> None:
    rules, played = of(ruleset)[0].rules, EXAMPLES["played"][ruleset]
    lacking = {*rules.commands.keys() - played["commands"].keys(), *rules.events.keys() - played["events"].keys()}
    assert lacking == RARE.get(ruleset, set())
    for each in played["commands"].values():
        read_command(rules, each["command"])
    for name, each in played["events"].items():
        if name not in KERNEL_EVENTS and not each["sealed"]:
            event_of(rules, {**each, "schema": 1}, ())


def test_every_problem_that_a_caller_can_bring_about_has_an_example() -> None:
    assert KINDS.keys() - EXAMPLES["problems"].keys() == WITHOUT
    for name, each in EXAMPLES["problems"].items():
        assert each["answer"]["type"] == f"/problems/{name}"
        assert each["answer"]["status"] == KINDS[name].status


def test_every_command_of_the_command_line_has_a_run() -> None:
    names = {name for name, _ in cli.commands()}
    assert names - EXAMPLES["cli"].keys() == NOT_RUN
