"""Text of positions and events: the board as lines, events as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.engine.events import Event
from generator.engine.text.event_text import listed, with_capitals, wording_of
from generator.games.grudge.character import Figure
from generator.games.grudge.content import SLOTS, WARRIOR, Names
from generator.games.grudge.display.event_text import SENTENCES
from generator.games.grudge.map.squares import NAMES, SIZE, square
from generator.games.grudge.state import GrudgeState
from generator.kit.words import fill_in

SIGNS = {"tent": "tt", "big-tent": "TT", "fence": "##", "campfire": "**", "pig": "pg"}
"""The sign of each Element on the board; Characters show their initials, clouds a tilde."""
INITIALS = {
    **{WARRIOR: "WA", "goblin-blade-shield": "BS", "goblin-blade": "BL"},
    **{"goblin-spear": "SP", "goblin-bow": "BO", "boss": "GB", "troll": "TR"},
}


# The board


def draw(state: GrudgeState, brief: bool = False) -> str:
    """The board with its Characters, and the cards and gear of each side.

    `brief` leaves out cards not in use, and adds a legend of the board's signs.
    """
    lines = [f"    {line}" for line in _lines(state, brief)]
    return "\n".join(lines)


def _lines(state: GrudgeState, brief: bool) -> Iterator[str]:
    if not state.challenge:
        yield "The Warrior gets ready."
        return
    legend = f": {_legend(state)}" if brief and (state.elements or state.clouds) else ""
    yield f"Challenge {state.challenge}, Round {state.round}{legend}"
    yield from _board(state)
    yield from _warrior(state)
    if not brief:
        yield f"   Initiative Hand: {_cards(state, state.initiative_hand)}"
    for monster in state.monsters():
        yield f"{INITIALS[monster.id]} {_monster(state, monster)}"
    theirs = [card for card in state.m_slots if card]
    if theirs:
        initiative = _cards(state, state.m_initiative)
        yield f"   their cards: {_slots(state, theirs)}; Initiative {initiative}"
    if state.fallen:
        names = state.config.names.by_id
        yield "to loot: " + ", ".join(
            f"{names[weapon]} on {NAMES[at]}" for _, at, weapon in state.fallen if weapon
        )
    if brief:
        return
    yield (
        f"decks: Warrior {len(state.w_deck)}, Monsters {len(state.m_deck)}"
        f" (discarded {len(state.m_discard)}), their Initiative {len(state.mi_deck)}"
        f" (discarded {len(state.mi_discard)})"
    )


def _legend(state: GrudgeState) -> str:
    """The signs on the board."""
    names = state.config.names
    signs = {SIGNS[each.element]: names.by_id[each.element] for each in state.elements}
    if state.clouds:
        signs["~~"] = names.by_id["cloud"]
    return ", ".join(f"{sign} {name}" for sign, name in signs.items())


def _board(state: GrudgeState) -> Iterator[str]:
    signs = {each: SIGNS[placed.element] for placed in state.elements for each in placed.squares}
    signs |= {cloud: "~~" for cloud, _ in state.clouds if cloud not in signs}
    signs |= {figure.at: INITIALS[id] for id, figure in state.figures.items()}
    for rank in range(SIZE - 1, -1, -1):
        row = " ".join(signs.get(square(file, rank), " .") for file in range(SIZE))
        yield f"{rank + 1} {row}"
    yield "  " + " ".join(f" {letter}" for letter in "abcdefgh")


def _cards(state: GrudgeState, cards: Iterable[str]) -> str:
    return ", ".join(state.config.names.cards[card] for card in cards)


def _slots(state: GrudgeState, cards: Sequence[str]) -> str:
    names = state.config.names.cards
    return ", ".join(
        f"{TERMS[slot]} {names[card]}" for slot, card in zip(SLOTS, cards, strict=True)
    )


def _conditions(state: GrudgeState, figure: Figure) -> str:
    names = state.config.names.by_id
    return "".join(f", {names[condition]}" for condition in sorted(figure.conditions))


def _warrior(state: GrudgeState) -> Iterator[str]:
    warrior, names = state.warrior, state.config.names.by_id
    most = state.config.armour
    armour = ", ".join(
        f"{names[f'armour {piece}']} {n}/{most[piece]}" for piece, n in state.notches.items()
    )
    loaded = " (Loaded)" if warrior.loaded else ""
    stones = f"Runestones {state.runestones}, Luckstones {state.luckstones}"
    weapons = ", ".join(names[weapon] for weapon in state.weapons) or "none"
    suits = zip(("Spades", "Clubs", "Hearts"), state.stats, strict=True)
    stats = ", ".join(f"{suit} {figure}" for suit, figure in suits)
    in_hand = f"in hand {names[warrior.weapon] if warrior.weapon else 'nothing'}{loaded}"
    yield f"WA Health {warrior.health}, {in_hand}{_conditions(state, warrior)}; Stats {stats}"
    yield f"   Weapons {weapons}; Notches {armour}; {stones}"
    if state.hand:
        yield f"   hand: {_cards(state, state.hand)}"
    own = [card for card in state.slots if card]
    if own:
        used = zip(SLOTS[1:], (warrior.reacted, warrior.interrupted), strict=True)
        marks = "".join(f"; {TERMS[slot]} used" for slot, is_used in used if is_used)
        initiative = _cards(state, [state.initiative])
        yield f"   cards: {_slots(state, own)}; Initiative {initiative}{marks}"


def _monster(state: GrudgeState, monster: Figure) -> str:
    names = state.config.names
    words = names.figures[monster.id].removeprefix("the ")
    words += f": Health {monster.health}, Defence {monster.defence}"
    words += f", {names.by_id[monster.weapon] if monster.weapon else 'no Weapon'}"
    words += " (Loaded)" if monster.loaded else ""
    words += " and Shield" if monster.shield else ""
    words += f", immune to {names.by_id[monster.immune]}" if monster.immune else ""
    return words + _conditions(state, monster)


# Events


def words(event: Event, names: Names) -> dict[str, Any]:
    """The facts of an event as words for its sentence."""
    facts: dict[str, Any] = {key: _words(key, value, names) for key, value in event.facts.items()}
    raw: Mapping[str, Any] = event.facts
    if event.kind == "upper-hand":
        cause = wording_of(SENTENCES.events, event, {})
        facts["cause"] = fill_in(str(cause), with_capitals(facts))
    elif event.kind == "favour":
        facts["favour"] = names.favour
    elif event.kind in ("hit", "miss"):
        facts["hits"] = event.kind == "hit"
    elif event.kind == "strike":
        facts["far"] = event.rule == "bow-range"
        if raw.get("slot") == "main" and raw["who"] in names.spades:
            facts["stat"] = names.spades[raw["who"]]
    elif event.kind == "aid":
        facts |= {"aid": raw["value"], "aider": facts["who"]}
    elif event.kind == "reaction":
        facts["reacts"] = True
    elif event.kind == "main" and "card" in raw:
        facts["worth"] = names.worth[raw["card"]]
    return with_capitals(facts)


def _words(key: str, value: Any, names: Names) -> Any:
    """One fact as words for a sentence."""
    if isinstance(value, (list, tuple)):
        words = [str(_words(key.removesuffix("s"), each, names)) for each in value]
        return listed(words) or "nothing"
    if isinstance(value, bool):
        return "" if value else "not "
    if key in ("who", "target", "by", "enemy", "of"):
        return names.figures.get(value) or f"the {names.by_id[value]}"
    if key == "card":
        return names.cards[value]
    if key in UNITS:
        return f"{value} {UNITS[key]}" + "s" * (value != 1)
    if key in ("plan", "slot", "what", "move", "deck"):
        return TERMS.get(value, value)
    if key == "find":
        return names.by_id[f"loot {value}"]
    if key in ("piece", "armour") and f"armour {value}" in names.by_id:
        return names.by_id[f"armour {value}"]
    if key in ("weapon", "item", "condition", "element", "room", "encounter", "spell"):
        return names.by_id.get(value, names.by_id.get(f"armour {value}", value))
    return value


UNITS = {"steps": "square", "spent": "Luckstone"}
"""Unit of each fact that is a count."""
TERMS = {
    **{"recover": "Recover", "load": "Load", "strike": "Strike", "avoid": "Avoid"},
    **{"dash": "Dash", "drag": "Drag Down", "harden": "Harden"},
    **{"main": "Main Action", "reaction": "Reaction", "interrupt": "Interrupt"},
    **{"loot": "Pig", "action": "Monster Action", "initiative": "Monster Initiative"},
    **{"room": "Room", "edge": "edge", "encounter": "Encounter", "sweep": "Sweep"},
    **{"warrior": "Warrior", "monsters": "Monster"},
}
