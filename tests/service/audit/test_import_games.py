"""What is imported, and what is refused; all of a game or nothing."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.commits import SYSTEM
from kontor.service.audit.bundle import read_bundle
from kontor.service.audit.import_games import Refused, import_game
from kontor.service.audit.signatures import keys_of
from kontor.service.registry import Registry
from kontor.service.signing.receipts import Signer
from kontor.service.store.seeds import ReservedSeed
from kontor.service.store.store import Store
from tests.support.archives import begun
from tests.support.bundles import bundle_of, key
from tests.support.forging import rewritten
from tests.support.playing import finished
from tests.support.served_games import Served, shown
from tests.support.stored_games import rows_of
from tests.tiny import RULESET

REGISTRY = Registry([RULESET])
NOTHING = [[]] * 7


def played(number: int, end: str = "score") -> Served:
    game = begun(number)
    if end == "abort":
        game.write(SYSTEM, {"type": "abort"}, play.abort(game.game, "admin"))
    return finished(game) if end == "score" else game


def imported(store: Store, text: bytes, **more: Any) -> str:
    return import_game(store, REGISTRY, read_bundle(text), **more).result


def test_a_game_is_stored_once_and_known_from_then_on(store: Store, signer: Signer) -> None:
    game = played(9001)
    assert imported(store, bundle_of(game, signer)) == "imported"
    before = rows_of(store, game.game.id)
    assert imported(store, bundle_of(game, signer)) == "known"
    assert imported(store, bundle_of(game, Signer([key(7)]))) == "known"  # the same log, signed by another
    assert rows_of(store, game.game.id) == before
    row = store.games.row(game.game.id)
    assert row is not None
    assert (row.imported, row.creator, row.head.hash) == (True, None, game.game.head)
    assert row.changed_at == datetime.fromisoformat(game.game.at)


def test_an_unsigned_game_is_imported_unless_keys_are_given(store: Store, signer: Signer) -> None:
    text = bundle_of(played(9009), None)
    with pytest.raises(Refused, match="signer: it is not signed"):
        imported(store, text, trusted=keys_of(signer.published()))
    assert imported(store, text) == "imported"


def test_another_log_with_the_same_id_is_refused(store: Store, signer: Signer) -> None:
    game = played(9002)
    assert imported(store, bundle_of(game, signer)) == "imported"
    lines: list[Any] = shown(game)
    for line in lines:
        line["envelope"]["at"] = line["envelope"]["at"].replace("2026", "2027")
    with pytest.raises(Refused, match="Another game on this server has the same id"):
        imported(store, bundle_of(game, signer, rewritten(lines)))


@pytest.mark.parametrize(("end", "why"), [("never", "The game has not ended"), ("abort", "The game was aborted")])
def test_only_finished_games_are_taken_in(store: Store, signer: Signer, end: str, why: str) -> None:
    game = played(9003, end)
    with pytest.raises(Refused, match=why):
        imported(store, bundle_of(game, signer))
    assert rows_of(store, game.game.id) == NOTHING


def test_a_damaged_or_unsigned_game_is_refused(store: Store, signer: Signer) -> None:
    game = played(9004)
    text = bundle_of(game, signer)
    lines: list[Any] = shown(game)
    lines[-1]["envelope"]["data"]["ranking"][0]["total"] += 1
    bare = b"".join(canonical(line) + b"\n" for line in shown(game))
    other = keys_of(Signer([key(8)]).published())
    for bad, trusted, why in (
        (text.replace(b'"at":"2026', b'"at":"2025', 1), None, "bundle: expected bytes"),
        (text.rpartition(b'{"format"')[0], None, "it is not signed|is missing"),
        (bundle_of(game, signer, rewritten(lines)), None, "rules: expected data.ranking.0.total"),
        (bare, None, "a log without a signature"),
        (text, other, "signer: key .* is not among the given keys"),
    ):
        with pytest.raises(Refused, match=why):
            imported(store, bad, trusted=trusted)
    with pytest.raises(Refused, match="the ruleset tiny is not installed here"):
        import_game(store, Registry([]), read_bundle(text))
    assert rows_of(store, game.game.id) == NOTHING


def test_an_id_that_is_reserved_here_is_refused_and_nothing_is_left(store: Store, signer: Signer) -> None:
    game = played(9005)
    store.seeds.reserve(ReservedSeed(game.game.id, b"s" * 32, datetime.now(UTC) + timedelta(hours=1)))
    with pytest.raises(Refused, match="This server has reserved the id of this game"):
        imported(store, bundle_of(game, signer))
    assert rows_of(store, game.game.id) == NOTHING
    assert store.imports.frame(game.game.id) is None


def test_two_who_import_the_same_game_at_once_store_it_once(store: Store, signer: Signer) -> None:
    text = bundle_of(played(9006), signer)
    with ThreadPoolExecutor(8) as threads:
        found = sorted(threads.map(lambda _: imported(store, text), range(8)))
    assert found == ["imported", *["known"] * 7]


def test_imported_commits_are_not_in_the_order_across_games(own_store: Store, signer: Signer) -> None:
    ids: list[UUID] = []
    for number in (9008, 9007):
        game = played(number)
        assert imported(own_store, bundle_of(game, signer)) == "imported"
        ids.append(game.game.id)
    assert own_store.commit_feed.after(None, 100) == []
    found = own_store.imports.after(None, 100)
    assert [each.position.game_id for each in found] == ids
    assert own_store.imports.after(found[0].position, 100) == found[1:]
    assert own_store.debts.claim(10) == []
    assert all(own_store.participants.of_game(each) == [] for each in ids)
