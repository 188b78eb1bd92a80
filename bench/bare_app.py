"""The yardsticks: a Flask application that only inserts three rows, or reads one by its key."""

import os
from uuid import UUID, uuid4

from flask import Flask, Response, request
from psycopg_pool import ConnectionPool

INSERT = """
    INSERT INTO bare (game_id, version, envelope, hash)
    VALUES (%(game)s, 1, %(text)s, %(hash)s), (%(game)s, 2, %(text)s, %(hash)s), (%(game)s, 3, %(text)s, %(hash)s)
"""
READ = "SELECT envelope FROM bare WHERE game_id = %s AND version = 1"

app = Flask("bare", static_folder=None)
pool = ConnectionPool(os.environ["BARE_DATABASE_URL"], min_size=4, max_size=4, kwargs={"autocommit": True}, open=True)


@app.post("/rows")
def rows() -> Response:
    text = request.get_data(as_text=True)
    with pool.connection() as conn:
        conn.execute(INSERT, {"game": uuid4(), "text": text, "hash": bytes(32)})
    return Response('{"done": true}', 201, content_type="application/json")


@app.get("/rows/<uuid:game_id>")
def row(game_id: UUID) -> Response:
    with pool.connection() as conn:
        found = conn.execute(READ, (game_id,)).fetchone()
    return Response(found[0] if found else "", 200, content_type="application/json")
