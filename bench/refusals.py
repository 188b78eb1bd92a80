"""What does the signature of a refusal cost? Send one refused command again and again, with and without a receipt.

    python -m bench.refusals [commands]        (default: 300 in each of six rounds)

The application is called in this process, with its own PostgreSQL and Redis. Besides the signature, a signed refusal
waits until PostgreSQL has written its log to the disk.
"""

import json
import sys
import time
from collections.abc import Mapping
from dataclasses import replace

from bench.command import LIMITS, call, postgres_seconds
from kontor.service.http.app import create_app
from kontor.service.http.context import NAME
from kontor.service.settings import Settings
from kontor.service.signing.keys import make_keys
from tests.support.recorded_load import LoadGame, load_games
from tests.support.servers import running

ROUNDS = 3
WARM = 30  # commands before each measurement


def main(count: str = "300") -> None:
    with running() as servers:
        keys = servers.directory.path / "keys.json"
        make_keys(keys)
        database, cache = servers.app_url(servers.database()), servers.redis_url
        settings = Settings(database_url=database, redis_url=cache, signing_keys=str(keys), **LIMITS)
        # 0 means no limit. With a limit of 1 a minute, all refusals but the first are unsigned.
        apps = {name: create_app(replace(settings, limit_refusals=n)) for name, n in (("signed", 0), ("unsigned", 1))}

        def post(path: str, body: Mapping[str, object], key: str) -> Mapping[str, object]:
            return json.loads(call(apps["signed"], "POST", path, json.dumps(body).encode(), key)[1])

        game = next(iter(load_games(apps["signed"].extensions[NAME].store, post, 1)))
        for name, app in list(apps.items()) * ROUNDS:
            for _ in range(WARM):
                receipts_of(app, game)
            begun, database_begun, wall = time.process_time(), postgres_seconds(servers), time.perf_counter()
            receipts = sum(receipts_of(app, game) for _ in range(int(count)))
            api, postgres = time.process_time() - begun, postgres_seconds(servers) - database_begun
            each = [f"{seconds / int(count) * 1e3:.2f} ms" for seconds in (api, postgres, time.perf_counter() - wall)]
            print(f"{name:<8} {receipts} receipts: API {each[0]}, PostgreSQL {each[1]}, wall {each[2]}")


def receipts_of(app, game: LoadGame) -> bool:
    """Send the last command of the game, which is illegal at the start. Return whether the refusal is signed."""
    status, text = call(app, "POST", f"/v1/games/{game.id}/commands", game.bodies[-1].encode(), game.key)
    assert status.startswith("422"), (status, text)
    return b'"receipt"' in text


if __name__ == "__main__":
    main(*sys.argv[1:])
