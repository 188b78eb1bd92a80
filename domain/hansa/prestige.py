"""Prestige points during play (HT-END-9), and who controls a city (HT-CONTROL)."""

from dataclasses import dataclass

from domain.hansa.words import Owner


@dataclass(frozen=True, slots=True)
class PrestigeGained:
    """`reason` is control:<city>, coin:<city> or link:<rank>; `total` is the owner's prestige after it."""

    owner: Owner
    points: int
    reason: str
    total: int
