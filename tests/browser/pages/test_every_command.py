"""Every command of every catalogue is sent by clicking, each in a position where it can be; the test counts."""

import time
from collections import Counter

import pytest
from playwright.sync_api import Browser

from kontor.service.store import Store
from tests.browser.pages.conftest import Person
from tests.support.clicking import command_of, send, sent_by, window
from tests.support.positions import positions, stored


@pytest.mark.parametrize("ruleset", ["hansa", "merchants"])
def test_every_command_is_sent_by_clicking(
    browser: Browser, kontor: str, store: Store, anna: Person, ruleset: str
) -> None:
    known = positions(ruleset)
    assert set(known) == set(anna.call("GET", f"/v1/rulesets/{ruleset}")["commands"])
    clicked: Counter[str] = Counter()
    began = time.monotonic()
    with window(browser, anna.key) as hers:
        for position in known.values():
            over, version = stored(store, position)
            game = anna.call("POST", f"/v1/games/{over}/branches", {"version": version})["id"]
            hers.open(f"{kontor}/games/{game}")
            body = sent_by(position.seat, dict(position.command))
            assert send(hers, body) == body
            clicked[command_of(body)["type"]] += 1
        assert hers.said == []
    print(f"\n{ruleset}: {len(clicked)} kinds in {time.monotonic() - began:.0f} s: {dict(clicked)}")
    assert set(clicked) == set(known)
