"""Signed refusals decided again: an honest refusal is never doubted, and a false one is found."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.finding import Finding
from kontor.domain.kernel.refusals import Undecided, refusal_finding
from kontor.domain.kernel.violation import Refusal, Violation
from tests.games.recording import FOLDER, Recording
from tests.support.rulesets import SHIPPED
from tests.support.served_games import Served, of_recording, shown

TINY = next((FOLDER / "tiny").glob("*.json"))
SHORTEST = [TINY, *(min((FOLDER / name).glob("*.json"), key=lambda path: path.stat().st_size) for name in SHIPPED)]


def refused(played: Served, every: int = 7) -> Iterator[JsonObject]:
    """Refusals of commands that other seats or other positions of the same game allow."""
    sent = [made.command for made in played.commits if made.command.actor.startswith("seat:")]
    for n, made in enumerate(played.commits[len(played.game.places) + 1 :: every]):
        game, rules = made.after, played.rules
        if game.status != "running":
            continue
        seat = rules.awaiting(game.state)[0]
        for command in sent[n % 5 :: max(1, len(sent) // 6)]:
            if command.body["type"] in rules.commands and (violation := violated(played, game, seat, command.body)):
                commands: Any = [{"seat": seat, "body": command.body}]
                yield {
                    "version": game.version,
                    "rule": violation.rule,
                    "code": violation.code,
                    "key": "k",
                    "commands": commands,
                }


def violated(played: Served, game: Any, seat: int, body: JsonObject) -> Violation | None:
    try:
        play.act(played.rules, game, seat, play.read_command(played.rules, body))
    except Violation as error:
        return error
    except Refusal:
        pass
    return None


def decided(played: Served, lines: Sequence[JsonObject], refusal: JsonObject) -> Finding | None:
    return refusal_finding(played.rules, played.game.board, lines, refusal)


@pytest.mark.parametrize("path", SHORTEST, ids=lambda path: path.stem)
def test_an_honest_refusal_is_not_doubted(path: Path) -> None:
    """After the end each is confirmed. Before it, a spectator and a seat confirm some, and leave others undecided."""
    played = of_recording(Recording.load(path))
    found = list(islice(refused(played, 1 + len(played.commits) // 8), 4))
    assert len(found) == 4
    assert [decided(played, shown(played), each) for each in found] == [None] * len(found)
    running = Served(played.rules, played.commits[-2].after, played.commits[:-1])
    confirmed = 0
    for viewer in ((), (1,)):
        lines = shown(running, viewer)
        for each in found[:2]:
            try:
                assert decided(running, lines, each) is None
                confirmed += 1
            except Undecided:
                pass
    assert confirmed


def tiny() -> tuple[Served, list[JsonObject], JsonObject]:
    played = of_recording(Recording.load(TINY))
    return played, shown(played), next(refused(played, 1))


@pytest.mark.parametrize("change", [{"rule": "TINY-99"}, {"code": "other"}])
def test_a_refusal_for_another_reason_is_found(change: dict[str, str]) -> None:
    played, lines, good = tiny()
    finding = decided(played, lines, {**good, **change})
    assert finding is not None
    assert (finding.check, finding.version) == ("refusal", good["version"])
    assert f"found rule {good['rule']} with code {good['code']}" in finding.message


def test_the_refusal_of_an_allowed_command_is_found() -> None:
    played, lines, good = tiny()
    made = next(each for each in played.commits if each.first == int(str(good["version"])) + 1)
    seat = int(made.command.actor.removeprefix("seat:"))
    allowed: Any = [{"seat": seat, "body": made.command.body}]
    finding = decided(played, lines, {**good, "commands": allowed})
    assert finding is not None
    assert finding.message.endswith("found that the rules accept the command")


def test_a_refusal_that_no_server_makes_is_found() -> None:
    """Its version is inside a commit, another seat is asked, or the command is none."""
    played, lines, good = tiny()
    long = next(each for each in played.commits if each.last > each.first)
    inside = decided(played, lines, {**good, "version": long.first})
    assert inside is not None
    assert "inside a commit" in inside.message
    [sent] = good["commands"]  # type: ignore[misc,union-attr]
    for commands, said in (
        ([{**sent, "seat": 3 - sent["seat"]}], "not-your-decision for command 1"),  # type: ignore[dict-item,index,operator,call-overload]
        ([{"seat": 1, "body": {"type": "fly"}}], "that command 1 cannot be read"),
        (["fly"], "a command without seat and body"),
        ([sent, sent], f"rule {good['rule']} with code {good['code']} for command 1"),
    ):
        finding = decided(played, lines, {**good, "commands": commands})  # type: ignore[dict-item]
        assert finding is not None
        assert said in finding.message
