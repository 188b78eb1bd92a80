"""The replay: a game folded from its bundle through the rules, measured, and held against what the rules say."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject, parse
from kontor.domain.kernel.commits import Record
from kontor.domain.kernel.fold import GoesFurtherBack, fold
from kontor.service.audit.check import Outcome, check, rules_and_board
from kontor.service.audit.reading import Bundle
from kontor.service.audit.records import logged_of, seed_of
from kontor.service.engine.game_at import ends_commit, new_game
from kontor.service.registry import AnyGame, AnyRuleset


@dataclass(frozen=True, slots=True)
class Replayed:
    """`events` were folded in `seconds`. `differences`: what is otherwise than the rules make it; `skipped`: why it was
    not folded."""

    game: str
    events: int = 0
    seconds: float = 0.0
    differences: tuple[str, ...] = ()
    skipped: str | None = None


def replay(bundle: Bundle, rulesets: Mapping[str, AnyRuleset]) -> Replayed:
    """Check a bundle, with every command decided again; then fold it, and compare state and score."""
    outcome = check(bundle, rulesets)
    differences = tuple(map(str, outcome.flaws))
    if (why := _cannot_be_folded(outcome)) is not None:
        return Replayed(outcome.game, differences=differences, skipped=why)
    lines = [cast(JsonObject, parse(line)) for line in bundle.lines]
    rules, board, missing = rules_and_board(bundle, lines, rulesets)
    if rules is None or board is None:
        return Replayed(outcome.game, differences=differences, skipped=missing)
    records = [logged_of(line).record for line in lines]
    bare = new_game(UUID(outcome.game), seed_of(lines), board)
    begun = time.perf_counter()
    game = fold(rules, bare, records)
    seconds = time.perf_counter() - begun
    found = (*differences, *_state_differences(rules, bare, records, game), *_score_differences(rules, game))
    return Replayed(outcome.game, game.version, seconds, found)


def _cannot_be_folded(outcome: Outcome) -> str | None:
    if any(flaw.check == "log" for flaw in outcome.flaws):
        return "the log itself does not hold"
    return None if outcome.ended else "it has not ended: what is sealed cannot be folded"


def _state_differences(rules: AnyRuleset, bare: AnyGame, records: Sequence[Record], whole: AnyGame) -> Iterator[str]:
    """A running server folds commit by commit, one that has just started all at one stroke: it must be the same."""
    by_steps = bare
    for n, record in enumerate(records, 1):
        if ends_commit(record):
            by_steps = _followed(rules, bare, by_steps, records[:n])
    if by_steps != whole:
        yield "state: folded commit by commit it is another one than folded at one stroke"


def _followed(rules: AnyRuleset, bare: AnyGame, game: AnyGame, records: Sequence[Record]) -> AnyGame:
    try:
        return fold(rules, game, records[game.version :])
    except GoesFurtherBack:  # something was undone, as a server that did not keep the game of then meets it
        return fold(rules, bare, records)


def _score_differences(rules: AnyRuleset, game: AnyGame) -> Iterator[str]:
    if game.status != "finished":
        return
    expected = sorted((each.rank, each.seat, each.total) for each in rules.score(game.state).seats)
    found = [(each.rank, each.seat, each.total) for each in game.ranking]
    if expected != found:
        yield f"score: expected (rank, seat, total) {expected}; found {found}"
