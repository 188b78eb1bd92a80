"""Schemas of rulesets, boards and rules."""

from typing import get_args

import marshmallow as ma

from kontor.domain.kernel.ruleset import Order
from kontor.service.http.fields import Registered, integer, list_of, mapping_of, nested_field, one_of, string


class RulesetLineSchema(ma.Schema):
    name = string("The name, as in addresses and in `ruleset` of a new game.")
    title = string("The name of the game for people.")
    version = integer("The version of the rules with which new games are decided.")
    href = string("The address of the ruleset.")


class RulesetsSchema(ma.Schema):
    items = list_of(RulesetLineSchema, "All rulesets of this server.")


class SeatRangeSchema(ma.Schema):
    fewest = integer("The smallest number of seats.")
    most = integer("The largest number of seats.")


class BoardLineSchema(ma.Schema):
    name = string("The name, as in `board` of a new game.")
    title = string("A name for people.")
    seats = nested_field(SeatRangeSchema, "How many seats the board allows.")
    hash = string("`sha256:…` of the canonical JSON of the board.")
    href = string("The address of the board.")


class CategorySchema(ma.Schema):
    """A category of points."""

    name = string(names="category")
    title = string("The name of the category for people.")
    letter = string("The letter that the rulebook uses for the category, if any.", optional=True)


class DecisionKindSchema(ma.Schema):
    """A kind of decision that a game can wait for."""

    kind = string("The kind, as in `decisions` of a game.")
    text = string("What the player has to do, as a sentence.")


class LevelSchema(ma.Schema):
    """A difficulty for people. Seat its bot, and send its time as `bot_milliseconds` of the game."""

    name = string("Such as `easy`.")
    bot = string("The bot that plays this level.", names="bot")
    milliseconds = integer("How long the bot should think about a decision.")
    about = string("For whom the level is, and how the bot plays.")


class RulesetSchema(RulesetLineSchema):
    seats = nested_field(SeatRangeSchema, "How many seats a game may have.")
    colours = list_of(string(), "The colours of pieces that a seat can choose.")
    order = one_of(get_args(Order), "The default of `order` for new games.")
    bots = list_of(string(), "The names of the bots.")
    bots_about = mapping_of(string(), "A sentence about how each bot plays. Bots that the operator added have none.")
    levels = list_of(LevelSchema, "Difficulties for people, the easiest first.")
    boards = list_of(BoardLineSchema, "The boards that come with the ruleset.")
    categories = list_of(CategorySchema, "The categories of points, as in `breakdown` of a score.")
    decisions = list_of(DecisionKindSchema, "The kinds of decisions that a game can wait for.")
    commands = list_of(string(), "The types of all commands.")
    events = list_of(string(), "The types of all events.")
    options = Registered("JsonSchema", "JSON Schema of the options.")
    schemas_href = string("The address of the JSON Schemas of commands, events, options and states.")
    labels_href = string("The address of what players read about commands.")
    rules_href = string("The address of the texts of all rules.")
    guide_href = string("A short page for people about how to play, with pictures, if there is one.", optional=True)


class LabelsSchema(ma.Schema):
    """The texts that players read about commands, in one language."""

    language = string("The language of the labels.")
    commands = Registered(
        "JsonValue",
        "The labels of each type of command, in the order for players: `title`, `about`, `sentence`, and "
        "perhaps `mark`. `first`: players want this command whenever it is possible. `optional`: it costs nothing. "
        "`last`: it ends the turn.",
    )
    decisions = Registered("JsonValue", "For each kind of decision, what the player has to do.")
    questions = Registered("JsonValue", "The question for a field, by its path, or by the end of its path.")
    values = Registered("JsonValue", "The label of a value, by `field=value` or by the value alone.")
    nouns = Registered("JsonValue", "The word for an amount, by field: the singular and the plural.")
    parts = Registered("JsonValue", "The sentence for an object in a field.")
    defaults = Registered("JsonValue", "The usual value of a field, by its path.")
    seats = list_of(string(), "The fields whose numbers are seats.")
    distinct = Registered("JsonValue", "Fields, by path, that have different values in all items of a list.")
    icons = Registered(
        "JsonValue", "The icon of each field: the `path` of a drawing of 16 by 16 units, and its `fill`."
    )
    together = Registered("JsonValue", "For each type of command, the fields that a page should ask for in one form.")
    words = Registered("JsonValue", "Words that join labels, such as `and` and `nothing`.")
    things = Registered("JsonValue", "With `board`: the names of the things on the board, by id.")


class StoredBoardSchema(ma.Schema):
    hash = string('The name of the board. Use it as `"board"` of a new game.', names="board")


class RuleSchema(ma.Schema):
    id = string(names="rule")
    text = string("Markdown.")
    href = string("The address of the rule.")


class RulesSchema(ma.Schema):
    ruleset = string(names="ruleset")
    items = list_of(RuleSchema, "The rules in the order of the rulebook.")
