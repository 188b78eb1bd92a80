"""The commands and events of the catalogue with their wire names, written out for ever (rules page, section 21)."""

from typing import Final, TypeAlias

from kontor.domain.merchants.rulebook import (
    bank,
    build,
    caravan,
    card_play,
    cards,
    chips,
    deliver,
    gold,
    merchant,
    place_caravan,
    posts,
    production,
    recruit_merchant,
    robber,
    scoring,
    setup,
    start_pieces,
    trade,
    turn,
    winning,
)

Command: TypeAlias = (
    start_pieces.PlaceStartPost
    | start_pieces.PlaceNeutralPost
    | start_pieces.PlaceStartRoute
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
    | cards.BuyCard
    | recruit_merchant.RecruitMerchant
    | place_caravan.PlaceCaravan
    | build.BuildRoute
    | gold.ChooseChain
    | build.PlaceFreeRoute
    | build.DeclineFreeRoute
    | merchant.MoveMerchant
    | chips.PlaceChip
    | caravan.MoveCaravan
    | card_play.PlayCard
    | turn.EndTurn
)

COMMANDS: Final[dict[str, type[Command]]] = {
    "place_start_post": start_pieces.PlaceStartPost,
    "place_neutral_post": start_pieces.PlaceNeutralPost,
    "place_start_route": start_pieces.PlaceStartRoute,
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
    "buy_card": cards.BuyCard,
    "recruit_merchant": recruit_merchant.RecruitMerchant,
    "place_caravan": place_caravan.PlaceCaravan,
    "build_route": build.BuildRoute,
    "choose_chain": gold.ChooseChain,
    "place_free_route": build.PlaceFreeRoute,
    "decline_free_route": build.DeclineFreeRoute,
    "move_merchant": merchant.MoveMerchant,
    "place_chip": chips.PlaceChip,
    "move_caravan": caravan.MoveCaravan,
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
    | start_pieces.StartPostPlaced
    | start_pieces.StartResourcesTaken
    | start_pieces.NeutralPostPlaced
    | start_pieces.StartRoutePlaced
    | start_pieces.SetupFinished
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
    | cards.DeckReshuffled
    | cards.CardBought
    | recruit_merchant.MerchantRecruited
    | place_caravan.CaravanPlaced
    | build.RouteBuilt
    | gold.ChainChoiceDemanded
    | gold.SiteConnected
    | build.FreeRouteGranted
    | build.FreeRouteDeclined
    | build.FreeRouteLapsed
    | merchant.MerchantMoved
    | posts.PostFounded
    | posts.CoastGoldTaken
    | chips.ChipDemanded
    | chips.ChipPlaced
    | chips.ChipMoved
    | caravan.CaravanDeparted
    | caravan.TollPaid
    | caravan.CaravanStepped
    | deliver.CommodityDelivered
    | caravan.CaravanArrived
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
    "start_post_placed": start_pieces.StartPostPlaced,
    "start_resources_taken": start_pieces.StartResourcesTaken,
    "neutral_post_placed": start_pieces.NeutralPostPlaced,
    "start_route_placed": start_pieces.StartRoutePlaced,
    "setup_finished": start_pieces.SetupFinished,
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
    "deck_reshuffled": cards.DeckReshuffled,
    "card_bought": cards.CardBought,
    "merchant_recruited": recruit_merchant.MerchantRecruited,
    "caravan_placed": place_caravan.CaravanPlaced,
    "route_built": build.RouteBuilt,
    "chain_choice_demanded": gold.ChainChoiceDemanded,
    "site_connected": gold.SiteConnected,
    "free_route_granted": build.FreeRouteGranted,
    "free_route_declined": build.FreeRouteDeclined,
    "free_route_lapsed": build.FreeRouteLapsed,
    "merchant_moved": merchant.MerchantMoved,
    "post_founded": posts.PostFounded,
    "coast_gold_taken": posts.CoastGoldTaken,
    "chip_demanded": chips.ChipDemanded,
    "chip_placed": chips.ChipPlaced,
    "chip_moved": chips.ChipMoved,
    "caravan_departed": caravan.CaravanDeparted,
    "toll_paid": caravan.TollPaid,
    "caravan_stepped": caravan.CaravanStepped,
    "commodity_delivered": deliver.CommodityDelivered,
    "caravan_arrived": caravan.CaravanArrived,
    "card_played": card_play.CardPlayed,
    "card_taken": card_play.CardTaken,
    "treasure_taken": card_play.TreasureTaken,
    "tolls_waived": card_play.TollsWaived,
    "turn_ended": turn.TurnEnded,
    "game_won": winning.GameWon,
    "game_frozen": winning.GameFrozen,
    "final_scored": scoring.FinalScored,
}
