"""The English sentence for each kind of event, in the order of the catalogue of events."""

from kontor.domain.kernel.narration import Line, Story

STORY: Story = {
    "turn_order_drawn": Line("The order of turns is drawn: {order:seats}.", "HT-SETUP-9"),
    "start_markers_placed": Line(
        "The start markers lie beside the taverns: {markers:each}.",
        "HT-SETUP-5",
        each=Line("{kind:words} at {route:place}"),
    ),
    "marker_supply_shuffled": Line("The other {count:n marker} are shuffled.", "HT-SETUP-3"),
    "favours_revealed": Line("Favour tiles on display: {tiles:all}.", "HT-FAVOUR-1"),
    "missions_dealt": Line("A secret mission is dealt to {seats:seats}.", "HT-SETUP-10"),
    "pieces_distributed": Line("Every seat takes its pieces.", "HT-SETUP-8"),
    "neutral_placed": Line("Neutral traders are put on {posts:places}.", "HT-2P-NEUT-2"),
    "pawn_placer_drawn": Line("{seat:seat} is to place the pawn.", "HT-2P-PROV-5"),
    "pawn_placed": Line("The pawn is placed in {province:place}.", "HT-2P-PROV-5"),
    "pawn_moved": Line(
        "The pawn moves from {from:place} to {to:place}.",
        "HT-2P-PROV-6",
        by="mode",
        texts={"action": "For an action, the pawn moves from {from:place} to {to:place}."},
    ),
    "turn_started": Line("{seat:seat} begins a turn with {allowance:n action}.", "HT-TURN-2", minor=True),
    "income_taken": Line("{seat:seat} takes {traders+merchants:pieces} as income.", "HT-INCOME-1"),
    "favour_income_offered": Line("{seat:seat} may take a share of the income.", "HT-FAVOUR-7"),
    "favour_income_taken": Line("{seat:seat} takes a trader as a share of the income.", "HT-FAVOUR-7"),
    "favour_income_declined": Line("{seat:seat} declines a share of the income.", "HT-FAVOUR-7"),
    "standing_order_set": Line("{seat:seat} gives a secret order about its share of income.", "HT-FAVOUR-7"),
    "piece_placed": Line("{seat:seat} places a {shape} on {post:place}.", "HT-PLACE-1"),
    "permission_used": Line("{seat:seat} uses the permission of {city}.", "HT-BRIT-5"),
    "piece_displaced": Line(
        "{by:seat} displaces the {displaced} of {owner:seat} from {post:place} with a {shape}.",
        "HT-DISPLACE-1",
        by="owner",
        texts={"0": "{by:seat} displaces a neutral {displaced} from {post:place} with a {shape}."},
    ),
    "fee_paid": Line("{seat:seat} pays a fee of {traders+merchants:pieces}.", "HT-DISPLACE-3"),
    "displaced_placed": Line(
        "{owner:seat} puts a {shape} of the {source} on {to:place}.",
        "HT-DISPLACE-5",
        by="source",
        texts={
            "displaced": "The displaced {shape} of {owner:seat} goes to {to:place}.",
            "board": "{owner:seat} moves a {shape} from {from:place} to {to:place}.",
        },
    ),
    "extras_lifted": Line(
        "{owner:seat} lifts {pieces:each}.", "HT-DISPLACE-10", each=Line("a {shape} from {from:place}")
    ),
    "extras_declined": Line("{owner:seat} declines to place {count:n further piece}.", "HT-DISPLACE-8"),
    "neutral_returned": Line("{count:n neutral trader} left the board: no post was free.", "HT-2P-NEUT-9"),
    "pieces_moved": Line(
        "{seat:seat} moves {moves:each}.", "HT-MOVE-1", each=Line("a {shape} from {from:place} to {to:place}")
    ),
    "action_spent": Line("{seat:seat} has used {used} of {allowance:n action}.", "HT-TURN-4", minor=True),
    "route_established": Line("{owner:seat} establishes {route:place}.", "HT-ROUTE-1"),
    "prestige_gained": Line(
        "{owner:seat} gains {points:n point} of prestige and has {total}.",
        "HT-END-9",
        by="reason",
        texts={
            "control": "{owner:seat} gains {points:n point} for controlling {city} and has {total}.",
            "coin": "{owner:seat} gains {points:n point} for an office in {city} and has {total}.",
            "link": "{owner:seat} gains {points:n point} for the link and has {total}.",
        },
    ),
    "marker_taken": Line("{seat:seat} takes the marker “{kind:words}” at {route:place}.", "HT-ROUTE-6"),
    "replacement_drawn": Line(
        "{seat:seat} draws a marker to replace it, with {supply_left:n marker} left.", "HT-ROUTE-6"
    ),
    "office_occupied": Line("{owner:seat} occupies office {index} of {city} with a {shape}.", "HT-OFFICE-1"),
    "extra_office_placed": Line("{seat:seat} adds an office in {city} with a {shape}.", "HT-OFFICE-8"),
    "green_office_placed": Line("{seat:seat} puts a {shape} into the green city {city}, on the {side}.", "HT-EAST-5"),
    "city_completed": Line("{city} is complete, the {counter:nth} city so far.", "HT-OFFICE-5"),
    "link_completed": Line("{owner:seat} is the {rank:nth} to link east and west.", "HT-LINK-1"),
    "ability_developed": Line(
        "{seat:seat} develops {ability:words} to level {level} and frees a {released}.", "HT-ABILITY-1"
    ),
    "special_space_taken": Line("{seat:seat} takes the special prestige space of {space:n point}.", "HT-SPECIAL-1"),
    "route_pieces_returned": Line(
        "{owner:seat} takes {traders+merchants:pieces} back from {route:place}.",
        "HT-ROUTE-10",
        also={"kept": "{owner:seat} keeps {kept:n piece} there."},
    ),
    "permanent_marker_offered": Line("{seat:seat} may use the marker “{kind:words}” of {route:place}.", "HT-MARKER-20"),
    "permanent_marker_used": Line("{seat:seat} uses the marker “{kind:words}” of {route:place}.", "HT-MARKER-20"),
    "permanent_marker_declined": Line("{seat:seat} leaves the marker “{kind:words}” unused.", "HT-MARKER-20"),
    "pieces_relocated": Line(
        "{by:seat} moves {pieces:each}.",
        "HT-MARKER-11",
        each=Line(
            "a {shape} of the {source} to {to:place}",
            by="source",
            texts={
                "board": "a {shape} of {owner:seat} from {from:place} to {to:place}",
                "hand": "a {shape} in hand to {to:place}",
            },
        ),
    ),
    "pieces_removed": Line(
        "{by:seat} removes {pieces:each}.",
        "HT-MARKER-12",
        each=Line(
            "a {shape} of {owner:seat} from {post:place}",
            by="owner",
            texts={"0": "a neutral {shape} from {post:place}"},
        ),
    ),
    "offices_swapped": Line(
        "{seat:seat} swaps office {left_index} of {city} with the one to its right.", "HT-MARKER-7"
    ),
    "actions_granted": Line("{seat:seat} has {number:n further action}.", "HT-MARKER-10"),
    "marker_used": Line("{seat:seat} uses the marker “{kind:words}”.", "HT-MARKER-1"),
    "marker_left_game": Line(
        "The marker “{kind:words}” leaves the game.",
        "HT-PIECE-8",
        by="reason",
        texts={
            "open_borders": "The marker “{kind:words}” is paid for open borders and leaves the game.",
            "no_route": "The marker “{kind:words}” finds no route and leaves the game.",
        },
    ),
    "favour_bought": Line("{seat:seat} buys the favour “{tile:words}” for {markers:count marker}.", "HT-FAVOUR-2"),
    "borders_opened": Line(
        "{seat:seat} pays for open borders; this covers {covered_actions:n action}.", "HT-BRIT-OPT-1"
    ),
    "neutral_route_filled": Line("The route {route:place} is full of neutral traders.", "HT-2P-NEUT-11"),
    "turn_end_requested": Line("{seat:seat} ends the turn.", "HT-TURN-7"),
    "replacements_revealed": Line(
        "{seat:seat} reveals the markers to place: {markers:each}.", "HT-MARKER-16", each=Line("{kind:words}")
    ),
    "replacement_placed": Line("A new marker is placed at {route:place}.", "HT-MARKER-14"),
    "turn_ended": Line("The turn of {seat:seat} is over.", "HT-TURN-7", minor=True),
    "end_triggered": Line(
        "The end is near.",
        "HT-END-1",
        by="reason",
        texts={
            "prestige": "The end is near: {owners:seats} reached 20 points.",
            "markers": "The end is near: no marker is left to be drawn.",
            "cities": "The end is near: {counter} cities are complete.",
        },
    ),
    "plate_discarded": Line("{seat:seat} discards {count:n marker} unseen.", "HT-END-7"),
    "play_ended": Line("Play ends: {reasons:all}.", "HT-END-1"),
    "missions_revealed": Line(
        "The missions are revealed: {missions:each}.", "HT-SCORE-11", each=Line("{seat:seat} had {cities:all}")
    ),
    "final_scored": Line("The final points: {seats:each}.", "HT-SCORE-1", each=Line("{seat:seat} {total}")),
}
