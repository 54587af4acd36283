"""Events of Grudge that happen again and again: functions that make each of them once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from generator.engine.events import Event, JsonValue, event_maker
from generator.games.grudge.map.squares import NAMES
from generator.games.grudge.moves import WARRIOR


def character_event_maker(kind: str, *names: str) -> Callable[..., Event]:
    """As `event_maker`, for what a Character does: its id, the fact `who`, is given in place of a seat."""

    @lru_cache(maxsize=1 << 12)
    def make(rule: str, who: str, *values: JsonValue) -> Event:
        facts = {"who": who, **dict(zip(names, values, strict=True))}
        return Event(kind, rule, 0 if who == WARRIOR else None, facts)

    return make


# Rounds and cards
round_event = event_maker("round", "round")
end_event = event_maker("end", "round")
roll_event = event_maker("roll", "what", "number")
initiative_event = character_event_maker("initiative", "card")
turn_event = character_event_maker("turn")
pass_event = character_event_maker("pass")
monster_main_event = character_event_maker("main", "plan")
monster_reaction_event = character_event_maker("reaction", "plan")
reaction_event = character_event_maker("reaction", "move")
aid_event = character_event_maker("aid", "value")

# Strikes and damage
strike_event = character_event_maker("strike", "target", "slot", "value")
upper_hand_event = character_event_maker("upper-hand")
favour_event = character_event_maker("favour", "value")
hit_event = character_event_maker("hit", "target", "value", "against")
miss_event = character_event_maker("miss", "target", "value", "against")
pierce_event = character_event_maker("pierce")
damage_event = character_event_maker("damage", "amount", "by", "health")
monster_damage_event = character_event_maker("damage", "amount", "by", "defence", "health")
notch_event = character_event_maker("notch", "piece", "notches")
destroyed_event = character_event_maker("destroyed", "piece")
roughhouse_event = character_event_maker("roughhouse", "target", "value")
condition_event = character_event_maker("condition", "condition")

# Movement and items
dash_event = character_event_maker("dash", "slot", "value", "steps")
monster_dash_event = character_event_maker("dash", "value", "steps")
load_event = character_event_maker("load")
wield_event = character_event_maker("wield", "weapon")


@lru_cache(maxsize=1 << 13)
def step_event(rule: str, who: str, came: int, to: int) -> Event:
    """The event of a step from one square to another."""
    moved: JsonValue = [[who, NAMES[came], NAMES[to]]]
    facts: dict[str, JsonValue] = {"who": who, "square": NAMES[to], "moved": moved}
    return Event("step", rule, 0 if who == WARRIOR else None, facts)
