"""The columns of the tables. They are the same for every archive, even for an empty one. JSON in a log becomes JSON
text in a column, because each kind of event has its own fields.
"""

import pyarrow as pa

GAME = pa.field("game", pa.string(), nullable=False)
SEAT = pa.field("seat", pa.int32(), nullable=False)
VERSION = pa.field("version", pa.int32(), nullable=False)
AT = pa.timestamp("ms", tz="UTC")

SCHEMAS: dict[str, pa.Schema] = {
    "games": pa.schema(
        [
            GAME,
            pa.field("ruleset", pa.string(), nullable=False),
            pa.field("ruleset_version", pa.int32(), nullable=False),
            pa.field("board", pa.string(), nullable=False),  # its hash
            ("board_name", pa.string()),  # null: a board of a user
            pa.field("options", pa.string(), nullable=False),  # JSON
            pa.field("seats", pa.int32(), nullable=False),
            pa.field("status", pa.string(), nullable=False),
            pa.field("practice", pa.bool_(), nullable=False),
            ("turn_order", pa.list_(pa.int32())),  # null: not started
            ("created_at", AT),
            ("started_at", AT),
            ("ended_at", AT),
            pa.field("versions", pa.int32(), nullable=False),
            pa.field("commands", pa.int32(), nullable=False),  # game commands of seats, without undone commands
        ]
    ),
    "seats": pa.schema(
        [
            GAME,
            SEAT,
            ("turn", pa.int32()),  # position in the turn order, from 1
            ("colour", pa.string()),
            ("bot", pa.string()),  # the bot that holds the seat at the end; null: a person
            ("participant", pa.string()),
            pa.field("commands", pa.int32(), nullable=False),
            ("rank", pa.int32()),  # null: the game is not finished
            ("points", pa.int32()),
            ("won", pa.bool_()),
        ]
    ),
    "commands": pa.schema(
        [
            GAME,
            VERSION,  # the first version of the commit
            pa.field("last", pa.int32(), nullable=False),
            ("at", AT),
            ("seat", pa.int32()),  # null: the system
            ("bot", pa.string()),  # the bot that chose the command
            ("type", pa.string()),  # null if the file does not contain the command; then body is null too
            ("body", pa.string()),  # JSON
            pa.field("undone", pa.bool_(), nullable=False),
        ]
    ),
    "events": pa.schema(
        [
            GAME,
            VERSION,
            ("at", AT),
            ("seat", pa.int32()),  # the seat whose command caused the event; null: the system
            pa.field("type", pa.string(), nullable=False),
            pa.field("schema", pa.int32(), nullable=False),
            pa.field("data", pa.string(), nullable=False),  # JSON
            pa.field("sealed", pa.int32(), nullable=False),  # how many parts are sealed
            pa.field("parts", pa.string(), nullable=False),  # JSON: the parts that the file contains
            pa.field("undone", pa.bool_(), nullable=False),
        ]
    ),
    "ledgers": pa.schema(
        [
            GAME,
            SEAT,
            pa.field("category", pa.string(), nullable=False),
            pa.field("points", pa.int32(), nullable=False),
            pa.field("rule", pa.string(), nullable=False),
            ("version", pa.int32()),  # version of the event that gave the points
            pa.field("about", pa.list_(pa.string()), nullable=False),
        ]
    ),
}
