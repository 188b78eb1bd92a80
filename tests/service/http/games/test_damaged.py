"""A log that was altered behind our back: nothing is decided on it, nothing is signed, and everybody can see where."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, LiteralString, TypeAlias

import pytest
from flask import Flask

from kontor.domain.kernel.verify import lines_of, verify
from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from tests.support import damage
from tests.support.api_processes import serving
from tests.support.callers import Caller, a_game, finish, next_command, problem, version_of
from tests.support.damage import alter
from tests.support.listening import ask, listening
from tests.support.servers import Servers

HEADER = "Kontor-Log-Damaged"
LINES = "application/x-ndjson"

Fresh: TypeAlias = Callable[[Caller], Caller]


@pytest.fixture(scope="module")
def roomy(servers: Servers, roomy: Settings) -> Settings:
    """On a database of their own: other tests expect theirs to be whole."""
    name = servers.database()
    return replace(roomy, database_url=servers.app_url(name), migrate_url=servers.owner_url(name))


@pytest.fixture(scope="module")
def app(roomy: Settings) -> Flask:
    return create_app(roomy)


@pytest.fixture(scope="module")
def front(roomy: Settings) -> Iterator[str]:
    with serving(roomy) as [url]:
        yield url


@pytest.fixture
def fresh(roomy: Settings) -> Iterator[Fresh]:
    """The same person at a process that remembers nothing."""
    made: list[Flask] = []

    def at_another(caller: Caller) -> Caller:
        made.append(create_app(roomy))
        return caller.at(made[-1])

    yield at_another
    for each in made:
        each.extensions["kontor"].pool.close()


def moved(caller: Caller, game: str, commands: int = 3) -> int:
    for n in range(commands):
        assert caller.post(f"{game}/commands", next_command(caller, game, n)).status_code == 201
    return version_of(caller, game)


def metric(caller: Caller) -> float:
    lines = caller.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("kontor_games_damaged "))


@pytest.fixture
def game(anna: Caller) -> str:
    found = a_game(anna)
    moved(anna, found)
    return found


def test_a_game_whose_log_was_altered_is_not_played_on(roomy: Settings, fresh: Fresh, anna: Caller, game: str) -> None:
    command = next_command(anna, game)
    alter(roomy, game, 4)
    late = fresh(anna)
    seat = command["seat"]
    asked: list[tuple[str, Any]] = [
        ("/commands", command),
        ("/commands", {**command, "dry_run": True}),
        ("/what-if", {"commands": []}),
        (f"/seats/{seat}/resign", {}),
        (f"/seats/{seat}/token", {}),
        ("/abort", {}),
    ]
    for path, body in asked:
        assert problem(late.post(game + path, body), 503, "log-damaged")["version"] == 4
    for path in ("/state", "/state?version=2", "/score", f"/legal-commands?seat={seat}", "/stream"):
        answer = late.get(game + path)
        assert problem(answer, 503, "log-damaged")["version"] == 4
        assert "Retry-After" not in answer.headers
    assert late.get("/problems/log-damaged").status_code == 200


def test_summary_and_list_still_answer(roomy: Settings, fresh: Fresh, anna: Caller, game: str) -> None:
    before = anna.get(game).json
    alter(roomy, game, 4)
    late = fresh(anna)
    assert late.get(game).json == before
    assert before in late.get("/v1/games?mine=true").json["items"]


def test_its_events_are_served_as_stored_and_marked(roomy: Settings, fresh: Fresh, anna: Caller, game: str) -> None:
    sound = anna.get(f"{game}/events")
    assert HEADER not in sound.headers
    assert "damaged" not in sound.json
    alter(roomy, game, 4)
    late = fresh(anna)
    found = late.get(f"{game}/events")
    assert found.headers[HEADER] == "4"
    assert found.headers["Cache-Control"] == "no-store"
    assert found.json["damaged"] == {"version": 4}
    differing = [n for n, (a, b) in enumerate(zip(sound.json["items"], found.json["items"], strict=True), 1) if a != b]
    assert differing == [4]
    lines = late.get(f"{game}/events", Accept=LINES)
    assert lines.headers[HEADER] == "4"
    assert [json.loads(line) for line in lines.text.splitlines()] == found.json["items"]
    assert late.get(f"{game}/events?after=1&wait=1&limit=2").json["damaged"] == {"version": 4}


def test_a_process_that_has_the_game_notices_when_it_reads_a_page(roomy: Settings, anna: Caller, game: str) -> None:
    """From then on it plays on no more, and its metrics say so until the log is mended."""
    command, before = next_command(anna, game), metric(anna)
    text = json.dumps(anna.get(f"{game}/events?after=3&limit=1").json["items"][0]["envelope"], sort_keys=True)
    alter(roomy, game, 4)
    assert HEADER not in anna.get(f"{game}/events?limit=3").headers
    assert anna.get(f"{game}/events?after=3&limit=1").headers[HEADER] == "4"
    assert metric(anna) == before + 1
    problem(anna.post(f"{game}/commands", command), 503, "log-damaged")
    mended = json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    damage.damage(roomy, damage.ENVELOPE, game, 4, mended)
    assert anna.post(f"{game}/commands", command).status_code == 201
    assert metric(anna) == before


def test_a_page_hangs_on_the_hash_before_it(roomy: Settings, anna: Caller, game: str) -> None:
    damage.damage(roomy, damage.HASH, game, 4, b"\1" * 32)
    assert anna.get(f"{game}/events?after=4&limit=2").json["damaged"] == {"version": 5}


def test_a_damaged_head_is_found_before_anything_is_written_behind_it(
    roomy: Settings, app: Flask, anna: Caller, game: str
) -> None:
    """The process has the game and sees no reason to read it again: the append looks at what it hangs on."""
    command, last = next_command(anna, game), version_of(anna, game)
    alter(roomy, game, last)
    assert problem(anna.post(f"{game}/commands", command), 503, "log-damaged")["version"] == last
    assert version_of(anna, game) == last
    assert len(anna.get(f"{game}/events").json["items"]) == last


@pytest.mark.parametrize("version", [1, 2, 4])
def test_an_event_that_is_gone_is_noticed_before_anything_is_written_behind_it(
    roomy: Settings, anna: Caller, game: str, version: int
) -> None:
    """The process has the game in its memory, and the events at its end are there."""
    command, last = next_command(anna, game), version_of(anna, game)
    assert version < last - 1
    damage.damage(roomy, damage.GONE, game, version)
    assert problem(anna.post(f"{game}/commands", command), 503, "log-damaged")["version"] == version
    assert version_of(anna, game) == last


@pytest.mark.parametrize(
    ("statement", "to"),
    [
        (damage.ENVELOPE, "no JSON at all"),
        (damage.ENVELOPE, '"a text"'),
        (damage.HASH, b"\1" * 32),
        (damage.GONE, None),
        (damage.HEAD, b"\1" * 32),
    ],
)
@pytest.mark.parametrize("back", [0, 2])
def test_every_altered_row_is_found(
    roomy: Settings, fresh: Fresh, anna: Caller, game: str, statement: LiteralString, to: object, back: int
) -> None:
    version = version_of(anna, game) - back
    damage.damage(roomy, statement, game, version, to)
    late = fresh(anna)
    found = problem(late.get(f"{game}/state"), 503, "log-damaged")["version"]
    assert found == (version + back if statement == damage.HEAD else version)
    answer = late.get(f"{game}/events")
    assert answer.status_code == 200
    assert answer.headers[HEADER] == str(found)
    assert late.get(f"{game}/events", Accept=LINES).headers[HEADER] == str(found)


@pytest.mark.parametrize("to", ["no JSON at all", '"another card"'])
def test_altered_sealed_parts_are_found_by_their_seals(
    roomy: Settings, fresh: Fresh, anna: Caller, game: str, to: str
) -> None:
    sealed = next(each["version"] for each in anna.get(f"{game}/events").json["items"] if each["envelope"]["sealed"])
    damage.damage(roomy, damage.PART, game, sealed, to)
    late = fresh(anna)
    assert problem(late.get(f"{game}/state"), 503, "log-damaged")["version"] == sealed
    assert late.get(f"{game}/events").json["damaged"] == {"version": sealed}


def test_a_past_position_is_not_folded_from_what_was_altered(roomy: Settings, anna: Caller, game: str) -> None:
    """Nor from an event whose hash was altered with it: the next one does not hang on that."""
    alter(roomy, game, 4)
    assert problem(anna.get(f"{game}/state?version=5"), 503, "log-damaged")["version"] == 4
    problem(anna.get(f"{game}/state"), 503, "log-damaged")


def test_a_damaged_log_shows_no_foreign_secrets(
    roomy: Settings, fresh: Fresh, anna: Caller, ben: Caller, nobody: Caller
) -> None:
    game = a_game(anna, "me", "open")
    ben.post(f"{game}/seats/2/join")
    sound = {caller: caller.get(f"{game}/events").json["items"] for caller in (anna, ben, nobody)}
    alter(roomy, game, 1)
    for caller, items in sound.items():
        found = fresh(caller).get(f"{game}/events").json["items"]
        assert [each["parts"] for each in found] == [each["parts"] for each in items]


def test_a_private_game_stays_private(roomy: Settings, fresh: Fresh, anna: Caller, ben: Caller) -> None:
    game = a_game(anna, visibility="private")
    alter(roomy, game, 1)
    for path in ("", "/events", "/state"):
        problem(fresh(ben).get(game + path), 404, "not-found")
    assert fresh(anna).get(f"{game}/events").json["damaged"] == {"version": 1}


def test_a_token_of_another_game_does_not_open_a_private_one(roomy: Settings, fresh: Fresh, anna: Caller) -> None:
    other, game = a_game(anna), a_game(anna, visibility="private")
    token = anna.post(f"{other}/seats/1/token").json["token"]
    alter(roomy, game, 1)
    problem(fresh(anna.with_key(token)).get(f"{game}/events"), 404, "not-found")


def test_an_ended_game_is_not_called_immutable_when_it_was_altered(
    roomy: Settings, fresh: Fresh, app: Flask, anna: Caller
) -> None:
    game = a_game(anna)
    finish(app, anna, game)
    opened = anna.get(f"{game}/events").json["items"]
    alter(roomy, game, 4)
    answer = anna.get(f"{game}/events")
    assert (answer.headers["Cache-Control"], answer.headers[HEADER]) == ("no-store", "4")
    found = fresh(anna).get(f"{game}/events").json
    assert [each["parts"] for each in found["items"]] == [each["parts"] for each in opened]
    assert found["status"] == "finished"


def test_a_stream_ends_and_says_why(roomy: Settings, front: str, anna: Caller, game: str) -> None:
    assert ask(front, anna, f"{game}/state").status_code == 200  # of a process that will not notice by itself
    alter(roomy, game, 4)
    with listening(front, anna, f"{game}/stream") as messages:
        found = list(messages)
    assert [each["event"] for each in found[3:]] == ["log_damaged"]
    assert found[3]["data"]["version"] == 4
    assert "id" not in found[3]


def test_a_stream_that_waits_ends_once_the_game_is_found_damaged(
    roomy: Settings, front: str, anna: Caller, game: str
) -> None:
    with listening(front, anna, f"{game}/stream") as messages:
        for _ in range(version_of(anna, game)):
            next(messages)
        alter(roomy, game, 4)
        anna.get(f"{game}/events")
        rest = [each for each in messages if each]
    assert [(each["event"], each["data"]["version"]) for each in rest] == [("log_damaged", 4)]


def test_secrets_of_a_former_seat_are_not_shown_from_an_altered_log(
    roomy: Settings, fresh: Fresh, anna: Caller, ben: Caller
) -> None:
    """Whoever gave up a seat sees what was sealed for it then: the log says when, if it is as it was written."""
    game = a_game(anna, "me", "open")
    ben.post(f"{game}/seats/2/join")
    assert ben.post(f"{game}/seats/2/resign").status_code == 201
    assert ben.get(f"{game}/state").status_code == 200
    alter(roomy, game, 2)
    assert anna.get(f"{game}/state").status_code == 200  # remembered, and nobody has read the log since
    header = json.loads(ben.get(f"{game}/audit").text.partition("\n")[0])
    assert (header["damaged"], header["for"]) == (2, [])  # the log is bundled, with nothing opened to him
    problem(ben.get(f"{game}/state"), 503, "log-damaged")
    assert ben.get(f"{game}/events").json["damaged"] == {"version": 2}
    problem(fresh(ben).get(f"{game}/state"), 503, "log-damaged")


def test_a_whole_log_that_turns_out_to_be_damaged_is_sent_unchanged(
    anna: Caller, roomy: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kontor.service.http.games.events.LIMIT_MOST", 3)
    monkeypatch.setattr("kontor.service.http.games.events.PAGE", 2)
    game = a_game(anna)
    last = version_of(anna, game)
    assert last > 5
    alter(roomy, game, last - 1)
    found = anna.get(f"{game}/events", Accept=LINES)
    assert [json.loads(line)["version"] for line in found.text.splitlines()] == list(range(1, last + 1))
    assert verify(lines_of(found.data)).findings[0].version == last - 1
    assert anna.get(f"{game}/events", Accept=LINES).headers[HEADER] == str(last - 1)
