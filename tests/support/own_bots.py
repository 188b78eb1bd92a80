"""Bots that users might write: good, wrong, idle and broken bots."""

from kontor.domain.kernel.ruleset import Look


def first(look: Look) -> object:
    return look.commands(1)[0]


def cheating(look: Look) -> object:
    return {"type": "fly"}


def idle(look: Look) -> None:
    return None


def broken(look: Look) -> object:
    raise RuntimeError("out of ideas")


NUMBER = 7
