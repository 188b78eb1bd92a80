"""`make recorded`: the strongest bots of each ruleset play a game that is shipped with it. The first page of a server
without finished games replays it. Watch it there before you commit."""

import gzip
import sys
from typing import Any

from kontor.domain.kernel.recorded import FILE
from kontor.engine.game import Game
from kontor.engine.new_game import new
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from tests.support.paths import ROOT
from tests.worlds.world import AnyRuleset

SECONDS = 0.2  # per decision
SEATS = 3
SEED = "the first page"


def main() -> int:
    only = sys.argv[1] if len(sys.argv) > 1 else ""
    rulesets = Registry.load(Settings().rulesets)
    for name, rules in rulesets.items():
        if only not in ("", name):
            continue
        game = new(rules, SEATS, seed=SEED)
        while not game.is_over:
            _step(rules, game)
        (ROOT / "domain" / name / FILE).write_bytes(gzip.compress(game.bundle(), mtime=0))
        print(f"{name}: {game.version} events, won by {', '.join(map(str, game.winners))}")
    return 0


def _step(rules: AnyRuleset, game: Game[Any, Any, Any]) -> None:
    """Let an invited seat answer first; then an awaited one decides."""
    bot = list(rules.bots)[-1]  # the strongest
    for seat in (*rules.invited(game.state), *game.awaiting):
        chosen = game.ask(bot, seat, SECONDS)
        if chosen is not None:
            game.play(chosen, seat)
            return


if __name__ == "__main__":
    sys.exit(main())
