"""One game in the database: sound in every state it can be in; and whatever does not follow from its log is found."""

from typing import Any, LiteralString

import pytest
from flask import Flask

from kontor.service.audit import stored_game
from kontor.service.audit.stored_game import check_stored_game
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.store.games import read_row
from kontor.service.store.pool import ConnectionLost
from kontor.service.store.store import Store
from kontor.service.store.whole_games import one_look
from tests.support import damage
from tests.support.callers import Caller, a_dealt_game, a_game, finish, play_on, version_of
from tests.support.damage import alter, id_of
from tests.support.rewriting import rewritten_in_place
from tests.support.stored_audits import checked, flaws, moved

CLOCK = {"per_decision": "PT1H", "bank": "PT0S", "on_timeout": "bot"}


# ---------------------------------------------------------------- sound games


def test_games_in_every_state_are_sound(app: Flask, anna: Caller, ben: Caller, kept: Store, roomy: Settings) -> None:
    waiting, left = a_game(anna, "me", "open"), a_game(anna, "me", "open", "open")
    assert ben.post(f"{left}/seats/2/join").status_code == 201
    assert ben.post(f"{left}/seats/2/leave").status_code == 201
    running, bots, timed = a_dealt_game(anna, ben), a_game(anna, "me", "bot"), a_game(anna, clock=CLOCK)
    assert ben.post(f"{running}/seats/2/resign", {"bot": "random"}).status_code == 201
    returned = a_dealt_game(anna, ben)
    assert ben.post(f"{returned}/seats/2/resign", {"bot": "random"}).status_code == 201
    assert ben.post(f"{returned}/seats/2/return").status_code == 201
    moved(anna, timed)
    finished, aborted = a_game(anna), a_game(anna, "me", "open")
    finish(app, anna, finished)
    assert anna.post(f"{aborted}/abort").status_code == 201
    for each in (waiting, left, running, bots, timed, returned, finished, aborted):
        found = checked(kept, roomy, each)
        assert (found.findings, found.unchecked) == ((), ())
        assert found.decided == found.version == version_of(anna, each)


def test_a_running_game_is_decided_again_with_its_seed(anna: Caller, game: str, kept: Store, roomy: Settings) -> None:
    """An auditor from outside cannot: the seed is not public yet."""
    found = checked(kept, roomy, game)
    assert (found.ended, found.decided) == (False, found.version)


def test_a_game_that_changes_meanwhile_is_judged_at_one_version(
    anna: Caller, game: str, kept: Store, roomy: Settings
) -> None:
    with one_look(kept.pool) as conn:
        row = read_row(conn, id_of(game))
        moved(anna, game)
        found = check_stored_game(conn, id_of(game), Registry.load(roomy.rulesets))
    assert row is not None
    assert found is not None
    assert (found.findings, found.version) == ((), row.head.version)
    assert found.version < version_of(anna, game)


def test_the_audit_cannot_write(kept: Store) -> None:
    with pytest.raises(ConnectionLost, match="read-only"), one_look(kept.pool) as conn:
        conn.execute("DELETE FROM debts")


def test_a_long_game_is_read_page_by_page(
    app: Flask, anna: Caller, kept: Store, roomy: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_game, "EVENTS", 2)
    game = a_game(anna, clock=CLOCK)
    finish(app, anna, game)
    assert checked(kept, roomy, game).findings == ()
    alter(roomy, game, 7)
    assert flaws(kept, roomy, game) == [("log", 7)]


def test_a_participant_without_an_account_is_no_finding(
    anna: Caller, ben: Caller, kept: Store, roomy: Settings
) -> None:
    game = a_dealt_game(anna, ben)
    assert ben.delete("/v1/me").status_code == 204
    assert checked(kept, roomy, game).findings == ()


def test_without_the_ruleset_it_says_what_was_not_checked(game: str, kept: Store) -> None:
    with one_look(kept.pool) as conn:
        found = check_stored_game(conn, id_of(game), {})
    assert found is not None
    assert found.findings == ()
    assert "the ruleset tiny is not installed here" in found.unchecked[0]


# ---------------------------------------------------------------- what does not follow from the log


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("status = 'finished'", 'status = "running"'),
        ("awaiting = '{}'", "awaiting"),
        ("ruleset_version = 99", "ruleset_version"),
        ("ruleset = 'chess'", "ruleset"),
        ("summary = jsonb_set(summary, '{seats,0,kind}', '\"bot\"')", "seats.0.kind"),
        ("summary = jsonb_set(summary, '{turn_order}', '[2,1]')", "turn_order"),
        ("summary = summary - 'commitment'", "commitment"),
        ("summary = jsonb_set(summary, '{result}', '[]')", "result"),
        ("summary = jsonb_set(summary, '{order}', '1.5')", "order"),
    ],
)
def test_a_row_that_shows_another_game(
    anna: Caller, game: str, kept: Store, roomy: Settings, change: LiteralString, words: str
) -> None:
    damage.damage(roomy, f"UPDATE games SET {change} WHERE game_id = %(game)s", game)
    (found,) = checked(kept, roomy, game).findings
    assert (found.check, found.version) == ("projection", version_of(anna, game))
    assert words in found.message


def test_a_seed_that_is_another_or_gone(game: str, anna: Caller, kept: Store, roomy: Settings) -> None:
    damage.damage(roomy, "UPDATE seeds SET seed = %(to)s WHERE game_id = %(game)s", game, to=b"\1" * 32)
    assert flaws(kept, roomy, game) == [("seed", 1)]
    damage.damage(roomy, "DELETE FROM seeds WHERE game_id = %(game)s", game)
    assert flaws(kept, roomy, game) == [("seed", None)]


@pytest.mark.parametrize("change", ["holds = NOT holds", "seat = 2", "participant = md5(participant)"])
def test_a_participant_whom_the_log_does_not_know_like_this(
    game: str, kept: Store, roomy: Settings, change: LiteralString
) -> None:
    damage.damage(roomy, f"UPDATE participants SET {change} WHERE game_id = %(game)s AND seat = 1", game)
    assert {check for check, _ in flaws(kept, roomy, game)} == {"participants"}


def test_a_participant_who_is_missing(anna: Caller, ben: Caller, kept: Store, roomy: Settings) -> None:
    """Ben resigned: a bot plays his seat, and he may return."""
    game = a_dealt_game(anna, ben)
    assert ben.post(f"{game}/seats/2/resign", {"bot": "random"}).status_code == 201
    assert checked(kept, roomy, game).findings == ()
    for seat, count in ((2, 1), (1, 2)):
        damage.damage(roomy, f"DELETE FROM participants WHERE game_id = %(game)s AND seat = {seat}", game)
        found = checked(kept, roomy, game).findings
        assert [each.check for each in found] == ["participants"] * count
    assert "on seat 1 is missing" in found[0].message


@pytest.mark.parametrize(
    ("kinds", "statement"),
    [
        (("bot", "bot"), "DELETE FROM debts WHERE game_id = %(game)s"),
        (("bot", "bot"), "UPDATE debts SET bots = '{}' WHERE game_id = %(game)s"),
        (("bot", "bot"), "UPDATE debts SET version = version - 1 WHERE game_id = %(game)s"),
        (("bot", "bot"), "UPDATE debts SET score = true WHERE game_id = %(game)s"),
        (("bot", "bot"), "UPDATE debts SET deadline = now() WHERE game_id = %(game)s"),
        (
            ("me", "me"),
            "INSERT INTO debts SELECT game_id, version, '{1}', false, NULL, 0, now() FROM games "
            "WHERE game_id = %(game)s",
        ),
        (
            ("me", "me"),
            "INSERT INTO debts SELECT game_id, version, '{}', false, NULL, 0, now() FROM games "
            "WHERE game_id = %(game)s",
        ),
    ],
)
def test_missing_or_unneeded_pending_work(
    anna: Caller, kept: Store, roomy: Settings, kinds: tuple[str, ...], statement: LiteralString
) -> None:
    game = a_game(anna, *kinds)
    assert flaws(kept, roomy, game) == []
    damage.damage(roomy, statement, game)
    assert {check for check, _ in flaws(kept, roomy, game)} == {"debts"}


def test_a_deadline_that_is_another(anna: Caller, kept: Store, roomy: Settings) -> None:
    game = a_game(anna, clock=CLOCK)
    later: LiteralString = "UPDATE debts SET deadline = deadline + interval '1 day' WHERE game_id = %(game)s"
    damage.damage(roomy, later, game)
    assert {check for check, _ in flaws(kept, roomy, game)} == {"debts"}


def test_a_scoring_that_is_no_longer_pending(app: Flask, anna: Caller, kept: Store, roomy: Settings) -> None:
    game = a_game(anna)
    play_on(anna, game)
    assert flaws(kept, roomy, game) == []
    damage.damage(roomy, "DELETE FROM debts WHERE game_id = %(game)s", game)
    assert flaws(kept, roomy, game) == [("debts", version_of(anna, game))]


def test_an_event_that_does_not_follow_from_its_command(app: Flask, anna: Caller, kept: Store, roomy: Settings) -> None:
    """A winner who did not win, and chain and head made to fit: only the rules tell."""
    game = a_game(anna)
    finish(app, anna, game)

    def forge(lines: list[Any]) -> None:
        lines[-1]["envelope"]["data"]["ranking"][0]["total"] += 1

    rewritten_in_place(roomy.migrate_url, id_of(game), forge)
    last = version_of(anna, game)
    found = checked(kept, roomy, game)
    assert [(each.check, each.version) for each in found.findings] == [("rules", last)]
    assert "data.ranking.0.total" in found.findings[0].message
