"""Does a command cost more in a long game, or beside many others? How large is a game in memory, an event on disk?

    python -m bench.sizes [--games 10000] [--events 100]

The application is called in this process (as in bench/command.py) on a PostgreSQL of its own; what is compared are
milliseconds of processor of this process and of PostgreSQL. Long: the last commands of the longest recorded games
against their first ones. Many: the same commands before and after so many games of so many events were put beside them.
"""

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from flask import Flask

from bench.command import LIMITS, call, postgres_seconds
from kontor.service.engine.loaded_games import weight
from kontor.service.http.app import create_app
from kontor.service.http.context import NAME, Context
from kontor.service.settings import Settings
from kontor.service.signing.keys import make_keys
from tests.support.recorded_load import LoadGame, all_recordings, load_game, load_games
from tests.support.servers import Servers, running

PIECE = 60  # commands at the beginning and at the end of a long game
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
    """The application on a database of its own."""

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
        """Milliseconds a command, of this process and of PostgreSQL."""
        begun, database_begun = time.process_time(), postgres_seconds(self.servers)
        for game, body in sent:
            status, text = call(self.app, "POST", f"/v1/games/{game.id}/commands", body.encode(), game.key)
            assert status.startswith("201"), text
        spent = time.process_time() - begun + postgres_seconds(self.servers) - database_begun
        return spent / len(sent) * 1e3

    def sql(self, text: str, **facts: Any) -> Any:
        with psycopg.ClientCursor(psycopg.connect(self.servers.super_url(self.database), autocommit=True)) as cursor:
            cursor.execute(text, facts)
            return cursor.fetchone() if cursor.description else None


def long_games(house: House, count: int = 6) -> Json:
    longest = sorted(all_recordings(), key=lambda each: len(each.commands))[-count:]
    games = [load_game(house.context.store, house.post, each, f"long {n}") for n, each in enumerate(longest)]
    pieces = [(game.bodies[:PIECE], game.bodies[PIECE:-PIECE], game.bodies[-PIECE:]) for game in games]
    first, _, last = (
        house.cost([(game, body) for game, parts in zip(games, pieces, strict=True) for body in parts[n]])
        for n in range(3)
    )
    versions = [at.game.version for game in games if (at := house.context.games.known(game.id)) is not None]
    return {
        "versions": versions,
        "first_ms": round(first, 3),
        "last_ms": round(last, 3),
        "ratio": round(last / first, 2),
    }


def many_games(house: House, count: int, events: int) -> Json:
    """Costs are taken in turns on games that are new each time; the quickest piece counts."""

    def cost() -> float:
        games = list(load_games(house.context.store, house.post, 26))
        return min(
            house.cost([(game, body) for game in games for body in game.bodies[n : n + 6]]) for n in range(0, 60, 6)
        )

    longest = max(all_recordings(), key=lambda each: len(each.commands))
    model = load_game(house.context.store, house.post, longest, "model")
    house.cost([(model, body) for body in model.bodies[:events]])
    before = cost()
    house.sql(FILL, game=model.id, games=count, events=events)
    after = cost()
    return {
        "games": count,
        "events": house.sql("SELECT count(*) FROM events")[0],
        "before_ms": round(before, 3),
        "after_ms": round(after, 3),
        "ratio": round(after / before, 2),
    }


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
    args = parser.parse_args()
    with running() as servers:
        house = House(servers)
        found = {"long": long_games(house), "sizes": sizes(house), "many": many_games(house, args.games, args.events)}
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
