"""Invitations in the store: used with the append or not at all, forgotten with their accounts, deleted in the end."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from kontor.service.store.append_values import Alongside
from kontor.service.store.invitations import Invitation, Invitations
from kontor.service.store.maintenance import delete_expired
from kontor.service.store.store import Store
from tests.support.stored_games import RUNNING, appended, is_appended, stored_game

ANNA, BEN = uuid4(), uuid4()


def an_invitation(game_id: UUID, lasts: timedelta = timedelta(days=1), invitee: UUID | None = BEN) -> Invitation:
    now = datetime.now(UTC)
    return Invitation(uuid4(), game_id, 2, ANNA, invitee, None, now, now + lasts)


def status_of(invitations: Invitations, invitation: Invitation) -> str | None:
    found = invitations.find(invitation.id)
    return None if found is None else found.status


def test_an_invitation_is_used_by_the_append_that_wins(own_store: Store) -> None:
    invitations, game = Invitations(own_store.pool), stored_game(own_store)
    made = an_invitation(game.id)
    assert invitations.add(made, None) == made
    appended(own_store, game, Alongside(RUNNING))
    assert not is_appended(own_store, game.id, game.head, [game.rival_commit(1)], Alongside(RUNNING, accepted=made.id))
    assert status_of(invitations, made) == "waiting"
    appended(own_store, game, Alongside(RUNNING, accepted=made.id))
    assert status_of(invitations, made) == "used"


def test_a_change_stores_its_invitations_in_the_same_statement(own_store: Store) -> None:
    invitations, game = Invitations(own_store.pool), stored_game(own_store)
    made = an_invitation(game.id)
    appended(own_store, game, Alongside(RUNNING, invited=(made,)))
    [found] = invitations.for_account(BEN)
    assert (found.id, found.game_id, found.seat, found.account) == (made.id, game.id, 2, ANNA)
    assert invitations.to_seat(BEN, game.id, 2) == found
    assert invitations.to_seat(BEN, game.id, 1) is None


def test_invitations_are_forgotten_with_either_account(own_store: Store) -> None:
    invitations, game = Invitations(own_store.pool), stored_game(own_store)
    for account in (ANNA, BEN):
        made = an_invitation(game.id)
        invitations.add(made, None)
        own_store.participants.forget_account(account)
        assert status_of(invitations, made) is None


def test_old_invitations_are_deleted(own_store: Store) -> None:
    invitations, game = Invitations(own_store.pool), stored_game(own_store)
    old, young = (an_invitation(game.id, timedelta(days=-days), None) for days in (8, 6))
    for n, each in enumerate((old, young)):
        invitations.add(each, bytes([n]) * 32)
    delete_expired(own_store.pool)
    assert (status_of(invitations, old), status_of(invitations, young)) == (None, "expired")


def test_the_id_of_a_rematch_is_settled_once(own_store: Store) -> None:
    invitations, game = Invitations(own_store.pool), uuid4()
    first = uuid4()
    assert invitations.settle_rematch(game, first) == first
    assert invitations.settle_rematch(game, uuid4()) == first
