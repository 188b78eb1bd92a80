"""The audit of single games in a database."""

from kontor.service.audit.checker import Outcome
from kontor.service.audit.stored_game import check_stored_game
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.store.store import Store
from kontor.service.store.whole_games import one_look
from tests.support.callers import Caller, next_command, version_of
from tests.support.damage import id_of


def checked(store: Store, settings: Settings, game: str) -> Outcome:
    with one_look(store.pool) as conn:
        found = check_stored_game(conn, id_of(game), Registry.load(settings.rulesets))
    assert found is not None
    return found


def flaws(store: Store, settings: Settings, game: str) -> list[tuple[str, int | None]]:
    return [(each.check, each.version) for each in checked(store, settings, game).findings]


def moved(caller: Caller, game: str, commands: int = 3) -> int:
    for n in range(commands):
        assert caller.post(f"{game}/commands", next_command(caller, game, n)).status_code == 201
    return version_of(caller, game)
