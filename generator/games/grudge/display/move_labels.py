"""Labels of legal moves, and notes on a position, for a player at a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from generator.engine.pending import Step
from generator.engine.text.event_text import listed
from generator.games.grudge.content import INTERRUPT, MAIN, REACTION, WARRIOR
from generator.games.grudge.display.text import INITIALS, TERMS, draw
from generator.games.grudge.map.squares import DISTANCE, NUMBER
from generator.games.grudge.moves import Move
from generator.games.grudge.rules import combat
from generator.games.grudge.rules.aid import makes_fail, shield_bonus
from generator.games.grudge.rules.conditions import STUNNED
from generator.games.grudge.rules.encounter import spawn_of
from generator.games.grudge.rules.monsters import main_plan, reaction_plan
from generator.games.grudge.rules.movement import threats
from generator.games.grudge.rules.strikes import weakens
from generator.games.grudge.state import GrudgeState

STATS = ("spades", "clubs", "hearts")
"""Suits in the order of the Warrior's Stats."""
CARD = {"turn": MAIN, "react": REACTION, "sidestep": INTERRUPT}
"""Slot of the card used at each decision."""
PLANS = {"": "nothing", **TERMS}


# Notes


def draw_for(state: GrudgeState, seat: int) -> str:
    """The position, with notes that explain its numbers and signs."""
    step = state.pending[-1] if state.pending else Step("")
    return "\n".join([draw(state, brief=True), *(f"    {line}" for line in _notes(state, step))])


def _notes(state: GrudgeState, step: Step) -> Iterator[str]:
    names = state.config.names
    if step.name == "stats":
        yield from (f"{names.suits[suit]}: {names.texts[f'suits {suit}']}" for suit in STATS)
        yield "A Stat is added to the card of a Main Action; your Speed is the Clubs figure."
    if step.name in ("loadout", "wield"):
        chosen = state.weapons if step.name == "wield" else state.config.weapons
        yield from (f"{names.by_id[each]}: {names.texts[f'weapons {each}']}" for each in chosen)
    if step.name == "loadout":
        yield f"your Stats: {_stats(state, state.stats)}"
    if not state.challenge:
        return
    for id in sorted({each for figure in state.figures.values() for each in figure.conditions}):
        yield f"{names.by_id[id]}: {names.texts[f'conditions {id}']}"
    if step.name in ("initiative", "assign"):
        yield from _kinds(state)
        yield "A low Initiative acts first; a high one is harder for the others to beat."
    elif state.m_initiative and state.initiative and state.monsters():
        yield _strikes(state)
    if state.runestones and step.name in ("turn", "react"):
        yield "Spells: " + " ".join(
            f"{names.by_id[id]}: {names.texts[f'spells {id}']}" for id in state.config.spells
        )


def _stats(state: GrudgeState, figures: tuple[int, ...]) -> str:
    names = state.config.names.suits
    return ", ".join(f"{names[suit]} {n}" for suit, n in zip(STATS, figures, strict=True))


def _kinds(state: GrudgeState) -> Iterator[str]:
    """The Stats and Speed of the Monsters on the board."""
    for kind in {state.kind(each.id).id: state.kind(each.id) for each in state.monsters()}.values():
        figures = _stats(state, (kind.spades, kind.clubs, kind.hearts))
        yield f"{state.config.names.kinds[kind.id]}: {figures}, Speed {kind.speed}"


def _strikes(state: GrudgeState) -> str:
    """The Initiatives, and the Strike values of Monsters that have yet to act."""
    values = [
        f"{INITIALS[each.id]} {combat.strike_value(state, each, state.warrior, MAIN)}"
        for each in state.monsters()
        if not each.acted and each.weapon
    ]
    own, theirs = state.initiative_of(WARRIOR), state.initiative_of(state.monsters()[0].id)
    words = f"numbers to beat: yours {own}, theirs {theirs}"
    return words + (f"; their Strikes to come: {', '.join(values)}" if values else "")


def _name(state: GrudgeState, id: str) -> str:
    return state.config.names.figures[id].removeprefix("the ")


# Labels


def describe_move(state: GrudgeState, move: Move) -> str:
    """A legal move in words: its value, and the Initiative against it."""
    return LABELS[move.what](state, state.pending[-1], move) if move.what in LABELS else ""


def _loadout(state: GrudgeState, step: Step, move: Move) -> str:
    names, armour = state.config.names, state.config.loadouts[move.one, move.other]
    return ", ".join(names.by_id[f"armour {piece}"] for piece in armour)


def _spend(state: GrudgeState, step: Step, move: Move) -> str:
    """The result of the roll after spending these Luckstones."""
    config, what = state.config, str(step.about[0])
    number = min(int(step.about[1]) + int(move.one), config.highest)
    if what == "room":
        return f"{number}: {_room(state, number)}"
    if what == "encounter":
        return f"{number}: {_encounter(state, number)}"
    bands = {"edge": config.edge_of, "loot": config.loot_of, "sweep": config.sweep_of}
    id = bands[what][number]
    return f"{number}: {config.names.by_id.get(f'{what} {id}', id)}"


def _room(state: GrudgeState, number: int) -> str:
    return state.config.names.by_id[state.config.room_ids[number]]


def _encounter(state: GrudgeState, number: int) -> str:
    config = state.config
    monsters = [_name(state, spawn.standee) for spawn in config.encounters.get(number, ())]
    name = config.names.by_id[config.encounter_ids[number]]
    return f"{name}: {listed(monsters)}" if monsters else name


def _spawn(state: GrudgeState, step: Step, move: Move) -> str:
    spawn, _ = spawn_of(state, move.one)
    far = DISTANCE[state.warrior.at][NUMBER[move.other]]
    return f"{state.config.names.by_id[f'spawns {spawn}']}, {far} away"


def _wield(state: GrudgeState, step: Step, move: Move) -> str:
    return state.config.names.texts[f"weapons {move.one}"] if step.name != "wield" else ""


def _initiative(state: GrudgeState, step: Step, move: Move) -> str:
    return f"value {state.config.value[state.config.ranks[move.one]]}"


def _assign(state: GrudgeState, step: Step, move: Move) -> str:
    """The Main Action's value with each Stat, and the uses of the other two cards."""
    config, names = state.config, state.config.names
    main, reaction, interrupt = (config.value[card] for card in (move.one, move.other, move.third))
    values = ", ".join(
        f"{names.suits[suit]} {main + n}" for suit, n in zip(STATS, state.stats, strict=True)
    )
    reacts = " or ".join(names.by_suit[config.suit[move.other]])
    interrupts = names.interrupts[config.suit[move.third]]
    return f"Main Action {values}; {reacts} {reaction}; {interrupts} {interrupt}"


def _turn(state: GrudgeState, step: Step, move: Move) -> str:
    if move.one == WARRIOR:
        return ""
    stunned = STUNNED in state.figures[move.one].conditions
    return f"plans: {'skips, Stunned' if stunned else PLANS[main_plan(state, move.one).what]}"


def _react(state: GrudgeState, step: Step, move: Move) -> str:
    return f"plans: {PLANS[reaction_plan(state, state.figures[move.one]).what]}"


def _against(state: GrudgeState, id: str, value: int, bonus: int) -> str:
    """A value and the Initiative against it, with a Monster's Aid behind a Shield."""
    own = state.initiative_of(id)
    return f"{value} against {own} + {bonus} of Aid" if bonus else f"{value} against {own}"


def _beats(state: GrudgeState, id: str, value: int) -> tuple[bool, str]:
    """Whether a value beats a Monster's Initiative, and the comparison in words."""
    bonus = shield_bonus(state, id, makes_fail(state, id, value))
    return value > state.initiative_of(id) + bonus, _against(state, id, value, bonus)


def _strike(state: GrudgeState, step: Step, move: Move) -> str:
    one, other = state.warrior, state.figures[move.one]
    known = step.name == "follow"
    value = int(step.about[1]) if known else combat.strike_value(state, one, other, CARD[step.name])
    bonus = shield_bonus(state, move.one, weakens(state, one, other, value))
    damage = combat.strike_effect(state, one, other, value, bonus)
    comes = f"hits for {damage}" if damage else "misses"
    return f"{_against(state, move.one, value, bonus)}: {comes}"


def _rough(state: GrudgeState, step: Step, move: Move) -> str:
    value = combat.plain_value(state, WARRIOR, "spades", CARD[step.name])
    worked, words = _beats(state, move.one, value)
    return f"{words}: {'works' if worked else 'does not work'}"


def _risk(state: GrudgeState, move: Move, value: int) -> str:
    """The Opportunity Attacks that a step with this value would provoke."""
    found = threats(state, WARRIOR, state.warrior.at, NUMBER[move.one])
    names = [
        state.config.names.figures[each.id]
        for each in found
        if not _beats(state, each.id, value)[0]
    ]
    return f"attacked by {listed(names)}" if names else ""


def _dash(state: GrudgeState, step: Step, move: Move) -> str:
    value = combat.plain_value(state, WARRIOR, "clubs", CARD[step.name])
    steps = min(value, state.speed(WARRIOR))
    words = f"up to {steps} {'step' if steps == 1 else 'steps'}"
    return ", ".join(filter(None, [words, _risk(state, move, 0)]))


def _avoid(state: GrudgeState, step: Step, move: Move) -> str:
    if step.name == "sidestep":
        value = combat.interrupt_value(state, WARRIOR)
    else:
        value = combat.plain_value(state, WARRIOR, "clubs", CARD[step.name])
    return ", ".join(filter(None, [f"value {value}", _risk(state, move, value)]))


def _loot(state: GrudgeState, step: Step, move: Move) -> str:
    found = [weapon for id, _, weapon in state.fallen if id == move.one]
    return state.config.names.by_id[found[0]] if found else ""


def _cast(state: GrudgeState, step: Step, move: Move) -> str:
    value = combat.plain_value(state, WARRIOR, "hearts", CARD[step.name])
    if move.other in state.figures and move.other != WARRIOR:
        return _beats(state, move.other, value)[1]
    return "" if move.one == "luck" or move.other else f"value {value}"


def _aid(state: GrudgeState, step: Step, move: Move) -> str:
    more = combat.interrupt_value(state, WARRIOR)
    if step.name == "shield":
        own = state.initiative_of(WARRIOR)
        return f"your Initiative {own} counts as {own + more}"
    value = int(step.about[-1])
    words = f"value {value} becomes {value + more}"
    if step.about[0] == "aimed":
        words += f" against {state.initiative_of(str(step.about[2]))}"
    return words


def _riposte(state: GrudgeState, step: Step, move: Move) -> str:
    return f"hits {_name(state, str(step.about[0]))} with {step.about[1]}"


def _notch(state: GrudgeState, step: Step, move: Move) -> str:
    return f"Notch {state.notches[move.one] + 1} of {state.config.armour[move.one]}, for 1 Damage"


def _to(state: GrudgeState, step: Step, move: Move) -> str:
    return f"{_name(state, str(step.about[0]))}: {TERMS[str(step.about[1])]}"


def _pass(state: GrudgeState, step: Step, move: Move) -> str:
    if step.name == "damage":
        return f"take {step.about[0]} Damage, of {state.warrior.health} Health"
    return PASSES.get(step.name, "")


PASSES = dict.fromkeys(("react", "aid", "shield", "riposte", "sidestep"), "it can be used later")
"""What passing means at each decision."""
LABELS: Mapping[str, Callable[[GrudgeState, Step, Move], str]] = {
    "loadout": _loadout,
    "spend": _spend,
    "room": lambda state, step, move: _room(state, int(move.one)),
    "keep": lambda state, step, move: _encounter(state, int(step.about[0])),
    "spawn": _spawn,
    "wield": _wield,
    "initiative": _initiative,
    "assign": _assign,
    "next": _turn,
    "react": _react,
    "strike": _strike,
    "roughhouse": _rough,
    "dash": _dash,
    "step": lambda state, step, move: _risk(state, move, 0),
    "avoid": _avoid,
    "loot": _loot,
    "cast": _cast,
    "shake": lambda state, step, move: "skip this Reaction, and be Stunned no more",
    "aid": _aid,
    "riposte": _riposte,
    "notch": _notch,
    "to": _to,
    "via": _to,
    "pick": lambda state, step, move: state.config.names.by_id[f"loot {move.one}"],
    "pass": _pass,
}
"""The function that labels each kind of move."""
