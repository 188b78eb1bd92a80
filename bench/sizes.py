"""Does a command cost more in a long game, or next to many games? How large are a game in memory and an event?

    python -m bench.sizes [--games 10000] [--events 100] [--versions 10000]

The application is called in this process (as in bench/command.py) with its own PostgreSQL. It compares,
alternately, processor milliseconds of this process and of PostgreSQL. Long: commands at version 10,000 of a game
against those at the beginning of another. Many: the same commands on a database with so many other games of so many
events, and on one without.
"""

import argparse
import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import psycopg
from flask import Flask

from bench.command import LIMITS, call, postgres_seconds
from kontor.service.engine.loaded_games import weight
from kontor.service.http.app import create_app
from kontor.service.http.context import NAME, Context
from kontor.service.settings import Settings
from kontor.service.signing.keys import make_keys
from tests.games.recording import Recording
from tests.support.playouts import choice
from tests.support.recorded_load import LoadGame, all_recordings, load_game, load_games
from tests.support.servers import Servers, running
from tests.worlds import of
from tests.worlds.policies import by_chance
from tests.worlds.world import AnyGame, World

PIECE = 200  # commands of a long game that are measured together
TURNS = 5
FILL = """
    CREATE TEMP TABLE copies AS SELECT gen_random_uuid() AS id FROM generate_series(1, %(games)s);
    INSERT INTO games SELECT (jsonb_populate_record(g, jsonb_build_object('game_id', c.id))).*
        FROM games AS g, copies AS c WHERE g.game_id = %(game)s;
    INSERT INTO events (game_id, version, envelope, hash) SELECT c.id, version, envelope, hash
        FROM events, copies AS c WHERE game_id = %(game)s AND version <= %(events)s;
    INSERT INTO commits SELECT (jsonb_populate_record(m, jsonb_build_object('game_id', c.id))).*
        FROM commits AS m, copies AS c WHERE m.game_id = %(game)s AND m.last <= %(events)s;
    ANALYZE games; ANALYZE events; ANALYZE commits;
"""
ON_DISK = """
    SELECT sum(pg_total_relation_size(c.oid))::float / (SELECT count(*) FROM events) FROM pg_class AS c
    WHERE c.relkind = 'r' AND c.relname ~ '^(events|sealed|commits|origins|answers)'
"""

Json = Mapping[str, object]


class House:
    """The application on its own database."""

    def __init__(self, servers: Servers) -> None:
        self.servers, self.database = servers, servers.database()
        keys = servers.directory.path / "keys.json"
        make_keys(keys)
        url = servers.app_url(self.database)
        self.app: Flask = create_app(
            Settings(database_url=url, redis_url=servers.redis_url, signing_keys=str(keys), **LIMITS)
        )
        self.context: Context = self.app.extensions[NAME]

    def post(self, path: str, body: Mapping[str, object], key: str) -> Mapping[str, object]:
        status, text = call(self.app, "POST", path, json.dumps(body).encode(), key)
        assert status.startswith("201"), text
        return dict(json.loads(text))

    def cost(self, sent: Sequence[tuple[LoadGame, str]]) -> float:
        """Return milliseconds per command, of this process and of PostgreSQL."""
        begun, database_begun = time.process_time(), postgres_seconds(self.servers)
        for game, body in sent:
            self.send(game, body)
        spent = time.process_time() - begun + postgres_seconds(self.servers) - database_begun
        return spent / len(sent) * 1e3

    def send(self, game: LoadGame, body: str) -> None:
        status, text = call(self.app, "POST", f"/v1/games/{game.id}/commands", body.encode(), game.key)
        assert status.startswith("201"), text

    def position(self, game: LoadGame) -> AnyGame:
        known = self.context.games.loaded.known(game.id) or self.context.games.fresh(game.id)
        return known.game

    def sql(self, text: str, **facts: Any) -> Any:
        with psycopg.ClientCursor(psycopg.connect(self.servers.super_url(self.database), autocommit=True)) as cursor:
            cursor.execute(text, facts)
            return cursor.fetchone() if cursor.description else None


def long_game(house: House, versions: int) -> Json:
    """Play random games that make no progress: moves and ends of turns. Their commands are of the same kinds all the
    time, so their costs can be compared."""
    world = next(each for each in of("hansa") if (each.board, each.seats) == ("hansa-45", 4))

    def begun(name: str) -> tuple[LoadGame, Callable[[], float]]:
        game, luck = load_game(house.context.store, house.post, Recording(world, 1, (), {}), name), random.Random(1)
        return game, lambda: _cost_of_chance(house, game, world, luck)

    (long, late), (_, early) = begun("late"), begun("early")
    while house.position(long).version < versions:
        late()
    early()  # warm up
    quickest = in_turns({"early": early, "late": late})
    return {"version": house.position(long).version, **quickest}


def in_turns(costs: Mapping[str, Callable[[], float]]) -> Json:
    """Return the fastest of each, and the second divided by the first. They alternate, because no two minutes of a
    machine are alike."""
    found: dict[str, list[float]] = {name: [] for name in costs}
    for _ in range(TURNS):
        for name, cost in costs.items():
            found[name].append(cost())
    first, second = (min(found[name]) for name in costs)
    return {f"{name}_ms": round(min(each), 3) for name, each in found.items()} | {"ratio": round(second / first, 2)}


def _cost_of_chance(house: House, game: LoadGame, world: World, luck: random.Random) -> float:
    """Like `House.cost`, without the time for choosing the commands."""
    spent, database_begun = 0.0, postgres_seconds(house.servers)
    for _ in range(PIECE):
        seat, body = choice(world, house.position(game), luck, by_chance)
        begun = time.process_time()
        house.send(game, json.dumps({"seat": seat, "commands": [body]}))
        spent += time.process_time() - begun
    return (spent + postgres_seconds(house.servers) - database_begun) / PIECE * 1e3


def many_games(few: House, many: House, count: int, events: int) -> Json:
    """Compare two databases of one cluster, on games that are new each time."""

    def cost(house: House) -> float:
        games = list(load_games(house.context.store, house.post, 26))
        return min(
            house.cost([(game, body) for game in games for body in game.bodies[n : n + 6]]) for n in range(0, 60, 6)
        )

    longest = max(all_recordings(), key=lambda each: len(each.commands))
    model = load_game(many.context.store, many.post, longest, "model")
    many.cost([(model, body) for body in model.bodies[:events]])
    many.sql(FILL, game=model.id, games=count, events=events)
    cost(few)  # warm up
    quickest = in_turns({"few": partial(cost, few), "many": partial(cost, many)})
    return {"games": count, "events": many.sql("SELECT count(*) FROM events")[0], **quickest}


def sizes(house: House) -> Json:
    found = {}
    for game in load_games(house.context.store, house.post, 26):
        at = house.context.games.fresh(game.id)
        found[f"{at.rules.name}, {len(at.game.places)} seats"] = weight(at.game, (at.rules, at.game.board))
    return {"bytes_in_memory": found, "bytes_of_an_event_on_disk": round(house.sql(ON_DISK)[0])}


def main() -> None:
    parser = argparse.ArgumentParser(description="Long games, many games, and how large they are.")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--events", type=int, default=100)
    parser.add_argument("--versions", type=int, default=10_000)
    args = parser.parse_args()
    with running() as servers:
        house = House(servers)
        found = {
            "long": long_game(house, args.versions),
            "sizes": sizes(house),
            "many": many_games(house, House(servers), args.games, args.events),
        }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
