"""Open streams of an app."""

from flask import Flask

from tests.support.callers import Caller, a_dealt_game, version_of
from tests.support.listening import listening
from tests.support.signing_in import registered


def test_streams_of_an_app_end_with_the_app_and_with_the_key_that_allowed_it(
    app: Flask, front: str, anna: Caller, ben: Caller
) -> None:
    """Without a heartbeat, and though nothing happens in the game."""
    third, game = registered(app), a_dealt_game(anna, ben)
    path = f"{game}/stream?after={version_of(anna, game)}"
    spare = anna.post("/v1/me/keys", {"label": "spare"}).json
    its = third.sign_in(anna)
    by_key, signed_out = third.sign_in(anna.with_key(spare["api_key"])), third.sign_in(ben)
    with (
        listening(front, its, path) as first,
        listening(front, by_key, path) as second,
        listening(front, signed_out, "/v1/me/stream") as third_stream,
    ):
        anna.delete(f"/v1/me/keys/{spare['id']}")
        for person, lists in ((anna, first), (ben, third_stream)):
            for each in person.get("/v1/me/apps").json["items"]:
                assert person.delete(f"/v1/me/apps/{each['id']}").status_code == 204
            assert [each for each in lists if each.get("event") != "decision"] == []
        assert list(second) == []
