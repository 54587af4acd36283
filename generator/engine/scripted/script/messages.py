"""Sentences for the events of a turn: the author's own, or the default ones."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.events import JsonValue
from generator.engine.scripted.script.setup import Content
from generator.engine.scripted.script.step_schema import StepSpec
from generator.engine.text.event_text import capitalized
from generator.kit.expressions.evaluate import TextTemplate

FACTS = ("who", "card", "count", "result", "row", "space", "now", "name")
"""Names that a sentence may use besides those of an expression, if its step provides them.

There `card` is the name of the card, even if a step uses `card` as a name.
"""
PLAYER_NAMES = "names"
"""The names of all players in a sentence, unless the game calls something else so."""

DEFAULT_SENTENCES: Mapping[str, str] = {
    "draw": "{who} draws {card}.",
    "draw on": "{who} puts {card} on {space}.",
    "take": "{who} draws {count} from the {name}.",
    "discard": "{who} puts {card} on the {name}.",
    "discard on": "{who} puts {card} on {space}.",
    "give": "{who} puts {count} on the {name}.",
    "empty": "There is nothing left to draw from the {name}.",
    "shuffle": "The {name} is shuffled.",
    "roll": "{who} rolls {name}: {result}.",
    "look up": "{result} means {row}.",
    "no row": "{result} means nothing.",
    "move": "{who} moves the {name} to {space}.",
    "gain": "{whose}: {name} +{count}, now {now}.",
    "lose": "{whose}: {name} \N{MINUS SIGN}{count}, now {now}.",
    "set": "{whose}: {name} set to {now}.",
    "gain on": "{whose}: {name} of {row} +{count}, now {now}.",
    "lose on": "{whose}: {name} of {row} \N{MINUS SIGN}{count}, now {now}.",
    "set on": "{whose}: {name} of {row} set to {now}.",
    "next": "The next turn is {name}'s.",
    "choose": "{who} chooses {name}.",
    "pick": "{who} picks {card}.",
    "pick space": "{who} picks {space}.",
    "pick player": "{who} picks {name}.",
    "bid": "{who} bids {count}.",
    "secret bid": "{who} has decided.",
    "take card": "{who} takes {card} from {name}.",
    "take cards": "{who} takes {count} from {name}.",
    "take number": "{who} takes {count} {name} from {whom}.",
    "take number on": "{who} takes {count} {name} of {row} from {whom}.",
    "give card": "{who} gives {card} to {name}.",
    "give cards": "{who} gives {count} to {name}.",
    "give number": "{who} gives {count} {name} to {whom}.",
    "give number on": "{who} gives {count} {name} of {row} to {whom}.",
    "swap": "{who} exchanges the {name} with {whom}.",
    "show": "{whose}: the {name} has {card}.",
    "look": "{who} sees {card}.",
    "look at": "{who} looks at {count} of {name}.",
    "count": "{whose}: {count} of the {name}.",
    "out": "{who} is out of the game.",
    "end": "The game is over: {result}.",
}
"""The default sentence for each kind of event."""


class Sentence(TextTemplate):
    """Sentence of an event: text with expressions in `{{ }}`."""

    kind = "sentence"
    extra_names = (*FACTS, PLAYER_NAMES)


def usual(kind: str, facts: Mapping[str, JsonValue], who: str) -> str:
    """The default sentence for an event; it tells on which place, or of which row, if there is one."""
    if {"space", "row"} & facts.keys() and f"{kind} on" in DEFAULT_SENTENCES:
        kind += " on"
    words = {name: _words(value) for name, value in facts.items()}
    text = DEFAULT_SENTENCES[kind].format_map({"whose": who or "The game", **words, "who": who})
    return capitalized(text)


def _words(value: JsonValue) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return "nothing" if value is None else str(value)


def decision_prompt(content: Content, step: StepSpec) -> str:
    """The prompt of a pick or a bid, in a few words."""
    place = step.pick or ""
    if step.verb == "bid":
        return f"bid a number for your {step.bid}"
    if step.verb == "pick_number":
        return "pick a number"
    if place in content.tracks:
        return f"pick a space of the {place}"
    if place in content.rows and step.at is None:
        return f"pick one of the {place}"
    if place in (*content.piles, *content.hands, *content.rows):
        possessive = "your" if place in content.hands and step.who == "self" else "the"
        return f"pick a card from {possessive} {place}"
    return f"pick one of the {place}" if place in content.tables else "pick a player"
