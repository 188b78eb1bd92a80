"""Luck: the same for the same facts, in every process."""

import hmac
import random

from kontor.domain.kernel.random_numbers import bot_luck, luck_of, pick


def test_luck_follows_from_the_facts() -> None:
    assert luck_of("bot", 1, 2).random() == luck_of("bot", 1, 2).random() != luck_of("bot", 1, 3).random()
    assert luck_of("bot", 1).getrandbits(64) == 4981817765838392013  # a recorded bot chooses the same for ever


def test_a_bots_luck_follows_from_the_joint_key_version_and_seat_alone() -> None:
    luck = bot_luck(bytes(32), 7, 2)
    key = hmac.digest(bytes(32), b"kontor/luck/1\n" + (7).to_bytes(8, "big") + (2).to_bytes(4, "big"), "sha256")
    assert luck.random() == random.Random(int.from_bytes(key, "big")).random()
    others = [bot_luck(bytes(31) + b"1", 7, 2), bot_luck(bytes(32), 8, 2), bot_luck(bytes(32), 7, 3)]
    assert len({each.random() for each in (bot_luck(bytes(32), 7, 2), *others)}) == 4


def test_every_item_is_picked_sooner_or_later() -> None:
    luck = luck_of("test")
    assert {pick("abc", luck) for _ in range(100)} == set("abc")
