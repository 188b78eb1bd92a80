"""The replay: what it measures, and what it finds."""

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from kontor.service.audit.bundle import read_bundle
from kontor.service.audit.replay import replay
from kontor.service.registry import Registry
from kontor.service.signing.receipts import Signer
from tests.support.archives import begun
from tests.support.bundles import bundle_of
from tests.support.forging import rewritten
from tests.support.playing import finished
from tests.support.served_games import Served, shown
from tests.tiny import RULESET

REGISTRY = Registry([RULESET])


@pytest.fixture(scope="module")
def played() -> Served:
    return finished(begun(1))


def test_every_event_is_folded_and_nothing_differs(played: Served, signer: Signer) -> None:
    found = replay(read_bundle(bundle_of(played, signer)), REGISTRY)
    assert (found.findings, found.skipped, found.events) == ((), None, played.game.version)
    assert found.seconds > 0


def test_a_false_score_is_found_by_events_and_by_score(played: Served, signer: Signer) -> None:
    lines: list[Any] = shown(played)
    lines[-1]["envelope"]["data"]["ranking"][0]["total"] += 1
    found = replay(read_bundle(bundle_of(played, signer, rewritten(lines))), REGISTRY)
    rules, score = map(str, found.findings)
    assert rules.startswith(f"version {played.game.version}, rules: expected data.ranking.0.total")
    assert score.startswith("score: expected (rank, seat, total) [(1, ")
    assert found.events == played.game.version


def test_a_log_that_does_not_hold_is_not_folded(played: Served, signer: Signer) -> None:
    text = bundle_of(played, signer)
    found = replay(read_bundle(text.replace(b'"at":"2026', b'"at":"2025', 1)), REGISTRY)
    assert found.events == 0
    assert found.skipped == "the log is invalid"
    assert found.findings


def test_a_game_that_runs_is_passed_over(signer: Signer) -> None:
    found = replay(read_bundle(bundle_of(begun(2), signer)), REGISTRY)
    assert (found.findings, found.events) == ((), 0)
    assert found.skipped == "the game has not ended: sealed parts cannot be replayed"


def test_a_ruleset_that_is_not_here_is_named(played: Served, signer: Signer) -> None:
    found = replay(read_bundle(bundle_of(played, signer)), {})
    assert found.skipped is not None
    assert "the ruleset tiny is not installed here" in found.skipped


def test_a_state_that_depends_on_how_it_is_folded_is_found(played: Served, signer: Signer) -> None:
    """Rules that look around: from some call on they count otherwise."""
    text, calls = bundle_of(played, signer), count()
    counted = replace(RULESET, evolve=lambda *given: (next(calls), RULESET.evolve(*given))[1])
    replay(read_bundle(text), {"tiny": counted})
    last, calls_again = next(calls) - 1, count()

    def fickle(state: Any, event: Any, version: int) -> Any:
        made = RULESET.evolve(state, event, version)
        return made if next(calls_again) < last else replace(made, round=99)

    found = replay(read_bundle(text), {"tiny": replace(RULESET, evolve=fickle)})
    (finding,) = found.findings
    assert str(finding) == "state: replaying commit by commit gives another state than replaying all events at once"
