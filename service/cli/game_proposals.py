"""Propose games for `kontor demo` and `kontor tournament`, when the options do not name ruleset, board or seats."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Playable:
    """The facts about a ruleset that are needed to propose a game."""

    name: str
    title: str
    seats: tuple[int, int]  # fewest, most
    boards: Sequence[str]
    bots: Sequence[str]
    options: Mapping[str, Any]  # the JSON Schema of its options


@dataclass(frozen=True, slots=True)
class Asked:
    """The choices on the command line. None means that the command chooses a value that fits."""

    bots: Sequence[str]
    seats: int | None
    ruleset: str | None = None
    board: str | None = None
    options: Mapping[str, Value] | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A game to try. The ruleset decides whether the game can be played."""

    ruleset: str
    board: str
    options: Mapping[str, Value]
    seats: int


def proposals(rulesets: Sequence[Playable], asked: Asked) -> Iterator[Proposal]:
    """Yield the games to try, those without extra options first. Raise `ClickException` if a named ruleset, bot or
    board does not exist."""
    for rules in suitable(rulesets, asked):
        seats = asked.seats or max(len(asked.bots), rules.seats[0])
        given = asked.options or {}
        for extra in ({}, *needed_options(rules.options, given)):
            for board in [asked.board] if asked.board else [rules.name, *rules.boards]:
                yield Proposal(rules.name, board, {**given, **extra}, seats)


def suitable(rulesets: Sequence[Playable], asked: Asked) -> Sequence[Playable]:
    """Return the rulesets that have the named bots, the named board and enough seats. Raise `ClickException` if there
    is none."""
    named = [rules for rules in rulesets if asked.ruleset in (None, rules.name)]
    if not named:
        raise click.ClickException(f"There is no ruleset {asked.ruleset}; choose one of {', '.join(_names(rulesets))}.")
    found = _with_bots(named, asked.bots)
    if asked.board:
        found = _with_board(found, asked.board)
    return _with_seats(found, asked)


def needed_options(schema: Mapping[str, Any], given: Mapping[str, Value]) -> Iterator[Mapping[str, Value]]:
    """Yield extra options to try: each value of each option that may be null, such as a variant for two seats."""
    for name, form in schema.get("properties", {}).items():
        forms = form.get("anyOf", ())
        if name not in given and {"type": "null"} in forms:
            yield from ({name: value} for each in forms for value in each.get("enum", ()))


def _with_bots(rulesets: Sequence[Playable], bots: Sequence[str]) -> Sequence[Playable]:
    known = "; ".join(f"{rules.title} has {', '.join(rules.bots)}" for rules in rulesets)
    if not bots:
        raise click.ClickException(f"Name at least one bot. {known}.")
    for bot in bots:
        if not any(bot in rules.bots for rules in rulesets):
            raise click.ClickException(f"There is no bot {bot}. {known}.")
    found = [rules for rules in rulesets if set(bots) <= set(rules.bots)]
    if not found:
        raise click.ClickException(f"No ruleset has all of {', '.join(dict.fromkeys(bots))}. {known}.")
    return found


def _with_board(rulesets: Sequence[Playable], board: str) -> Sequence[Playable]:
    """Return the rulesets that have this board, or boards whose names begin with it. A hash may belong to any
    ruleset."""
    if board.startswith("sha256:"):
        return rulesets
    found = [rules for rules in rulesets if any(f"{each}-".startswith(f"{board}-") for each in rules.boards)]
    if not found:
        known = "; ".join(f"{rules.title} has {', '.join(rules.boards)}" for rules in rulesets)
        raise click.ClickException(f"There is no board {board}. {known}.")
    return found


def _with_seats(rulesets: Sequence[Playable], asked: Asked) -> Sequence[Playable]:
    seats = asked.seats or len(asked.bots)
    if len(asked.bots) > seats:
        raise click.ClickException(f"{len(asked.bots)} bots do not fit on {seats} seats.")
    found = [
        rules for rules in rulesets if (asked.seats is None or rules.seats[0] <= seats) and seats <= rules.seats[1]
    ]
    if not found:
        known = "; ".join(f"{rules.title} is for {rules.seats[0]} to {rules.seats[1]}" for rules in rulesets)
        raise click.ClickException(f"No ruleset has games for {seats} seats. {known}.")
    return found


def _names(rulesets: Sequence[Playable]) -> Sequence[str]:
    return [rules.name for rules in rulesets]
