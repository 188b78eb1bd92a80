"""The counterpart of a view: some full state that agrees with it."""

from collections.abc import Mapping, Sequence
from typing import cast

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.ruleset import Table
from kontor.domain.kernel.secrets import Ref
from kontor.domain.kernel.states import changed
from tests.tiny.rulebook.setup import initial
from tests.tiny.state import Held, State
from tests.tiny.words import CARDS


def determinize(table: Table, seen: JsonObject, dice: Dice) -> State:
    """A state that agrees with a view: what it does not tell is dealt anew."""
    facts = cast("Mapping[str, int]", seen)
    rows = cast("Sequence[Mapping[str, Json]]", seen["seats"])
    known = [card for row in rows for card in cast("Sequence[str]", row.get("hand", ()))]
    unknown = [str(card) for card in dice.shuffle("unseen", [card for card in CARDS if card not in known]).value]
    nowhere = Ref(0, 0)
    state = initial(table)
    hands: dict[int, tuple[Held, ...]] = {}
    charms: dict[int, int] = {}
    bids: dict[int, tuple[int, Ref]] = {}
    placed = cast("Sequence[int]", seen["bids_placed"])
    for row in rows:
        seat, count = cast(int, row["seat"]), cast(int, row["cards"])
        cards = cast("Sequence[str]", row["hand"]) if "hand" in row else [unknown.pop() for _ in range(count)]
        hands[seat] = tuple(Held(card, nowhere) for card in cards)
        charms[seat] = cast(int, row["charm"]) if "charm" in row else dice.below("charm", 5).value
        if seat in placed:
            bid = row.get("bid")
            bids[seat] = (bid if isinstance(bid, int) else dice.below("bid", 4).value, nowhere)
    return changed(
        state,
        order=tuple(cast("Sequence[int]", seen["turn_order"])),
        charms=charms,
        pile=tuple(Held(card, nowhere) for card in unknown[: facts["pile"]]),
        hands=hands,
        points={cast(int, row["seat"]): cast(int, row["points"]) for row in rows},
        round=facts["round"],
        active=facts["active"],
        challenged=facts["challenged"],
        offer=facts["offer"],
        offered=bool(seen["offered"]),
        refused=tuple(cast("Sequence[int]", seen["refused"])),
        bidding=bool(seen["bidding"]),
        bids=bids,
        over=bool(seen["over"]),
    )
