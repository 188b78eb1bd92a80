"""Schemas of rulesets, boards and rules."""

from typing import get_args

import marshmallow as ma

from kontor.domain.kernel.ruleset import Order
from kontor.service.http.fields import Registered, integer, list_of, nested, one_of, string


class RulesetLineSchema(ma.Schema):
    name = string()
    title = string()
    version = integer()
    href = string()


class RulesetsSchema(ma.Schema):
    items = list_of(RulesetLineSchema)


class SeatRangeSchema(ma.Schema):
    fewest = integer()
    most = integer()


class BoardLineSchema(ma.Schema):
    name = string()
    title = string("A name for people.")
    seats = nested(SeatRangeSchema, "How many seats the board allows.")
    hash = string()
    href = string()


class CategorySchema(ma.Schema):
    """A category of points."""

    name = string(names="category")
    title = string()
    letter = string("The letter that the rulebook uses for it, if any.", optional=True)


class DecisionKindSchema(ma.Schema):
    """A kind of decision that a game can wait for."""

    kind = string()
    text = string("What the player has to do, as a sentence.")


class LevelSchema(ma.Schema):
    """A difficulty for people. Seat its bot, and send its time as `bot_milliseconds` of the game."""

    name = string("Such as `easy`.")
    bot = string(names="bot")
    milliseconds = integer("How long the bot should think about a decision.")
    about = string("For whom the level is, and how the bot plays.")


class RulesetSchema(RulesetLineSchema):
    seats = nested(SeatRangeSchema)
    colours = list_of(string())
    order = one_of(get_args(Order), "The default of `order` for new games.")
    bots = list_of(string())
    bots_about = ma.fields.Dict(
        keys=ma.fields.String(),
        values=ma.fields.String(),
        required=True,
        metadata={"description": "A sentence about how each bot plays. Bots that the operator added have none."},
    )
    levels = list_of(LevelSchema)
    boards = list_of(BoardLineSchema)
    categories = list_of(CategorySchema)
    decisions = list_of(DecisionKindSchema)
    commands = list_of(string())
    events = list_of(string())
    options = Registered("JsonSchema", "JSON Schema of the options.")
    schemas_href = string()
    rules_href = string()


class StoredBoardSchema(ma.Schema):
    hash = string('Use it as `"board"` of a new game.', names="board")


class RuleSchema(ma.Schema):
    id = string(names="rule")
    text = string("Markdown.")
    href = string()


class RulesSchema(ma.Schema):
    ruleset = string(names="ruleset")
    items = list_of(RuleSchema)
