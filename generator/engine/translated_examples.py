"""Turns a played example into the same example in other words, for the figures of a rulebook.

What stands in the example's file is translated as it is.  What happens in it is told by the game,
if its sentences can be translated; if not, every sentence it tells is a message by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.events import JsonValue
from generator.engine.game import Game, Locator
from generator.kit.words import Translator


def in_words(
    shown: Mapping[str, Any], where: Locator, game: Game[Any], words: Translator
) -> dict[str, JsonValue]:
    """The plain data of an example, with everything in it that is printed said in these words."""
    own = bool(game.translatable_sentences())

    def caption(sentence: str) -> str:
        return sentence if own else words.find(sentence, place=where("moves"))

    return {
        **shown,
        "title": words.find(shown["title"], place=where("title")),
        "says": words.find(shown["says"], place=where("says")) if shown["says"] else "",
        "moves": [
            {**move, "captions": [caption(each) for each in move["captions"]]}
            for move in shown["moves"]
        ],
        "illegal": {
            move: {**refusal, "says": words.find(refusal["says"], place=where("expect", "illegal"))}
            for move, refusal in shown["illegal"].items()
        },
    }
