"""Server-sent events of a real `kontor server serve`: in order, without a gap, redacted, and not for ever."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import httpx
import pytest
from flask import Flask

from kontor.service.clock import new_id
from kontor.service.settings import Settings
from kontor.service.store.invitations import Invitation, Invitations
from tests.support.api_processes import serving
from tests.support.bot_games import wait_until
from tests.support.callers import (
    Caller,
    a_dealt_game,
    a_game,
    expire,
    finish,
    next_command,
    problem,
    version_of,
)
from tests.support.listening import MORE_THAN_A_HEARTBEAT, ask, listening, reading_lines, version_in
from tests.support.plain_http import NO_TLS

MOST_STREAMS = 3


def test_a_stream_has_the_same_events_as_a_poll(app: Flask, front: str, anna: Caller) -> None:
    """From the start, then as it happens (in another process), to the end."""
    game = a_game(anna)
    playing = threading.Thread(target=finish, args=(app, anna, game))
    with listening(front, anna, f"{game}/stream") as messages:
        found = [next(messages)]
        playing.start()
        found += list(messages)
    playing.join()
    events = anna.get(f"{game}/events").json["items"]
    assert [version_in(each) for each in found] == [each["version"] for each in events]
    assert [each["event"] for each in found] == [each["envelope"]["type"] for each in events]
    assert [each["data"]["hash"] for each in found] == [each["hash"] for each in events]


def test_a_stream_resumes_without_a_gap_and_ends_with_the_game(app: Flask, front: str, anna: Caller) -> None:
    game = a_game(anna)
    finish(app, anna, game)
    last = version_of(anna, game)
    with listening(front, anna, f"{game}/stream", Last_Event_ID=str(last - 3)) as messages:
        assert [version_in(each) for each in messages] == [last - 2, last - 1, last]
    assert ask(front, anna, f"{game}/stream", Last_Event_ID=str(last)).status_code == 204
    refused = ask(front, anna, f"{game}/stream", Last_Event_ID="x")
    assert (refused.status_code, refused.json()["type"]) == (400, "/problems/unreadable")


def test_a_stream_shows_no_foreign_secrets(front: str, anna: Caller, ben: Caller, nobody: Caller) -> None:
    """Also while all of them listen at the same time, to what was told before and to what happens then."""
    game = a_dealt_game(anna, ben)
    dealt = version_of(anna, game)
    for caller, seen in ((anna, {0}), (ben, {1}), (nobody, set())):
        with listening(front, caller, f"{game}/stream") as messages:
            lines = [next(messages)["data"] for _ in range(dealt)]
        charms = next(line for line in lines if line["envelope"]["type"] == "charms_dealt")
        assert {part["part"] for part in charms["parts"]} == seen


def test_a_stream_shows_each_reader_their_own_secrets(front: str, anna: Caller, ben: Caller) -> None:
    """The same event is made once for all who see the same, and otherwise for those who see more."""
    game = a_game(anna, "me", "open")
    before = version_of(anna, game)
    path = f"{game}/stream?after={before}"
    nobody = Caller(anna.app)
    with (
        listening(front, anna, path) as hers,
        listening(front, nobody, path) as theirs,
        listening(front, nobody, path) as others,
    ):
        assert ben.post(f"{game}/seats/2/join").status_code == 201
        dealt = version_of(anna, game) - before
        found = [[next(each)["data"] for _ in range(dealt)] for each in (hers, theirs, others)]
    charms = [next(line for line in lines if line["envelope"]["type"] == "charms_dealt") for lines in found]
    assert [{part["part"] for part in each["parts"]} for each in charms] == [{0}, set(), set()]
    polled = ask(front, anna, f"{game}/events?after={before}").json()["items"]
    assert found[0] == polled
    assert found[1] == found[2] == nobody.get(f"{game}/events?after={before}").json["items"]


def assert_sees_what_the_seat_saw(front: str, anna: Caller, ben: Caller, game: str) -> None:
    """Ben's seat, which is his no more: in his stream as in the events that he is told."""
    last = version_of(anna, game)
    with listening(front, ben, f"{game}/stream") as messages:
        found = [next(messages)["data"] for _ in range(last)]
    assert found == ben.get(f"{game}/events").json["items"]
    charms = next(line for line in found if line["envelope"]["type"] == "charms_dealt")
    assert {part["part"] for part in charms["parts"]} == {1}


def test_a_stream_shows_a_resigned_player_the_secrets_of_their_time(front: str, anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    assert ben.post(f"{game}/seats/2/resign").status_code == 201
    assert_sees_what_the_seat_saw(front, anna, ben, game)


def test_a_player_who_resigns_while_listening_sees_only_public_parts_from_then_on(
    front: str, anna: Caller, ben: Caller
) -> None:
    game = a_dealt_game(anna, ben)
    before = version_of(anna, game)
    with listening(front, ben, f"{game}/stream") as messages:
        found = [next(messages)["data"] for _ in range(before)]
        assert ben.post(f"{game}/seats/2/resign").status_code == 201
        assert anna.post(f"{game}/seats/1/resign").status_code == 201
        assert anna.post(f"{game}/seats/1/return").status_code == 201
        found += [next(messages)["data"] for _ in range(version_of(anna, game) - before)]
    assert found == ben.get(f"{game}/events").json["items"]


def test_a_stream_shows_a_previous_holder_the_secrets_of_their_time(
    front: str, anna: Caller, ben: Caller, carla: Caller
) -> None:
    game = a_dealt_game(anna, ben)
    token = ben.post(f"{game}/seats/2/invitations").json["token"]
    assert carla.post(f"{game}/seats/2/join", {"invitation": token}).status_code == 201
    assert_sees_what_the_seat_saw(front, anna, ben, game)


def test_a_stream_ends_with_its_key_and_says_nothing_more(front: str, anna: Caller) -> None:
    game = a_game(anna)
    spare = anna.post("/v1/me/keys", {"label": "spare"}).json
    with listening(front, anna.with_key(spare["api_key"]), f"{game}/stream?after={version_of(anna, game)}") as messages:
        assert anna.delete(f"/v1/me/keys/{spare['id']}").status_code == 204
        assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
        assert list(messages) == []


def test_a_stream_ends_when_its_key_expires(front: str, app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    brief = anna.post("/v1/me/keys", {"expires_at": "2090-01-01T00:00:00Z"}).json
    with listening(front, anna.with_key(brief["api_key"]), f"{game}/stream?after={version_of(anna, game)}") as messages:
        expire(app, brief["id"])
        assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
        assert list(messages) == []


@pytest.fixture(scope="module")
def lively(settings: Settings) -> Iterator[str]:
    """The address of a `kontor server serve` without Redis, with few streams a caller and many heartbeats a second."""
    alone = replace(settings, redis_url="", limit_accounts=0, streams_per_caller=MOST_STREAMS)
    with serving(replace(alone, heartbeat_seconds=0.2, key_check_seconds=600.0)) as [url]:
        yield url


def news(messages: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Skip heartbeats."""
    return (each for each in messages if each)


def test_a_quiet_stream_sends_heartbeats_and_ends_with_its_key(lively: str, anna: Caller) -> None:
    """A heartbeat is not sent to a key that is gone; no other check of keys is due in this test."""
    game = a_game(anna)
    path = f"{game}/stream?after={version_of(anna, game)}"
    spare = anna.post("/v1/me/keys", {"label": "spare"}).json
    with (
        listening(lively, anna, path) as stays,
        reading_lines(lively, anna, path) as lines,
        listening(lively, anna.with_key(spare["api_key"]), path) as ends,
    ):
        assert anna.delete(f"/v1/me/keys/{spare['id']}").status_code == 204
        assert [next(stays) for _ in range(2)] == [{}, {}]
        assert [next(lines) for _ in range(2)] == [None, None]
        assert list(news(ends)) == []


@pytest.mark.parametrize("path", ["{game}/stream?after={version}", "/v1/me/stream"])
def test_a_stream_ends_soon_though_nothing_happens(
    app: Flask, front: str, anna: Caller, ben: Caller, path: str
) -> None:
    """With a key that was revoked, and with the account that was blocked. No heartbeat is due in this test."""
    game = a_dealt_game(anna, ben)
    path = path.format(game=game, version=version_of(anna, game))
    spare = anna.post("/v1/me/keys", {"label": "spare"}).json
    with listening(front, anna.with_key(spare["api_key"]), path) as by_key, listening(front, ben, path) as by_account:
        anna.delete(f"/v1/me/keys/{spare['id']}")
        app.extensions["kontor"].store.accounts.block(UUID(str(ben.account)), True)
        assert [each for each in (*by_key, *by_account) if each.get("event") != "decision"] == []


def test_the_stream_of_a_private_game_is_for_its_readers(front: str, anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "me", visibility="private")
    token = anna.post(f"{game}/seats/1/token").json["token"]
    assert ask(front, ben, f"{game}/stream").status_code == 404
    with listening(front, ben.with_key(token), f"{game}/stream") as messages:
        assert next(messages)["data"]["version"] == 1
        for _ in range(version_of(anna, game) - 1):
            next(messages)
        assert anna.delete(f"{game}/seats/1/token").status_code == 204
        assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
        assert list(messages) == []


def test_decisions_that_wait_come_first_and_new_ones_as_they_arise(front: str, anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    with listening(front, anna, "/v1/me/stream") as mine, listening(front, ben, "/v1/me/stream") as bens:
        first = next(mine)
        assert first["event"] == "decision"
        assert (first["data"]["game"], first["data"]["seat"]) == (game.rpartition("/")[2], 1)
        assert anna.get(first["data"]["legal_href"]).json["options"]
        assert anna.post(f"{game}/commands", {"type": "take_card"}).status_code == 201
        assert next(bens)["data"]["seat"] == 2
        other = a_game(anna)  # begun while she listens
        assert next(mine)["data"]["game"] == other.rpartition("/")[2]


def test_the_next_decision_of_the_same_turn_is_reported_with_its_kind(front: str, anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    with listening(front, anna, "/v1/me/stream") as mine:
        first = next(mine)["data"]
        assert first["kind"] == "turn"
        sent = anna.post(f"{game}/commands", {"type": "offer", "points": 1})
        assert sent.status_code == 201
        second = next(mine)["data"]
        assert (second["seat"], second["version"]) == (first["seat"], sent.json["version"])


def without(game: str, messages: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    return (each for each in messages if each["data"]["game"] != game)


def test_the_account_stream_reports_events_and_resumes_without_a_gap(
    app: Flask, front: str, anna: Caller, ben: Caller
) -> None:
    other, game = a_game(anna).rpartition("/")[2], a_game(anna, "me", "open")
    with listening(front, anna, "/v1/me/stream") as messages:
        assert next(messages)["data"]["game"] == other  # what happens from now on is told
        mine = without(other, messages)
        heard = threading.Thread(target=lambda: ben.post(f"{game}/seats/2/join"))
        heard.start()
        # The decision may come first: the server reads what waits after it has read what happened.
        heard_of = {each["event"]: each for each in (next(mine), next(mine), next(mine))}
        joined, decision = heard_of["seat.changed"]["data"], heard_of["decision"]
        assert (joined["why"], joined["changed_seat"]) == ("joined", 2)
        assert heard_of["game.started"]["data"]["turn_order"] == [1, 2]
        heard.join()
    assert ben.post(f"{game}/seats/2/resign", {"bot": "random"}).status_code == 201
    for caller in (anna, ben):
        caller.post(f"{game}/abort")  # all people at the table: she alone
    with listening(front, anna, "/v1/me/stream", Last_Event_ID=decision["id"]) as messages:
        mine = without(other, messages)
        resigned, ended = next(mine), next(mine)
        while resigned["data"].get("why") in ("joined", None):  # heard before, or a start: at least once is promised
            resigned, ended = ended, next(mine)
        assert (resigned["event"], resigned["data"]["to"]["kind"]) == ("seat.changed", "bot")
        assert (ended["event"], ended["data"]["status"]) == ("game.ended", "aborted")
    with listening(front, anna, "/v1/me/stream", Last_Event_ID="never-given") as messages:
        new = a_game(anna)
        assert next(without(other, messages))["data"]["game"] == new.rpartition("/")[2]  # nothing of before


def test_an_invited_account_gets_a_notice(app: Flask, front: str, anna: Caller, ben: Caller) -> None:
    game, at = a_game(anna, "me", "open"), datetime.now(UTC)
    ids = (new_id(), UUID(game.rpartition("/")[2]), 2, UUID(str(anna.account)), UUID(str(ben.account)))
    kept = Invitation(*ids, None, at, at + timedelta(hours=1))
    assert Invitations(app.extensions["kontor"].pool).add(kept, None) is not None
    with listening(front, ben, "/v1/me/stream") as mine:
        told = next(mine)
        assert (told["event"], told["data"]["seat"], told["data"]["href"]) == ("seat.invited", 2, game)


def test_a_listening_account_gets_an_invitation_at_once(front: str, anna: Caller, ben: Caller) -> None:
    """Redis reports it: the streams do not read PostgreSQL by themselves in this test."""
    game = a_game(anna, "me", "open")
    with listening(front, ben, "/v1/me/stream") as mine:
        bens = a_game(ben)
        assert next(mine)["data"]["game"] == bens.rpartition("/")[2]  # he listens
        assert anna.post(f"{game}/seats/2/invitations", {"account": ben.account}).status_code == 201
        told = next(each for each in mine if each.get("event") == "seat.invited")
        assert told["data"]["href"] == game


def test_all_pending_decisions_are_reported(front: str, anna: Caller) -> None:
    """More than a page of them."""
    games = {a_game(anna, "me", "me", options={"rounds": 2}).rpartition("/")[2] for _ in range(230)}
    with listening(front, anna, "/v1/me/stream") as mine:
        assert {next(mine)["data"]["game"] for _ in range(230)} == games


def is_opened(streams: ExitStack, url: str, caller: Caller) -> bool:
    stream = httpx.stream("GET", url, headers=caller.headers({}), timeout=MORE_THAN_A_HEARTBEAT, verify=NO_TLS)
    return streams.enter_context(stream).status_code == 200


def test_a_closed_stream_makes_room(lively: str, anna: Caller) -> None:
    for _ in range(3):
        with ExitStack() as streams:
            for _ in range(MOST_STREAMS):  # those of the round before are closed as soon as the server has seen it
                wait_until(partial(is_opened, streams, f"{lively}/v1/me/stream", anna))
            refused = ask(lively, anna, "/v1/me/stream")
            assert (refused.status_code, refused.json()["type"]) == (429, "/problems/too-many-requests")
            assert refused.headers["Retry-After"]
            assert refused.headers["Access-Control-Allow-Origin"] == "*"  # a page can read it
            assert "instance" in refused.json()


def test_without_redis_a_stream_asks_postgres(lively: str, anna: Caller) -> None:
    game = a_game(anna)
    command, before = next_command(anna, game), version_of(anna, game)
    with (
        listening(lively, anna, f"{game}/stream?after={before}") as messages,
        listening(lively, anna, "/v1/me/stream") as mine,
    ):
        decisions = news(mine)
        assert next(decisions)["data"]["version"] == before
        sent = anna.post(f"{game}/commands", command).json["version"]
        assert version_in(next(news(messages))) == before + 1
        assert next(decisions)["data"]["version"] == sent


def test_a_request_process_alone_says_who_serves_streams(anna: Caller) -> None:
    game = a_game(anna)
    assert "kontor server serve" in problem(anna.get(f"{game}/stream"), 503, "unavailable")["detail"]
    told = anna.get(f"{game}/stream", Kontor_Front="asks")
    assert told.status_code == 200
    assert UUID(game.rpartition("/")[2]).hex in told.headers["Kontor-Admitted"].replace("-", "")
