"""Snapshots of games: nothing is lost, nothing of another shape is read, and no text does any harm."""

from dataclasses import fields, make_dataclass, replace
from typing import Any, cast

import pytest

from kontor.domain.kernel.fold import fold
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.ruleset import Ruleset
from kontor.domain.kernel.snapshots import KNOWN, NoSnapshot, format_of, game_of, text_of
from tests.domain.kernel.factories import under_way
from tests.support.playing import created
from tests.tiny import RULESET
from tests.tiny.state import State
from tests.vectors.additions import game_with_additions


def blank(game: Game[State]) -> Game[State]:
    return Game(game.id, game.seed, game.board)


def test_a_game_with_clocks_pauses_and_what_was_undone_comes_back() -> None:
    """Every field that a game has: what is not written is known without it."""
    played = game_with_additions()
    records = [record for made in played.commits for record in made.records]
    met: set[str] = set()
    for made in played.commits:
        game = fold(RULESET, blank(played.game), records[: made.last])
        assert game_of(RULESET, blank(game), text_of(RULESET, game)) == game
        met |= {
            each.name for each in fields(Game) if getattr(game, each.name) != each.default and getattr(game, each.name)
        }
    assert met >= {each.name for each in fields(Game)} - set(KNOWN)


def test_the_secret_of_all_dice_is_not_in_it() -> None:
    game = under_way(5, 2, 20).game
    assert game.seed.hex() not in text_of(RULESET, game)


def test_a_game_that_has_not_started_has_no_state() -> None:
    game = created(RULESET, 2).commits[0].after
    assert game.state is None
    assert game_of(RULESET, blank(game), text_of(RULESET, game)) == game


@pytest.mark.parametrize("text", ["", "null", "[]", "[[],[]]", "[[1],null]", "[1,2]", '{"a":1}', "[[", '"[]"'])
def test_a_text_that_is_no_snapshot_is_refused(text: str) -> None:
    with pytest.raises(NoSnapshot):
        game_of(RULESET, blank(under_way(5, 2, 3).game), text)


def test_a_text_that_was_cut_off_is_refused() -> None:
    game = under_way(5, 2, 3).game
    with pytest.raises(NoSnapshot):
        game_of(RULESET, blank(game), text_of(RULESET, game)[:-9])


def test_a_state_of_another_shape_is_another_format() -> None:
    """A field more, another type, another name, another order, another version of the rules."""
    known = [(each.name, each.type) for each in fields(State)]
    changes = [
        [*known, ("more", int)],
        [(name, str if name == "offer" else form) for name, form in known],
        [("offers" if name == "offer" else name, form) for name, form in known],
        [*known[:-2], known[-1], known[-2]],
        [each for each in known if each[0] != "table"],
    ]
    formats = {format_of(RULESET), format_of(replace(RULESET, version=RULESET.version + 1))}
    formats |= {format_of(_with_state(shape)) for shape in changes}
    assert len(formats) == 2 + len(changes)
    assert format_of(_with_state(known)) == format_of(RULESET)
    assert all(each.startswith("tiny/") for each in formats)


def _with_state(shape: list[tuple[str, Any]]) -> Ruleset[Any, Any, Any]:
    def initial(table: object) -> object:
        raise AssertionError("only its annotation is looked at")

    made = make_dataclass("State", shape, namespace={"__module__": State.__module__})
    initial.__annotations__["return"] = made
    return cast("Ruleset[Any, Any, Any]", replace(RULESET, initial=cast(Any, initial)))


def test_fields_without_a_packed_form_must_keep_their_initial_value() -> None:
    """The table is not written: a state that has another one cannot be told by its snapshot."""
    game = under_way(5, 2, 3).game
    assert game.state is not None
    other = replace(game.state, table=replace(game.state.table, order="drawn"))
    with pytest.raises(NoSnapshot, match="table"):
        text_of(RULESET, replace(game, state=other))
