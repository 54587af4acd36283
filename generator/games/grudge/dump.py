"""Turns a state into plain data, and the steps that wait in it into words and back."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING

from generator.engine.events import JsonValue
from generator.engine.pending import Stack, Step
from generator.games.grudge.content import SLOTS
from generator.games.grudge.map.squares import EDGES, NAMES, NUMBER
from generator.games.grudge.moves import DIRECTIONS

if TYPE_CHECKING:
    from generator.games.grudge.character import Figure
    from generator.games.grudge.content import Setting
    from generator.games.grudge.state import Camp

DECISIONS: Mapping[str, str] = {
    **{"stats": "", "loadout": "", "spend": "roll number", "room": "", "place": "element"},
    **{"edge": "", "warrior": "edge", "again": "number", "spawn": "", "wield": ""},
    **{"initiative": "", "assign": "", "next": "", "turn": "", "react": "turn window"},
    **{"riposte": "monster number rule", "sidestep": "", "axe-step": "", "follow": "slot number"},
    **{"damage": "number how by", "drop": "", "pick": "", "dash": "number", "exit": "figure"},
    **{"monster-recover": "monster", "to": "monster plan slot", "via": "monster plan slot square"},
}
"""The steps of the player, and what each is about."""
AUTOMATIC: Mapping[str, str] = {
    **{"rolled": "roll number", "challenge": "", "edge-roll": "", "wield-choice": ""},
    **{"round": "", "monster-cards": "", "turns": "", "window": "turn window", "sweep": ""},
    **{"strike": "figure figure slot", "aimed": "figure figure slot number"},
    **{"parry": "figure figure slot number number", "compare": "figure figure slot number number"},
    **{"after": "figure figure slot number number", "follow-step": "slot number"},
    **{"sidestep-monster": "monster", "dragged": "monster number number"},
    **{"step": "figure square number", "swing": "monster number number"},
    "attack": "monster",
    **{"enter": "figure square number", "leave-fire": "figure", "begin-dash": "square slot number"},
    **{"dash-on": "number square", "begin-avoid": "square number"},
    **{"rough": "monster rough how-rough number", "cast-thunderclap": "number"},
    **{"cast-brainfever": "figure number", "cast-gust": "figure direction number"},
    **{"cast-cloud": "square number", "end-round": "", "challenge-end": ""},
}
"""The automatic steps, and what each is about; `path` has as many squares as it needs."""
BEFORE = ("aid", "shield")
"""Decisions that are about the step after them; `shield` adds the last thing it is about."""


def kinds(name: str, words: int) -> list[str]:
    """What a step is about, by the kind of each thing."""
    if name == "path":
        return ["figure", "number", *["square"] * (words - 2)]
    return {**DECISIONS, **AUTOMATIC}[name].split()


def step_text(step: Step) -> str:
    """A step as words: `strike warrior troll main`."""
    if step.name in BEFORE:
        return f"{step.name} {step_text(Step(str(step.about[0]), None, step.about[1:]))}"
    words = [step.name]
    for kind, about in zip(kinds(step.name, len(step.about)), step.about, strict=False):
        if kind == "square":
            words.append(NAMES[int(about)])
        else:
            words.append(SLOTS[int(about)] if kind == "slot" else str(about))
    return " ".join(words)


def read_step(text: str, setting: Setting) -> Step | None:
    """The step with this text; None if there is none."""
    name, *words = text.split() or [""]
    if name in BEFORE:
        missing = name == "shield"
        inner = _read_plain(words[0], [*words[1:], *["0"] * missing], setting) if words else None
        if inner is None or inner.name in DECISIONS:
            return None
        about = inner.about[:-1] if missing else inner.about
        return Step(name, 0, (inner.name, *about))
    return _read_plain(name, words, setting)


def _read_plain(name: str, words: Sequence[str], setting: Setting) -> Step | None:
    if name not in DECISIONS and name not in AUTOMATIC and name != "path":
        return None
    if name == "path" and len(words) < 4:
        return None
    expected = kinds(name, len(words))
    if len(expected) != len(words):
        return None
    about: list[str | int] = []
    for kind, word in zip(expected, words, strict=True):
        read = _read_word(kind, word, setting)
        if read is None:
            return None
        about.append(read)
    return Step(name, 0 if name in DECISIONS else None, tuple(about))


def _read_word(kind: str, word: str, setting: Setting) -> str | int | None:
    if kind == "number":
        digits = word.removeprefix("-")
        return int(word) if digits.isascii() and digits.isdigit() and len(digits) < 6 else None
    if kind == "square":
        return NUMBER.get(word)
    if kind == "slot":
        return SLOTS.index(word) if word in SLOTS else None
    return word if word in _words(kind, setting) else None


def _words(kind: str, setting: Setting) -> Container[str]:
    """The words of each kind of thing."""
    figures = setting.standees.keys()
    return {
        "roll": ("room", "edge", "encounter", "loot", "sweep"),
        "element": setting.elements.keys(),
        "edge": EDGES.keys(),
        "turn": {*figures, "nobody"},
        "window": ("open", "passed"),
        "monster": setting.kind_of.keys(),
        "figure": figures,
        "rule": ("riposte", "spear"),
        "how": ("plain", "piercing", "no-shield"),
        "by": {*figures, "campfire"},
        "plan": ("avoid", "dash"),
        "rough": setting.roughs.keys(),
        "how-rough": {"weapon", "shield", "-", *DIRECTIONS},
        "direction": DIRECTIONS.keys(),
    }[kind]


def stack_texts(stack: Stack) -> list[str]:
    """What waits, the next first."""
    return [step_text(step) for step in reversed(stack)]


def figure_data(figure: Figure) -> dict[str, JsonValue]:
    """One Character."""
    data: dict[str, JsonValue] = dict(figure._asdict())
    del data["id"]
    data["at"] = NAMES[figure.at] if figure.at >= 0 else ""
    data["dropped"] = list(figure.dropped)
    data["conditions"] = sorted(figure.conditions)
    return {key.replace("_", "-"): value for key, value in data.items()}


def to_data(camp: Camp) -> dict[str, JsonValue]:
    """All of a state.  Decks are written with their top card first, discards with the oldest."""
    setting = camp.setting
    data: dict[str, JsonValue] = {
        "options": dict(setting.options),
        "challenge": camp.challenge,
        "won": camp.won,
        "round": camp.round,
        "rounds": camp.rounds,
        "rerolls": camp.rerolls,
        "pending": stack_texts(camp.pending),
        "stats": list(camp.stats),
        "weapons": list(camp.weapons),
        "notches": dict(camp.notches),
        "luckstones": camp.luckstones,
        "runestones": camp.runestones,
        "experienced": list(camp.experienced),
        "room": setting.room_ids.get(camp.room, ""),
        "encounter": setting.encounter_ids.get(camp.encounter, ""),
        "elements": [
            {"element": each.element, "squares": [NAMES[square] for square in each.squares]}
            for each in camp.elements
        ],
        "warrior": figure_data(camp.warrior),
        "monsters": {each.id: figure_data(each) for each in camp.monsters()},
        "waiting": list(camp.waiting),
        "fallen": [
            {"of": id, "square": NAMES[square], "weapon": weapon}
            for id, square, weapon in camp.fallen
        ],
        "clouds": [{"square": NAMES[square], "value": value} for square, value in camp.clouds],
        "luck": camp.luck,
        "looted": camp.looted,
        "warrior-deck": list(camp.w_deck[::-1]),
        "warrior-discard": list(camp.w_discard),
        "hand": list(camp.hand),
        "cards": [card for card in camp.slots if card],
        "initiative-hand": list(camp.initiative_hand),
        "initiative-discard": list(camp.initiative_discard),
        "initiative": camp.initiative,
        "monster-deck": list(camp.m_deck[::-1]),
        "monster-discard": list(camp.m_discard),
        "monster-cards": [card for card in camp.m_slots if card],
        "monster-initiative-deck": list(camp.mi_deck[::-1]),
        "monster-initiative-discard": list(camp.mi_discard),
        "monster-initiative": list(camp.m_initiative),
        "aside": list(camp.aside),
        "joker": camp.joker,
        "shared-aid": camp.shared_aid,
        "dragged": camp.dragged,
        "fell": camp.fell,
        "reached": camp.reached,
        "killer": camp.killer,
        "tally": dict(camp.tally),
        "chance": camp.rng.state,
    }
    if camp.outcome:
        data["outcome"] = camp.outcome.as_data()
    return data
