"""The pages of docs/reference/ follow from the code and the stored examples, and the examples are still correct."""

import pytest

from kontor.domain.kernel.commits import event_of
from kontor.domain.kernel.lifecycle import KERNEL_EVENTS
from kontor.domain.kernel.play import read_command
from kontor.domain.shipped import SHIPPED
from kontor.service.http.problems import KINDS
from tests.tools.reference import cli
from tests.tools.reference.pages import FOLDER, load_examples, pages
from tests.tools.reference.stable_runs import keep_stable
from tests.worlds import of

EXAMPLES = load_examples()
PAGES = dict(pages(EXAMPLES))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == PAGES[name], "run: make reference"


def test_there_is_no_page_besides() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*PAGES, "index.md"}


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_commands_and_events_have_an_example_that_today_s_forms_read(ruleset: str) -> None:
    rules, played = of(ruleset)[0].rules, EXAMPLES["played"][ruleset]
    assert played["commands"].keys() == rules.commands.keys()
    assert played["events"].keys() == {*rules.events, *KERNEL_EVENTS}
    for each in played["commands"].values():
        read_command(rules, each["command"])
    for name, each in played["events"].items():
        if name not in KERNEL_EVENTS and not each["sealed"]:
            event_of(rules, {**each, "schema": 1}, ())


def test_every_problem_has_an_example() -> None:
    assert KINDS.keys() == EXAMPLES["problems"].keys()
    for name, each in EXAMPLES["problems"].items():
        assert each["answer"]["type"] == f"/problems/{name}"
        assert each["answer"]["status"] == KINDS[name].status


def test_every_command_of_the_command_line_has_a_run() -> None:
    names = {name for name, _ in cli.commands()}
    assert names == EXAMPLES["cli"].keys()


@pytest.mark.parametrize(
    ("before", "now", "is_alike"),
    [
        ("game 01a1e7fa-ca4a-71ce-a73d-07e6654c9b7e: 31", "game 01a1e7fb-6cd9-7791-829a-d648b377f7fd: 7", True),
        ("at 2026-11-17T05:43:29.828Z │  0.31 s │", "at 2026-12-01T00:00:00.001Z │ 12.07 s │", True),
        ("3 games", "3 games were given up", False),
        ("GET /v1/rulesets/hansa/boards", "GET /v1/rulesets/hansa/rules", False),
    ],
)  # fmt: skip
def test_a_new_recording_replaces_only_different_texts(before: str, now: str, is_alike: bool) -> None:
    assert keep_stable({"run": {"said": before}}, {"run": {"said": now}})["run"]["said"] == (
        before if is_alike else now
    )
