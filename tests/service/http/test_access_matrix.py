"""Who may read and do what: every operation × every kind of caller × every visibility × running, finished and past.

The tables of docs/security/access.md say who is let in; a new operation of the OpenAPI document joins by itself.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.http.internal_headers import ADMITTED, ASKS, FRONT, Admitted
from kontor.service.http.openapi import document
from kontor.service.settings import Settings
from kontor.service.signing.keys import read_keys
from kontor.service.store.async_reads import MINE
from kontor.service.tlog.log import note_signer
from kontor.service.webhooks.announce import announce
from tests.support.access_matrix import (
    ACCESS,
    ALLOWED,
    HARMLESS,
    LET_IN,
    TOKENS,
    Asked,
    Stage,
    ask,
    calls,
    expected,
    outcome,
    properties,
    told,
)
from tests.support.access_scenes import SCENES, SEAT_OF, Scene, absent, new_scene, people
from tests.support.access_tables import Access
from tests.support.callers import TestResponse, problem
from tests.support.openapi_document import operations
from tests.support.signing_log import sign_checkpoint

DOCUMENT = document.document(create_app(Settings(rulesets=("tests.tiny:RULESET",)), connected=False))
OPERATIONS = {operation.body["operationId"]: operation for operation in operations(DOCUMENT)}
OF_GAMES = [name for name, each in OPERATIONS.items() if each.is_of_a_game]


@pytest.fixture(scope="module")
def app(module_app: Flask) -> Flask:
    """On a database of its own: lists are compared."""
    return module_app


@pytest.fixture(scope="module")
def stage(app: Flask) -> Stage:
    cast = people(app)
    scenes = {(visibility, phase): new_scene(app, cast, visibility, phase) for visibility, phase in SCENES}
    context = app.extensions["kontor"]
    sign_checkpoint(context.pool, note_signer(read_keys(Path(context.settings.signing_keys)), ""))  # for proofs
    return Stage(cast, scenes, told(problem(cast.callers["no key"].get(absent()), 404, "not-found")))


@pytest.mark.parametrize("name", OF_GAMES)
def test_each_operation_lets_in_the_callers_that_the_page_names(stage: Stage, name: str) -> None:
    operation, wrong = OPERATIONS[name], []
    for scene in stage.scenes.values():
        if scene.phase == "open" and name in ALLOWED:
            continue  # the page says who may do this from the start on
        path = operation.path.replace("/v1/games/{game_id}", scene.game).replace("{seat}", "1")
        path = path.replace("{invitation_id}", str(uuid4()))
        for who in there(scene):
            for asked in calls(operation, scene):
                answer = ask(stage, operation, who, scene, path, asked)
                found, right = outcome(answer, asked, stage.missing), expected(operation, who, scene)
                if found != right:
                    wrong.append(f"{name}{asked[0]} as {who}, {scene}: {found}, not {right}")
    assert not wrong, "\n".join(wrong)


def there(scene: Scene) -> Mapping[str, Access]:
    """The callers that a scene has."""
    return {who: rights for who, rights in ACCESS.items() if who in scene.callers or who == "small key"}


def test_a_seat_that_a_bot_plays_belongs_to_the_account_that_resigned(stage: Stage) -> None:
    for scene in stage.scenes.values():
        for name in ("returnToSeat", "inviteToSeat") if scene.phase == "running" else ():
            path = OPERATIONS[name].path.format(game_id=scene.id, seat=SEAT_OF["resigned"])
            asked: Asked = (HARMLESS, None, {})
            for who, rights in ACCESS.items():
                found = outcome(ask(stage, OPERATIONS[name], who, scene, path, asked), asked, stage.missing)
                reads = "401" if who == "no key" else rights.of(scene.visibility)
                right = LET_IN if who == "resigned" else 403 if reads == "reads" else int(reads)
                assert found == right, f"{name} as {who}, {scene}"


# ---------------------------------------------------------------- what is in no game


def test_operations_outside_of_games_let_in_the_callers_that_the_page_names(stage: Stage) -> None:
    wrong = []
    for name, operation in OPERATIONS.items():
        if (
            operation.is_of_a_game
            or operation.scope is None
            or "{" in operation.path.removeprefix("/v1/rulesets/{name}")
        ):
            continue
        path = operation.path.replace("{name}", "tiny")
        asked: Asked = ("" if operation.method == "get" else HARMLESS, None, {FRONT: ASKS} if "stream" in name else {})
        for who in ACCESS:
            found = outcome(ask(stage, operation, who, None, path, asked), asked, stage.missing)
            if found != (right := expected(operation, who, None)):
                wrong.append(f"{name} as {who}: {found}, not {right}")
    assert not wrong, "\n".join(wrong)


def test_operations_without_a_scope_do_not_depend_on_the_caller(stage: Stage) -> None:
    """Public texts, the transparency log, signing up: a key is not read there."""
    wrong = []
    for name, operation in OPERATIONS.items():
        if operation.scope is None and name != "getMetrics":  # counts every request
            path = operation.path.replace("{name}", "tiny").replace("{board}", "square").replace("{rule}", "TINY-1")
            path = path.replace("{path}", "0/000")
            asked: Asked = ("" if operation.method == "get" else HARMLESS, None, {})
            answers = {who: ask(stage, operation, who, None, path, asked) for who in ACCESS}
            first = answers["no key"]
            wrong += [
                f"{name} as {who}: {answer.status_code}"
                for who, answer in answers.items()
                if (answer.status_code, text(answer)) != (first.status_code, text(first))
            ]
    assert not wrong, "\n".join(wrong)


def text(answer: TestResponse) -> object:
    """Return the body, without the address of a problem."""
    return told(answer.json) if answer.mimetype == "application/problem+json" else answer.data


def test_resources_of_an_account_do_not_exist_for_other_callers(app: Flask, stage: Stage) -> None:
    wrong, tried = [], set()
    for each in properties(app, stage):
        for name, path in each.paths.items():
            operation, scene = OPERATIONS[name], stage.scenes["private", "running"]
            tried.add(name)
            for who in ACCESS:
                mine = who == each.owner
                asked: Asked = (HARMLESS if mine and operation.method != "get" else "", None, {})
                right = expected(operation, who, scene if operation.is_of_a_game else None)
                right = right if mine or right != LET_IN else 404
                absent_path = unknown(operation.path, path)
                missing = told(ask(stage, operation, who, scene, absent_path, asked).json)
                found = outcome(ask(stage, operation, who, scene, path, asked), asked, missing)
                if found != right:
                    wrong.append(f"{name} as {who}, of {each.owner}: {found}, not {right}")
    assert not wrong, "\n".join(wrong)
    named = {name for name, each in OPERATIONS.items() if "_id}" in each.path.replace("{game_id}", "")}
    assert tried == named


def unknown(template: str, path: str) -> str:
    """Return the path with ids that no object has. The game and the seat stay."""
    pairs = zip(template.split("/"), path.split("/"), strict=True)
    return "/".join(str(uuid4()) if name.endswith("_id}") and name != "{game_id}" else value for name, value in pairs)


# ---------------------------------------------------------------- what they see there


def test_lists_hold_the_games_that_the_page_names(stage: Stage) -> None:
    scenes = {each.id: each for each in stage.scenes.values()}
    for who, rights in ACCESS.items():
        answer = ask(stage, OPERATIONS["listGames"], who, None, "/v1/games", ("?limit=100", None, {}))
        if rights.listed.isdigit():
            assert answer.status_code == int(rights.listed), who
            continue
        found = {str(scenes[each["id"]]) for each in answer.json["items"] if each["id"] in scenes}
        assert found == {str(each) for each in scenes.values() if is_listed(rights.listed, who, each)}, who


def is_listed(listed: str, who: str, scene: Scene) -> bool:
    return scene.visibility == "public" or listed == "all" or (listed == "public, own" and who in scene.callers)


def test_a_list_marks_the_seats_of_the_caller(stage: Stage) -> None:
    """A seat token says nothing about the account that made it."""
    for who in ("seat token", "token of another game", "other account", "left", "passed on"):
        answer = ask(stage, OPERATIONS["listGames"], who, None, "/v1/games", ("?limit=100", None, {}))
        marked = [each["seat"] for game in answer.json["items"] for each in game["seats"] if each["mine"]]
        assert marked == [], who


def test_messages_go_to_the_accounts_that_the_page_names(app: Flask, stage: Stage) -> None:
    pool = app.extensions["kontor"].pool
    while announce(pool):
        pass
    finished = {each.id for each in stage.scenes.values() if each.phase == "finished"}
    for who, webhook in stage.cast.webhooks.items():
        sent = ACCESS[who].messages == "sent"
        caller = stage.cast.callers[who]
        items = caller.get(f"/v1/webhooks/{webhook}/deliveries?limit=100").json["items"]
        told_of = {json.loads(each["body"])["data"]["game"] for each in items if each["type"] == "game.ended"}
        assert told_of == (finished if sent else set()), who
        with pool.connection() as conn:
            rows = conn.execute(MINE, {"accounts": [UUID(caller.account)], "games": None}).fetchall()
        streamed = {str(game) for _, game, *_ in rows} & {each.id for each in stage.scenes.values()}
        assert streamed == {each.id for each in stage.scenes.values() if sent and who in each.callers}, who


def test_seals_are_open_to_the_callers_that_the_page_names(stage: Stage) -> None:
    for scene in stage.scenes.values():
        log = scene.callers["holder"].get(f"{scene.game}/events?limit=200").json["items"]
        for who, rights in there(scene).items():
            if rights.of(scene.visibility) != "reads":
                continue
            found = scene.callers[who].get(f"{scene.game}/events?limit=200").json["items"]
            opened = {(each["version"], part["part"]) for each in found for part in each["parts"]}
            right = {
                (each["version"], number)
                for each in log
                for number, part in enumerate(each["envelope"]["sealed"])
                if scene.phase == "finished" or opens(rights.seals, who, scene, each["version"], part["for"])
            }
            assert opened == right, f"{who}, {scene}"
        for who, version in scene.gave_up.items():  # or the comparison says nothing about former holders
            later = [part["for"] for each in log if each["version"] >= version for part in each["envelope"]["sealed"]]
            assert any(SEAT_OF[who] in seats for seats in later), f"{who}, {scene}"


def opens(seals: str, who: str, scene: Scene, version: int, seats: list[int]) -> bool:
    if seals == "no seat" or SEAT_OF[who] not in seats:
        return False
    return seals == "their seat" or version < scene.gave_up[who]


def test_a_former_holder_sees_the_positions_of_their_time(stage: Stage) -> None:
    for scene in stage.scenes.values():
        for who in ("resigned", "passed on"):
            if scene.phase != "running" or ACCESS[who].of(scene.visibility) != "reads":
                continue
            caller, eyes = scene.callers[who], f"as=seat:{SEAT_OF[who]}"
            for path in ("state", "board.svg", "board.txt"):
                assert caller.get(f"{scene.game}/{path}?{eyes}&version={scene.before}").status_code == 200
                problem(caller.get(f"{scene.game}/{path}?{eyes}"), 403, "forbidden")
                late = f"{scene.game}/{path}?{eyes}&version={scene.gave_up[who]}"
                problem(caller.get(late), 403, "forbidden")
            problem(caller.get(f"{scene.game}/diff?{eyes}&from={scene.before}"), 403, "forbidden")


# ---------------------------------------------------------------- answers, tickets, streams


def test_a_stored_answer_is_for_the_caller_who_was_given_it(stage: Stage) -> None:
    """Former holders gave their seats up with an Idempotency-Key: all callers send the same requests again."""
    for scene in stage.scenes.values():
        for owner, (name, path, body) in scene.answered.items():
            for who, rights in there(scene).items():
                asked: Asked = ("", body, {"Idempotency_Key": owner})
                answer = ask(stage, OPERATIONS[name], who, scene, path, asked)
                assert ("Idempotent-Replayed" in answer.headers) == (who == owner), f"{name} as {who}, {scene}"
                if who == owner:
                    assert answer.status_code == 201
                elif rights.of(scene.visibility) != "reads":
                    found = outcome(answer, asked, stage.missing)
                    assert found == (401 if who == "no key" else int(rights.of(scene.visibility))), f"{who}, {scene}"


def test_tickets_and_streams_are_for_callers_who_read_the_game(stage: Stage) -> None:
    operation = OPERATIONS["createStreamTicket"]
    for scene in stage.scenes.values():
        stream = f"{scene.game}/stream"
        for who, rights in there(scene).items():
            asked: Asked = ("", {"stream": stream}, {})
            answer = ask(stage, operation, who, scene, "/v1/me/stream-tickets", asked)
            reads = "401" if who == "no key" else rights.of(scene.visibility)
            assert outcome(answer, asked, stage.missing) == (LET_IN if reads == "reads" else int(reads)), (
                f"{who}, {scene}"
            )
            if answer.status_code == 201:
                opened = scene.callers["no key"].get(answer.json["href"], **{FRONT: ASKS})
                admitted = Admitted.read(opened.headers[ADMITTED])
                assert (admitted.game, admitted.account) == (scene.id, account_of(scene, who)), f"{who}, {scene}"


def account_of(scene: Scene, who: str) -> str | None:
    return scene.callers["holder" if who in TOKENS else who].account
