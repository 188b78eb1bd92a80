"""A game in words: one line a command, below it what came of it; at the end the score with its ledger."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import cast

from kontor.domain.kernel.canonical import Json, JsonObject, parse_strict
from kontor.domain.kernel.commits import SYSTEM, Commit, Record
from kontor.domain.kernel.lifecycle import KERNEL_EVENTS
from kontor.domain.kernel.ruleset import LedgerLine, Score
from tests.support.playouts import Playout

WIDTH = 118
UNTOLD = ("draws",)  # where the dice stand in the log is no part of the story, nor are these of the kernel's events:
NUMBERS = ("before_commitment", "board", "commitment", "dice", "nonce", "nonces", "participant", "seed")


def transcript(playout: Playout, ends: Sequence[str]) -> str:
    """The whole text, from the heading to the ledger."""
    return "\n".join([*_heading(playout, ends), "", *_story(playout), "", *_result(playout), ""])


def _heading(playout: Playout, ends: Sequence[str]) -> Iterator[str]:
    world, game = playout.world, playout.game
    yield f"{world.rules.title}: {world.name}, game {playout.number}"
    yield f"turn order {', '.join(map(str, game.turn_order))}; ends by {' and '.join(ends)}; head {game.head.hex()}"


def _story(playout: Playout) -> Iterator[str]:
    commands = 0
    for made in playout.commits:
        commands += made.command.actor != SYSTEM and made.command.body["type"] != "take_seat"
        yield f"{commands:4} {_command(made)}"
        told = [_event(record, made.command.actor) for record in made.records]
        yield from _wrapped("; ".join(told))


def _command(made: Commit[object]) -> str:
    body = {key: value for key, value in made.command.body.items() if key not in ("type", "nonce")}
    who = made.command.actor.replace(":", " ")
    return f"{who}: {_words(made.command.body['type'])}{_facts(body)}"


def _event(record: Record, actor: str) -> str:
    envelope = cast(JsonObject, parse_strict(record.envelope))
    data = cast(JsonObject, envelope["data"])
    own = actor.removeprefix("seat:")
    untold = (*UNTOLD, *NUMBERS) if envelope["type"] in KERNEL_EVENTS else UNTOLD
    facts = {key: value for key, value in data.items() if key not in untold and (key, str(value)) != ("seat", own)}
    return _words(envelope["type"]) + _facts(facts) + _sealed(record)


def _sealed(record: Record) -> str:
    """What was hidden from whom: everything is told here, since the game is over."""
    told = []
    for seats, parts in groupby(record.parts, key=lambda part: part.seats):
        values = ", ".join(_value(_without_draws(part.value)) for part in parts)
        told.append(f"for {' and '.join(map(str, seats)) or 'nobody'} {values}")
    return f" <sealed {'; '.join(told)}>" if told else ""


def _without_draws(value: Json) -> Json:
    if not isinstance(value, Mapping):
        return value
    if value.keys() == {"version", "part", "salt", "value"}:  # a part that shows an earlier one
        return _without_draws(value["value"])
    return {key: item for key, item in value.items() if key not in UNTOLD}


def _facts(data: JsonObject) -> str:
    told = [f"{_words(key)} {_value(item)}" for key, item in data.items()]
    return f" ({', '.join(told)})" if told else ""


def _value(value: Json) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return "{" + ", ".join(f"{_words(key)} {_value(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(_value, value)) + "]"
    return str(value)


def _words(name: Json) -> str:
    return str(name).replace("_", " ")


def _wrapped(text: str) -> Iterator[str]:
    """Indented lines of at most WIDTH, broken between words; never a break that would depend on anything else."""
    line = ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > WIDTH - 9:
            yield f"         {line}"
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield f"         {line}"


# ---------------------------------------------------------------- the score


def _result(playout: Playout) -> Iterator[str]:
    score = playout.rules.score(playout.game.state)
    yield from _table(score)
    yield ""
    yield "points  seat  category              rule             version  counted from"
    yield from (_line(each) for each in score.ledger)


def _table(score: Score) -> Iterator[str]:
    names = list(dict.fromkeys(name for row in score.seats for name in row.breakdown))
    yield "  ".join(["rank", "seat", "total", *map(_words, names)])
    for row in sorted(score.seats, key=lambda each: (each.rank, each.seat)):
        cells = [f"{row.breakdown.get(name, 0):{len(name)}}" for name in names]
        yield "  ".join([f"{row.rank:4}", f"{row.seat:4}", f"{row.total:5}", *cells])


def _line(each: LedgerLine) -> str:
    version = "" if each.version is None else str(each.version)
    text = f"{each.points:6}  {each.seat:4}  {_words(each.category):20}  {each.rule:15}  {version:>7}"
    return f"{text}  {', '.join(each.about)}".rstrip()
