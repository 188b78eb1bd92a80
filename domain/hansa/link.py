"""The east-west link (HT-LINK)."""

from dataclasses import dataclass

from domain.hansa.words import Count, Owner


@dataclass(frozen=True, slots=True)
class LinkCompleted:
    owner: Owner
    rank: Count
