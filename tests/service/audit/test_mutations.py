"""Mutations made from the structure of real bundles: a forger changes, deletes, swaps or inserts something anywhere in
a log and, in the second round, makes every digest, hash and signature fit again. What is not found is no event."""

import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from kontor.domain.kernel.canonical import NotCanonical
from kontor.service.audit.bundle import check_bundle, read_bundle
from kontor.service.registry import Registry
from kontor.service.signing.receipts import Signer
from tests.fuzz.length import LONG
from tests.games.recording import FOLDER, Recording
from tests.support.bundles import bundle_of, key
from tests.support.eventful_games import eventful
from tests.support.forging import rewritten
from tests.support.rulesets import SHIPPED
from tests.support.served_games import Served, of_recording, shown

SIGNER = Signer([key(1)])
# Mutations of each kind and log: as left, where any hash tells, and made to fit.
ROUNDS = {False: 3, True: 3} if LONG else {False: 1, True: 2}

# What only the world outside could decide, told by the place in an envelope: docs/audit.md says so of each.
OUTSIDE = (
    ("at",),
    ("command", "id"),
    ("data", "participant"),
    ("data", "before_commitment"),
    ("data", "options"),  # where one of them made no difference to this game
    ("command", "bot"),  # left out of a commit, as it was before 1.0
)
OUTSIDE_BY_TYPE = {
    ("seat_changed", "bot"),  # whom somebody resigned to
    ("seat_passed", "to"),  # a participant
    ("clocks_paused", "actor"),  # who said last what all had agreed on
    ("clocks_resumed", "actor"),
    ("clocks_paused", "why"),
    ("clocks_paused", "until"),
    ("commits_undone", "why"),
    ("commits_undone", "to"),  # where both versions have the same position
    ("game_aborted", "reason"),
}
NOTE = ("parts", 0, "value", "note")  # what a bot noted


@dataclass(frozen=True, slots=True)
class Mutation:
    """What was done, where, and the lines after it."""

    kind: str
    path: tuple[str | int, ...]
    lines: list[Any]


@cache
def game(ruleset: str, log: str) -> Served:
    if log == "eventful":
        return eventful(ruleset)
    shortest = min((FOLDER / ruleset).glob("*.json"), key=lambda path: path.stat().st_size)
    return of_recording(Recording.load(shortest))


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The way to everything in a JSON value that is neither a list nor an object, or is an empty one."""
    inner = list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    if not inner:
        yield path
    for name, each in inner:
        yield from leaves(each, (*path, name))


def inside(value: Any, path: Sequence[str | int]) -> Any:
    for step in path:
        value = value[step]
    return value


def other(value: Any, luck: random.Random) -> Any:
    """Another value of the same form."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + luck.choice((-1, 1))
    if isinstance(value, str) and value:
        place = luck.randrange(len(value))
        letter = "0" if value[place] != "0" else "1"
        return value[:place] + letter + value[place + 1 :]
    return {"": "x", "[]": [1], "{}": {"x": 1}}.get(str(value), 1)


def places(lines: list[Any]) -> list[list[tuple[str | int, ...]]]:
    """All places of a log, those of one kind together: the same field of the same type of event."""
    found: dict[object, list[tuple[str | int, ...]]] = {}
    for number, line in enumerate(lines):
        for path in leaves(line):
            of_its_type = path[0] != "envelope" or path[1] in ("data", "sealed", "opens")
            kind = line["envelope"]["type"] if of_its_type else "any"
            found.setdefault((kind, *("#" if isinstance(step, int) else step for step in path)), []).append(
                (number, *path)
            )
    return list(found.values())


def a_place(lines: list[Any], luck: random.Random) -> tuple[str | int, ...]:
    """Any place, rare kinds as likely as frequent ones; not a hash, which a forger mends."""
    return luck.choice(luck.choice([some for some in places(lines) if some[0][1] != "hash"]))


def change(lines: list[Any], luck: random.Random) -> tuple[str | int, ...]:
    path = a_place(lines, luck)
    holder = inside(lines, path[:-1])
    holder[path[-1]] = other(holder[path[-1]], luck)
    return path


def delete_field(lines: list[Any], luck: random.Random) -> tuple[str | int, ...]:
    path = a_place(lines, luck)
    del inside(lines, path[:-1])[path[-1]]
    return path


def insert_field(lines: list[Any], luck: random.Random) -> tuple[str | int, ...]:
    path = a_place(lines, luck)[:-1]
    holder = inside(lines, path)
    if isinstance(holder, list):
        holder.append(copy.deepcopy(holder[-1]))
    else:
        holder["extra"] = 1
    return path


def delete_line(lines: list[Any], luck: random.Random) -> tuple[str | int, ...]:
    line = luck.randrange(len(lines) - 1)
    del lines[line]
    return (line,)


def swap_lines(lines: list[Any], luck: random.Random) -> tuple[str | int, ...]:
    line = luck.randrange(len(lines) - 1)
    lines[line], lines[line + 1] = lines[line + 1], lines[line]
    return (line,)


def insert_line(lines: list[Any], luck: random.Random) -> tuple[str | int, ...]:
    line = luck.randrange(len(lines))
    lines.insert(line, copy.deepcopy(lines[line]))
    return (line,)


def of_type(kinds: Sequence[str], field: str) -> Callable[[list[Any], random.Random], tuple[str | int, ...]]:
    """Aimed at what a cheat would want."""

    def aimed(lines: list[Any], luck: random.Random) -> tuple[str | int, ...]:
        line = luck.choice([n for n, each in enumerate(lines) if wanted(each)])
        path = luck.choice([path for path in leaves(lines[line]) if field in path])
        holder = inside(lines[line], path[:-1])
        holder[path[-1]] = other(holder[path[-1]], luck)
        return line, *path

    def wanted(line: Any) -> bool:
        return (not kinds or line["envelope"]["type"] in kinds) and any(field in path for path in leaves(line))

    return aimed


def another_actor(lines: list[Any], luck: random.Random) -> tuple[str | int, ...]:
    """A whole commit is somebody else's."""
    first = luck.choice([n for n, line in enumerate(lines) if "command" in line])
    last = lines[first]["envelope"]["command"]["last"]
    actors = sorted({line["envelope"]["actor"] for line in lines} - {lines[first]["envelope"]["actor"]})
    actor = luck.choice(actors)
    for line in lines[first:last]:
        line["envelope"]["actor"] = actor
    return first, "envelope", "actor"


def another_mark(lines: list[Any], luck: random.Random) -> tuple[str | int, ...]:
    """A whole commit is a bot's, or none's, or another bot's."""
    first = luck.choice([n for n, line in enumerate(lines) if "command" in line])
    marks = {line["envelope"]["command"].get("bot") for line in lines} | {"greedy"}
    mark = luck.choice(sorted(marks - {lines[first]["envelope"]["command"].get("bot")}, key=str))
    for line in lines[first : lines[first]["envelope"]["command"]["last"]]:
        line["envelope"]["command"].pop("bot", None)
        line["envelope"]["command"].update({} if mark is None else {"bot": mark})
    return first, "envelope", "command", "bot"


ALIKE = {"agreed", "admin", "vacation", "own_turn", "timed_out", "resigned", "returned", "random", "greedy", "creator"}


def another_word(*kinds: str) -> Callable[[list[Any], random.Random], tuple[str | int, ...]]:
    """A word of an event is another one that could stand there."""

    def said(lines: list[Any], luck: random.Random) -> tuple[str | int, ...]:
        found = [
            (n, "envelope", "data", *path)
            for n, line in enumerate(lines)
            if line["envelope"]["type"] in kinds
            for path in leaves(line["envelope"]["data"])
            if inside(line["envelope"]["data"], path) in ALIKE
        ]
        path = luck.choice(found)
        holder = inside(lines, path[:-1])
        holder[path[-1]] = luck.choice(sorted(ALIKE - {holder[path[-1]]}))
        return path

    return said


KINDS: dict[str, Callable[[list[Any], random.Random], tuple[str | int, ...]]] = {
    "change": change,
    "delete field": delete_field,
    "insert field": insert_field,
    "delete line": delete_line,
    "swap lines": swap_lines,
    "insert line": insert_line,
    "actor": another_actor,
    "body": of_type((), "body"),
    "event": of_type((), "data"),
    "draw": of_type((), "draws"),
    "turn order": of_type(("game_started",), "turn_order"),
}
# those of what one of the logs alone holds
MORE: dict[str, dict[str, Callable[[list[Any], random.Random], tuple[str | int, ...]]]] = {
    "finished": {"ranking": of_type(("game_finished",), "ranking")},
    "eventful": {
        "bot's mark": another_mark,
        "note": of_type(("note_sealed",), "parts"),
        "seat handed on": of_type(("seat_changed", "seat_passed"), "data"),
        "why handed on": another_word("seat_changed"),
        "time-out": of_type(("decision_timed_out",), "data"),
        "time-out's body": of_type(("decision_timed_out",), "body"),
        "pause": of_type(("clocks_paused", "clocks_resumed"), "data"),
        "undo": of_type(("commits_undone",), "data"),
        "abort": of_type(("game_aborted",), "data"),
        "why aborted": another_word("game_aborted", "clocks_paused", "commits_undone"),
    },
}


def mutations(ruleset: str, log: str, refitted: bool) -> Iterator[Mutation]:
    luck = random.Random(ruleset)
    whole = shown(game(ruleset, log))
    text = json.dumps(whole)
    for kind, mutate in {**KINDS, **MORE[log]}.items():
        for _ in range(ROUNDS[refitted]):
            lines: list[Any] = json.loads(text)  # a copy, sooner than deepcopy makes it
            path = mutate(lines, luck)
            if (made := _fitted(lines, refitted)) != whole:  # to swap two likes is to do nothing
                yield Mutation(kind, path, made)


def _fitted(lines: list[Any], refitted: bool) -> list[Any]:
    try:
        return rewritten(lines) if refitted else lines
    except (KeyError, IndexError, TypeError, ValueError, NotCanonical):
        return lines  # so broken that nothing can be made to fit


def survives(played: Served, lines: list[Any]) -> bool:
    try:
        text = bundle_of(played, SIGNER, lines)
    except (KeyError, TypeError, ValueError, NotCanonical):
        return False  # it cannot even be written down
    return check_bundle(read_bundle(text), Registry([played.rules])).is_good


def is_outside(mutation: Mutation) -> bool:
    path, kind = mutation.path, mutation.lines[int(mutation.path[0])]["envelope"]["type"]
    if (kind, path[-1]) == ("seat_taken", "nonce"):
        return is_left(mutation)
    if path[1:5] == NOTE or any(path[2 : 2 + len(place)] == place for place in OUTSIDE):
        return True
    return (kind, path[-1]) in OUTSIDE_BY_TYPE


def is_left(mutation: Mutation) -> bool:
    """Return whether the seat was left again before the start: then its nonce is forgotten and yields no dice."""
    place = int(mutation.path[0])
    seat = mutation.lines[place]["envelope"]["data"]["seat"]
    later = (line["envelope"] for line in mutation.lines[place + 1 :])
    return any(each["type"] == "seat_left" and each["data"]["seat"] == seat for each in later)


@pytest.mark.parametrize("ruleset", SHIPPED)
@pytest.mark.parametrize("log", MORE)
@pytest.mark.parametrize("refitted", [False, True], ids=["as-left", "made-to-fit"])
def test_no_forgery_changes_what_happened(ruleset: str, log: str, refitted: bool) -> None:
    played = game(ruleset, log)
    tried, found = Counter[str](), Counter[str]()
    survivors = []
    for mutation in mutations(ruleset, log, refitted):
        tried[mutation.kind] += 1
        if survives(played, mutation.lines):
            survivors.append(mutation)
        else:
            found[mutation.kind] += 1
    print(*(f"\n{kind}: {found[kind]} of {number} found" for kind, number in tried.items()))
    told = [(each.kind, each.path) for each in survivors]
    print(told)
    assert [(each.kind, each.path) for each in survivors if not refitted or not is_outside(each)] == []
