"""The stored log of a game: each kind of damage to events, sealed parts and commands is found, and said where."""

from typing import LiteralString

import pytest

from kontor.service.settings import Settings
from kontor.service.store.store import Store
from tests.support import damage
from tests.support.callers import Caller, version_of
from tests.support.stored_audits import checked, flaws


@pytest.mark.parametrize(
    ("statement", "to"),
    [
        (damage.ENVELOPE, "no JSON at all"),
        (damage.ENVELOPE, '"a text"'),
        (damage.ENVELOPE, '{"a": 1}'),
        (damage.HASH, b"\1" * 32),
        (damage.GONE, None),
    ],
)
def test_an_altered_event(game: str, kept: Store, roomy: Settings, statement: LiteralString, to: object) -> None:
    damage.damage(roomy, statement, game, 4, to)
    assert flaws(kept, roomy, game)[0] == ("log", 4)


def test_an_envelope_that_says_the_same_in_other_words(game: str, kept: Store, roomy: Settings) -> None:
    """Its hash is that of the canonical text, which is not what stands there."""
    damage.damage(roomy, "UPDATE events SET envelope = replace(envelope, ',', ', ') WHERE game_id = %(game)s", game)
    found = checked(kept, roomy, game).findings[0]
    assert (found.check, found.version) == ("log", 1)
    assert "not canonical" in found.message


def test_the_last_event_is_gone(anna: Caller, game: str, kept: Store, roomy: Settings) -> None:
    last = version_of(anna, game)
    damage.damage(roomy, damage.GONE, game, last)
    assert {check for check, _ in flaws(kept, roomy, game)} <= {"log", "head", "sealed", "commits"}
    assert flaws(kept, roomy, game)


def test_a_head_that_is_another(anna: Caller, game: str, kept: Store, roomy: Settings) -> None:
    damage.damage(roomy, damage.HEAD, game, to=b"\1" * 32)
    assert flaws(kept, roomy, game) == [("head", version_of(anna, game))]


def test_events_behind_the_head(game: str, kept: Store, roomy: Settings) -> None:
    damage.damage(
        roomy,
        "INSERT INTO events SELECT game_id, version + 1000, envelope, hash FROM events "
        "WHERE game_id = %(game)s AND version = 1",
        game,
    )
    assert flaws(kept, roomy, game) == [("events", None)]


def sealed_version(caller: Caller, game: str) -> int:
    items = caller.get(f"{game}/events").json["items"]
    return int(next(each["version"] for each in items if each["envelope"]["sealed"]))


@pytest.mark.parametrize("to", ["no JSON at all", '"another card"'])
def test_a_sealed_part_that_is_another(anna: Caller, game: str, kept: Store, roomy: Settings, to: str) -> None:
    version = sealed_version(anna, game)
    damage.damage(roomy, damage.PART, game, version, to)
    assert ("log", version) in flaws(kept, roomy, game)


@pytest.mark.parametrize("which", ["min", "max"])
def test_a_sealed_part_that_is_missing(
    anna: Caller, game: str, kept: Store, roomy: Settings, which: LiteralString
) -> None:
    """Without the first one, the others stand in for one another."""
    version = sealed_version(anna, game)
    gone: LiteralString = f"""
        DELETE FROM sealed WHERE game_id = %(game)s AND version = %(version)s
           AND part = (SELECT {which}(part) FROM sealed WHERE game_id = %(game)s AND version = %(version)s)
    """
    damage.damage(roomy, gone, game, version)
    assert (("log" if which == "min" else "sealed"), version) in flaws(kept, roomy, game)


def test_a_sealed_part_that_is_shown_to_other_seats(anna: Caller, game: str, kept: Store, roomy: Settings) -> None:
    version = sealed_version(anna, game)
    shown: LiteralString = "UPDATE sealed SET seats = '{1,2}' WHERE game_id = %(game)s AND version = %(version)s"
    damage.damage(roomy, shown, game, version)
    assert ("sealed", version) in flaws(kept, roomy, game)


def first_of_last_commit(caller: Caller, game: str) -> int:
    return int(caller.get(f"{game}/events").json["items"][-1]["envelope"]["command"]["first"])


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM commits WHERE game_id = %(game)s AND first = %(version)s",
        "UPDATE commits SET actor = 'seat:9' WHERE game_id = %(game)s AND first = %(version)s",
        "UPDATE commits SET last = last + 1 WHERE game_id = %(game)s AND first = %(version)s",
        "UPDATE commits SET command_id = gen_random_uuid() WHERE game_id = %(game)s AND first = %(version)s",
        "UPDATE commits SET readers = '{3}' WHERE game_id = %(game)s AND first = %(version)s",
    ],
)
def test_a_record_of_a_command_that_is_missing_or_another(
    anna: Caller, game: str, kept: Store, roomy: Settings, statement: LiteralString
) -> None:
    version = first_of_last_commit(anna, game)
    damage.damage(roomy, statement, game, version)
    assert ("commits", version) in flaws(kept, roomy, game)


@pytest.mark.parametrize("to", ['{"type":"resign"}', "no JSON at all", "[]"])
def test_a_command_that_is_another(anna: Caller, game: str, kept: Store, roomy: Settings, to: str) -> None:
    version = first_of_last_commit(anna, game)
    body: LiteralString = "UPDATE commits SET body = %(to)s WHERE game_id = %(game)s AND first = %(version)s"
    damage.damage(roomy, body, game, version, to)
    assert ("log", version) in flaws(kept, roomy, game)
