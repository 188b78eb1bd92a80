"""Check whether a bot would choose the same command again. This works for commits whose note names the bot's revision
and the number of positions that it examined. The random numbers of the bot follow from the seed
(`domain.kernel.random_numbers`). A difference is only a remark, because it proves nothing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from kontor.domain.kernel.bots import look
from kontor.domain.kernel.canonical import Json, JsonObject, text_of
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.random_numbers import bot_luck
from kontor.domain.kernel.ruleset import Budget, C, Choice, E, Ruleset, S


@dataclass(slots=True)
class BotCheck:
    """The results of the check so far. `decided`: the number of commits that bots decided. `compared`: how many of them
    the same revision of the bot decided again."""

    decided: int = 0
    compared: int = 0
    others: list[str] = field(default_factory=list)  # revisions that are not installed
    differences: list[str] = field(default_factory=list)

    def __call__(self, rules: Ruleset[S, C, E], game: Game[S], lines: Sequence[JsonObject]) -> None:
        """Check a commit. `game`: the game before the commit."""
        first = cast(JsonObject, lines[0]["envelope"])
        name = cast(JsonObject, first["command"]).get("bot")
        if name is None:
            return
        self.decided += 1
        note = _note(lines[0]) if first["type"] == "note_sealed" else {}
        nodes = note.get("nodes")
        if "revision" not in note or not _are_counts(nodes) or name not in rules.bots:
            return
        chosen = _again(rules, game, int(cast(str, first["actor"]).removeprefix("seat:")), cast(str, name), nodes)
        if not isinstance(chosen.note, Mapping) or chosen.note.get("revision") != note["revision"]:
            self.others.append(f"{name} of revision {note['revision']}")
            return
        self.compared += 1
        found = cast(JsonObject, lines[0]["command"])["body"]
        if text_of(chosen.command) != text_of(found):
            told = f"{name} chose {text_of(found)}, but now it chooses {text_of(chosen.command)}"
            self.differences.append(f"version {first['version']}: {told}")

    def remarks(self) -> Iterator[str]:
        yield f"{self.compared} of {self.decided} decisions of bots were repeated"
        for each in sorted(set(self.others)):
            yield f"{each} is not installed: its decisions were not compared"
        yield from self.differences


def _note(line: JsonObject) -> JsonObject:
    parts = cast("Sequence[Mapping[str, JsonObject]]", line["parts"])
    found = parts[0]["value"]["note"] if parts else None
    return found if isinstance(found, Mapping) else {}


def _are_counts(nodes: Json) -> bool:
    return isinstance(nodes, list) and all(type(each) is int and each >= 0 for each in nodes)


def _again(rules: Ruleset[S, C, E], game: Game[S], seat: int, name: str, nodes: Json) -> Choice:
    budget = Budget(0.0, lambda: 0.0, bot_luck(game.joint, game.version, seat), cast("Sequence[int]", nodes))
    return rules.bots[name](look(rules, game, seat), budget)
