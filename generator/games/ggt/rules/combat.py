"""Combat: healing, the Test, damage, and whether to continue.

The loss of limbs is in `dismember`.
"""

from __future__ import annotations

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.ggt.combat_state import UNANSWERED, Contest, Fight
from generator.games.ggt.moves import Move
from generator.games.ggt.rules import dismember, tests
from generator.games.ggt.rules.limbs import ability_takes_effect, gain, heal
from generator.games.ggt.state import GgtState


def targets(state: GgtState, seat: int) -> list[tuple[int, bool]]:
    """The seats a monster can attack, each with whether at range; close combat first."""
    board, body = state.config.board, state.body[seat]
    here = state.at[seat]
    near, arc, facing = board.distance[here], board.arc[here], state.facing[seat]
    close, ranged = [], []
    reach = state.config.box.figures["reach-distance"] if body.reach else 1
    for other in state.living:
        cell = state.at[other]
        if other == seat or not arc[cell] >> facing & 1:
            continue
        if near[cell] == 1 or near[cell] == reach:
            close.append((other, False))
        if near[cell] <= body.ranged:
            ranged.append((other, True))
    return close + ranged


def attack(state: GgtState, seat: int, target: int, ranged: bool, events: list[Event]) -> None:
    """`attack`: begin the combat."""
    people, tally = state.config.people, state.tally
    how = "ranged" if ranged else "close"
    events.append(Event("attack", "attack", seat, {"target": people[target], "type": how}))
    if ranged:
        ability_takes_effect(state, seat, "ranged", events)
    elif state.config.board.distance[state.at[seat]][state.at[target]] > 1:
        ability_takes_effect(state, seat, "reach", events)
    state.tally = tally._replace(combats=tally.combats + 1)
    state.fight = Fight((seat, target), ranged)
    state.pending = then(state.pending, Step("exchange"))


def exchange(state: GgtState, step: Step, events: list[Event]) -> None:
    """`combat-order`; step 1, `combat-heal`: both secretly commit Power to healing."""
    fight, tally = state.combat, state.tally
    events.append(Event("exchange", "combat-order", None, {"exchange": fight.exchange}))
    state.tally = tally._replace(exchanges=tally.exchanges + 1)
    heals, steps = [], []
    for seat in fight.sides:
        able = can_heal(state, seat)
        heals.append(UNANSWERED if able else 0)
        if able:
            steps.append(Step("mend", seat))
    state.fight = fight._replace(heals=(heals[0], heals[1]))
    state.pending = then(state.pending, *steps, Step("clash"))


def can_heal(state: GgtState, seat: int) -> int:
    """`heal`: the most Power that a monster can turn into Health."""
    power = state.power[seat]
    if not power:
        return 0
    room = state.body[seat].health - state.pool[seat]
    return max(0, min(power, room))


def _with_answer(pair: tuple[int, int], place: int, value: int) -> tuple[int, int]:
    """A pair of secret answers with one of them set."""
    return (value, pair[1]) if place == 0 else (pair[0], value)


def mend(state: GgtState, step: Step, move: Move, events: list[Event]) -> None:
    """`combat-heal`: one fighter's commitment."""
    fight = state.combat
    heals = _with_answer(fight.heals, fight.sides.index(step.decider), int(move.about[0]))
    state.fight = Fight(*fight[:3], heals, fight.wants)


def clash(state: GgtState, step: Step, events: list[Event]) -> None:
    """Apply the healing of step 1; begin step 2, `combat-test`."""
    fight = state.combat
    for seat, points in zip(fight.sides, fight.heals, strict=True):
        if points > 0:
            heal(state, seat, points, "combat-heal", events)
    state.fight = fight._replace(heals=(UNANSWERED, UNANSWERED))
    tests.begin(state, tests.strength("combat", *fight.sides), events)


def after_test(state: GgtState, contest: Contest, winner: int, events: list[Event]) -> None:
    """Steps 3 to 6, after the Test; `winner` 2: nobody won it (`exhausted-tie`)."""
    fight = state.combat
    state.pending = then(state.pending, Step("part"))
    if winner == 2:
        return
    victor, loser = fight.sides[winner], fight.sides[1 - winner]
    gain(state, victor, state.config.box.figures["win-power"])
    events.append(Event("joy", "joy-of-victory", victor, {"power": state.power[victor]}))
    if winner == 1 and fight.ranged:
        # `ranged-attacker-safe`, `counterattack`
        if (fight.sides[0], True) not in targets(state, victor):
            events.append(Event("safe", "ranged-attacker-safe", loser, {}))
            return
        events.append(Event("counter", "counterattack", victor, {}))
    if sum(map(len, contest.shown)) > sum(card >= 0 for card in contest.last):
        events.append(Event("decide", "deciding-pair", None, {}))
    damage = _damage(state, contest, winner, fight, events)
    if damage > state.pool[loser]:
        events.append(Event("floor", "pool-floor", loser, {"over": damage - state.pool[loser]}))
    state.pool[loser] = max(0, state.pool[loser] - damage)
    facts = {"damage": damage, "pool": state.pool[loser]}
    events.append(Event("damage", "damage-order", loser, facts))
    great = state.config.box.figures["great-damage"]
    if state.pool[loser] == 0 or damage > great:
        dismember.dismember(state, victor, loser, events)


def _damage(
    state: GgtState, contest: Contest, winner: int, fight: Fight, events: list[Event]
) -> int:
    """`damage-order`: the blow, then rend, the attacker's reduction and armour."""
    figures, cards = state.config.box.figures, state.config.box.cards
    victor, loser = fight.sides[winner], fight.sides[1 - winner]
    last = contest.last[winner]
    if last >= 0 and cards[last].beats:
        damage = cards[last].damage
        events.append(Event("blow", "damage-royal", victor, {"damage": damage}))
    else:
        damage = abs(tests.total(state, contest, 0) - tests.total(state, contest, 1))
        events.append(Event("blow", "damage-difference", victor, {"damage": damage}))
    least = figures["least-damage"]
    if not fight.ranged and state.body[victor].rend:
        ability_takes_effect(state, victor, "rend", events)
        damage += state.body[victor].rend
    if winner == 1 and damage > least:
        damage = max(least, damage - figures["attacker-less"])
        events.append(Event("less", "attacker-reduction", loser, {"damage": damage}))
    if state.body[loser].armour and damage > least:
        ability_takes_effect(state, loser, "armour", events)
        damage = max(least, damage - state.body[loser].armour)
    return damage


def part(state: GgtState, step: Step, events: list[Event]) -> None:
    """Step 7, `continue-or-end`: ask both fighters, unless the attack is no longer possible."""
    fight = state.combat
    attacker, target = fight.sides
    if (target, fight.ranged) not in targets(state, attacker):
        events.append(Event("break", "combat-break", attacker, {}))
        state.fight = None
        return
    if fight.exchange >= state.config.box.figures["exchange-cap"]:
        events.append(Event("cap", "sim-cap", None, {"exchange": fight.exchange}))
        state.fight = None
        return
    state.fight = Fight(*fight[:4], (UNANSWERED, UNANSWERED))
    steps = [Step("again", seat) for seat in fight.sides]
    state.pending = then(state.pending, *steps, Step("agree"))


def again(state: GgtState, step: Step, move: Move, events: list[Event]) -> None:
    """`continue-or-end`: one fighter's secret answer in step 7."""
    fight = state.combat
    place = fight.sides.index(step.decider)
    wants = _with_answer(fight.wants, place, int(move.what == "yes"))
    state.fight = Fight(*fight[:4], wants)


def agree(state: GgtState, step: Step, events: list[Event]) -> None:
    """`continue-or-end`: the combat continues if both want it."""
    fight = state.combat
    both = fight.wants == (1, 1)
    answers = ["yes" if wants else "no" for wants in fight.wants]
    events.append(Event("go-on" if both else "part", "continue-or-end", None, {"say": answers}))
    if both:
        state.fight = Fight(fight.sides, fight.ranged, fight.exchange + 1)
        state.pending = then(state.pending, Step("exchange"))
    else:
        state.fight = None
