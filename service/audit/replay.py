"""Replay the game in a bundle: check the bundle, replay the events, measure the time, and compare the score."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from kontor.domain.kernel.commits import Record
from kontor.domain.kernel.event_lines import record_of
from kontor.domain.kernel.finding import Finding
from kontor.domain.kernel.fold import GoesFurtherBack, fold
from kontor.service.audit.bundle import Bundle, BundleHistory, seed_of
from kontor.service.audit.checker import OF_THE_LOG, Outcome, check, rules_and_board
from kontor.service.engine.game_at import ends_commit, new_game
from kontor.service.registry import AnyGame, AnyRuleset


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of a replay: how many `events` were replayed in how many `seconds`. `skipped`: the reason why the game
    was not replayed, or None."""

    game: str
    findings: tuple[Finding, ...]
    events: int = 0
    seconds: float = 0.0
    skipped: str | None = None


def replay(bundle: Bundle, rulesets: Mapping[str, AnyRuleset]) -> Replayed:
    """Make all checks of a bundle. Then replay its game, and compare the state and the score."""
    history = BundleHistory(bundle)
    outcome = check(history, rulesets)
    if (why := _cannot_be_folded(outcome)) is not None:
        return Replayed(outcome.game, outcome.findings, skipped=why)
    lines = history.lines()
    rules, board, missing = rules_and_board(history, lines, rulesets)
    if rules is None or board is None:
        return Replayed(outcome.game, outcome.findings, skipped=missing)
    records = [record_of(line) for line in lines]
    new = new_game(UUID(outcome.game), seed_of(lines), board)
    begun = time.perf_counter()
    game = fold(rules, new, records)
    seconds = time.perf_counter() - begun
    findings = (*outcome.findings, *_state_findings(rules, new, records, game), *_score_findings(rules, game))
    return Replayed(outcome.game, findings, game.version, seconds)


def _cannot_be_folded(outcome: Outcome) -> str | None:
    if any(each.check in OF_THE_LOG for each in outcome.findings):
        return "the log is invalid"
    return None if outcome.ended else "the game has not ended: sealed parts cannot be replayed"


def _state_findings(rules: AnyRuleset, new: AnyGame, records: Sequence[Record], whole: AnyGame) -> Iterator[Finding]:
    """Compare two replays of a game. One replays commit by commit, as a running server does. The other replays all
    events at once, as a new process does."""
    by_steps = new
    for n, record in enumerate(records, 1):
        if ends_commit(record):
            by_steps = _fold_on(rules, new, by_steps, records[:n])
    if by_steps != whole:
        yield Finding("state", "replaying commit by commit gives another state than replaying all events at once")


def _fold_on(rules: AnyRuleset, new: AnyGame, game: AnyGame, records: Sequence[Record]) -> AnyGame:
    try:
        return fold(rules, game, records[game.version :])
    except GoesFurtherBack:  # an undo: a server without the earlier position replays from the first event
        return fold(rules, new, records)


def _score_findings(rules: AnyRuleset, game: AnyGame) -> Iterator[Finding]:
    if game.status != "finished":
        return
    expected = sorted((each.rank, each.seat, each.total) for each in rules.score(game.state).seats)
    stored = [(each.rank, each.seat, each.total) for each in game.ranking]
    if expected != stored:
        yield Finding("score", f"expected (rank, seat, total) {expected}; found {stored}")
