"""Move notation: moves written as a verb and words, read by a table of forms.

A game lists the form of each verb, with the kinds of the words that follow and the rule to cite
for words that do not fit; words in brackets may be left out::

    FORMS = {
        "intensity": Form("intensity-choice", "number"),
        "withdraw": Form("withdraw-tile", "[tile]"),
        "cheer": Form("play-christmas", "player gain"),
    }
    NOTATION = Notation(FORMS, {"tile": tiles, "player": people, "gain": gains}, "one-action")
    NOTATION.read("cheer p2 k01")   # ["cheer", "p2", "k01"]

The kind `number` is built in: a whole number from 0 up.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from generator.base.errors import did_you_mean
from generator.engine.pending import IllegalMoveError

NUMBER = "number"
LONGEST_NUMBER = 9
"""Digits of the largest number; Python takes quadratic time to read very long ones."""


class Form(NamedTuple):
    """How the moves of one verb are written."""

    rule: str
    """Slug of the rule that says what such a move has to name."""
    words: str = ""
    """The kinds of the words that follow, those in brackets optional: `player [card]`."""


class Notation:
    """The notation of one game: its forms, and the words of every kind."""

    def __init__(
        self, forms: Mapping[str, Form], kinds: Mapping[str, Collection[str]], unknown_verb: str
    ) -> None:
        """`unknown_verb` is the slug of the rule to cite for a verb without a form."""
        self.forms, self.kinds, self.unknown_verb = forms, kinds, unknown_verb

    def read(self, text: str) -> list[str]:
        """The verb and the words of a move, numbers without leading zeros.

        Raises IllegalMoveError for what cannot be a move in any position.
        """
        verb, *words = text.split() or [""]
        if verb not in self.forms:
            message = _with_hint(f'"{verb}" is nothing a player can do', verb, self.forms)
            raise IllegalMoveError.under(self.unknown_verb, message, text)
        rule, form = self.forms[verb]
        kinds = form.split()
        fewest = sum(not kind.startswith("[") for kind in kinds)
        if not fewest <= len(words) <= len(kinds):
            message = f'write it as "{" ".join([verb, *kinds])}"'
            raise IllegalMoveError.under(rule, message, text)
        found = [verb]
        for kind, word in zip(kinds, words, strict=False):
            kind = kind.strip("[]")
            if kind == NUMBER:
                if not (word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER):
                    raise IllegalMoveError.under(rule, f'"{word}" is not a whole number', text)
                word = str(int(word))
            elif word not in self.kinds[kind]:
                message = _with_hint(f'there is no {kind} "{word}"', word, self.kinds[kind])
                raise IllegalMoveError.under(rule, message, text)
            found.append(word)
        return found


def _with_hint(message: str, word: str, known: Collection[str]) -> str:
    hint = did_you_mean(word, known)
    return f"{message}; {hint}" if hint else message
