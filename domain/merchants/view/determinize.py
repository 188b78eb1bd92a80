"""Build a full state that agrees with a view. Hidden values are dealt again from the cards and chips that must exist
(ME-PIECE).

The bank is public, so the total of the cards in unseen hands is known. The kinds of unseen development cards and the
numbers of face-down chips are known in the same way.
"""

from collections import Counter
from collections.abc import Sequence

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.model import read
from kontor.domain.kernel.ruleset import Table
from kontor.domain.kernel.secrets import Ref
from kontor.domain.merchants.boards.board import Board
from kontor.domain.merchants.goods import CARDS_EACH, NONE, RESOURCES, Counts, counts, goods_counts, of_kinds
from kontor.domain.merchants.rulebook.empty_table import initial
from kontor.domain.merchants.state import (
    CARD,
    NO_GRANT,
    NO_POST,
    OFF,
    Chain,
    ChainChoice,
    Delivery,
    Offer,
    Pending,
    State,
)
from kontor.domain.merchants.view.view_fields import CardView, SeatView, View
from kontor.domain.merchants.words import card_number


def determinize(table: Table, view: JsonObject, dice: Dice) -> State:
    empty, shown = initial(table), read(View, view)
    board, seats = empty.board, shown.seats
    card_kinds, card_refs = _cards(board, shown, dice)
    fresh = [_number(card.card) for seat in seats for card in seat.cards if card.fresh]
    return State(
        board=board,
        seats=empty.seats,
        rules=empty.rules,
        start=shown.start,
        shortage=empty.shortage,
        delivery_limit=empty.delivery_limit,
        turn_order=shown.turn_order,
        colours=(shown.neutral_colour or "", *(seat.colour for seat in seats)),
        chip_numbers=_faces(board, shown, dice),
        chip_refs=tuple(chip.sealed_at for chip in shown.chips),
        card_kinds=card_kinds,
        card_refs=card_refs,
        phase=shown.phase,
        active=shown.active,
        turn=shown.turn,
        placed=shown.placed,
        dice=shown.dice,
        hands=_hands(shown, dice),
        gold=(0, *(seat.gold for seat in seats)),
        bank=counts(shown.bank),
        routes=_by_place(len(board.edges), 0, [(board.edge_at[each.edge], each.seat) for each in shown.routes]),
        routes_left=(0, *(seat.routes_left for seat in seats)),
        posts=_by_place(len(board.sites), NO_POST, [(board.site_at[each.site], each.seat) for each in shown.posts]),
        delivered_by=_by_place(
            len(board.sites), 0, [(board.site_at[each.site], each.commodity_of or 0) for each in shown.posts]
        ),
        warehouse_posts=(0, *(seat.warehouse_posts for seat in seats)),
        free_commodities=(0, *(seat.free_commodities for seat in seats)),
        to_deliver=(0, *(seat.to_deliver for seat in seats)),
        merchants=(empty.merchants[0], *(_merchants(board, seat) for seat in seats)),
        caravans=(empty.caravans[0], *(_caravans(board, seat) for seat in seats)),
        robber=board.hex_at[shown.robber],
        chip_hexes=tuple(OFF if chip.hex is None else board.hex_at[chip.hex] for chip in shown.chips),
        numbers=_numbers(board, shown),
        draw_pile=tuple(_number(each.card) for each in shown.draw_pile),
        cards=((), *(tuple(_number(card.card) for card in seat.cards) for seat in seats)),
        discard_pile=tuple(_number(each.card) for each in shown.discard_pile),
        fresh_cards=tuple(sorted(fresh)),
        card_played=shown.card_played,
        bought_with_gold=shown.bought_with_gold,
        tolls_waived=shown.tolls_waived,
        tolls_paid=_tolls(shown),
        offers=_offers(shown),
        offers_made=shown.offers_made,
        pending=_pending(board, shown),
        last_start_posts=(OFF, *(_at(board.site_at, seat.last_start_post) for seat in seats)),
        deliveries=tuple(Delivery(each.seat, board.site_at[each.site], each.version) for each in shown.deliveries),
        winner=shown.winner,
    )


def _number(card: str) -> int:
    return card_number(card) or 0


def _at(places: dict[str, int], name: str | None) -> int:
    return OFF if name is None else places[name]


def _by_place(size: int, empty: int, values: Sequence[tuple[int, int]]) -> bytes:
    found = bytearray([empty]) * size
    for place, value in values:
        found[place] = value
    return bytes(found)


# ---------------------------------------------------------------- dealing


def _hands(shown: View, dice: Dice) -> tuple[Counts, ...]:
    """Deal the unseen hands at random. Every card is in the bank, in a seen hand or in an unseen hand (ME-PIECE-4)."""
    left = [CARDS_EACH - n for n in counts(shown.bank)]
    for seat in shown.seats:
        if seat.hand is not None:
            left = [a - b for a, b in zip(left, counts(seat.hand), strict=True)]
    dealt = [int(kind) for kind in dice.shuffle("hands", [kind for kind, n in enumerate(left) for _ in range(n)]).value]
    hands: list[Counts] = [NONE]
    for seat in shown.seats:
        if seat.hand is not None:
            hands.append(counts(seat.hand))
        else:
            hands.append(of_kinds(dealt[: seat.hand_size]))
            dealt = dealt[seat.hand_size :]
    return tuple(hands)


def _faces(board: Board, shown: View, dice: Dice) -> tuple[int, ...]:
    """Deal the numbers of the face-down chips at random, among the chips of the same colour."""
    faces = [chip.number or 0 for chip in shown.chips]
    for resource in range(len(RESOURCES)):
        chips = board.chips_of[resource]
        left = Counter(board.hidden_numbers(resource))
        left.subtract(faces[chip] for chip in chips if board.chip_start[chip][0] == OFF and faces[chip])
        hidden = [chip for chip in chips if shown.chips[chip].hex is None]
        numbers = dice.shuffle("chips", sorted(left.elements())).value
        for chip, number in zip(hidden, numbers, strict=False):
            faces[chip] = int(number)
    return tuple(faces)


def _cards(board: Board, shown: View, dice: Dice) -> tuple[tuple[int, ...], tuple[Ref | None, ...]]:
    """Return the kinds and the seals of the development cards, by card number. Seen cards keep their kind. Unseen cards
    get kinds from the rest of the deck at random.
    """
    kinds = [OFF] * (shown.cards_made + 1)
    refs: list[Ref | None] = [None] * (shown.cards_made + 1)
    held: list[CardView] = [card for seat in shown.seats for card in seat.cards]
    seen = [(each.card, each.kind) for each in shown.discard_pile]
    seen += [(each.card, each.kind) for each in held if each.kind is not None]
    sealed = [(each.card, each.sealed_at) for each in held]
    sealed += [(each.card, each.sealed_at) for each in shown.draw_pile]
    sealed += [(each.card, each.sealed_at) for each in shown.discard_pile]
    for card, ref in sealed:
        refs[_number(card)] = ref
    left = Counter(board.kind_at[kind] for kind in board.deck)
    for card, kind in seen:
        kinds[_number(card)] = board.kind_at[kind]
        left[board.kind_at[kind]] -= 1
    dealt = dice.shuffle("cards", sorted(left.elements())).value
    unseen = [each.card for each in held if each.kind is None] + [each.card for each in shown.draw_pile]
    for card, number in zip(unseen, dealt, strict=False):
        kinds[_number(card)] = int(number)
    return tuple(kinds), tuple(refs)


# ---------------------------------------------------------------- reading


def _numbers(board: Board, shown: View) -> bytes:
    found = bytearray(board.printed)
    for chip in shown.chips:
        if chip.hex is not None:
            found[board.hex_at[chip.hex]] = chip.number or 0
    return bytes(found)


def _merchants(board: Board, seat: SeatView) -> tuple[int, ...]:
    return tuple(_at(board.intersection_at, each.at) for each in seat.merchants)


def _caravans(board: Board, seat: SeatView) -> tuple[int, ...]:
    return tuple(_at(board.edge_at, each.at) for each in seat.caravans)


def _tolls(shown: View) -> frozenset[tuple[int, int]]:
    return frozenset(
        (piece, owner)
        for seat in shown.seats
        for piece, caravan in enumerate(seat.caravans)
        for owner in caravan.fees_paid_to
    )


def _offers(shown: View) -> tuple[Offer, ...]:
    return tuple(
        Offer(
            each.offer,
            each.by,
            each.to,
            goods_counts(each.give),
            goods_counts(each.want),
            each.accepted,
            each.declined,
        )
        for each in shown.offers
    )


def _pending(board: Board, shown: View) -> Pending:
    grant, must_place = NO_GRANT, False
    if shown.free_route is not None:
        grant = CARD if shown.free_route.at is None else board.edge_at[shown.free_route.at]
        must_place = shown.free_route.must_place
    return Pending(
        debts=(0, *(seat.owes_cards for seat in shown.seats)),
        cause=shown.robber_cause,
        choice=_choice(board, shown),
        built=_at(board.edge_at, shown.route_built),
        grant=grant,
        card_routes=shown.card_routes_left,
        must_place=must_place,
        chip_site=_at(board.site_at, shown.chip_site),
    )


def _choice(board: Board, shown: View) -> ChainChoice | None:
    if shown.chain_choice is None:
        return None
    chains = [
        Chain(
            tuple(board.edge_at[edge] for edge in each.chain),
            tuple((payment.seat, payment.gold) for payment in each.payments),
        )
        for each in shown.chain_choice.options
    ]
    return ChainChoice(tuple(board.site_at[site] for site in shown.chain_choice.sites), tuple(chains))
