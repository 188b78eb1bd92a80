"""Income: fetch pieces from the stock into the supply (HT-INCOME)."""

from dataclasses import dataclass

from domain.hansa.words import Count, Seat


@dataclass(frozen=True, slots=True)
class TakeIncome:
    """Move pieces from the stock to the supply, up to the value of bursa."""

    traders: Count
    merchants: Count


@dataclass(frozen=True, slots=True)
class IncomeTaken:
    seat: Seat
    traders: Count
    merchants: Count
