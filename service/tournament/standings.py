"""Compute the win rates of bots, with 95 % intervals, and their ratings, from many games."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from openskill.models import PlackettLuce, PlackettLuceRating

Z = 1.959964  # quantile of the normal distribution for a 95 % interval


@dataclass(frozen=True, slots=True)
class Rate:
    """The share of games that a bot has won, with its Wilson interval."""

    wins: float
    games: int

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.games:
            return 0.0, 1.0
        n, share = self.games, self.share
        middle = share + Z * Z / (2 * n)
        spread = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
        low, high = ((middle + side) / (1 + Z * Z / n) for side in (-spread, spread))
        return max(low, 0.0), min(high, 1.0)  # rounding errors may exceed the bounds


@dataclass
class Standings:
    """The wins, games, points and rating of each bot. A first place that several seats share counts as a half or a
    third of a win."""

    wins: dict[str, float] = field(default_factory=dict)
    games: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    ratings: dict[str, PlackettLuceRating] = field(default_factory=dict)
    _model: PlackettLuce = field(default_factory=PlackettLuce)

    def add(self, bots: Sequence[str], ranks: Mapping[int, int], totals: Mapping[int, int]) -> None:
        first = [seat for seat, rank in ranks.items() if rank == 1]
        for seat, bot in enumerate(bots, 1):
            self.wins[bot] = self.wins.get(bot, 0.0) + (1 / len(first) if seat in first else 0.0)
            self.points[bot] = self.points.get(bot, 0) + totals[seat]
        for bot in set(bots):  # a game counts once for a bot, even if the bot has several seats
            self.games[bot] = self.games.get(bot, 0) + 1
        self._rate(bots, ranks)

    def rate(self, bot: str) -> Rate:
        return Rate(self.wins[bot], self.games[bot])

    def ranked(self) -> Iterable[str]:
        return sorted(self.games, key=lambda bot: -self.rate(bot).share)

    def _rate(self, bots: Sequence[str], ranks: Mapping[int, int]) -> None:
        known = [self.ratings.get(bot) or self._model.rating(name=bot) for bot in bots]
        rated = self._model.rate([[each] for each in known], ranks=[float(ranks[seat]) for seat in sorted(ranks)])
        for bot in set(bots):  # a bot on several seats gets the mean of their ratings
            mine = [team[0] for name, team in zip(bots, rated, strict=True) if name == bot]
            mu, sigma = sum(each.mu for each in mine) / len(mine), sum(each.sigma for each in mine) / len(mine)
            self.ratings[bot] = self._model.rating(mu=mu, sigma=sigma, name=bot)
