"""The page and the terminal fill in options with one algorithm, and describe commands with the same sentences."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser

from kontor.domain.kernel.labels import Words
from kontor.service.store.store import Store
from kontor.terminal.filling import Allowed, Choice, Filling, Open, Step
from tests.browser.pages.conftest import Person
from tests.support.clicking import window
from tests.support.positions import positions, stored

# The open places on the way to a command, as the page finds them, and the command at the end.
FILL = """async ([options, command]) => {
    const { Filling } = await import("/assets/options.js"), { at } = await import("/assets/forms.js");
    const places = [];
    let filling = new Filling(options);
    while (filling?.open) {
        const { open } = filling, value = at(command, open.path) ?? null;
        const ends = open.ends && at(command, [...open.ends, open.count]) === undefined;
        places.push([open.path, open.values ?? null, open.ranges ?? null, open.amounts ?? null, open.ends ?? null]);
        filling = filling.chosen(ends ? { end: true } : open.isOnly ? {} : open.branches ? { fill: value !== null } :
            open.amounts ? { amounts: value ?? {} } : { value });
    }
    return [places, filling?.command];
}"""
SAY = """async ([labels, names, seats, commands]) => {
    const { Labels } = await import("/assets/labels.js");
    const found = new Labels(labels, { label: (seat) => seats[seat] });
    found.names = names;
    return commands.map((each) => found.sentence(each));
}"""
SEATS = {1: "Red", 2: "Blue", 3: "White", 4: "Purple", 5: "Green"}


@pytest.mark.parametrize("ruleset", ["hansa", "merchants"])
def test_page_and_terminal_ask_the_same_questions_and_say_the_same(
    browser: Browser, kontor: str, store: Store, anna: Person, ruleset: str
) -> None:
    with window(browser) as theirs:
        theirs.page.goto(f"{kontor}/problems")
        for position in positions(ruleset).values():
            over, version = stored(store, position)
            game = anna.call("POST", f"/v1/games/{over}/branches", {"version": version})
            path = f"/v1/games/{game['id']}/legal-commands?seat={position.seat}&language=en"
            legal, command = anna.call("GET", path), dict(position.command)
            options = [each for each in legal["options"] if each["type"] == command["type"]]
            places, filled = theirs.page.evaluate(FILL, [options, command])
            assert filled == command
            assert places == _places(options, command), command
            labels = anna.call("GET", f"/v1/rulesets/{ruleset}/labels?language=en&board={game['board']}")
            names = legal["names"]
            [said] = theirs.page.evaluate(SAY, [labels, names, SEATS, [command]])
            assert said == Words(labels, labels["things"], names, SEATS).sentence(command)
        assert theirs.said == []


def _places(options: list[Any], command: Mapping[str, Any]) -> list[Any]:
    """Return the open places on the way to a command, as the terminal finds them."""
    filling: Filling | None = Filling(options)
    found = []
    while filling is not None and filling.open is not None:
        found.append(_plain(filling.open))
        filling = filling.chosen(_choice(filling.open, command))
    assert filling is not None, command
    return found


def _plain(place: Open) -> list[Any]:
    amounts = None if place.amounts is None else {key: _set(each) for key, each in place.amounts.items()}
    values, ranges = (None, None) if place.values is None else _set(place.values).values()
    return [list(place.path), values, ranges, amounts, None if place.ends is None else list(place.ends)]


def _set(allowed: Allowed) -> dict[str, Any]:
    return {"values": list(allowed.values), "ranges": [list(each) for each in allowed.ranges]}


def _choice(place: Open, command: Mapping[str, Any]) -> Choice:
    value = _at(command, place.path)
    if place.ends is not None and len(_at(command, place.ends) or ()) == place.path[len(place.ends)]:
        return Step.END
    if place.is_branch:
        return Step.OMIT if value is None else Step.FILL
    if place.amounts is not None:
        return dict(value or {})
    return Step.FILL if place.values is None else value


def _at(value: Any, path: Any) -> Any:
    for key in path:
        if isinstance(value, Mapping):
            value = value.get(key)
        elif isinstance(value, list) and key < len(value):
            value = value[key]
        else:
            return None
    return value
