"""Programs that play as bots or fail to play: `python -m tests.support.stdio_bots first`."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

Question = dict[str, Any]


def say(answer: object) -> None:
    print(json.dumps(answer), flush=True)


def questions() -> Iterator[Question]:
    for line in sys.stdin:
        question = json.loads(line)
        if question["type"] == "choose":
            yield question


def ask(question: object) -> Question:
    say(question)
    answer: Question = json.loads(sys.stdin.readline())
    return answer


def first() -> None:
    for question in questions():
        say({"command": question["commands"][0]})


def curious() -> None:
    """Play as a bot that asks for more commands, tries a good and a bad command, and plays the last one."""
    game = json.loads(sys.stdin.readline())
    assert (game["type"], game["ruleset"]) == ("game", "tiny")
    assert {"board", "options", "chairs"} <= game["table"].keys()
    for question in questions():
        assert {"seat", "seconds", "view", "options"} <= question.keys()
        commands = ask({"commands": 3})["commands"]
        assert ask({"try": commands[-1]})["type"] == "view"
        assert "must be one of" in ask({"try": {"type": "fly"}, "deal": 1})["message"]
        say({"command": commands[-1]})


def answering(answer: object) -> Callable[[], None]:
    def bot() -> None:
        for _ in questions():
            say(answer)

    return bot


def writing(text: str) -> Callable[[], None]:
    def bot() -> None:
        for _ in questions():
            sys.stdout.write(text)
            sys.stdout.flush()

    return bot


def exiting() -> None:
    next(questions())
    sys.exit(3)


def silent() -> None:
    for _ in questions():
        time.sleep(3600)


def deaf() -> None:
    """Act as a bot that never reads its input."""
    time.sleep(3600)


def shut() -> None:
    os.close(1)
    time.sleep(3600)


BOTS: dict[str, Callable[[], None]] = {
    "first": first,
    "curious": curious,
    "cheating": answering({"command": {"type": "fly"}}),
    "odd": answering({"command": {"type": "\ud800"}}),
    "idle": answering({"command": None}),
    "number": answering({"command": 7}),
    "list": answering([]),
    "nothing": answering({}),
    "greedy": answering({"commands": 10**9}),
    "garbage": writing("I think that\n"),
    "deep": writing("[" * 100_000 + "\n"),
    "endless": writing("x" * (1 << 21)),
    "talkative": writing('{"command": null}\n{"command": null}\n'),
    "exiting": exiting,
    "silent": silent,
    "deaf": deaf,
    "shut": shut,
}

if __name__ == "__main__":
    BOTS[sys.argv[1]]()
