"""Names of choices that depend on the position: the seat's own cards, its pieces, and the open offers."""

from collections.abc import Iterator, Mapping
from typing import Any

from kontor.domain.kernel.labels import Names, Words, labels_of, words_of
from kontor.domain.merchants.boards.board import NO_SITE
from kontor.domain.merchants.legal.bundles import write_amounts
from kontor.domain.merchants.state import OFF, Offer, State
from kontor.domain.merchants.words import CARAVANS, MERCHANTS, card_id


def names(state: State, seat: int, language: str, things: Names) -> Names:
    labels = labels_of("kontor.domain.merchants")
    words = Words(labels[language], {})
    told = words_of(labels, language)
    return {
        **{card_id(card): words.value("card", state.board.kinds[state.card_kinds[card]]) for card in state.cards[seat]},
        **{f"offer={offer.number}": _offer(state, offer, words, told["offer"]) for offer in state.offers},
        **dict(_pieces(state, seat, told, things)),
        **(dict(_chips(state, told, things)) if state.phase == "place_chip" else {}),
    }


def _offer(state: State, offer: Offer, words: Words, text: str) -> str:
    give, want = (words.value("give", write_amounts(each)) for each in (offer.give, offer.want))
    return text.format(give=give, want=want, who=state.colours[offer.by].capitalize())


def _chips(state: State, told: Mapping[str, Any], things: Names) -> Iterator[tuple[str, str]]:
    """Yield the id of each number chip, and its number and place. The number of a face-down chip is a secret."""
    for name, hex_, number in zip(state.board.chips, state.chip_hexes, state.chip_numbers, strict=True):
        if hex_ == OFF:
            yield name, told["chip_down"].format(n=name.rpartition("-")[2])
        else:
            yield name, told["chip_up"].format(number=number, place=things[state.board.hexes[hex_]])


def _pieces(state: State, seat: int, told: Mapping[str, Any], things: Names) -> Iterator[tuple[str, str]]:
    """Yield the id of each piece of the seat on the board, and the place where it is."""
    board = state.board
    for name, corner in zip(MERCHANTS, state.merchants[seat], strict=True):
        if corner != OFF:
            id_, site = board.intersections[corner], board.site_of[corner]
            where = things[id_] if site == NO_SITE else told["in"].format(place=things[board.sites[site]])
            yield name, told["merchant"].format(place=where)
    for caravan, edge in zip(CARAVANS, state.caravans[seat], strict=True):
        if edge != OFF:
            yield caravan, told["caravan"].format(place=things[board.edges[edge]])
