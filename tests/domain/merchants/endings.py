"""Positions close to the end: one commodity left to deliver, or nothing left to do (ME-WIN)."""

from kontor.domain.merchants.rulebook.winning import Rank
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, Game, acting, delivered, post, routes, to

PARIS = to("e:-1,-1,se", "paris")
RANKING = (Rank(BLUE, 1, 0), Rank(WHITE, 2, 4), Rank(RED, 3, 5), Rank(ORANGE, 3, 5))


def one_left(game: Game) -> Game:
    """Blue has one commodity left, a free one, and its c1 stands one step from Paris; White has delivered one."""
    return (
        game.given(*post(BLUE, "roma", "tirana", "athina", "istanbul"))
        .given(*delivered(BLUE, "koln", ORANGE, 4, 4), *delivered(BLUE, "bruxelles", WHITE, 3, 3))
        .given(*delivered(BLUE, "krakow", ORANGE, 2, 2), *delivered(BLUE, "praha", WHITE, 1, 1))
        .given(*delivered(WHITE, "wien", RED, 0, 4))
        .given(*routes(BLUE, "e:-1,-1,se"), *routes(WHITE, "e:-2,0,e", "e:-2,1,ne"))
    )


def frozen(red: int = 1, blue: int = 1, white: int = 1, orange: int = 1) -> Game:
    """All posts are founded, and each seat began with so many routes, one of which lies alone at its start."""
    return (
        acting(WHITE, supply={RED: red, BLUE: blue, WHITE: white, ORANGE: orange})
        .given(*post(RED, "beograd", "bucuresti", "chisinau", "istanbul"))
        .given(*post(BLUE, "roma", "tirana", "athina", "torino"))
        .given(*post(WHITE, "amsterdam", "wroclaw", "poznan", "warszawa"))
        .given(*post(ORANGE, "kaliningrad", "kobenhavn", "minsk", "kyiv"))
    )
