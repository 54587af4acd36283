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
    from generator.games.grudge.content import MatchConfig
    from generator.games.grudge.state import GrudgeState

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


def read_step(text: str, config: MatchConfig) -> Step | None:
    """The step with this text; None if there is none."""
    name, *words = text.split() or [""]
    if name in BEFORE:
        missing = name == "shield"
        inner = _read_plain(words[0], [*words[1:], *["0"] * missing], config) if words else None
        if inner is None or inner.name in DECISIONS:
            return None
        about = inner.about[:-1] if missing else inner.about
        return Step(name, 0, (inner.name, *about))
    return _read_plain(name, words, config)


def _read_plain(name: str, words: Sequence[str], config: MatchConfig) -> Step | None:
    if name not in DECISIONS and name not in AUTOMATIC and name != "path":
        return None
    if name == "path" and len(words) < 4:
        return None
    expected = kinds(name, len(words))
    if len(expected) != len(words):
        return None
    about: list[str | int] = []
    for kind, word in zip(expected, words, strict=True):
        read = _read_word(kind, word, config)
        if read is None:
            return None
        about.append(read)
    return Step(name, 0 if name in DECISIONS else None, tuple(about))


def _read_word(kind: str, word: str, config: MatchConfig) -> str | int | None:
    if kind == "number":
        digits = word.removeprefix("-")
        return int(word) if digits.isascii() and digits.isdigit() and len(digits) < 6 else None
    if kind == "square":
        return NUMBER.get(word)
    if kind == "slot":
        return SLOTS.index(word) if word in SLOTS else None
    return word if word in _words(kind, config) else None


def _words(kind: str, config: MatchConfig) -> Container[str]:
    """The words of each kind of thing."""
    figures = config.standees.keys()
    return {
        "roll": ("room", "edge", "encounter", "loot", "sweep"),
        "element": config.elements.keys(),
        "edge": EDGES.keys(),
        "turn": {*figures, "nobody"},
        "window": ("open", "passed"),
        "monster": config.kind_of.keys(),
        "figure": figures,
        "rule": ("riposte", "spear"),
        "how": ("plain", "piercing", "no-shield"),
        "by": {*figures, "campfire"},
        "plan": ("avoid", "dash"),
        "rough": config.roughs.keys(),
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


def to_data(state: GrudgeState) -> dict[str, JsonValue]:
    """All of a state.  Decks are written with their top card first, discards with the oldest."""
    config = state.config
    data: dict[str, JsonValue] = {
        "options": dict(config.options),
        "challenge": state.challenge,
        "won": state.won,
        "round": state.round,
        "rounds": state.rounds,
        "rerolls": state.rerolls,
        "pending": stack_texts(state.pending),
        "stats": list(state.stats),
        "weapons": list(state.weapons),
        "notches": dict(state.notches),
        "luckstones": state.luckstones,
        "runestones": state.runestones,
        "experienced": list(state.experienced),
        "room": config.room_ids.get(state.room, ""),
        "encounter": config.encounter_ids.get(state.encounter, ""),
        "elements": [
            {"element": each.element, "squares": [NAMES[square] for square in each.squares]}
            for each in state.elements
        ],
        "warrior": figure_data(state.warrior),
        "monsters": {each.id: figure_data(each) for each in state.monsters()},
        "waiting": list(state.waiting),
        "fallen": [
            {"of": id, "square": NAMES[square], "weapon": weapon}
            for id, square, weapon in state.fallen
        ],
        "clouds": [{"square": NAMES[square], "value": value} for square, value in state.clouds],
        "luck": state.luck,
        "looted": state.looted,
        "warrior-deck": list(state.w_deck[::-1]),
        "warrior-discard": list(state.w_discard),
        "hand": list(state.hand),
        "cards": [card for card in state.slots if card],
        "initiative-hand": list(state.initiative_hand),
        "initiative-discard": list(state.initiative_discard),
        "initiative": state.initiative,
        "monster-deck": list(state.m_deck[::-1]),
        "monster-discard": list(state.m_discard),
        "monster-cards": [card for card in state.m_slots if card],
        "monster-initiative-deck": list(state.mi_deck[::-1]),
        "monster-initiative-discard": list(state.mi_discard),
        "monster-initiative": list(state.m_initiative),
        "aside": list(state.aside),
        "joker": state.joker,
        "shared-aid": state.shared_aid,
        "dragged": state.dragged,
        "fell": state.fell,
        "reached": state.reached,
        "killer": state.killer,
        "tally": dict(state.tally),
        "chance": state.rng.state,
    }
    if state.outcome:
        data["outcome"] = state.outcome.as_data()
    return data
