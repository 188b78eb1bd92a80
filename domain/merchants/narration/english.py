"""The sentences in English, in the order of the catalogue."""

from kontor.domain.kernel.narration import Line, Story

STORY: Story = {
    "board_laid": Line("The {side} board is laid out, with the {start} start.", "ME-SETUP-1"),
    "order_rolled": Line("{rolls:count seat} roll for the first turn.", "ME-SETUP-10"),
    "start_seat_set": Line("{seat:seat} begins.", "ME-SETUP-10"),
    "chips_laid": Line("The start chips lie on their hexes, {hidden:count chip} face down.", "ME-SETUP-2"),
    "deck_shuffled": Line("{count:n development card} are shuffled.", "ME-SETUP-4"),
    "robber_placed": Line("The robber stands in {hex:place}.", "ME-SETUP-5"),
    "seat_equipped": Line(
        "{seat:seat} takes {gold} gold, {routes:n route} and {commodities} commodities.", "ME-SETUP-9"
    ),
    "start_post_placed": Line("{seat:seat} puts a start post in {site:place}.", "ME-SETUP-15"),
    "start_resources_taken": Line("{seat:seat} takes {cards:goods} to begin with.", "ME-SETUP-16"),
    "neutral_post_placed": Line("A neutral post is put in {site:place}.", "ME-SETUP-17"),
    "start_route_placed": Line("{seat:seat} puts a start route and a caravan {edge:place}.", "ME-SETUP-18"),
    "setup_finished": Line("All is placed; the first turn begins.", "ME-TURN-1"),
    "turn_started": Line("Turn {turn}: {seat:seat}.", "ME-TURN-1"),
    "dice_rolled": Line("{seat:seat} rolls {dice:all}.", "ME-TURN-2"),
    "resources_produced": Line("The lands bring resources to {grants:count seat}.", "ME-PROD-2"),
    "compensation_paid": Line("{seats:seats} received no card: 1 gold each.", "ME-PROD-6"),
    "discard_demanded": Line("{debts:count seat} must discard half of the cards.", "ME-ROBBER-2"),
    "cards_discarded": Line("{seat:seat} discards {cards:goods}.", "ME-ROBBER-2"),
    "robber_moved": Line("{seat:seat} moves the robber from {from:place} to {to:place}.", "ME-ROBBER-4"),
    "card_stolen": Line("{thief:seat} takes a card from {victim:seat}.", "ME-ROBBER-5"),
    "steal_declined": Line("{seat:seat} takes no card.", "ME-ROBBER-5"),
    "nothing_to_steal": Line("There is nothing for {seat:seat} to take.", "ME-ROBBER-6"),
    "trade_offered": Line("{by:seat} offers {give:goods} for {want:goods} to {to:seats}.", "ME-TRADE-3"),
    "offer_answered": Line(
        "{seat:seat} answers offer {offer}.",
        "ME-TRADE-3",
        by="accept",
        texts={"True": "{seat:seat} accepts offer {offer}.", "False": "{seat:seat} declines offer {offer}."},
    ),
    "offer_closed": Line("Offer {offer} is closed.", "ME-TRADE-3"),
    "trade_concluded": Line("{active:seat} gives {gave:goods} to {partner:seat} for {got:goods}.", "ME-TRADE-6"),
    "resource_bought": Line("{seat:seat} buys {resource} for {cost:goods}.", "ME-TRADE-7"),
    "bank_traded": Line("{seat:seat} gives {gave:goods} to the bank for {got}.", "ME-TRADE-9"),
    "deck_reshuffled": Line("The {count:n discarded card} are shuffled into a new pile.", "ME-CARD-5"),
    "card_bought": Line("{seat:seat} buys a development card.", "ME-BUILD-3"),
    "merchant_recruited": Line("{seat:seat} recruits a merchant in {site:place}.", "ME-BUILD-4"),
    "caravan_placed": Line("{seat:seat} places a caravan {edge:place}.", "ME-BUILD-6"),
    "route_built": Line("{seat:seat} builds a route {edge:place}.", "ME-BUILD-9"),
    "chain_choice_demanded": Line("Several shortest chains to {sites:places} pay differently.", "ME-GOLD-4"),
    "site_connected": Line("{sites:places} is connected, over {chain:count route}.", "ME-GOLD-2"),
    "free_route_granted": Line("{seat:seat} may place {count:n free route}.", "ME-BUILD-11"),
    "free_route_declined": Line("{seat:seat} does without the free route.", "ME-BUILD-11"),
    "free_route_lapsed": Line("The free route of {seat:seat} lapses.", "ME-BUILD-12"),
    "merchant_moved": Line(
        "{seat:seat} moves a merchant {steps:n step}, from {from:place} to {to:place}.", "ME-MERCHANT-1"
    ),
    "post_founded": Line("{seat:seat} founds a post in {site:place}.", "ME-POST-1"),
    "coast_gold_taken": Line("{seat:seat} takes {gold} gold of the coast in {site:place}.", "ME-POST-6"),
    "chip_demanded": Line("{seat:seat} owes a chip for the new post in {site:place}.", "ME-CHIP-1"),
    "chip_placed": Line("{seat:seat} places a {number} on {hex:place}.", "ME-CHIP-3"),
    "chip_moved": Line("{seat:seat} moves the {number} from {from:place} to {to:place}.", "ME-CHIP-4"),
    "caravan_departed": Line(
        "A caravan of {seat:seat} departs {from:place}, for up to {steps:n step}.", "ME-CARAVAN-2"
    ),
    "toll_paid": Line("{from_seat:seat} pays {gold} gold to {to_seat:seat} for the way.", "ME-CARAVAN-5"),
    "caravan_stepped": Line("The caravan of {seat:seat} moves on, {edge:place}.", "ME-CARAVAN-1"),
    "commodity_delivered": Line(
        "{seat:seat} delivers to the post of {owner:seat} in {site:place}; {to_deliver} to go.", "ME-DELIVER-1"
    ),
    "caravan_arrived": Line("The caravan of {seat:seat} stops {edge:place}.", "ME-CARAVAN-3"),
    "card_played": Line("{seat:seat} plays {kind:words}.", "ME-CARD-4"),
    "card_taken": Line("{seat:seat} takes {cards:goods} for the card.", "ME-CARD-10"),
    "treasure_taken": Line("{seat:seat} takes {gold} gold for the card.", "ME-CARD-11"),
    "tolls_waived": Line("The caravans of {seat:seat} pay no fees in this turn.", "ME-CARD-14"),
    "turn_ended": Line("{seat:seat} ends the turn.", "ME-TURN-5"),
    "game_won": Line("{seat:seat} has delivered everything and wins.", "ME-WIN-1"),
    "game_frozen": Line("Nobody can build, found or deliver any more: play ends.", "ME-WIN-5"),
    "final_scored": Line("The final ranking is made.", "ME-WIN-4"),
}
