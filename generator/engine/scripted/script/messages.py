"""Sentences for the events of a turn: the author's own, or the default ones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from generator.engine.events import JsonValue
from generator.engine.scripted.script.setup import Content
from generator.engine.scripted.script.step_schema import StepSpec
from generator.engine.text.default_text import OVER, SEATED
from generator.engine.text.event_text import capitalized
from generator.engine.text.sentence_file import load_sentences
from generator.kit.expressions.evaluate import TextTemplate
from generator.kit.words import UNTRANSLATED, Message, Translator

FACTS = ("who", "card", "count", "result", "row", "space", "now", "name")
"""Names that a sentence may use besides those of an expression, if its step provides them.

There `card` is the name of the card, even if a step uses `card` as a name.
"""
PLAYER_NAMES = "names"
"""The names of all players in a sentence, unless the game calls something else so."""

DEFAULT_SENTENCES: Mapping[str, str] = load_sentences(__file__).events
"""The default sentence for each kind of event."""


class Sentence(TextTemplate):
    """Sentence of an event: text with expressions in `{{ }}`."""

    kind = "sentence"
    extra_names = (*FACTS, PLAYER_NAMES)


THE_GAME, NOTHING, NOBODY, CARD, CARDS = "The game", "nothing", "nobody", "a card", "{n} cards"
RESULTS = ("victory", "defeat", "shared")
"""Results of games that are no names."""
(
    BEGIN_TURN,
    CHOOSE,
    PICK_NUMBER,
    PICK_SPACE,
    PICK_ONE,
    PICK_OWN_CARD,
    PICK_CARD,
    PICK_PLAYER,
    BID,
) = (
    "begin your turn",
    "choose what to do",
    "pick a number",
    "pick a space of the {place}",
    "pick one of the {place}",
    "pick a card from your {place}",
    "pick a card from the {place}",
    "pick a player",
    "bid a number for your {place}",
)
TURN, TO_PLAY, OUT_OF_GAME, EMPTY = "Turn {turn}", "{who} to play", "out of the game", "empty"
ONE_CARD = "{n} card"
MOVES = ("turn", "pass")
"""Moves without a name of their own."""
MESSAGES = (
    *map(Message, dict.fromkeys((*DEFAULT_SENTENCES.values(), OVER))),
    *map(
        Message,
        (
            THE_GAME,
            NOTHING,
            NOBODY,
            *RESULTS,
            BEGIN_TURN,
            CHOOSE,
            PICK_NUMBER,
            PICK_SPACE,
            PICK_ONE,
        ),
    ),
    *map(Message, (PICK_OWN_CARD, PICK_CARD, PICK_PLAYER, BID, TURN, TO_PLAY, OUT_OF_GAME, EMPTY)),
    *(*map(Message, MOVES), Message(*SEATED), Message(CARD, CARDS), Message(ONE_CARD, CARDS)),
)
"""Default texts, told in the language of a kit that is written in another one than English."""
_COUNTED = re.compile(r"([0-9]+) cards")


def seat_title(number: int, names: Sequence[str]) -> str:
    """The name of the player with this number, counted from 1."""
    return names[number - 1] if 0 < number <= len(names) else NOBODY


def number_of_cards(number: int) -> str:
    """A number of cards, as a fact of an event."""
    return CARD if number == 1 else CARDS.format(n=number)


def usual(
    kind: str, facts: Mapping[str, JsonValue], who: str, words: Translator = UNTRANSLATED
) -> str:
    """The default sentence for an event; it tells on which place, or of which row, if there is one."""
    if {"space", "row"} & facts.keys() and f"{kind} on" in DEFAULT_SENTENCES:
        kind += " on"
    told = {name: _words(value, words) for name, value in facts.items()}
    told = {"whose": who or words.text(THE_GAME), **told, "who": who}
    return capitalized(words.text(DEFAULT_SENTENCES[kind], **told))


def _words(value: JsonValue, words: Translator) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or words.text(NOTHING)
    text = NOTHING if value is None else str(value)
    if counted := _COUNTED.fullmatch(text):
        return words.count(CARD, CARDS, int(counted[1]))
    return words.text(text) if text in (NOTHING, NOBODY, CARD, *RESULTS) else text


def decision_prompt(content: Content, step: StepSpec, words: Translator = UNTRANSLATED) -> str:
    """The prompt of a pick or a bid, in a few words."""
    return words.text(_prompt(content, step), place=step.pick or step.bid or "")


def _prompt(content: Content, step: StepSpec) -> str:
    place = step.pick or ""
    if step.verb == "bid":
        return BID
    if step.verb == "pick_number":
        return PICK_NUMBER
    if place in content.tracks:
        return PICK_SPACE
    if place in content.rows and step.at is None:
        return PICK_ONE
    if place in (*content.piles, *content.hands, *content.rows):
        own = place in content.hands and step.who == "self"
        return PICK_OWN_CARD if own else PICK_CARD
    return PICK_ONE if place in content.tables else PICK_PLAYER
