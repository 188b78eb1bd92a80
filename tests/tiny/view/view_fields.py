"""The form of a view, as JSON Schema."""

from kontor.domain.kernel.canonical import JsonObject

_SEAT_NUMBER: JsonObject = {"type": "integer", "x-kind": "seat"}
_SEAT_NUMBERS: JsonObject = {"type": "array", "items": _SEAT_NUMBER}
_SEAT: JsonObject = {
    "type": "object",
    "title": "TinySeat",
    "required": ["seat", "points", "cards"],
    "properties": {
        "seat": _SEAT_NUMBER,
        "points": {"type": "integer"},
        "cards": {"type": "integer"},
        "hand": {"type": "array", "items": {"type": "string", "x-kind": "card"}},
        "charm": {"type": ["integer", "null"]},
        "bid": {"type": ["integer", "null"]},
    },
}
VIEW_SCHEMA: JsonObject = {
    "type": "object",
    "title": "TinyState",
    "required": ["round", "active", "seats"],
    "properties": {
        **{name: {"type": "integer"} for name in ("round", "rounds", "offer", "pile")},
        **{name: _SEAT_NUMBER for name in ("active", "challenged")},
        **{name: {"type": "boolean"} for name in ("offered", "bidding", "over")},
        **{name: _SEAT_NUMBERS for name in ("turn_order", "refused", "bids_placed")},
        "seats": {"type": "array", "items": _SEAT},
    },
}
