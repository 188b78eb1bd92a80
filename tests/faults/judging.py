"""Whether a game came through: its log is whole, every decision follows from the rules, once, and so does its score."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from kontor.domain.kernel.commits import SYSTEM, Command
from kontor.domain.kernel.event_lines import line
from kontor.domain.kernel.fold import fold
from kontor.domain.kernel.reexecute import reexecute
from kontor.domain.kernel.verify import verify
from kontor.service.engine.game_at import new_game
from kontor.service.registry import Registry
from kontor.service.store.events import Logged
from kontor.service.store.store import Store


@dataclass(frozen=True)
class Tally:
    """What was counted in a game that came through."""

    game: UUID
    ruleset: str
    events: int
    decisions: int
    totals: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.game}: {self.decisions} decisions, {self.events} events, score {self.totals}"


def judged(store: Store, registry: Registry, game_id: UUID) -> Tally:
    """Decide the whole game again from its seed and its commands: every hash must come out the same."""
    stored = store.events.load(game_id)
    assert stored is not None
    assert stored.row.status == "finished"
    assert store.debts.find(game_id) is None
    logged = store.events.page(game_id, 0, 1_000_000)
    lines = [line(each.record, (), True, each.cause) for each in logged]
    verdict = verify(lines, stored.row.head.hash.hex())
    assert verdict.is_good, verdict.findings
    assert verdict.ended
    assert [each.record.version for each in logged] == list(range(1, len(logged) + 1))
    rules, board = registry[stored.row.ruleset], store.boards.find(stored.row.board)
    assert board is not None
    report = reexecute(rules, board, lines)
    assert report.finding is None, str(report.finding)
    assert report.version == len(logged)
    causes = causes_of(logged)
    assert [cause.body for cause in causes].count({"type": "score"}) == 1
    game = fold(rules, new_game(game_id, stored.seed, board), stored.records)
    score = rules.score(game.state)
    assert {(each.seat, each.rank, each.total) for each in game.ranking} == {
        (each.seat, each.rank, each.total) for each in score.seats
    }
    decisions = sum(cause.actor != SYSTEM for cause in causes)
    return Tally(game_id, rules.name, len(logged), decisions, tuple(each.total for each in score.seats))


def causes_of(logged: Sequence[Logged]) -> Sequence[Command]:
    """The command of each commit."""
    return [each.cause[0] for each in logged if each.cause is not None]
