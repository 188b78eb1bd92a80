"""A bot. Change `choose` to write your own. README.md says where it can play."""

import os
import random

import kontor


def choose(look: kontor.Look) -> object:
    """Choose a random type of command, then a random command of that type. Otherwise types with many fields would be
    chosen most often."""
    commands = look.commands(24)  # complete commands, at least one of each type
    kind = random.choice(sorted({str(each["type"]) for each in commands}))
    return random.choice([each for each in commands if each["type"] == kind])


if __name__ == "__main__":
    kontor.run_bot(choose, os.environ["KONTOR_URL"], os.environ["KONTOR_KEY"])
