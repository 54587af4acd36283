"""Attacks: a pending attack ends in a block, a death, or a loss of Life."""

from __future__ import annotations

from generator.engine.events import Event, JsonValue, new_event
from generator.engine.pending import Step
from generator.games.gruff.effects.triggers import SimultaneousBatch
from generator.games.gruff.history import BLOCKED
from generator.games.gruff.rules.event_makers import (
    aim_event,
    force_event,
    guard_event,
    strike_event,
)
from generator.games.gruff.rules.stats import (
    DAMAGE,
    DEFENSE,
    DIRECT,
    FAT,
    MEAN,
    flags_of,
    opposite,
    value,
)
from generator.games.gruff.state import GruffState


def strike_step(state: GruffState, step: Step, events: list[Event]) -> None:
    """Resolve the pending attack, if there is one."""
    if state.attackers[state.side] >= 0:
        strike(state, events)


def strike(state: GruffState, events: list[Event]) -> bool:
    """`attack-resolves`: the pending attack hits its column, whoever is there now.  Return whether the
    game continues.
    """
    side = state.side
    attacker = state.attackers[side]
    seat, defender = state.pair[side], opposite(state, attacker)
    damage = value(state, attacker, DAMAGE)
    mean, target = value(state, attacker, MEAN), state.ids[defender]
    events.append(strike_event("attack-resolves", seat, state.ids[attacker], target))
    events.append(aim_event("attack-target", seat, state.place[attacker] % 3 + 1))
    events.append(force_event("attack-damage", seat, damage, mean))
    batch = SimultaneousBatch(state, events)
    if flags_of(state, attacker) & DIRECT:
        rule = "text-wins"
        batch.lose_life(1 - side, damage, rule)
    elif not state.alive[defender]:
        rule = "attack-dead-opposite"
        batch.lose_life(1 - side, damage, rule)
    else:
        rule = hit(attacker, defender, damage, batch)
    state.attackers[side] = -1
    state.clear_varying()
    return batch.conclude(rule)


def hit(attacker: int, defender: int, damage: int, batch: SimultaneousBatch) -> str:
    """Hit a living gruff, which dies or blocks; return the rule for it."""
    state = batch.state
    defense = value(state, defender, DEFENSE)
    seat = state.pair[defender // 3]
    batch.events.append(guard_event("attack-defense", seat, defense, value(state, defender, FAT)))
    batch.put_marks(defender, damage)
    batch.check_deaths("attack-kills")
    if not state.alive[defender]:
        batch.record("attack-killed", attacker)
        return "attack-kills"
    # Damage 0 is not less than Defense 0, but nobody dies without a mark.
    rule = "attack-blocked" if damage < defense else "death-check"
    facts: dict[str, JsonValue] = {"gruff": state.ids[defender], "defense": defense}
    facts["damage"] = damage
    batch.events.append(new_event("block", rule, seat, facts))
    state.counts[BLOCKED] += 1
    batch.record("attack-blocked", attacker)
    batch.record("blocks", defender)
    return "death-check"
