"""What tests ask of the shipped board files: routes, posts, taverns and cities by name."""

from functools import cache
from typing import cast

from kontor.domain.hansa import RULESET
from kontor.domain.kernel.canonical import JsonObject


@cache
def routes(board: str) -> list[str]:
    return [f"{each['a']}~{each['b']}" for each in board_routes(board)]


@cache
def taverns(board: str) -> list[str]:
    return [f"{each['a']}~{each['b']}" for each in board_routes(board) if each["tavern"]]


def normal_posts(board: str) -> list[str]:
    """Every post that takes traders."""
    return [
        f"{each['a']}~{each['b']}/{n + 1}"
        for each in board_routes(board)
        for n, kind in enumerate(cast("list[str]", each["posts"]))
        if kind == "any"
    ]


def normal_posts_in(board: str, country: str) -> list[str]:
    """Those of the routes of a country."""
    inside = {f"{each['a']}~{each['b']}" for each in board_routes(board) if each["region"] == country}
    return [post for post in normal_posts(board) if post.rpartition("/")[0] in inside]


def board_routes(board: str) -> list[JsonObject]:
    return cast("list[JsonObject]", RULESET.boards()[board]["routes"])


def board_cities(board: str) -> list[JsonObject]:
    return cast("list[JsonObject]", RULESET.boards()[board]["cities"])


def all_posts(board: str) -> list[str]:
    return [
        f"{each['a']}~{each['b']}/{n + 1}"
        for each in board_routes(board)
        for n in range(len(cast("list[str]", each["posts"])))
    ]
