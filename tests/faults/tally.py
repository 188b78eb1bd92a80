"""What each fault did, and a table of it by kind."""

import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Strike:
    """One fault: how long it lasted, and how long after its end a command was answered and a bot at work again; None
    where the next fault came first. `oldest_debt`: the longest that a bot's turn was owed, until then."""

    kind: str
    lasted: float
    answered: float | None
    bots: float | None
    oldest_debt: float
    repeated: int  # requests that clients sent again

    def __str__(self) -> str:
        answered, bots = ("     –" if each is None else f"{each:6.2f}" for each in (self.answered, self.bots))
        return (
            f"{self.kind:<22} lasted {self.lasted:5.2f}  answered {answered}  bots {bots}  debt {self.oldest_debt:5.1f}"
            f"  repeated {self.repeated:3}"
        )


def table(strikes: Sequence[Strike]) -> str:
    """How often each kind struck, and the median and the longest of each wait, in seconds."""
    by_kind = defaultdict(list)
    for each in strikes:
        by_kind[each.kind].append(each)
    head = f"{'fault':<22} {'times':>5} {'answered again':>15} {'bots again':>15} {'oldest debt':>15}"
    rows = [
        f"{kind:<22} {len(found):5} {_waits([each.answered for each in found])} "
        f"{_waits([each.bots for each in found])} {_waits([each.oldest_debt for each in found])}"
        for kind, found in sorted(by_kind.items())
    ]
    return "\n".join([head, *rows, f"{'in all':<22} {len(strikes):5}"])


def _waits(given: Sequence[float | None]) -> str:
    known = [each for each in given if each is not None]
    return f"{statistics.median(known):6.1f} / {max(known):6.1f}" if known else f"{'–':>15}"
