"""Prepared positions, for events that no played game reached; the rules decide what follows."""

from collections.abc import Iterator
from typing import Any

from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.words import PieceCount
from kontor.domain.kernel.model import write
from kontor.domain.merchants.rulebook.turn import EndTurn
from tests.domain.hansa.board_files import normal_posts
from tests.domain.hansa.displacements import displaced_from
from tests.domain.hansa.factories import BLUE, RED, TRADER, answer, neutral, neutral_game, placed, share
from tests.domain.merchants.endings import frozen
from tests.domain.merchants.factories import WHITE
from tests.support.scenario import Scenario

DISPLACED = "Minden~Münster/1"
OTHERS = tuple(post for post in normal_posts("hansa-3") if not post.startswith("Minden~Münster/"))
FULL = neutral_game("hansa-3", neutral(DISPLACED), placed(BLUE, *OTHERS), shares=[share(RED, (3, 0))])


def events(ruleset: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield kinds with an example each."""
    match ruleset:
        case "hansa":
            command = DisplacePiece(DISPLACED, TRADER, PieceCount(1, 0))
            yield from _events("a position without an empty post", RED, FULL.when(RED, command))
            extra = displaced_from(placed(BLUE, "Hamburg~Stade/1"))
            lifting = answer(
                ("displaced", TRADER, "Arnheim~Münster/1"), ("board", TRADER, "Bremen~Minden/1", "Hamburg~Stade/1")
            )
            yield from _events("a position with empty stock and supply", BLUE, extra.when(BLUE, lifting))
        case "merchants":
            yield from _events("a position in which nobody can go on", WHITE, frozen().when(WHITE, EndTurn()))


def _events(position: str, seat: int, scenario: Scenario[Any, Any, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    names = {form: name for name, form in scenario.ruleset.events.items()}
    for event in scenario.accepted().events:
        kind, actor = names[type(event)], f"seat:{seat}"
        yield kind, {"game": position, "type": kind, "actor": actor, "data": write(event), "sealed": [], "opens": []}
