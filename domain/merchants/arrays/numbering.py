"""The numbers of commands on a board: one group for each kind of command."""

from functools import cache
from typing import Final

from kontor.domain.kernel.learning import Numbering, relative
from kontor.domain.merchants.boards.board import Board
from kontor.domain.merchants.goods import GOODS, RESOURCES
from kontor.domain.merchants.state import State
from kontor.domain.merchants.words import CARAVANS, MERCHANTS

MOST_CHAINS: Final = 8  # an agent can choose only among the first chains
MOST_GIVEN: Final = 2  # most cards that an agent gives in an offer


def numbering(state: State) -> Numbering:
    return _numbering(state.board, len(state.seats))


@cache
def _numbering(board: Board, count: int) -> Numbering:
    others = relative(count)[1:]
    chips = [f"chip {n + 1}" for n in range(max(map(len, board.chips_of)))]
    return Numbering(
        {
            "place_start_post": [board.sites],
            "place_neutral_post": [board.sites],
            "place_start_route": [board.edges],
            "roll_dice": (),
            "discard_cards": [[f"{resource} first" for resource in RESOURCES]],
            "move_robber": [board.hexes],
            "steal": [["decline", *others]],
            "choose_chain": [[f"chain {n + 1}" for n in range(MOST_CHAINS)]],
            "place_free_route": [board.edges],
            "decline_free_route": (),
            "place_chip": [board.hexes, chips],
            "end_turn": (),
            "buy_resource": [RESOURCES],
            "trade_with_bank": [RESOURCES, GOODS],
            "buy_card": (),
            "build_route": [board.edges],
            "recruit_merchant": [board.sites, MERCHANTS],
            "place_caravan": [board.edges, CARAVANS],
            "move_merchant": [MERCHANTS, board.intersections],
            "move_caravan": [CARAVANS, board.edges],
            "play_card": [board.kinds],
            "harvest_by_card": [[f"{resource} first" for resource in RESOURCES]],
            "move_merchant_by_card": [MERCHANTS, board.intersections],
            "move_caravan_by_card": [CARAVANS, board.edges],
            "offer_trade": [[f"give {n + 1}" for n in range(MOST_GIVEN)], GOODS, [f"for {good}" for good in GOODS]],
            "answer_offer": [["decline", "accept"]],
            "withdraw_offer": (),
            "conclude_trade": [[f"with {each}" for each in others]],
        }
    )
