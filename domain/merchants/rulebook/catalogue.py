"""The commands and events of the game with their names in the API, which never change (rules page, section 21)."""

from typing import Final, TypeAlias

from kontor.domain.merchants.rulebook import (
    bank,
    build_route,
    card_deck,
    card_play,
    chips,
    deliver,
    gold,
    move_caravan,
    move_merchant,
    place_caravan,
    place_start_pieces,
    posts,
    production,
    recruit_merchant,
    robber,
    scoring,
    setup,
    trade,
    turn,
    winning,
)

Command: TypeAlias = (
    place_start_pieces.PlaceStartPost
    | place_start_pieces.PlaceNeutralPost
    | place_start_pieces.PlaceStartRoute
    | production.RollDice
    | robber.DiscardCards
    | robber.MoveRobber
    | robber.Steal
    | trade.OfferTrade
    | trade.WithdrawOffer
    | trade.AnswerOffer
    | trade.ConcludeTrade
    | bank.BuyResource
    | bank.TradeWithBank
    | card_deck.BuyCard
    | recruit_merchant.RecruitMerchant
    | place_caravan.PlaceCaravan
    | build_route.BuildRoute
    | gold.ChooseChain
    | build_route.PlaceFreeRoute
    | build_route.DeclineFreeRoute
    | move_merchant.MoveMerchant
    | chips.PlaceChip
    | move_caravan.MoveCaravan
    | card_play.PlayCard
    | turn.EndTurn
)

COMMANDS: Final[dict[str, type[Command]]] = {
    "place_start_post": place_start_pieces.PlaceStartPost,
    "place_neutral_post": place_start_pieces.PlaceNeutralPost,
    "place_start_route": place_start_pieces.PlaceStartRoute,
    "roll_dice": production.RollDice,
    "discard_cards": robber.DiscardCards,
    "move_robber": robber.MoveRobber,
    "steal": robber.Steal,
    "offer_trade": trade.OfferTrade,
    "withdraw_offer": trade.WithdrawOffer,
    "answer_offer": trade.AnswerOffer,
    "conclude_trade": trade.ConcludeTrade,
    "buy_resource": bank.BuyResource,
    "trade_with_bank": bank.TradeWithBank,
    "buy_card": card_deck.BuyCard,
    "recruit_merchant": recruit_merchant.RecruitMerchant,
    "place_caravan": place_caravan.PlaceCaravan,
    "build_route": build_route.BuildRoute,
    "choose_chain": gold.ChooseChain,
    "place_free_route": build_route.PlaceFreeRoute,
    "decline_free_route": build_route.DeclineFreeRoute,
    "move_merchant": move_merchant.MoveMerchant,
    "place_chip": chips.PlaceChip,
    "move_caravan": move_caravan.MoveCaravan,
    "play_card": card_play.PlayCard,
    "end_turn": turn.EndTurn,
}

Event: TypeAlias = (
    setup.BoardLaid
    | setup.OrderRolled
    | setup.StartSeatSet
    | setup.ChipsLaid
    | setup.DeckShuffled
    | setup.RobberPlaced
    | setup.SeatEquipped
    | place_start_pieces.StartPostPlaced
    | place_start_pieces.StartResourcesTaken
    | place_start_pieces.NeutralPostPlaced
    | place_start_pieces.StartRoutePlaced
    | place_start_pieces.SetupFinished
    | turn.TurnStarted
    | production.DiceRolled
    | production.ResourcesProduced
    | production.CompensationPaid
    | robber.DiscardDemanded
    | robber.CardsDiscarded
    | robber.RobberMoved
    | robber.CardStolen
    | robber.StealDeclined
    | robber.NothingToSteal
    | trade.TradeOffered
    | trade.OfferAnswered
    | trade.OfferClosed
    | trade.TradeConcluded
    | bank.ResourceBought
    | bank.BankTraded
    | card_deck.DeckReshuffled
    | card_deck.CardBought
    | recruit_merchant.MerchantRecruited
    | place_caravan.CaravanPlaced
    | build_route.RouteBuilt
    | gold.ChainChoiceDemanded
    | gold.SiteConnected
    | build_route.FreeRouteGranted
    | build_route.FreeRouteDeclined
    | build_route.FreeRouteLapsed
    | move_merchant.MerchantMoved
    | posts.PostFounded
    | posts.CoastGoldTaken
    | chips.ChipDemanded
    | chips.ChipPlaced
    | chips.ChipMoved
    | move_caravan.CaravanDeparted
    | move_caravan.TollPaid
    | move_caravan.CaravanStepped
    | deliver.CommodityDelivered
    | move_caravan.CaravanArrived
    | card_play.CardPlayed
    | card_play.CardTaken
    | card_play.TreasureTaken
    | card_play.TollsWaived
    | turn.TurnEnded
    | winning.GameWon
    | winning.GameFrozen
    | scoring.FinalScored
)

EVENTS: Final[dict[str, type[Event]]] = {
    "board_laid": setup.BoardLaid,
    "order_rolled": setup.OrderRolled,
    "start_seat_set": setup.StartSeatSet,
    "chips_laid": setup.ChipsLaid,
    "deck_shuffled": setup.DeckShuffled,
    "robber_placed": setup.RobberPlaced,
    "seat_equipped": setup.SeatEquipped,
    "start_post_placed": place_start_pieces.StartPostPlaced,
    "start_resources_taken": place_start_pieces.StartResourcesTaken,
    "neutral_post_placed": place_start_pieces.NeutralPostPlaced,
    "start_route_placed": place_start_pieces.StartRoutePlaced,
    "setup_finished": place_start_pieces.SetupFinished,
    "turn_started": turn.TurnStarted,
    "dice_rolled": production.DiceRolled,
    "resources_produced": production.ResourcesProduced,
    "compensation_paid": production.CompensationPaid,
    "discard_demanded": robber.DiscardDemanded,
    "cards_discarded": robber.CardsDiscarded,
    "robber_moved": robber.RobberMoved,
    "card_stolen": robber.CardStolen,
    "steal_declined": robber.StealDeclined,
    "nothing_to_steal": robber.NothingToSteal,
    "trade_offered": trade.TradeOffered,
    "offer_answered": trade.OfferAnswered,
    "offer_closed": trade.OfferClosed,
    "trade_concluded": trade.TradeConcluded,
    "resource_bought": bank.ResourceBought,
    "bank_traded": bank.BankTraded,
    "deck_reshuffled": card_deck.DeckReshuffled,
    "card_bought": card_deck.CardBought,
    "merchant_recruited": recruit_merchant.MerchantRecruited,
    "caravan_placed": place_caravan.CaravanPlaced,
    "route_built": build_route.RouteBuilt,
    "chain_choice_demanded": gold.ChainChoiceDemanded,
    "site_connected": gold.SiteConnected,
    "free_route_granted": build_route.FreeRouteGranted,
    "free_route_declined": build_route.FreeRouteDeclined,
    "free_route_lapsed": build_route.FreeRouteLapsed,
    "merchant_moved": move_merchant.MerchantMoved,
    "post_founded": posts.PostFounded,
    "coast_gold_taken": posts.CoastGoldTaken,
    "chip_demanded": chips.ChipDemanded,
    "chip_placed": chips.ChipPlaced,
    "chip_moved": chips.ChipMoved,
    "caravan_departed": move_caravan.CaravanDeparted,
    "toll_paid": move_caravan.TollPaid,
    "caravan_stepped": move_caravan.CaravanStepped,
    "commodity_delivered": deliver.CommodityDelivered,
    "caravan_arrived": move_caravan.CaravanArrived,
    "card_played": card_play.CardPlayed,
    "card_taken": card_play.CardTaken,
    "treasure_taken": card_play.TreasureTaken,
    "tolls_waived": card_play.TollsWaived,
    "turn_ended": turn.TurnEnded,
    "game_won": winning.GameWon,
    "game_frozen": winning.GameFrozen,
    "final_scored": scoring.FinalScored,
}
