"""The whole check of a bundle: what is good passes, what was changed is found by the check that is for it."""

from typing import Any

import pytest

from kontor.domain.kernel.canonical import canonical
from kontor.service.audit.bundle import check_bundle, read_bundle
from kontor.service.audit.checker import Outcome
from kontor.service.audit.signatures import keys_of
from kontor.service.registry import Registry
from kontor.service.signing.keys import SigningKey
from kontor.service.signing.receipts import Signer
from tests.games.recording import FOLDER, Recording
from tests.support.bundles import bundle_of, key, receipt_of
from tests.support.forging import rewritten
from tests.support.served_games import Served, of_recording, shown
from tests.tiny import RULESET

REGISTRY = Registry([RULESET])


@pytest.fixture(scope="module")
def played() -> Served:
    return of_recording(Recording.load(next((FOLDER / "tiny").glob("*.json"))))


def checked(text: bytes, **more: Any) -> Outcome:
    return check_bundle(read_bundle(text), REGISTRY, **more)


def checks(outcome: Outcome) -> set[str]:
    return {flaw.check for flaw in outcome.findings}


def test_an_ended_game_is_good_to_the_last_command(played: Served, signer: Signer) -> None:
    text = bundle_of(played, signer)
    outcome = checked(text, trusted=keys_of(signer.published()), receipts=[receipt_of(played, signer)])
    assert outcome.findings == ()
    assert outcome.unchecked == ()
    assert outcome.ended
    assert outcome.decided == outcome.version == played.game.version


def test_a_bare_log_is_decided_again_on_the_shipped_board(played: Served) -> None:
    text = b"".join(canonical(line) + b"\n" for line in shown(played))
    outcome = checked(text)
    assert outcome.is_good
    assert outcome.decided == played.game.version
    assert outcome.unchecked == ("the origin of this log: it is not signed",)


def test_every_first_page_of_a_valid_log_is_valid_and_continues(played: Served) -> None:
    """Whoever asked for so many events did not ask for whole commits."""
    lines, broken_off = shown(played), 0
    for end in range(1, len(lines)):
        outcome = checked(b"".join(canonical(line) + b"\n" for line in lines[:end]))
        assert outcome.is_good, (end, outcome.findings)
        assert (outcome.version, outcome.ended) == (end, False)
        last: Any = lines[end - 1]["envelope"]
        goes_on = last["command"]["last"] > end
        assert any("the log continues" in each for each in outcome.unchecked) == goes_on
        broken_off += goes_on
    assert broken_off


def test_a_changed_line_of_a_page_that_breaks_off_is_found(played: Served) -> None:
    lines: list[Any] = shown(played)
    end = next(n for n, line in enumerate(lines, 1) if line["envelope"]["command"]["last"] > n > 5)
    lines[end - 1]["envelope"]["at"] = "2099-01-01T00:00:00.000Z"
    outcome = checked(b"".join(canonical(line) + b"\n" for line in lines[:end]))
    assert [(flaw.check, flaw.version) for flaw in outcome.findings] == [("log", end)]


def test_a_bundle_does_not_break_off_within_a_commit(played: Served, signer: Signer) -> None:
    lines: list[Any] = shown(played)
    end = next(n for n, line in enumerate(lines, 1) if line["envelope"]["command"]["last"] > n > 5)
    assert "log" in checks(checked(bundle_of(played, signer, lines[:end])))


def test_the_report_names_the_unchecked_parts(played: Served, signer: Signer) -> None:
    running = Served(played.rules, played.commits[5].after, played.commits[:6])
    outcome = checked(bundle_of(running, signer))
    assert outcome.is_good
    assert 2 < outcome.decided <= running.game.version
    assert any("seed" in each for each in outcome.unchecked)
    assert any("--keys" in each for each in outcome.unchecked)
    unknown = check_bundle(read_bundle(bundle_of(played, signer)), Registry([]))
    assert unknown.is_good
    assert unknown.decided == 0
    assert any("tiny" in each for each in unknown.unchecked)


def test_a_receipt_of_any_version_finds_a_rewriting(played: Served, signer: Signer) -> None:
    """A log that is good in itself, signed by the server's own key; and what a player kept of another one."""
    lines: list[Any] = shown(played)
    for line in lines:  # one more year: nothing in the log tells when it was
        line["envelope"]["at"] = line["envelope"]["at"].replace("2026", "2027")
    forged = bundle_of(played, signer, rewritten(lines))
    assert checked(forged).is_good
    for commit in (0, 3, -1):
        outcome = checked(forged, receipts=[receipt_of(played, signer, commit)])
        assert checks(outcome) == {"receipt"}
        assert outcome.findings[0].version == played.commits[commit].last
        assert "rewritten" in str(outcome.findings[0])
    assert checked(bundle_of(played, signer), receipts=[receipt_of(played, signer, n) for n in (0, 3, -1)]).is_good


def test_commits_missing_at_the_end_are_found_by_a_receipt(played: Served, signer: Signer) -> None:
    short = Served(played.rules, played.commits[5].after, played.commits[:6])
    outcome = checked(bundle_of(short, signer), receipts=[receipt_of(played, signer)])
    assert checks(outcome) == {"receipt"}
    assert outcome.findings[0].version == short.game.version


def test_a_receipt_of_another_key_or_another_game_proves_nothing(played: Served, signer: Signer) -> None:
    text = bundle_of(played, signer)
    strange = receipt_of(played, Signer([key(3)]))
    assert "not among the given keys" in str(checked(text, receipts=[strange]).findings[0])
    changed = {**receipt_of(played, signer), "version": 1}
    assert "was not made by key" in str(checked(text, receipts=[changed]).findings[0])


def test_old_bundles_hold_after_the_keys_have_changed(played: Served, signer: Signer, old_key: SigningKey) -> None:
    old = bundle_of(played, Signer([old_key]))
    today = keys_of(Signer([key(1), old_key]).published())
    assert checked(old, trusted=today).is_good
    assert checks(checked(old, trusted=keys_of(signer.published()))) == {"signer"}


def test_a_changed_header_is_found_though_it_is_signed(played: Served, signer: Signer) -> None:
    text = bundle_of(played, signer)
    head, _, rest = text.partition(b"\n")
    outcome = checked(head.replace(b'"ruleset_version":0', b'"ruleset_version":1') + b"\n" + rest)
    assert checks(outcome) == {"bundle"}
    assert any("ruleset_version" in str(flaw) for flaw in outcome.findings)


def test_every_byte_counts(played: Served, signer: Signer) -> None:
    text = bundle_of(played, signer)
    for place in range(0, len(text), len(text) // 60):
        damaged = text[:place] + bytes([text[place] ^ 1]) + text[place + 1 :]
        assert not checked(damaged).is_good, place


def test_a_bundle_that_is_cut_off_is_not_good(played: Served, signer: Signer) -> None:
    lines = bundle_of(played, signer).splitlines(keepends=True)
    for kept in (len(lines) - 1, len(lines) - 2, 5):
        outcome = checked(b"".join(lines[:kept]))
        assert any("cut off" in str(flaw) for flaw in outcome.findings)


def test_another_board_is_found_by_the_rules(played: Served, signer: Signer) -> None:
    text = bundle_of(played, signer).replace(b'{"board":{"name":"square"}}', b'{"board":{"name":"circle"}}')
    assert {"bundle", "rules"} <= checks(checked(text))
