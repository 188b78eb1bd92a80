"""How a change is answered: the order of checks, If-Match, the receipt."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from flask import Flask

from kontor.domain.kernel.canonical import canonical
from tests.support.callers import Caller, a_game, next_command, problem, version_of


def test_an_accepted_command_answers_with_events_and_a_receipt_that_verifies(anna: Caller, nobody: Caller) -> None:
    game = a_game(anna)
    before = version_of(anna, game)
    answer = anna.post(f"{game}/commands", next_command(anna, game))
    assert answer.status_code == 201
    body = answer.json
    assert [each["version"] for each in body["events"]] == list(range(before + 1, body["version"] + 1))
    assert answer.headers["ETag"] == f'"{body["version"]}"'
    assert body["awaiting"] == anna.get(game).json["awaiting"]
    receipt = dict(body["receipt"])
    assert receipt["hash"] == body["events"][-1]["hash"] == anna.get(game).json["head"]
    keys = {each["id"]: each["public_key"] for each in nobody.get("/.well-known/kontor-keys.json").json["keys"]}
    signature = bytes.fromhex(receipt.pop("signature"))
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(keys[receipt["key"]]))
    public.verify(signature, b"kontor/receipt/1\n" + canonical(receipt))  # raises if it does not hold


def test_checks_come_in_the_order_of_the_contract(anna: Caller, ben: Caller, nobody: Caller) -> None:
    """401, 404/403, 400, idempotency, 412, 409, 422: each request below has every later flaw as well."""
    game, private = a_game(anna), a_game(anna, visibility="private")
    stale = '"1"'
    problem(nobody.raw(f"{private}/commands", b"{", If_Match=stale), 401, "unauthenticated")
    problem(ben.raw(f"{private}/commands", b"{", If_Match=stale), 404, "not-found")
    problem(ben.raw(f"{game}/commands", b"{", If_Match=stale), 403, "forbidden")
    problem(anna.raw(f"{game}/commands", b"{", If_Match=stale), 400, "unreadable")
    anna.post(f"{game}/commands", {"type": "take_card", "seat": 1}, Idempotency_Key="k")
    reused = {"type": "show_card", "card": "none", "seat": 1}
    problem(anna.post(f"{game}/commands", reused, Idempotency_Key="k", If_Match=stale), 409, "key-reused")
    problem(anna.post(f"{game}/commands", reused, If_Match=stale), 412, "stale-version")
    problem(anna.post(f"{game}/commands", reused), 409, "not-your-decision")
    problem(anna.post(f"{game}/commands", {**reused, "seat": 2}), 422, "rule-violation")


def test_a_seat_of_another_caller_is_refused_before_key_and_version(anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open")
    ben.post(f"{game}/seats/2/join")
    command = next_command(anna, game)
    assert anna.post(f"{game}/commands", command, Idempotency_Key="k").status_code == 201
    foreign = {"type": "roll", "seat": 2}
    problem(anna.post(f"{game}/commands", foreign, Idempotency_Key="k"), 403, "forbidden")
    problem(anna.post(f"{game}/commands", foreign, If_Match='"1"'), 403, "forbidden")
    problem(anna.post(f"{game}/commands", {"commands": [foreign]}, If_Match='"1"'), 403, "forbidden")


def test_the_refusal_of_a_stale_version_has_the_missed_events(anna: Caller) -> None:
    game = a_game(anna)
    version = version_of(anna, game)
    happened = anna.post(f"{game}/commands", next_command(anna, game)).json
    answer = anna.post(f"{game}/commands", {"type": "roll", "seat": 1}, If_Match=f'"{version}"')
    body = problem(answer, 412, "stale-version")
    assert body["current_version"] == happened["version"]
    assert body["missed"] == happened["events"]


@pytest.mark.parametrize("given", ["17", '"x"', 'W/"17"', '""', '"-1"', '"1", "2"'])
def test_an_unreadable_precondition_is_refused(anna: Caller, given: str) -> None:
    game = a_game(anna)
    body = problem(anna.post(f"{game}/commands", {"type": "roll", "seat": 1}, If_Match=given), 400, "unreadable")
    assert body["errors"][0]["pointer"] == "header/If-Match"


def test_twelve_racing_commands_have_one_winner_each_turn(app: Flask, other_app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    version = version_of(anna, game)
    send = [anna.at([app, other_app][n % 2]) for n in range(12)]
    with ThreadPoolExecutor(12) as pool:
        answers = list(
            pool.map(
                lambda who: who.post(f"{game}/commands", {"type": "take_card", "seat": 1}, If_Match=f'"{version}"'),
                send,
            )
        )
    codes = sorted(answer.status_code for answer in answers)
    assert codes == [201] + [412] * 11
