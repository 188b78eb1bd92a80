"""Recorded games over HTTP: what the rules accept can be sent, field by field."""

import json
from collections.abc import Mapping

from flask import Flask

from kontor.service.http.context import NAME
from tests.support.callers import Caller
from tests.support.recorded_load import LoadGame, all_recordings, load_game

TRADES = "conclude_trade"  # its field `seat` is the partner, not the sender


def loaded(app: Flask, index: int) -> tuple[LoadGame, Caller]:
    def post(path: str, body: Mapping[str, object], key: str) -> Mapping[str, object]:
        answer = Caller(app, key or None).post(path, dict(body))
        assert answer.status_code == 201, answer.text
        return dict(answer.json)

    game = load_game(app.extensions[NAME].store, post, all_recordings()[index], "Anna")
    return game, Caller(app, game.key)


def test_a_trade_is_concluded_with_the_partner_that_the_command_names(shipped_app: Flask) -> None:
    """Alone at a table of one's own, the sender's seat stands beside the commands of a batch."""
    recordings = all_recordings()
    index = next(n for n, each in enumerate(recordings) if any(body["type"] == TRADES for _, body in each.commands))
    last = next(n for n, (_, body) in enumerate(recordings[index].commands) if body["type"] == TRADES)
    game, anna = loaded(shipped_app, index)
    for body in game.bodies[: last + 1]:
        answer = anna.post(f"/v1/games/{game.id}/commands", json.loads(body))
        assert answer.status_code == 201, answer.text
    assert answer.json["events"][0]["command"]["body"] == recordings[index].commands[last][1]


def test_a_holder_of_one_seat_can_send_listed_commands_unchanged(shipped_app: Flask) -> None:
    """A complete command is ready to post, also one that has a field `seat`."""
    recordings = all_recordings()
    index = next(n for n, each in enumerate(recordings) if any(body["type"] == TRADES for _, body in each.commands))
    seat, last = next((seat, n) for n, (seat, body) in enumerate(recordings[index].commands) if body["type"] == TRADES)
    game, anna = loaded(shipped_app, index)
    for body in game.bodies[:last]:
        assert anna.post(f"/v1/games/{game.id}/commands", json.loads(body)).status_code == 201
    token = anna.post(f"/v1/games/{game.id}/seats/{seat}/token", {}).json["token"]
    holder = anna.with_key(token)
    listed = holder.get(f"/v1/games/{game.id}/legal-commands?seat={seat}&expand=100").json["commands"]
    concluding = next(each for each in listed if each["type"] == TRADES)
    answer = holder.post(f"/v1/games/{game.id}/commands", concluding)
    assert answer.status_code == 201, answer.text
