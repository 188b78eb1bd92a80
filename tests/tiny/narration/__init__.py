"""What happened on market day, in sentences."""

from kontor.domain.kernel.narration import Line, Story

STORY: Story = {
    "order_drawn": Line("The order is drawn."),
    "charms_dealt": Line("Everybody has a charm."),
    "pile_shuffled": Line("The cards are shuffled."),
    "turn_started": Line("{seat:seat} begins a turn."),
    "die_rolled": Line("{seat:seat} rolls a die.", "TINY-1"),
    "challenged": Line("A seat is challenged."),
    "challenge_answered": Line("The challenge is answered."),
    "card_taken": Line("{seat:seat} takes a card."),
    "card_shown": Line("{seat:seat} shows {card}."),
    "offer_made": Line("An offer is made."),
    "offer_answered": Line("The offer is answered."),
    "offer_closed": Line("The offer is closed."),
    "bidding_opened": Line("Everybody may bid."),
    "bid_placed": Line("{seat:seat} has bid."),
    "bids_revealed": Line("The bids are revealed."),
    "play_ended": Line("Play ends."),
    "day_scored": Line("The day is scored."),
}
