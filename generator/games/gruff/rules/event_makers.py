"""Events of Gruff that happen again and again: functions that make each of them once."""

from __future__ import annotations

from generator.engine.events import event_maker, list_event_maker

# Preparation
draft_gruff_event = event_maker("draft", "gruff")
draft_shepherd_event = event_maker("draft", "shepherd")
drop_event = event_maker("drop", "card", secret=True)

# Turns
turn_event = event_maker("turn", "number")
end_turn_event = event_maker("end-turn", "number")
activate_event = event_maker("activate", "gruff", "column")
stop_event = event_maker("stop")
crazy_event = event_maker("crazy", "by", "now")
tactic_event = event_maker("tactic", "gruff", "action")
draw_event = list_event_maker("draw", "cards", secret=True)
no_draw_event = event_maker("no-draw", "missing")
discard_event = event_maker("discard", "card")
off_event = event_maker("off", "card")

# Gruffs
ready_event = event_maker("ready", "gruff", "ready")
slide_event = event_maker("slide", "gruff", "stat", "by", "now")
damage_event = event_maker("damage", "gruff", "damage", "marks")
death_event = event_maker("death", "gruff")
resurrect_event = event_maker("resurrect", "gruff")

swap_event = list_event_maker("swap", "gruffs")
shrug_off_event = list_event_maker("shrug-off", "gruffs")

# Attacks
attack_event = event_maker("attack", "gruff", "column")
attack_lost_event = event_maker("attack-lost", "gruff")
strike_event = event_maker("strike", "gruff", "target")
aim_event = event_maker("aim", "column")
force_event = event_maker("force", "damage", "mean")
guard_event = event_maker("guard", "defense", "fat")

# Effects
trigger_event = event_maker("trigger", "source", "trigger")
choose_gruff_event = event_maker("choose", "gruff")
choose_card_event = event_maker("choose", "card")
answer_event = event_maker("answer", "source", "yes")
