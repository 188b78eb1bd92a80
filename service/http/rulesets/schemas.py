"""Schemas of rulesets, boards and rules."""

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
    title = ma.fields.String(required=True, metadata={"description": "A name for people."})
    seats = ma.fields.Nested(
        SeatRangeSchema, required=True, metadata={"description": "How many seats the board allows."}
    )
    hash = ma.fields.String(required=True)
    href = ma.fields.String(required=True)


class CategorySchema(ma.Schema):
    """A category of points."""

    name = ma.fields.String(required=True, metadata=names("category"))
    title = ma.fields.String(required=True)
    letter = ma.fields.String(metadata={"description": "The letter that the rulebook uses for it, if any."})


class DecisionKindSchema(ma.Schema):
    """A kind of decision that a game can wait for."""

    kind = ma.fields.String(required=True)
    text = ma.fields.String(required=True, metadata={"description": "What the player has to do, as a sentence."})


class RulesetSchema(RulesetLineSchema):
    seats = ma.fields.Nested(SeatRangeSchema, required=True)
    colours = ma.fields.List(ma.fields.String(), required=True)
    order = ma.fields.String(
        required=True,
        validate=ma.validate.OneOf(get_args(Order)),
        metadata={"description": "The default of `order` for new games."},
    )
    bots = ma.fields.List(ma.fields.String(), required=True)
    bots_about = ma.fields.Dict(
        keys=ma.fields.String(),
        values=ma.fields.String(),
        required=True,
        metadata={"description": "A sentence about how each bot plays. Bots that the operator added have none."},
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
