"""Policies of Hansa playouts: each brings a game to another of its ends. They look at views and options only."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, cast

from kontor.domain.hansa.bots.playout import eager_command
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.game import require_state
from kontor.domain.kernel.legality import Option, filling
from kontor.domain.kernel.play import is_accepted
from tests.worlds.policies import by_chance, typed
from tests.worlds.world import AnyGame, AnyRuleset

COLOURS = ("white", "orange", "pink", "black")

_eager = typed(eager_command)


def eager(rules: AnyRuleset, game: AnyGame, seat: int, luck: random.Random) -> JsonObject | None:
    """Rewards and begun routes first; a seat that merely may set its standing order does so by chance."""
    if seat not in rules.awaiting(game.state):
        return by_chance(rules, game, seat, luck)
    if require_state(game).options.favours:
        return collecting(rules, game, seat, luck)
    return _eager(rules, game, seat, luck)


# ---------------------------------------------------------------- markers


def collecting(rules: AnyRuleset, game: AnyGame, seat: int, luck: random.Random) -> JsonObject | None:
    """Eager for markers: establish their routes, place on them, keep them, and buy favour tiles with them."""
    if seat not in rules.awaiting(game.state):
        return by_chance(rules, game, seat, luck)
    shown = cast("dict[str, Any]", rules.view(game.state, frozenset({seat})))
    wanted = {each["route"]: 0.0 for each in shown["markers"]}
    options = rules.legal(game.state, seat)
    tiles = [_filled(option, luck) for option in options if option["type"] == "buy_favour"]
    return _first(
        rules, game, seat, [*tiles, *_established(options, wanted, luck), *_placed(options, shown, wanted)]
    ) or (_without_markers(rules, game, seat, luck))


# ---------------------------------------------------------------- cities


def settling(rules: AnyRuleset, game: AnyGame, seat: int, luck: random.Random) -> JsonObject | None:
    """Eager to complete cities: offices where few are empty, away from markers and from cities that pay."""
    if seat not in rules.awaiting(game.state):
        return by_chance(rules, game, seat, luck)
    shown = cast("dict[str, Any]", rules.view(game.state, frozenset({seat})))
    options = rules.legal(game.state, seat)
    wanted = _costs(cast("dict[str, Any]", game.board), shown, seat)
    return _first(rules, game, seat, [*_settled(options, shown), *_placed(options, shown, wanted)]) or (
        _without_markers(rules, game, seat, luck)
    )


def _costs(board: dict[str, Any], shown: dict[str, Any], seat: int) -> dict[str, float]:
    """Routes that lead to an office the seat may take, and how little each is wanted."""
    row = next(each for each in shown["seats"] if each["seat"] == seat)
    printed = {each["name"]: each for each in board["cities"]}
    points = {each["seat"]: each["prestige"] for each in shown["seats"]}
    empty: dict[str, int] = {}
    pays: dict[str, float] = {}
    for city in shown["cities"]:
        left = [n for n, each in enumerate(city["offices"]) if each is None]
        pays[city["city"]] = 0.2 * points.get(city["controller"], 0)
        if left and COLOURS.index(printed[city["city"]]["offices"][left[0]]["privilege"]) <= row["desk"]["privilegium"]:
            empty[city["city"]] = len(left)
        elif "privilegium" in printed[city["city"]]["develops"] and row["desk"]["privilegium"] < 3:
            empty[city["city"]] = 1
    marked = {each["route"] for each in shown["markers"]}
    found: dict[str, float] = {}
    for each in board["routes"]:
        name, ends = f"{each['a']}~{each['b']}", (each["a"], each["b"])
        if any(end in empty for end in ends):
            need = min(empty.get(end, 9) for end in ends)
            found[name] = 3 * need + sum(pays[end] for end in ends) + 3 * (name in marked) + 0.3 * len(each["posts"])
    return found


def _settled(options: Sequence[Option], shown: dict[str, Any]) -> Iterator[JsonObject]:
    """Offices and privilege, the office of the fullest city first."""
    empty = {city["city"]: sum(each is None for each in city["offices"]) for city in shown["cities"]}
    found: list[tuple[int, JsonObject]] = []
    for option in options:
        if option["type"] != "establish_route":
            continue
        rewards = cast("dict[str, Any]", option["reward"])
        for reward in rewards.get("one_of", [rewards]):
            if reward["kind"] == "office":
                found.append((empty[reward["city"]], {**option, "reward": reward}))
            elif reward.get("ability") == "privilegium":
                found.append((2, {**option, "reward": reward}))
    yield from (body for _, body in sorted(found, key=lambda each: each[0]))


# ---------------------------------------------------------------- both


def _established(options: Sequence[Option], wanted: dict[str, float], luck: random.Random) -> Iterator[JsonObject]:
    for option in options:
        if option["type"] == "establish_route" and option["route"] in wanted:
            yield _filled(option, luck)


def _placed(options: Sequence[Option], shown: dict[str, Any], wanted: dict[str, float]) -> Iterator[JsonObject]:
    """A post of the wanted route without foreign pieces where least is left to do."""
    seat = shown["turn"]["seat"]
    owners = [(each["post"].partition("/")[0], each["seat"]) for each in shown["posts"]]
    foreign = {route for route, owner in owners if owner != seat}
    ways: list[tuple[float, JsonObject]] = []
    for option in options:
        if option["type"] == "place_piece":
            posts = cast("dict[str, Any] | str", option["post"])
            for post in posts["one_of"] if isinstance(posts, dict) else [posts]:
                route = post.partition("/")[0]
                if route in wanted and route not in foreign:
                    ways.append((wanted[route] - 2 * owners.count((route, seat)), {**option, "post": post}))
    ways.sort(key=lambda way: way[0])
    yield from (body for _, body in ways[:2])


def _first(rules: AnyRuleset, game: AnyGame, seat: int, bodies: Sequence[JsonObject]) -> JsonObject | None:
    return next((body for body in bodies if is_accepted(rules, game, seat, body)), None)


def _without_markers(rules: AnyRuleset, game: AnyGame, seat: int, luck: random.Random) -> JsonObject | None:
    """Eager, but mostly without using markers."""
    bodies = [_eager(rules, game, seat, luck) for _ in range(4)]
    return next((body for body in bodies if body is not None and body["type"] != "use_marker"), bodies[0])


def _filled(option: Option, luck: random.Random) -> JsonObject:
    return cast(JsonObject, filling(option, luck))
