"""Undo across what is drawn, stolen and bought: never alone, together as another draw, never behind an opening."""

from typing import Any

import pytest

from kontor.domain.kernel import play
from kontor.domain.kernel.commits import SYSTEM
from kontor.domain.kernel.reexecute import reexecute
from kontor.domain.kernel.undo import undo, undo_own
from kontor.domain.kernel.verify import verify
from kontor.domain.kernel.violation import CannotUndo
from tests.games.recording import FOLDER, Recording
from tests.support.served_games import Served, do, of_world, shown

GAME = FOLDER / "merchants" / "merchants-main-3-seats-won.json"


def played_before(kind: str) -> tuple[Served, int, Any]:
    """The recorded game as it stood before its first command of a kind that draws or seals; that seat and command."""
    recording = Recording.load(GAME)
    played = of_world(recording.world, recording.number)
    for seat, body in recording.commands:
        if body["type"] == kind:
            before = played.game
            do(played, seat, body)
            if (before.counters, before.parts) != (played.game.counters, played.game.parts):
                return played_to(recording, before.version), seat, body
        else:
            do(played, seat, body)
    raise AssertionError(f"no {kind} that draws in {GAME.name}")


def played_to(recording: Recording, version: int) -> Served:
    played = of_world(recording.world, recording.number)
    for seat, body in recording.commands:
        if played.game.version == version:
            return played
        do(played, seat, body)
    raise AssertionError(f"version {version} is no end of a commit")


@pytest.mark.parametrize("kind", ["roll_dice", "steal", "buy_card"])
def test_draws_are_undone_by_agreement_only_and_drawn_again(kind: str) -> None:
    played, seat, body = played_before(kind)
    before = played.game
    do(played, seat, body)
    once = played.game
    with pytest.raises(CannotUndo, match="drawn or sealed"):
        undo_own(played.rules, once, before, seat)
    played.write(SYSTEM, {"type": "undo"}, undo(once, before, "agreed"), past=before)
    assert played.game.state == before.state
    assert played.game.counters == once.counters  # what is drawn again is another draw
    do(played, seat, body)
    is_drawn = before.counters != once.counters  # a card that is bought was drawn when the deck was shuffled
    assert (played.game.counters != once.counters) == is_drawn
    assert len(played.game.parts) - len(once.parts) == len(once.parts) - len(before.parts)
    played.write(SYSTEM, {"type": "abort"}, play.abort(played.game, "agreed"))
    lines: list[Any] = shown(played)
    assert verify(played.lines()).is_good
    assert reexecute(played.rules, played.game.board, lines).finding is None
