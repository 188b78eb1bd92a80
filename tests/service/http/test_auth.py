"""Keys that are none, and private games. The matrix of all operations and callers is in test_access_matrix.py."""

import pytest

from tests.support.callers import Caller, a_game, problem


@pytest.mark.parametrize(
    "given", ["Bearer", "Bearer x", "Basic abc", "ktk_abc", "Bearer ktk_" + "x" * 200, "Bearer kts_none"]
)
def test_a_key_that_is_none_is_refused(table: tuple[Caller, str], given: str) -> None:
    """Also where no key would be needed: a caller with a broken key should hear of it."""
    _, game = table
    problem(Caller(table[0].app).get(f"{game}/state", Authorization=given), 401, "unauthenticated")


def test_a_private_game_does_not_exist_for_other_callers(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = a_game(anna, visibility="private")
    token = anna.with_key(anna.post(f"{game}/seats/2/token").json["token"])
    for path in ("", "/state", "/events", "/score", "/legal-commands"):
        assert anna.get(game + path).status_code in (200, 400)
        assert token.get(game + path).status_code == 200
        absent = ben.get(f"/v1/games/00000000-0000-7000-8000-000000000000{path}").json
        there = problem(ben.get(game + path), 404, "not-found")
        assert {**there, "instance": ""} == {**absent, "instance": ""}
    problem(nobody.get(f"{game}/state"), 404, "not-found")
    problem(ben.post(f"{game}/commands", {"type": "roll"}), 404, "not-found")
    problem(ben.post(f"{game}/seats/1/join"), 404, "not-found")
