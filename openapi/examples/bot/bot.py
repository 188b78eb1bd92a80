"""A bot. Change `choose`, and it is yours: README.md says where it can play."""

import os
import random

import kontor


def choose(look: kontor.Look) -> object:
    """Any of some complete commands, with at least one of each kind."""
    return random.choice(look.commands(24))


if __name__ == "__main__":
    kontor.run_bot(choose, os.environ["KONTOR_URL"], os.environ["KONTOR_KEY"])
