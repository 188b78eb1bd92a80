"""A bot. Change `choose`, and it is yours: README.md says where it can play."""

import os
import random

import kontor


def choose(look: kontor.Look) -> object:
    """Any kind of command, then any one of it: evenly among all, those with many fields would crowd out the others."""
    commands = look.commands(24)  # complete ones, with at least one of each kind
    kind = random.choice(sorted({str(each["type"]) for each in commands}))
    return random.choice([each for each in commands if each["type"] == kind])


if __name__ == "__main__":
    kontor.run_bot(choose, os.environ["KONTOR_URL"], os.environ["KONTOR_KEY"])
