"""Turns a pending attack into a block, a death, or Life lost."""

from __future__ import annotations

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step
from generator.games.gruff.effects.triggers import (
    SimultaneousBatch,
    check_deaths,
    conclude,
    gruff_id,
    lose_life,
    put_marks,
)
from generator.games.gruff.rules.stats import DAMAGE, DEFENSE, DIRECT, flags_of, opposite, value
from generator.games.gruff.state import GruffState


def strike(state: GruffState, step: Step, events: list[Event]) -> None:
    """`attack-resolves`: the pending attack hits whatever is in its column now."""
    side = state.side
    attacker = state.attackers[side]
    if attacker < 0:
        return
    seat, other = state.pair[side], 1 - side
    defender = opposite(state, attacker)
    damage = value(state, attacker, DAMAGE)
    facts = {"gruff": gruff_id(state, attacker), "target": gruff_id(state, defender)}
    events.append(Event("strike", "attack-resolves", seat, facts))
    events.append(Event("aim", "attack-target", seat, {"column": state.place[attacker] % 3 + 1}))
    events.append(Event("force", "attack-damage", seat, {"damage": damage}))
    moment = SimultaneousBatch()
    if flags_of(state, attacker) & DIRECT:
        lose_life(state, other, damage, "text-wins", events, moment)
        rule = "text-wins"
    elif not state.alive[defender]:
        rule = "attack-dead-opposite"
        lose_life(state, other, damage, rule, events, moment)
    else:
        rule = hit(state, attacker, defender, damage, events, moment)
    state.attackers[side] = -1
    state.bonuses = None
    conclude(state, events, moment, rule)


def hit(
    state: GruffState,
    attacker: int,
    defender: int,
    damage: int,
    events: list[Event],
    moment: SimultaneousBatch,
) -> str:
    """An attack hits a living gruff, which dies or blocks; the rule by which it does."""
    defense = value(state, defender, DEFENSE)
    seat = state.pair[defender // 3]
    events.append(Event("guard", "attack-defense", seat, {"defense": defense}))
    put_marks(state, defender, damage, events, moment)
    check_deaths(state, "attack-kills", events, moment)
    if not state.alive[defender]:
        moment.note("attack-killed", attacker)
        return "attack-kills"
    facts: dict[str, JsonValue] = {"gruff": gruff_id(state, defender), "defense": defense}
    facts["damage"] = damage
    # Damage 0 against Defense 0 is not less, but without a mark nobody dies.
    rule = "attack-blocked" if damage < defense else "death-check"
    events.append(Event("block", rule, seat, facts))
    state.counts = state.counts._replace(blocked=state.counts.blocked + 1)
    moment.note("attack-blocked", attacker)
    moment.note("blocks", defender)
    return "death-check"
