"""Makes the test vectors of the log format: `python -m tests.vectors.make`. Fixed seeds, ids and times, so that
the files change only if the format does. tests/domain/kernel/test_vectors.py compares them with what stands here."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias, cast

from kontor.domain.kernel import play, seals
from kontor.domain.kernel.canonical import Json, JsonObject, canonical, canonical_text, parse_strict
from kontor.domain.kernel.commits import SYSTEM, Command, commit, seat_actor
from kontor.domain.kernel.dice import Dice, Draw, Shuffle, joint_key, words
from kontor.domain.kernel.game import Game, opening
from kontor.domain.kernel.lifecycle import BotHolder, ParticipantHolder, SeatPlan, SeatTaken
from kontor.domain.kernel.model import write
from kontor.domain.kernel.secrets import Ref
from tests.support.playing import Played, finished, hash_of, id_of, nonce_of, participant_of, seed_of
from tests.tiny import RULESET
from tests.tiny.rulebook.catalogue import Command as TinyCommand
from tests.tiny.rulebook.catalogue import Event
from tests.tiny.state import State
from tests.vectors import abandoned as left
from tests.vectors.additions import additional_forgeries, game_with_additions
from tests.vectors.bundles import bundle_files
from tests.vectors.forge import forgeries
from tests.vectors.histories import history_files
from tests.vectors.refusals import refusal_files
from tests.vectors.witnesses import witness_files

HERE = Path(__file__).parent
GAME = id_of(1)
SEED = seed_of(1)

Tiny: TypeAlias = Played[State, TinyCommand, Event]


def files() -> Mapping[str, str]:
    """Every vector file by name."""
    game, aborted, more = whole_game(), aborted_game(), game_with_additions()
    idle, unmet = left.abandoned_game(), left.abandoned_while_open()
    end = game.commits[-1].first - 1
    logs = {
        "game.ndjson": game.lines(),
        "game-as-spectator.ndjson": game.lines((), ended=False)[:end],
        "game-as-seat-1.ndjson": game.lines((1,), ended=False)[:end],
        "batch.ndjson": batch().lines(),
        "aborted.ndjson": aborted.lines(),
        "aborted-while-open.ndjson": aborted_while_open().lines(),
        "additions.ndjson": more.lines(),
        "abandoned.ndjson": idle.lines(),
        "abandoned-while-open.ndjson": unmet.lines(),
    }
    made = {name: "".join(f"{canonical_text(line)}\n" for line in lines) for name, lines in logs.items()}
    index: Json = [
        {
            "file": name,
            "version": len(lines),
            "head": lines[-1]["hash"],
            "ended": name.startswith(("aborted", "abandoned")) or name in ("game.ndjson", "additions.ndjson"),
        }
        for name, lines in logs.items()
    ]
    return {
        "canonical.json": pretty({"good": list(good_texts()), "refused": list(refused_texts())}),
        "chain.json": pretty(list(chain(game))),
        "commitments.json": pretty(list(commitments())),
        "seals.json": pretty(list(seal_cases(game))),
        "opens.json": pretty(opens(game)),
        "commands.json": pretty(list(command_cases(game))),
        "draws.json": pretty(draws()),
        "logs.json": pretty(index),
        "forged.json": pretty({"base": "game.ndjson", "cases": list(forgeries(game.lines(), game.game.seed))}),
        "forged-additions.json": pretty(
            {"base": "additions.ndjson", "cases": list(additional_forgeries(more.lines(), more.game.seed))}
        ),
        "forged-abandoned.json": pretty(
            {"base": "abandoned.ndjson", "cases": list(left.forgeries_of_running(idle.lines(), idle.game.seed))}
        ),
        "forged-abandoned-while-open.json": pretty(
            {
                "base": "abandoned-while-open.ndjson",
                "cases": list(left.forgeries_of_open(unmet.lines(), unmet.game.seed)),
            }
        ),
        **bundle_files(game),
        **witness_files(game),
        **history_files(game),
        **refusal_files(game),
        **made,
    }


def pretty(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


# ---------------------------------------------------------------- canonical JSON


def good_texts() -> Iterator[JsonObject]:
    texts = [
        "null",
        " true ",
        "[]",
        "{}",
        "0",
        "9007199254740991",
        "-9007199254740991",
        '{"b":1,"a":2,"10":3,"9":4,"_":5}',
        '{ "seats" : [ 1 , 2 ] ,\n "name" : null }',
        '"L\\u00fcbeck \\u2013 Br\\u00fcgge"',
        '"\\ud83d\\udea2 \\u2028 \\u007f"',
        '"quote \\" backslash \\\\ solidus \\/"',
        '"\\b\\f\\n\\r\\t\\u0001\\u001f"',
        '{"a":{"b":[{"c":"d"}]}}',
        "[" * 64 + "]" * 64,
    ]
    for text in texts:
        made = canonical(parse_strict(text))
        yield {"json": text, "canonical": made.decode(), "sha256": hashlib.sha256(made).hexdigest()}


def refused_texts() -> Iterator[JsonObject]:
    yield from (
        {"text": text, "why": why}
        for text, why in [
            ("", "no value"),
            ("{", "not JSON"),
            ("[1,]", "not JSON"),
            ("'a'", "not JSON"),
            ("NaN", "not JSON"),
            ("1 1", "two values"),
            ("1.0", "a fraction, even though it is whole"),
            ("1e3", "an exponent"),
            ("0.5", "a fraction"),
            ("-0", "the text of zero is 0"),
            ("01", "not JSON"),
            ("9007199254740992", "beyond 2^53 - 1"),
            ("-9007199254740992", "beyond 2^53 - 1"),
            ("1" * 5000, "beyond 2^53 - 1, and longer than some parsers read"),
            ('{"a":1,"a":1}', "a key twice"),
            ('{"b":1,"a":2}', "keys out of order"),
            ('{"A":1}', "a key with a capital"),
            ('{"":1}', "an empty key"),
            ('{"ü":1}', "a key beyond a-z, 0-9 and _"),
            ('{"a": 1}', "a space"),
            (" 1", "a space"),
            ("1\n", "a line feed"),
            ('"\\u0041"', "an escape that is not needed"),
            ('"\\u000A"', "the escape of a line feed is \\n"),
            ('"\\u001F"', "hex digits of escapes are lower case"),
            ('"\\/"', "an escape that is not needed"),
            ('"a\nb"', "a bare control character"),
            ('"\\u0000"', "U+0000"),
            ('"\\ud800"', "half a character"),
            ("[" * 65 + "]" * 65, "65 levels"),
        ]
    )
    yield {"hex": "22ff22", "why": "not UTF-8"}
    yield {"hex": "22eda08022", "why": "half a character, written as UTF-8"}
    yield {"hex": "efbbbf31", "why": "a byte order mark"}


# ---------------------------------------------------------------- hashes


def chain(game: Tiny) -> Iterator[JsonObject]:
    previous = seals.GENESIS.hex()
    for record in [record for made in game.commits for record in made.records][:4]:
        yield {"previous": previous, "envelope": record.envelope, "hash": record.hash.hex()}
        previous = record.hash.hex()


def commitments() -> Iterator[JsonObject]:
    for number, seats in enumerate(([], [1], [1, 2, 10]), 1):
        game, seed = id_of(number), seed_of(number)
        yield {
            "seed": seed.hex(),
            "game": str(game),
            "commitment": seals.commitment(seed, game).hex(),
            "nonces": [{"seat": seat, "nonce": nonce_of(seat)} for seat in seats],
            "joint_key": joint_key(seed, {seat: nonce_of(seat) for seat in seats}).hex(),
        }


def seal_case(version: int, part: int, value: Json) -> dict[str, Json]:
    salt = seals.salt(SEED, GAME, version, part)
    text = canonical_text({"game": str(GAME), "version": version, "part": part, "value": value})
    digest = seals.seal(salt, GAME, version, part, value).hex()
    return {
        "seed": SEED.hex(),
        "game": str(GAME),
        "version": version,
        "part": part,
        "value": value,
        "salt": salt.hex(),
        "text": text,
        "digest": digest,
    }


def seal_cases(game: Tiny) -> Iterator[JsonObject]:
    yield seal_case(1, 0, None)
    yield seal_case(2**40, 2**32 - 1, [])
    yield seal_case(7, 3, {"city": "Lübeck", "chip": 2})
    for made in game.commits:
        for record in made.records:
            for number, part in enumerate(record.parts[:2]):
                yield seal_case(record.version, number, part.value)


def opens(game: Tiny) -> JsonObject:
    """One part opened to everybody, one to a single seat by a part of its own."""
    to_all = next(line for line in game.lines() if _envelope(line)["opens"])
    to_one = next(line for line in game.lines() if _envelope(line)["type"] == "card_taken")
    old = cast("list[JsonObject]", _envelope(to_all)["opens"])[0]
    new = cast("list[JsonObject]", to_one["parts"])[0]
    inner = cast(JsonObject, new["value"])
    ref = Ref(cast(int, old["version"]), cast(int, old["part"]))
    assert opening(game.game, ref, game.game.parts[ref]) == old
    return {
        "game": str(GAME),
        "to_all": {"sealed": _sealed_at(game, old), "opens": old},
        "to_one_seat": {
            "old": {"sealed": _sealed_at(game, inner), "version": inner["version"], "part": inner["part"]},
            "new": {"sealed": cast("list[Json]", _envelope(to_one)["sealed"])[0], "version": to_one["version"], **new},
        },
    }


def _sealed_at(game: Tiny, address: JsonObject) -> Json:
    line = game.lines()[cast(int, address["version"]) - 1]
    return cast("list[Json]", _envelope(line)["sealed"])[cast(int, address["part"])]


def _envelope(line: JsonObject) -> JsonObject:
    return cast(JsonObject, line["envelope"])


def command_cases(game: Tiny) -> Iterator[JsonObject]:
    for made in game.commits:
        yield {
            "seed": SEED.hex(),
            "game": str(GAME),
            "first": made.first,
            "body": made.command.body,
            "salt": made.salt.hex(),
            "digest": seals.command_digest(made.salt, GAME, made.first, made.command.body).hex(),
        }


# ---------------------------------------------------------------- draws


def draws() -> JsonObject:
    key = joint_key(SEED, {1: nonce_of(1), 2: nonce_of(2)})
    dice = Dice(key, {})
    taken: list[Draw | Shuffle] = [
        *(dice.die("roll") for _ in range(3)),
        dice.below("one", 1),
        dice.below("all", 2**32),
        *(dice.below("rejects", 2**31 + 1) for _ in range(4)),
        dice.below("a.b-c_9", 1000),
        dice.shuffle("none", ()),
        dice.shuffle("single", ("x",)),
        dice.shuffle("pile", [f"c{n:02}" for n in range(1, 13)]),
        dice.shuffle("numbers", list(range(40))),
    ]
    return {"joint_key": key.hex(), "draws": [_draw_case(key, draw) for draw in taken]}


def _draw_case(key: bytes, draw: Draw | Shuffle) -> JsonObject:
    stream = words(key, draw.purpose, draw.counter)
    first = [next(stream) for _ in range(10)]
    found: dict[str, Json] = {"draw": write(draw), "words": first}
    if isinstance(draw, Draw):
        fair = 2**32 - 2**32 % draw.below
        found["rejected"] = next(n for n, word in enumerate(first) if word < fair)
    return found


# ---------------------------------------------------------------- logs


def opened_game(seats: int) -> Tiny:
    board: JsonObject = {"name": "square"}
    played: Tiny = Played(RULESET, Game(GAME, SEED, board))
    plans = tuple(SeatPlan(seat, "open") for seat in range(1, seats + 1))
    plan = play.Plan(hash_of(board), {"rounds": 2}, plans, "drawn")
    played.write(SYSTEM, {"type": "create"}, play.create(RULESET, played.game, plan))
    return played


def sit(played: Tiny, seat: int, nonce: int | None) -> None:
    given = None if nonce is None else nonce_of(nonce)
    taker = SeatTaken(seat, participant_of(seat), given)
    body: dict[str, Json] = {"type": "take_seat", "seat": seat}
    if given is not None:
        body["nonce"] = given
    played.write(seat_actor(seat), body, play.take_seat(RULESET, played.game, taker))


def whole_game() -> Tiny:
    """Two seats, one of them with a nonce; a seat is left and taken again, resigned and taken back; a bot's note;
    a card taken unseen and shown later."""
    played = opened_game(2)
    sit(played, 1, 1)
    played.write(seat_actor(1), {"type": "leave_seat", "seat": 1}, play.leave_seat(played.game, 1))
    sit(played, 1, 2)
    sit(played, 2, None)
    change(played, 2, BotHolder("bot", "random"), "resigned")
    active = RULESET.awaiting(cast(State, played.game.state))[0]
    played.do(active, {"type": "take_card"}, note={"why": "a card is worth more than a roll"})
    change(played, 2, ParticipantHolder("participant", participant_of(2)), "returned")
    played.do(3 - active, {"type": "roll"})
    for seat in (1, 2):
        played.do(seat, {"type": "bid", "amount": seat})
    held = cast(State, played.game.state).hands[active][0]
    played.do(active, {"type": "show_card", "card": held.card})
    played.do(3 - active, {"type": "roll"})
    return finished(played)


def change(played: Tiny, seat: int, to: BotHolder | ParticipantHolder, why: str) -> None:
    body: JsonObject = {"type": "resign" if why == "resigned" else "return", "seat": seat}
    played.write(seat_actor(seat), body, play.change_seat(played.game, seat, to, why))  # type: ignore[arg-type]  # Why


def batch() -> Tiny:
    """Two commands sent at one stroke: two commits of one moment, the one that draws at the end."""
    played = opened_game(2)
    sit(played, 1, 1)
    sit(played, 2, 2)
    seat = RULESET.awaiting(cast(State, played.game.state))[0]
    for number, body in enumerate(({"type": "offer", "points": 2}, {"type": "roll"})):
        events = play.act(RULESET, played.game, seat, play.read_command(RULESET, body))
        command = Command(id_of(2000 + number), seat_actor(seat), body)
        made = commit(RULESET, played.game, command, events, "2026-01-01T00:00:09.500Z")
        played.commits.append(made)
        played.game = made.after
    return played


def aborted_game() -> Tiny:
    """A seat lets its deadline pass, and the game ends for it: the seed opens what was dealt."""
    played = opened_game(3)
    for seat in (1, 2, 3):
        sit(played, seat, seat)
    seat = RULESET.awaiting(cast(State, played.game.state))[0]
    late = play.time_out(played.game, seat, "2026-01-01T00:00:03.500Z", None)
    played.write(SYSTEM, {"type": "time_out", "seat": seat}, late)
    return played


def aborted_while_open() -> Tiny:
    """Nobody came: aborted by its creator before anything was drawn."""
    played = opened_game(2)
    sit(played, 2, 2)
    played.write(SYSTEM, {"type": "abort"}, play.abort(played.game, "creator"))
    return played


def main() -> None:
    for name, text in files().items():
        (HERE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
