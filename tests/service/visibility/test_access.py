"""The rules on who may read a game decide alike on a loaded game, on its row, and on the look-up of a caller."""

from uuid import UUID

from flask import Flask

from kontor.service.api_keys import SEAT_PREFIX, hash_of
from kontor.service.store.lookup import Caller as Known
from kontor.service.store.lookup import Credential, look_up
from kontor.service.visibility import (
    Clearance,
    clearance_of,
    may_enter,
    may_read,
    needs_grant,
    participants_without_seat,
    seats_held,
    seats_held_in_row,
)
from tests.support.callers import Caller, a_game, auditing, opened

Facts = tuple[bool, bool, bool, tuple[int, ...]]


def facts_of(app: Flask, caller: Caller, game: str) -> Facts:
    """Return whether the caller reads, enters and needs a grant, and their seats. All three forms of the game agree."""
    context, game_id = app.extensions["kontor"], UUID(game.rpartition("/")[2])
    sent = None if caller.key is None else Credential(hash_of(caller.key), caller.key.startswith(SEAT_PREFIX))
    found, head = look_up(context.pool, sent, game_id, None)
    assert head.head is not None
    known, at, row = found or Known(), context.games.loaded.known(game_id), context.store.games.row(game_id)
    forms = {(may_read(known, each), may_enter(known, each), needs_grant(known, each)) for each in (head, at, row)}
    assert len(forms) == 1
    assert seats_held(known, at) == tuple(seats_held_in_row(known, row))
    assert clearance_of(context.store, known, at).now == frozenset(seats_held(known, at))
    return (*forms.pop(), seats_held(known, at))


def test_all_forms_of_a_private_game_are_open_to_the_same_callers(app: Flask, anna: Caller, ben: Caller) -> None:
    carla, auditor = opened(app, "Carla"), auditing(app, opened(app, "Dora"))
    game = a_game(anna, "me", "open", visibility="private")
    assert anna.post(f"{game}/seats/2/invitations", {"account": ben.account}).status_code == 201
    assert ben.post(f"{game}/seats/2/join").status_code == 201
    token = ben.with_key(ben.post(f"{game}/seats/2/token").json["token"])
    assert facts_of(app, anna, game) == (True, True, False, (1,))
    assert facts_of(app, ben, game) == facts_of(app, token, game) == (True, True, False, (2,))
    assert facts_of(app, carla, game) == (False, False, False, ())
    assert facts_of(app, auditor, game) == (True, False, True, ())
    assert ben.post(f"{game}/seats/2/resign").status_code == 201
    assert facts_of(app, ben, game) == (True, True, False, ())  # a bot plays the seat, which still names him


def test_any_caller_enters_a_game_that_is_not_private(app: Flask, anna: Caller, ben: Caller) -> None:
    for visibility in ("public", "unlisted"):
        game = a_game(anna, visibility=visibility)
        assert facts_of(app, ben, game) == facts_of(app, Caller(app), game) == (True, True, False, ())


def test_a_former_holder_has_participants_without_a_seat(app: Flask, anna: Caller, ben: Caller) -> None:
    game = a_game(anna, "me", "open")
    context, game_id = app.extensions["kontor"], UUID(game.rpartition("/")[2])
    ben.post(f"{game}/seats/2/join")
    known = look_up(context.pool, Credential(hash_of(str(ben.key)), False), game_id, None)[0] or Known()
    assert participants_without_seat(known, context.store.games.row(game_id)) == frozenset()
    ben.post(f"{game}/seats/2/resign")
    assert participants_without_seat(known, context.store.games.row(game_id)) == known.participants
    for caller in (anna, ben):
        caller.post(f"{game}/abort")
    assert context.store.games.row(game_id).is_ended
    assert participants_without_seat(known, context.store.games.row(game_id)) == frozenset()


def test_a_tenure_opens_versions_from_its_start_to_before_its_end() -> None:
    clearance = Clearance(frozenset({1}), ((2, 5, 8),))
    assert [clearance.at(version) for version in (4, 5, 7, 8)] == [{1}, {1, 2}, {1, 2}, {1}]
