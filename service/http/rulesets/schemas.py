"""Rulesets, boards and rules on the wire."""

from typing import get_args

import marshmallow as ma

from kontor.domain.kernel.ruleset import Order
from kontor.service.http.smorest import Registered, names


class RulesetLineSchema(ma.Schema):
    name = ma.fields.String(required=True)
    title = ma.fields.String(required=True)
    version = ma.fields.Integer(required=True)
    href = ma.fields.String(required=True)


class RulesetsSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(RulesetLineSchema), required=True)


class SeatRangeSchema(ma.Schema):
    fewest = ma.fields.Integer(required=True)
    most = ma.fields.Integer(required=True)


class BoardLineSchema(ma.Schema):
    name = ma.fields.String(required=True)
    title = ma.fields.String(required=True, metadata={"description": "How people call it."})
    seats = ma.fields.Nested(SeatRangeSchema, required=True, metadata={"description": "How many can play on it."})
    hash = ma.fields.String(required=True)
    href = ma.fields.String(required=True)


class CategorySchema(ma.Schema):
    """One of the things that a score is counted from."""

    name = ma.fields.String(required=True, metadata=names("category"))
    title = ma.fields.String(required=True)
    letter = ma.fields.String(metadata={"description": "The rulebook's letter for it, if it has one."})


class DecisionKindSchema(ma.Schema):
    """A kind of decision that a game can wait for."""

    kind = ma.fields.String(required=True)
    text = ma.fields.String(required=True, metadata={"description": "What is to be done, in a player's words."})


class RulesetSchema(RulesetLineSchema):
    seats = ma.fields.Nested(SeatRangeSchema, required=True)
    colours = ma.fields.List(ma.fields.String(), required=True)
    order = ma.fields.String(
        required=True,
        validate=ma.validate.OneOf(get_args(Order)),
        metadata={"description": "The `order` of a new game that names none."},
    )
    bots = ma.fields.List(ma.fields.String(), required=True)
    bots_about = ma.fields.Dict(
        keys=ma.fields.String(),
        values=ma.fields.String(),
        required=True,
        metadata={"description": "How each of them plays, in a sentence; bots of an operator's own have none."},
    )
    boards = ma.fields.List(ma.fields.Nested(BoardLineSchema), required=True)
    categories = ma.fields.List(ma.fields.Nested(CategorySchema), required=True)
    decisions = ma.fields.List(ma.fields.Nested(DecisionKindSchema), required=True)
    commands = ma.fields.List(ma.fields.String(), required=True)
    events = ma.fields.List(ma.fields.String(), required=True)
    options = Registered("JsonSchema", required=True, metadata={"description": "JSON Schema of the options."})
    schemas_href = ma.fields.String(required=True)
    rules_href = ma.fields.String(required=True)


class StoredBoardSchema(ma.Schema):
    hash = ma.fields.String(required=True, metadata=names("board", description='Use it as `"board"` of a new game.'))


class RuleSchema(ma.Schema):
    id = ma.fields.String(required=True, metadata=names("rule"))
    text = ma.fields.String(required=True, metadata={"description": "Markdown."})
    href = ma.fields.String(required=True)


class RulesSchema(ma.Schema):
    ruleset = ma.fields.String(required=True, metadata=names("ruleset"))
    items = ma.fields.List(ma.fields.Nested(RuleSchema), required=True)
