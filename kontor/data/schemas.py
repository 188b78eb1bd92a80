"""The columns of the tables. They are the same for every archive, an empty one too; what is JSON in a log is JSON text
here, since every kind of event has fields of its own."""

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
            ("board_name", pa.string()),  # null: somebody's own
            pa.field("options", pa.string(), nullable=False),  # JSON
            pa.field("seats", pa.int32(), nullable=False),
            pa.field("status", pa.string(), nullable=False),
            pa.field("practice", pa.bool_(), nullable=False),
            ("turn_order", pa.list_(pa.int32())),  # null: not started
            ("created_at", AT),
            ("started_at", AT),
            ("ended_at", AT),
            pa.field("versions", pa.int32(), nullable=False),
            pa.field("commands", pa.int32(), nullable=False),  # of the game, by seats; those undone left out
        ]
    ),
    "seats": pa.schema(
        [
            GAME,
            SEAT,
            ("turn", pa.int32()),  # place in the turn order, from 1
            ("colour", pa.string()),
            ("bot", pa.string()),  # that sits there at the end; null: a person
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
            VERSION,  # the first that it brought about
            pa.field("last", pa.int32(), nullable=False),
            ("at", AT),
            ("seat", pa.int32()),  # null: the system's
            ("bot", pa.string()),  # that decided it
            ("type", pa.string()),  # null, and body too: not for the eyes that the file was made for
            ("body", pa.string()),  # JSON
            pa.field("undone", pa.bool_(), nullable=False),
        ]
    ),
    "events": pa.schema(
        [
            GAME,
            VERSION,
            ("at", AT),
            ("seat", pa.int32()),  # whose command brought it about; null: the system's
            pa.field("type", pa.string(), nullable=False),
            pa.field("schema", pa.int32(), nullable=False),
            pa.field("data", pa.string(), nullable=False),  # JSON
            pa.field("sealed", pa.int32(), nullable=False),  # how many parts are sealed
            pa.field("parts", pa.string(), nullable=False),  # JSON: those that the file opens
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
            ("version", pa.int32()),  # of the event that brought them
            pa.field("about", pa.list_(pa.string()), nullable=False),
        ]
    ),
}
