"""Turn the log of one game into rows of tables. The log is not verified here: use `kontor audit verify`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Any
from uuid import UUID

from kontor.domain.kernel.boards import board_hash
from kontor.domain.kernel.canonical import canonical_text, parse
from kontor.domain.kernel.event_lines import record_of
from kontor.domain.kernel.fold import fold
from kontor.domain.kernel.game import Game, Place, SeatEvent, place_after, require_state
from kontor.domain.kernel.lifecycle import SeatChanged, SeatLeft, SeatPassed, SeatTaken
from kontor.domain.kernel.model import read
from kontor.domain.kernel.ruleset import Ruleset
from kontor.domain.shipped import SHIPPED
from kontor.engine.log import KERNEL
from kontor.errors import NotAGame
from kontor.service.audit.bundle import Bundle

AnyRuleset = Ruleset[Any, Any, Any]
Row = dict[str, Any]
HOLDING = {"seat_taken": SeatTaken, "seat_left": SeatLeft, "seat_changed": SeatChanged, "seat_passed": SeatPassed}
ENDS = {"game_finished": "finished", "game_aborted": "aborted"}


@dataclass(frozen=True, slots=True)
class GameLog:
    """The log of a game. `lines`: its lines in order. `kernel`: the envelopes of the events by their type. `undone`:
    the versions that were undone.
    """

    bundle: Bundle
    lines: Sequence[Mapping[str, Any]]
    kernel: Mapping[str, Sequence[Mapping[str, Any]]]
    undone: frozenset[int]

    @property
    def id(self) -> str:
        return str(self.lines[0]["envelope"]["game"])

    @property
    def created(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.kernel["game_created"][0]["data"]
        return found

    @property
    def status(self) -> str:
        last = self.lines[-1]["envelope"]["type"]
        return ENDS.get(last) or ("running" if self._one("game_started") else "open")

    @property
    def turn_order(self) -> Sequence[int] | None:
        started = self._one("game_started")
        return None if started is None else list(started["data"]["turn_order"])

    def at(self, kind: str) -> datetime | None:
        found = self._one(kind)
        return None if found is None else time_of(found)

    def holding(self, seat: int) -> Iterator[SeatEvent]:
        """Yield the events that changed the player of a seat, in order."""
        found = (e for kind in HOLDING for e in self.kernel.get(kind, ()) if e["data"]["seat"] == seat)
        for envelope in sorted(found, key=lambda each: int(each["version"])):
            yield read(HOLDING[envelope["type"]], envelope["data"])

    def _one(self, kind: str) -> Mapping[str, Any] | None:
        return next(iter(self.kernel.get(kind, ())), None)


def read_log(bundle: Bundle) -> GameLog:
    lines: list[Any] = [parse(line) for line in bundle.lines]
    kernel: dict[str, list[Mapping[str, Any]]] = {}
    for line in lines:
        kernel.setdefault(line["envelope"]["type"], []).append(line["envelope"])
    undone = frozenset(
        version
        for each in kernel.get("commits_undone", ())
        for version in range(each["data"]["to"] + 1, each["version"])
    )
    return GameLog(bundle, lines, kernel, undone)


# ---------------------------------------------------------------- rows


def rows_of(game: GameLog, rules: AnyRuleset | None) -> Mapping[str, Sequence[Row]]:
    """Return all rows of one game, by the name of the table."""
    commands = list(_commands(game))
    return {
        "games": [_game(game, rules, commands)],
        "seats": list(_seats(game, commands)),
        "commands": commands,
        "events": list(_events(game)),
        "ledgers": list(_ledger(game, rules)),
    }


def _game(game: GameLog, rules: AnyRuleset | None, commands: Sequence[Row]) -> Row:
    created = game.created
    return {
        "game": game.id,
        "ruleset": created["ruleset"],
        "ruleset_version": created["ruleset_version"],
        "board": created["board"],
        "board_name": None if rules is None else _names(rules).get(created["board"]),
        "options": canonical_text(created["options"]),
        "seats": len(created["seats"]),
        "status": game.status,
        "practice": bool(created.get("practice")),
        "turn_order": game.turn_order,
        "created_at": game.at("game_created"),
        "started_at": game.at("game_started"),
        "ended_at": game.at("game_finished") or game.at("game_aborted"),
        "versions": len(game.lines),
        "commands": sum(_counts(each) for each in commands),
    }


def _seats(game: GameLog, commands: Sequence[Row]) -> Iterator[Row]:
    ranked = {each["seat"]: each for end in game.kernel.get("game_finished", ()) for each in end["data"]["ranking"]}
    for plan in game.created["seats"]:
        seat = plan["seat"]
        placed = ranked.get(seat, {})
        yield {
            "game": game.id,
            "seat": seat,
            "turn": game.turn_order.index(seat) + 1 if game.turn_order else None,
            **_holder(game, plan),
            "commands": sum(_counts(each) and each["seat"] == seat for each in commands),
            "rank": placed.get("rank"),
            "points": placed.get("total"),
            "won": placed["rank"] == 1 if placed else None,
        }


def _holder(game: GameLog, plan: Mapping[str, Any]) -> Row:
    """Return the colour of a seat, and the bot or participant that has the seat at the end of the log."""
    place = Place(plan["seat"], None, plan.get("bot"), plan.get("colour"))
    for event in game.holding(place.seat):
        place = place_after(place, event, plan.get("colour"))
    return {"colour": place.colour, "bot": place.bot, "participant": place.participant}


def _commands(game: GameLog) -> Iterator[Row]:
    for line in game.lines:
        envelope = line["envelope"]
        cause = envelope["command"]
        if envelope["version"] != cause["first"]:
            continue
        body = line["command"]["body"] if "command" in line else None
        yield {
            "game": game.id,
            "version": cause["first"],
            "last": cause["last"],
            "at": time_of(envelope),
            "seat": _seat(envelope),
            "bot": cause.get("bot"),
            "type": None if body is None else body.get("type"),
            "body": None if body is None else canonical_text(body),
            "undone": cause["first"] in game.undone,
        }


def _counts(command: Row) -> bool:
    """Return whether a row is a seat's game command that was not undone. Kernel commands such as `join` do
    not count.
    """
    return command["seat"] is not None and command["type"] not in KERNEL and not command["undone"]


def _events(game: GameLog) -> Iterator[Row]:
    for line in game.lines:
        envelope = line["envelope"]
        yield {
            "game": game.id,
            "version": envelope["version"],
            "at": time_of(envelope),
            "seat": _seat(envelope),
            "type": envelope["type"],
            "schema": envelope["schema"],
            "data": canonical_text(envelope["data"]),
            "sealed": len(envelope["sealed"]),
            "parts": canonical_text([{"part": each["part"], "value": each["value"]} for each in line["parts"]]),
            "undone": envelope["version"] in game.undone,
        }


def _ledger(game: GameLog, rules: AnyRuleset | None) -> Iterator[Row]:
    """Yield the score ledger of a finished game, if its ruleset is known. The score is computed by replaying
    the game.
    """
    if game.status != "finished" or rules is None:
        return
    for each in rules.score(require_state(_fold(game, rules))).ledger:
        yield {
            "game": game.id,
            "seat": each.seat,
            "category": each.category,
            "points": each.points,
            "rule": each.rule,
            "version": each.version,
            "about": list(each.about),
        }


def _fold(game: GameLog, rules: AnyRuleset) -> Game[Any]:
    seed = bytes.fromhex(game.lines[-1]["envelope"]["data"]["seed"])
    try:
        records = [record_of(line) for line in game.lines]
        return fold(rules, Game(UUID(game.id), seed, game.bundle.board or {}), records)
    except ValueError as error:
        raise NotAGame(f"The log of game {game.id} cannot be replayed: {error}.") from None


# ---------------------------------------------------------------- helpers


def time_of(envelope: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(envelope["at"])


def _seat(envelope: Mapping[str, Any]) -> int | None:
    who, _, seat = envelope["actor"].partition(":")
    return int(seat) if who == "seat" else None


@cache
def _names(rules: AnyRuleset) -> Mapping[str, str]:
    return {board_hash(board): name for name, board in rules.boards().items()}


def shipped_ruleset(name: str) -> AnyRuleset | None:
    return import_module(SHIPPED[name]).RULESET if name in SHIPPED else None
