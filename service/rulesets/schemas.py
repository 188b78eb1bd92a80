"""Rulesets, boards and rules on the wire."""

import marshmallow as ma

from service.api import Registered


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
    hash = ma.fields.String(required=True)
    href = ma.fields.String(required=True)


class RulesetSchema(RulesetLineSchema):
    seats = ma.fields.Nested(SeatRangeSchema, required=True)
    colours = ma.fields.List(ma.fields.String(), required=True)
    bots = ma.fields.List(ma.fields.String(), required=True)
    boards = ma.fields.List(ma.fields.Nested(BoardLineSchema), required=True)
    commands = ma.fields.List(ma.fields.String(), required=True)
    events = ma.fields.List(ma.fields.String(), required=True)
    options = Registered("JsonSchema", required=True, metadata={"description": "JSON Schema of the options."})
    schemas_href = ma.fields.String(required=True)
    rules_href = ma.fields.String(required=True)


class StoredBoardSchema(ma.Schema):
    hash = ma.fields.String(required=True, metadata={"description": 'Use it as `"board"` of a new game.'})


class RuleSchema(ma.Schema):
    rule = ma.fields.String(required=True)
    text = ma.fields.String(required=True, metadata={"description": "Markdown."})
    href = ma.fields.String(required=True)


class RulesSchema(ma.Schema):
    ruleset = ma.fields.String(required=True)
    items = ma.fields.List(ma.fields.Nested(RuleSchema), required=True)
