"""Forgeries of a log, each with the version at which a verifier has to find it.

A case lists lines: a number is that line of the base, an object a line as the forger wrote it, a string the text of
one. `rechain`: the forger has hashed everything anew from there on, so that the chain alone shows nothing.
"""

import copy
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias
from uuid import UUID

from kontor.domain.kernel import seals
from kontor.domain.kernel.canonical import Json, JsonObject, canonical, canonical_text

Line: TypeAlias = dict[str, Any]  # parsed JSON, to be changed at will
Case: TypeAlias = JsonObject


class Forger:
    """Knows an honest, ended log and its seed, and changes copies of it."""

    def __init__(self, lines: Sequence[JsonObject], seed: bytes) -> None:
        self.base: list[Line] = [json.loads(canonical_text(line)) for line in lines]
        self.seed = seed
        self.game = UUID(self.base[0]["envelope"]["game"])

    def first(self, kind: str, **facts: object) -> int:
        """The version of the first event of that type (with those values in its data)."""
        return next(
            line["version"]
            for line in self.base
            if line["envelope"]["type"] == kind
            and all(line["envelope"]["data"].get(key) == value for key, value in facts.items())
        )

    def case(self, name: str, version: int | None, lines: Sequence[Json], **more: Json) -> Case:
        return {"name": name, "version": version, "lines": list(lines), **more}

    def change(
        self, name: str, at: int, alter: Callable[[Line], object], found: int | None = None, rechain: bool = True
    ) -> Case:
        """One line changed; found there, unless `found` says where else."""
        return self.changes(name, at if found is None else found, {at: alter}, rechain)

    def changes(
        self, name: str, found: int, alterations: Mapping[int, Callable[[Line], object]], rechain: bool = True
    ) -> Case:
        lines: list[Json] = list(range(1, len(self.base) + 1))
        for at, alter in alterations.items():
            forged = copy.deepcopy(self.base[at - 1])
            alter(forged)
            lines[at - 1] = forged
        return self.case(name, found, lines, rechain=rechain)

    def reseal(self, line: Line, part: int, value: Json, salt: bytes | None = None) -> None:
        """Seal another value, with the salt that the seed gives unless another is named."""
        version = line["version"]
        salt = salt or seals.salt(self.seed, self.game, version, part)
        line["envelope"]["sealed"][part]["digest"] = seals.seal(salt, self.game, version, part, value).hex()
        line["parts"][part] = {"part": part, "salt": salt.hex(), "value": value}

    def redigest(self, line: Line, body: Json, salt: bytes) -> None:
        line["envelope"]["command"]["digest"] = seals.command_digest(salt, self.game, line["version"], body).hex()
        line["command"] = {"salt": salt.hex(), "body": body}


def rechained(lines: Sequence[JsonObject]) -> list[Line]:
    """The lines with hashes that follow from one another."""
    made, head = [], seals.GENESIS
    for line in lines:
        head = seals.chain_hash(head, canonical(line["envelope"]))
        made.append({**line, "hash": head.hex()})
    return made


def forgeries(lines: Sequence[JsonObject], seed: bytes) -> Iterator[Case]:
    forger = Forger(lines, seed)
    yield from _of_the_chain(forger)
    yield from _of_the_text(forger)
    yield from _of_forms(forger)
    yield from _of_commits(forger)
    yield from _of_seats(forger)
    yield from _of_seals(forger)
    yield from _of_dice(forger)
    yield from _of_the_end(forger)


def put(path: str, value: Json) -> Callable[[Line], object]:
    """An alteration: `put("envelope/data/face", 6)`."""
    *way, last = path.split("/")

    def alter(line: Line) -> None:
        place: Any = line
        for key in way:
            place = place[int(key)] if isinstance(place, list) else place[key]
        place[int(last) if isinstance(place, list) else last] = value

    return alter


def _of_the_chain(forger: Forger) -> Iterator[Case]:
    size = len(forger.base)
    all_lines = range(1, size + 1)
    roll = forger.first("die_rolled")
    yield forger.case("nothing is changed", None, all_lines)
    yield forger.case("nothing is changed, and hashed anew", None, all_lines, rechain=True)
    yield forger.case("no line at all", 0, [])
    yield forger.change("a face is changed", roll, put("envelope/data/face", 6), rechain=False)
    yield forger.change("a hash is changed", roll, put("hash", "0" * 64), rechain=False)
    yield forger.case("a line is missing", 5, [*range(1, 5), *range(6, size + 1)])
    yield forger.case("the first line is missing", 1, range(2, size + 1))
    yield forger.case("two lines change places", 5, [*range(1, 5), 6, 5, *range(7, size + 1)])
    yield forger.case("a line is repeated", 6, [*range(1, 6), *range(5, size + 1)])
    yield forger.case("a line is repeated, and hashed anew", 6, [*range(1, 6), *range(5, size + 1)], rechain=True)
    yield forger.case("the last commit is missing: the log alone cannot tell", None, range(1, _last_first(forger)))
    yield forger.case(
        "the last commit is missing: the head tells",
        _last_first(forger) - 1,
        range(1, _last_first(forger)),
        head=forger.base[-1]["hash"],
    )
    yield forger.case("something follows the end", size + 1, [*all_lines, _after_the_end(forger)], rechain=True)


def _last_first(forger: Forger) -> int:
    first: int = forger.base[-1]["envelope"]["command"]["first"]
    return first


def _after_the_end(forger: Forger) -> Line:
    line = copy.deepcopy(forger.base[forger.first("turn_started") - 1])
    version = len(forger.base) + 1
    command = {**line["envelope"]["command"], "id": str(UUID(int=1)), "first": version, "last": version}
    line["envelope"] |= {"version": version, "command": command, "at": forger.base[-1]["envelope"]["at"]}
    return {**line, "version": version}


def _of_the_text(forger: Forger) -> Iterator[Case]:
    size = len(forger.base)
    roll = forger.first("die_rolled")
    honest = canonical_text(forger.base[roll - 1])
    for name, text in {
        "a line is not JSON": honest[:-1],
        "a line has spaces": json.dumps(forger.base[roll - 1], sort_keys=True),
        "a number is written as a fraction": honest.replace('"schema":1', '"schema":1.0'),
        "a key stands twice": honest.replace('"schema":1', '"schema":1,"schema":1'),
        "a line is empty": "",
        "a line is a list": "[]",
        "a line is null": "null",
    }.items():
        yield forger.case(name, roll, [*range(1, roll), text, *range(roll + 1, size + 1)])


def _of_forms(forger: Forger) -> Iterator[Case]:
    roll = forger.first("die_rolled")
    yield forger.change("the version is true, which some languages take for 1", 1, put("envelope/version", True))
    yield forger.change("a commit begins at true", 1, put("envelope/command/first", True))
    yield forger.change("the line names another version", roll, put("version", roll + 1))
    yield forger.change("the format is another", 1, put("envelope/format", "kontor-log/2"))
    yield forger.change("a field is added to the envelope", roll, put("envelope/note", "x"))
    yield forger.change("a field is missing in the envelope", roll, lambda line: line["envelope"].pop("opens"))
    yield forger.change("a field is added to the line", roll, put("note", "x"))
    yield forger.change("a line has no parts", roll, lambda line: line.pop("parts"))
    yield forger.change("the game is another", roll, put("envelope/game", str(UUID(int=5))))
    yield forger.change("the game is written in capitals", 1, put("envelope/game", str(forger.game).upper()))
    yield forger.change("the type is a number", roll, put("envelope/type", 7))
    yield forger.change("the type has a space", roll, put("envelope/type", "die rolled"))
    yield forger.change("the schema is 0", roll, put("envelope/schema", 0))
    yield forger.change("an event of the kernel has schema 2", 2, put("envelope/schema", 2))
    yield forger.change("the data is a list", roll, put("envelope/data", []))
    yield forger.change("the time runs backwards", roll, put("envelope/at", "2025-01-01T00:00:00.000Z"))
    yield forger.change("the time has no decimals", roll, put("envelope/at", "2026-01-01T00:00:59Z"))
    yield forger.change("the day does not exist", roll, put("envelope/at", "2026-02-30T00:00:00.000Z"))
    yield forger.change("the hour does not exist", roll, put("envelope/at", "2026-02-01T24:00:00.000Z"))
    yield forger.change("the digits are Arabic ones", roll, put("envelope/at", "٢٠٢٦-01-01T00:00:59.000Z"))
    yield forger.change("a digest is in capitals", 1, put("envelope/command/digest", "A" * 64))


def _of_commits(forger: Forger) -> Iterator[Case]:
    start = forger.first("game_started")
    commit = forger.base[start - 1]["envelope"]["command"]
    last = commit["last"]
    roll = forger.first("die_rolled")
    yield forger.change("the actor changes within a commit", start, put("envelope/actor", "system"))
    yield forger.change("the actor is no seat of the game", roll, put("envelope/actor", "seat:3"))
    yield forger.change("the actor is nobody", roll, put("envelope/actor", "seat:0"))
    yield forger.change("the actor is a stranger", roll, put("envelope/actor", "creator"))
    yield forger.change("a commit claims to end earlier", start, put("envelope/command/last", start))
    yield forger.change("a commit claims to begin later", start, put("envelope/command/first", start))
    yield forger.change("a commit has another id in the middle", start, put("envelope/command/id", str(UUID(int=9))))
    again = forger.base[roll - 1]["envelope"]["command"]["first"]
    used = forger.base[0]["envelope"]["command"]["id"]
    yield forger.change("a command has the id of an earlier one", again, put("envelope/command/id", used))
    yield forger.case("the log ends within a commit", last - 1, range(1, last))
    yield forger.change("a command is changed", again, put("command/body/type", "take_card"))
    yield forger.change("a command is not shown", again, lambda line: line.pop("command"))
    yield forger.change(
        "a command is shown in the middle of a commit",
        start,
        lambda line: line.update(command=forger.base[0]["command"]),
    )
    alone = forger.first("seat_changed")
    body = forger.base[alone - 1]["command"]["body"]
    yield forger.change(
        "a command's digest has a salt of the forger's own", alone, lambda line: forger.redigest(line, body, bytes(32))
    )


def _of_seats(forger: Forger) -> Iterator[Case]:
    taken, left, start = forger.first("seat_taken"), forger.first("seat_left"), forger.first("game_started")
    resigned, returned = forger.first("seat_changed", why="resigned"), forger.first("seat_changed", why="returned")
    seats = "envelope/data/seats"
    yield forger.change("a chair has another number", 1, put(f"{seats}/1/seat", 3))
    yield forger.change("a chair of a bot names none", 1, put(f"{seats}/1/kind", "bot"))
    yield forger.change("an open chair names a bot", 1, put(f"{seats}/1/bot", "random"))
    yield forger.change("there are no chairs", 1, put(seats, []))
    yield forger.change("a field is added to an event of the kernel", taken, put("envelope/data/note", 1))
    yield forger.change(
        "an empty field is written out", forger.first("seat_taken", seat=2), put("envelope/data/nonce", None)
    )
    yield forger.change("a seat is taken that is not there", taken, put("envelope/data/seat", 3))
    yield forger.change("a seat is taken twice", left, lambda line: _retake(forger, line))
    yield forger.change("a seat is left by another", left, put("envelope/data/participant", "0" * 32))
    yield forger.change("a nonce is changed at the start", start, put("envelope/data/nonces/0/nonce", "0" * 64))
    yield forger.change("a nonce is forgotten at the start", start, put("envelope/data/nonces", []))
    # the order of two seats is the same by chance; the next draw is not
    both = {_sits(forger): put("envelope/data/nonce", "0" * 64), start: put("envelope/data/nonces/0/nonce", "0" * 64)}
    yield forger.changes("a nonce is changed at both its places, the dice are not", forger.first("charms_dealt"), both)
    yield forger.change("the turn order lacks a seat", start, put("envelope/data/turn_order", [1, 1]))
    yield forger.change("the game does not start when it is full", start, lambda line: _note(line))
    yield forger.change("something happens before the start", taken, put("envelope/type", "turn_started"))
    yield forger.change("the game is created again", taken, lambda line: _recreate(forger, line))
    yield forger.change("a seat is taken in a running game", resigned, lambda line: _retake(forger, line))
    yield forger.change("a bot returns", resigned, put("envelope/data/why", "returned"))
    yield forger.change("a stranger returns", returned, put("envelope/data/to/participant", "0" * 32))
    yield forger.change("a seat returns that was not away", returned, put("envelope/data/seat", 1))
    yield forger.change("an event of the kernel opens something", resigned, put("envelope/opens", [{}]))
    yield forger.change(
        "an event of the kernel seals something", resigned, put("envelope/sealed", [{"for": [], "digest": "0" * 64}])
    )


def _sits(forger: Forger) -> int:
    """The version at which seat 1 gave the nonce that counted."""
    return max(line["version"] for line in forger.base if line["envelope"]["data"].get("nonce") and line["version"] < 6)


def _retake(forger: Forger, line: Line) -> None:
    line["envelope"]["type"] = "seat_taken"
    line["envelope"]["data"] = copy.deepcopy(forger.base[forger.first("seat_taken") - 1]["envelope"]["data"])


def _recreate(forger: Forger, line: Line) -> None:
    line["envelope"] |= {"type": "game_created", "data": forger.base[0]["envelope"]["data"]}


def _note(line: Line) -> None:
    line["envelope"]["type"], line["envelope"]["data"] = "note_sealed", {}


def _of_seals(forger: Forger) -> Iterator[Case]:
    deal, taken, revealed = forger.first("charms_dealt"), forger.first("card_taken"), forger.first("bids_revealed")
    opened = forger.base[revealed - 1]["envelope"]["opens"][0]["version"]
    yield forger.change("a part is for a seat that is not there", deal, put("envelope/sealed/0/for", [3]))
    yield forger.change("a part is for seats out of order", deal, put("envelope/sealed/0/for", [2, 1]))
    yield forger.change("a part is for a seat twice", deal, put("envelope/sealed/0/for", [1, 1]))
    yield forger.change("a part is for nobody's seat", deal, put("envelope/sealed/0/for", [0]))
    yield forger.change("a part is shown as another value", deal, put("parts/0/value/charm", 4 + 3))
    yield forger.change("a part is shown with another salt", deal, put("parts/0/salt", "0" * 64))
    yield forger.change("a part is shown twice", deal, lambda line: line["parts"].insert(0, line["parts"][0]))
    yield forger.change("parts are out of order", deal, lambda line: line["parts"].reverse())
    yield forger.change("a part is shown that was not sealed", deal, put("parts/1/part", 9))
    yield forger.change("a part is kept back after the end", deal, lambda line: line["parts"].pop())
    yield forger.change(
        "a part that was opened later is not shown beside its event", opened, lambda line: line.update(parts=[])
    )
    yield forger.change("something else is opened", revealed, put("envelope/opens/0/value/amount", 9))
    yield forger.change("a part is opened that does not exist", revealed, put("envelope/opens/0/part", 5))
    yield forger.change("a part of the future is opened", revealed, put("envelope/opens/0/version", revealed + 2))
    yield forger.change(
        "a part is opened twice", revealed, lambda line: line["envelope"]["opens"].append(line["envelope"]["opens"][0])
    )
    bid = forger.base[opened - 1]["parts"][0]["value"]
    yield forger.change(
        "a seal has a salt of the forger's own",
        opened,
        lambda line: forger.reseal(line, 0, bid, bytes(32)),
        found=revealed,
    )
    yield forger.change(
        "another bid is sealed than is opened",
        opened,
        lambda line: forger.reseal(line, 0, {"amount": 9}),
        found=revealed,
    )
    last = max(line["version"] for line in forger.base if line["envelope"]["type"] == "bid_placed")
    value = forger.base[last - 1]["parts"][0]["value"]
    yield forger.change(
        "a seal nobody opens has a salt of the forger's own",
        last,
        lambda line: forger.reseal(line, 0, value, bytes(32)),
    )
    shown = forger.base[taken - 1]["parts"][0]["value"]
    lie = {**shown, "value": {"card": "c99"}}
    yield forger.change("a seat is shown another card than was sealed", taken, lambda line: forger.reseal(line, 0, lie))
    same = {**shown, "version": taken}
    yield forger.change("a seat is shown the very part it reads", taken, lambda line: forger.reseal(line, 0, same))


def _of_dice(forger: Forger) -> Iterator[Case]:
    roll, deal, pile = forger.first("die_rolled"), forger.first("charms_dealt"), forger.first("pile_shuffled")
    draw = "envelope/data/draws/0"
    value = forger.base[roll - 1]["envelope"]["data"]["draws"][0]["value"]
    yield forger.change("a die shows what was not drawn", roll, put(f"{draw}/value", (value + 1) % 6))
    yield forger.change("a die has another number of faces", roll, put(f"{draw}/below", 7))
    yield forger.change("a draw is skipped", roll, put(f"{draw}/counter", 1))
    yield forger.change("a draw is left out", roll, put("envelope/data/draws", []), found=_second_roll(forger))
    yield forger.change("a draw is below nothing", roll, put(f"{draw}/below", 0))
    yield forger.change("a draw has a purpose in capitals", roll, put(f"{draw}/purpose", "Roll"))
    yield forger.change("a draw has an unknown field", roll, put(f"{draw}/from", 1))
    yield forger.change("draws are no list", roll, put("envelope/data/draws", {}))
    yield forger.change(
        "something is drawn before the start",
        2,
        put("envelope/data/draws", forger.base[roll - 1]["envelope"]["data"]["draws"]),
    )
    charm = copy.deepcopy(forger.base[deal - 1]["parts"][0]["value"])
    charm["draws"][0]["value"] = (charm["draws"][0]["value"] + 1) % 5
    yield forger.change(
        "a sealed draw is not what was drawn",
        deal,
        lambda line: forger.reseal(line, 0, charm),
        found=forger.first("day_scored"),
    )
    order = copy.deepcopy(forger.base[pile - 1]["parts"][-1]["value"])
    order["draws"][0]["value"].reverse()
    count = len(forger.base[pile - 1]["parts"]) - 1
    yield forger.change("a pile lies in another order", pile, lambda line: forger.reseal(line, count, order))


def _second_roll(forger: Forger) -> int:
    rolls: list[int] = [line["version"] for line in forger.base if line["envelope"]["type"] == "die_rolled"]
    return rolls[1]


def _of_the_end(forger: Forger) -> Iterator[Case]:
    end = len(forger.base)
    ranking = forger.base[-1]["envelope"]["data"]["ranking"]
    data = "envelope/data"
    yield forger.change("the seed is another", end, put(f"{data}/seed", "0" * 64))
    other = seals.commitment(bytes(32), forger.game).hex()
    yield forger.change("the commitment is another", 1, put(f"{data}/commitment", other), found=end)
    yield forger.change("the ranking lacks a seat", end, put(f"{data}/ranking", ranking[:1]))
    yield forger.change("the ranking names a seat twice", end, put(f"{data}/ranking", [ranking[0], ranking[0]]))
    yield forger.change("the ranking begins with rank 2", end, lambda line: _ranks(line, 2, 2))
    yield forger.change("the ranking leaves out a rank", end, lambda line: _ranks(line, 1, 3))
    yield forger.change("the ranking is out of order", end, lambda line: _ranks(line, 2, 1))


def _ranks(line: Line, *ranks: int) -> None:
    for row, rank in zip(line["envelope"]["data"]["ranking"], ranks, strict=True):
        row["rank"] = rank
