"""Events of The Grizzled that happen again and again: functions that make each of them once."""

from __future__ import annotations

from generator.engine.events import event_maker

# Set-up
mode_event = event_maker("mode")
shuffle_event = event_maker("shuffle", "cards")
piles_event = event_maker("piles", "trials", "reserve")
tiles_event = event_maker("tiles", "tiles", "boxed")
first_leader_event = event_maker("leader", "speeches")
take_event = event_maker("take", "grizzled")
chaplain_event = event_maker("chaplain", "grizzled")

# Preparation
round_event = event_maker("round", "round")
chaplain_tile_event = event_maker("chaplain-tile", "tiles")
intensity_event = event_maker("intensity", "intensity")
deal_event = event_maker("deal", "cards")

# The Mission
mission_event = event_maker("mission")
turn_event = event_maker("turn")
land_event = event_maker("land", "card")
assign_event = event_maker("assign", "card")
draw_event = event_maker("draw", "card", "for")
no_trap_event = event_maker("no-trap", "card")
speech_event = event_maker("speech", "threat")
token_event = event_maker("token", "stock")
keep_event = event_maker("keep")
drop_event = event_maker("drop", "card")
withdraw_event = event_maker("withdraw")
tile_event = event_maker("tile", "left")
own_tile_event = event_maker("own-tile", "tile", secret=True)
hold_event = event_maker("hold", "cards")
haunt_event = event_maker("haunt", "knock")
succeed_event = event_maker("succeed")

# After the Mission
support_event = event_maker("support", "from", "tile", "to")
majority_event = event_maker("majority", "tiles")
no_benefit_event = event_maker("no-benefit")
morale_event = event_maker("morale", "cards", "reserve", "trials")
monument_event = event_maker("monument")
leader_event = event_maker("leader")
result_event = event_maker("result", "result", "rounds")
