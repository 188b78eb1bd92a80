"""Reading games: whole, from a version on, event by event, and in lists."""

from uuid import UUID, uuid4

import psycopg

from kontor.domain.kernel.bots import expand
from kontor.service.settings import Settings
from kontor.service.store.append_values import Alongside
from kontor.service.store.games import Head, Wanted
from kontor.service.store.participants import Seated
from kontor.service.store.store import Store
from tests.support.stored_games import RUNNING, appended, log_of, stored_game
from tests.tiny import RULESET

ANNA, BEN = uuid4(), uuid4()


def test_a_game_is_loaded_as_it_was_stored(store: Store) -> None:
    game = stored_game(store)
    stored = store.events.load(game.id)
    assert stored is not None
    assert stored.records == game.records
    assert stored.seed == game.played.game.seed
    assert store.boards.find(stored.row.board) == game.played.game.board
    assert stored.row.head == game.head
    assert (stored.row.status, stored.row.awaiting) == ("running", (1,))


def test_only_the_tail_is_read_where_the_rest_is_known(store: Store) -> None:
    game = stored_game(store)
    made = appended(store, game, Alongside(RUNNING))
    assert log_of(store, game.id, game.head.version) == list(made.records)


def test_events_are_paged_and_name_their_command_once(store: Store) -> None:
    game = stored_game(store)
    page = store.events.page(game.id, 1, 2)
    assert [each.record.version for each in page] == [2, 3]
    whole = store.events.page(game.id, 0, 1000)
    causes = [each.cause for each in whole if each.cause]
    assert causes == [(made.command, made.salt) for made in game.played.commits]


def test_a_command_names_the_bot_that_decided_it(store: Store) -> None:
    game = stored_game(store)
    body = expand(RULESET, game.played.game, 1, 1)[0][0]
    game.played.do(1, body, note={"thought": "up"}, bot="random")
    made = game.played.commits[-1]
    store.commits.append(game.id, game.head, [made], Alongside(RUNNING))
    (cause,) = [each.cause for each in store.events.page(game.id, game.head.version, 1000) if each.cause]
    assert cause == (made.command, made.salt)
    assert cause[0].bot == "random"


def test_a_missing_game_is_none(store: Store) -> None:
    nobody = uuid4()
    assert store.games.head(nobody) is None
    assert store.games.row(nobody) is None
    assert store.events.load(nobody) is None
    assert store.boards.find("sha256:" + "0" * 64) is None
    assert store.answers.find("nobody", "nothing") is None
    assert store.events.page(nobody, 0, 10) == []


def test_a_head_is_its_version_and_hash() -> None:
    assert Head() == Head(0, bytes(32))


def test_lists_show_what_the_reader_may_see_newest_first(own_store: Store, own_settings: Settings) -> None:
    store = own_store
    public = stored_game(store)
    unlisted = stored_game(store, Alongside(RUNNING, seated=(Seated("p1", 1, ANNA),)))
    with psycopg.connect(own_settings.migrate_url) as conn:  # no call changes it
        conn.execute("UPDATE games SET visibility = 'unlisted' WHERE game_id = %s", (unlisted.id,))

    def listed(wanted: Wanted) -> set[UUID]:
        found = [row.id for row in store.games.page(wanted)]
        assert found == sorted(found, reverse=True)
        return set(found)

    assert listed(Wanted()) == {public.id}
    assert listed(Wanted(reader=BEN)) == {public.id}
    assert listed(Wanted(reader=ANNA)) == {public.id, unlisted.id}
    assert listed(Wanted(sees_all=True)) == {public.id, unlisted.id}
    assert listed(Wanted(reader=ANNA, mine=True)) == {unlisted.id}
    assert listed(Wanted(reader=ANNA, awaiting=True)) == {unlisted.id}
    assert listed(Wanted(sees_all=True, status="open")) == set()
    assert listed(Wanted(sees_all=True, rulesets=["another"])) == set()
    newest = max(public.id, unlisted.id)
    assert listed(Wanted(sees_all=True, limit=1)) == {newest}
    assert listed(Wanted(sees_all=True, before=newest)) == {public.id, unlisted.id} - {newest}
