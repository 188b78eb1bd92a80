"""A bot. Change `choose` to make it yours; README.md says where it can play."""

import os
import random

import kontor


def choose(look: kontor.Look) -> object:
    """Choose any kind of command, then any command of it. An even choice among all commands would prefer those with
    many fields."""
    commands = look.commands(24)  # complete commands, at least one of each kind
    kind = random.choice(sorted({str(each["type"]) for each in commands}))
    return random.choice([each for each in commands if each["type"] == kind])


if __name__ == "__main__":
    kontor.run_bot(choose, os.environ["KONTOR_URL"], os.environ["KONTOR_KEY"])
