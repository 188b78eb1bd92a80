"""A bot that is invited has one look at what it is invited to: not one after every commit, and not none."""

from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

import pytest
from flask.testing import FlaskClient

from kontor.domain.kernel.game import Game
from kontor.service.engine import projection
from kontor.service.engine.game_at import GameAt
from kontor.service.http.app import create_app
from kontor.service.http.context import NAME, Context
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.settings import Settings
from kontor.service.store.debts import Debt
from tests.support.playing import Played, created
from tests.support.playing import step as playing_step
from tests.tiny import RULESET
from tests.tiny.state import State


def step(played: Played, seat: int, **body: object) -> tuple[Game[State], Game[State]]:  # type: ignore[type-arg]
    before = played.game
    played.do(seat, body)  # type: ignore[arg-type]  # JSON
    return before, played.game


def owed(rules: AnyRuleset, before: AnyGame, after: AnyGame) -> Debt | None:
    was, now = (GameAt(rules, game) for game in (before, after))
    return projection.pending_work(was, now)


def test_invited_bots_are_called_for_an_offer_and_not_again_for_another_answer() -> None:
    played = created(RULESET, 4, bots=(2, 3, 4))
    assert owed(RULESET, *step(played, 1, type="offer", points=1)) == Debt((2, 3, 4))
    answered = step(played, 2, type="answer_offer", accept=False)
    assert owed(RULESET, *answered) == Debt((), invited=(3, 4))
    accepted = step(played, 3, type="answer_offer", accept=True)  # the offer is gone, nobody is invited
    assert owed(RULESET, *accepted) == Debt()


def test_a_bot_that_takes_over_an_invited_seat_is_called() -> None:
    played = created(RULESET, 3, bots=(3,))
    _, asked = step(played, 1, type="offer", points=1)
    handed = replace(asked, places=tuple(replace(each, bot="random") for each in asked.places))
    assert owed(RULESET, asked, handed) == Debt((1, 2), invited=(3,))  # 1 must decide, 2 is new, 3 was asked before


def test_an_invitation_to_something_else_is_a_new_one() -> None:
    """Options tell: a second offer beside the first leaves the same seats invited."""
    busy = replace(RULESET, legal=lambda state, seat: [{"type": "answer_offer", "points": len(state.ledger)}])
    played = created(RULESET, 3, bots=(2, 3))
    before, after = step(played, 1, type="offer", points=1)
    assert owed(busy, after, after) == Debt((), invited=(2, 3))
    richer = replace(after, state=replace(after.state, ledger=(None,)))  # type: ignore[arg-type, type-var]
    assert owed(busy, after, richer) == Debt((2, 3))
    assert owed(busy, before, after) == Debt((2, 3))


def standing(before: AnyGame, after: AnyGame, actor: str) -> tuple[int, ...]:
    was, now = (GameAt(RULESET, game) for game in (before, after))
    return projection.project(was, now, actor).standing


def test_a_decision_is_unchanged_while_other_seats_decide() -> None:
    played = created(RULESET, 3)
    while RULESET.awaiting(played.game.state) != (1, 2, 3):
        assert playing_step(played)
    before, after = step(played, 2, type="bid", amount=0)
    assert RULESET.awaiting(after.state) == (1, 3)
    assert standing(before, after, "seat:2") == (1, 3)
    assert standing(before, after, "seat:1") == (3,)  # whoever decided owes another one
    assert standing(before, after, "system") == ()
    handed = replace(after, places=tuple(replace(each, bot="random") for each in after.places))
    assert standing(before, handed, "seat:2") == ()  # somebody else owes it


def test_a_decision_is_new_if_another_seat_acted_in_between() -> None:
    played = created(RULESET, 3)
    step(played, 1, type="offer", points=1)
    before, after = step(played, 2, type="answer_offer", accept=False)
    assert RULESET.awaiting(before.state) == RULESET.awaiting(after.state) == (1,)
    assert standing(before, after, "seat:2") == ()


@pytest.fixture
def context_and_client(own_settings: Settings) -> Iterator[tuple[Context, FlaskClient]]:
    app = create_app(replace(own_settings, redis_url=""))
    context: Context = app.extensions[NAME]
    yield context, app.test_client()
    context.pool.close()


def test_an_invited_bot_is_pending_until_it_was_called(context_and_client: tuple[Context, FlaskClient]) -> None:
    context, client = context_and_client
    key = {"Authorization": f"Bearer {client.post('/v1/accounts', json={'name': 'Anna'}).get_json()['api_key']}"}
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 3]
    body = {"ruleset": "tiny", "board": "square", "seats": seats}
    game = UUID(client.post("/v1/games", json=body, headers=key).get_json()["id"])
    offered = client.post(f"/v1/games/{game}/commands", json={"type": "offer", "points": 1}, headers=key).get_json()
    assert context.store.debts.find(game) == (offered["version"], Debt((2, 3, 4)))
    context.store.debts.remove_bot(game, offered["version"], 2)  # it passed
    answered = context.games.act(game, 3, {"type": "answer_offer", "accept": False}, offered["version"]).game.version
    assert context.store.debts.find(game) == (answered, Debt((4,)))  # 4 has not looked yet, 2 has
    context.store.debts.remove_bot(game, answered, 4)
    assert context.store.debts.find(game) is None
    context.games.act(game, 2, {"type": "answer_offer", "accept": False}, answered)
    assert context.store.debts.find(game) is None  # 4 is still invited, and knows it
