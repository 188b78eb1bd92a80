"""All commands and events by the names that the API and the log use. These names never change; the names of classes and
modules may."""

from collections.abc import Mapping
from typing import TypeAlias

from kontor.domain.hansa.rulebook import (
    ability,
    britannia,
    completed_route,
    displace,
    ending,
    establish,
    favours,
    income,
    link,
    marker_extra_actions,
    marker_move,
    marker_remove,
    marker_swap,
    markers,
    missions,
    move,
    neutral,
    neutral_route,
    office,
    permanent_markers,
    place,
    place_displaced,
    prestige,
    provinces,
    replacement_markers,
    scoring,
    setup_events,
    special,
    turn,
)

Command: TypeAlias = (
    provinces.PlacePawn
    | income.TakeIncome
    | place.PlacePiece
    | displace.DisplacePiece
    | place_displaced.PlaceDisplaced
    | move.MovePieces
    | establish.EstablishRoute
    | permanent_markers.ResolvePermanentMarker
    | markers.UseMarker
    | favours.BuyFavour
    | favours.SetStandingOrder
    | favours.ResolveFavourIncome
    | britannia.PayOpenBorders
    | provinces.MovePawn
    | neutral_route.ResolveNeutralRoute
    | turn.EndTurn
    | replacement_markers.PlaceReplacements
)

Event: TypeAlias = (
    setup_events.TurnOrderDrawn
    | setup_events.StartMarkersPlaced
    | setup_events.MarkerSupplyShuffled
    | favours.FavoursRevealed
    | missions.MissionsDealt
    | setup_events.PiecesDistributed
    | neutral.NeutralPlaced
    | provinces.PawnPlacerDrawn
    | provinces.PawnPlaced
    | provinces.PawnMoved
    | turn.TurnStarted
    | income.IncomeTaken
    | favours.FavourIncomeOffered
    | favours.FavourIncomeTaken
    | favours.FavourIncomeDeclined
    | favours.StandingOrderSet
    | place.PiecePlaced
    | britannia.PermissionUsed
    | displace.PieceDisplaced
    | displace.FeePaid
    | place_displaced.ExtrasLifted
    | place_displaced.DisplacedPlaced
    | place_displaced.ExtrasDeclined
    | neutral.NeutralReturned
    | move.PiecesMoved
    | turn.ActionSpent
    | establish.RouteEstablished
    | prestige.PrestigeGained
    | establish.MarkerTaken
    | replacement_markers.ReplacementDrawn
    | office.OfficeOccupied
    | office.ExtraOfficePlaced
    | office.GreenOfficePlaced
    | office.CityCompleted
    | link.LinkCompleted
    | ability.AbilityDeveloped
    | special.SpecialSpaceTaken
    | completed_route.RoutePiecesReturned
    | permanent_markers.PermanentMarkerOffered
    | permanent_markers.PermanentMarkerUsed
    | permanent_markers.PermanentMarkerDeclined
    | marker_move.PiecesRelocated
    | marker_remove.PiecesRemoved
    | marker_swap.OfficesSwapped
    | marker_extra_actions.ActionsGranted
    | markers.MarkerUsed
    | markers.MarkerLeftGame
    | favours.FavourBought
    | britannia.BordersOpened
    | neutral_route.NeutralRouteFilled
    | turn.TurnEndRequested
    | replacement_markers.ReplacementsRevealed
    | replacement_markers.ReplacementPlaced
    | turn.TurnEnded
    | ending.EndTriggered
    | ending.PlateDiscarded
    | ending.PlayEnded
    | missions.MissionsRevealed
    | scoring.FinalScored
)

COMMANDS: Mapping[str, type[Command]] = {
    "place_pawn": provinces.PlacePawn,
    "take_income": income.TakeIncome,
    "place_piece": place.PlacePiece,
    "displace_piece": displace.DisplacePiece,
    "place_displaced": place_displaced.PlaceDisplaced,
    "move_pieces": move.MovePieces,
    "establish_route": establish.EstablishRoute,
    "resolve_permanent_marker": permanent_markers.ResolvePermanentMarker,
    "use_marker": markers.UseMarker,
    "buy_favour": favours.BuyFavour,
    "set_standing_order": favours.SetStandingOrder,
    "resolve_favour_income": favours.ResolveFavourIncome,
    "pay_open_borders": britannia.PayOpenBorders,
    "move_pawn": provinces.MovePawn,
    "resolve_neutral_route": neutral_route.ResolveNeutralRoute,
    "end_turn": turn.EndTurn,
    "place_replacements": replacement_markers.PlaceReplacements,
}

EVENTS: Mapping[str, type[Event]] = {
    "turn_order_drawn": setup_events.TurnOrderDrawn,
    "start_markers_placed": setup_events.StartMarkersPlaced,
    "marker_supply_shuffled": setup_events.MarkerSupplyShuffled,
    "favours_revealed": favours.FavoursRevealed,
    "missions_dealt": missions.MissionsDealt,
    "pieces_distributed": setup_events.PiecesDistributed,
    "neutral_placed": neutral.NeutralPlaced,
    "pawn_placer_drawn": provinces.PawnPlacerDrawn,
    "pawn_placed": provinces.PawnPlaced,
    "pawn_moved": provinces.PawnMoved,
    "turn_started": turn.TurnStarted,
    "income_taken": income.IncomeTaken,
    "favour_income_offered": favours.FavourIncomeOffered,
    "favour_income_taken": favours.FavourIncomeTaken,
    "favour_income_declined": favours.FavourIncomeDeclined,
    "standing_order_set": favours.StandingOrderSet,
    "piece_placed": place.PiecePlaced,
    "permission_used": britannia.PermissionUsed,
    "piece_displaced": displace.PieceDisplaced,
    "fee_paid": displace.FeePaid,
    "extras_lifted": place_displaced.ExtrasLifted,
    "displaced_placed": place_displaced.DisplacedPlaced,
    "extras_declined": place_displaced.ExtrasDeclined,
    "neutral_returned": neutral.NeutralReturned,
    "pieces_moved": move.PiecesMoved,
    "action_spent": turn.ActionSpent,
    "route_established": establish.RouteEstablished,
    "prestige_gained": prestige.PrestigeGained,
    "marker_taken": establish.MarkerTaken,
    "replacement_drawn": replacement_markers.ReplacementDrawn,
    "office_occupied": office.OfficeOccupied,
    "extra_office_placed": office.ExtraOfficePlaced,
    "green_office_placed": office.GreenOfficePlaced,
    "city_completed": office.CityCompleted,
    "link_completed": link.LinkCompleted,
    "ability_developed": ability.AbilityDeveloped,
    "special_space_taken": special.SpecialSpaceTaken,
    "route_pieces_returned": completed_route.RoutePiecesReturned,
    "permanent_marker_offered": permanent_markers.PermanentMarkerOffered,
    "permanent_marker_used": permanent_markers.PermanentMarkerUsed,
    "permanent_marker_declined": permanent_markers.PermanentMarkerDeclined,
    "pieces_relocated": marker_move.PiecesRelocated,
    "pieces_removed": marker_remove.PiecesRemoved,
    "offices_swapped": marker_swap.OfficesSwapped,
    "actions_granted": marker_extra_actions.ActionsGranted,
    "marker_used": markers.MarkerUsed,
    "marker_left_game": markers.MarkerLeftGame,
    "favour_bought": favours.FavourBought,
    "borders_opened": britannia.BordersOpened,
    "neutral_route_filled": neutral_route.NeutralRouteFilled,
    "turn_end_requested": turn.TurnEndRequested,
    "replacements_revealed": replacement_markers.ReplacementsRevealed,
    "replacement_placed": replacement_markers.ReplacementPlaced,
    "turn_ended": turn.TurnEnded,
    "end_triggered": ending.EndTriggered,
    "plate_discarded": ending.PlateDiscarded,
    "play_ended": ending.PlayEnded,
    "missions_revealed": missions.MissionsRevealed,
    "final_scored": scoring.FinalScored,
}
