"""A game that was put down and taken up again is the same, and goes on the same, on every board of every ruleset."""

from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.fold import fold
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.play import PAPER, read_command
from kontor.domain.kernel.snapshots import game_of, text_of
from tests.support.playouts import Playout
from tests.worlds.world import AnyGame, seen

STEP = 19  # commits between two snapshots that are compared
REST = 61  # the same where the whole rest of the game is folded


def taken_up(playout: Playout, game: AnyGame) -> AnyGame:
    return read(playout, game, text_of(playout.rules, game))


def read(playout: Playout, game: AnyGame, text: str) -> AnyGame:
    return game_of(playout.rules, Game(game.id, game.seed, game.board), text)


def test_a_game_comes_back_as_it_was(playout: Playout) -> None:
    for made in playout.commits[::5]:
        text = text_of(playout.rules, made.after)
        back = read(playout, made.after, text)
        assert back == made.after
        assert text_of(playout.rules, back) == text


def test_later_events_give_the_same_game_from_a_snapshot(playout: Playout) -> None:
    records = [record for made in playout.commits for record in made.records]
    for made in playout.commits[::REST]:
        assert fold(playout.rules, taken_up(playout, made.after), records[made.last :]) == playout.game


def test_a_snapshot_has_the_same_view_options_and_score(playout: Playout) -> None:
    rules = playout.rules
    for nth, game in enumerate(playout.games[::STEP]):
        back = taken_up(playout, game)
        assert rules.score(back.state) == rules.score(game.state)
        for viewer in (playout.world.viewers[nth % len(playout.world.viewers)], playout.world.everybody):
            assert seen(playout.world, back, viewer) == seen(playout.world, game, viewer)
        for seat in playout.world.everybody:
            assert rules.legal(back.state, seat) == rules.legal(game.state, seat)


def test_it_decides_the_same(playout: Playout) -> None:
    rules = playout.rules
    for before, made in list(zip(playout.commits, playout.commits[1:], strict=False))[::STEP]:
        actor, body, game = made.command.actor, made.command.body, before.after
        if game.state is None or not actor.startswith("seat:") or body["type"] not in rules.commands:
            continue
        seat, command = int(actor.removeprefix("seat:")), read_command(rules, body)
        decided = [
            rules.decide(each.state, seat, command, Dice(PAPER, each.counters))
            for each in (game, taken_up(playout, game))
        ]
        assert decided[0] == decided[1]
