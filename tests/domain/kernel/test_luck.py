"""Luck: the same for the same facts, in every process."""

from kontor.domain.kernel.luck import luck_of, pick


def test_luck_follows_from_the_facts() -> None:
    assert luck_of("bot", 1, 2).random() == luck_of("bot", 1, 2).random() != luck_of("bot", 1, 3).random()
    assert luck_of("bot", 1).getrandbits(64) == 4981817765838392013  # a recorded bot chooses the same for ever


def test_every_item_is_picked_sooner_or_later() -> None:
    luck = luck_of("test")
    assert {pick("abc", luck) for _ in range(100)} == set("abc")
