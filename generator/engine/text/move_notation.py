"""Move notation: moves written as a verb and words, read by a table of forms.

A game lists the form of each verb, with the kinds of the words that follow and the rule to cite
for words that do not fit; words in brackets may be left out, and a bar separates alternatives::

    FORMS = {
        "intensity": Form("intensity-choice", "number"),
        "withdraw": Form("withdraw-tile", "[tile]"),
        "cheer": Form("play-christmas", "player gain | player card"),
    }
    NOTATION = Notation(FORMS, {"tile": tiles, "player": people, "gain": gains}, "one-action")
    NOTATION.read("cheer p2 k01")   # ["cheer", "p2", "k01"]

The kind `number` is built in: a whole number from 0 up, unless the game defines its own.  The words
of a kind are a collection, or a function that returns whether a word belongs to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from generator.base.errors import did_you_mean
from generator.engine.pending import IllegalMoveError

NUMBER = "number"
MAX_DIGITS = 6
"""Most digits of a number; Python takes quadratic time to read very long ones."""
Kinds: TypeAlias = Mapping[str, Collection[str] | Callable[[str], object]]
"""The words of every kind, as a collection or a test."""


class Form(NamedTuple):
    """The form of the moves of one verb."""

    rule: str
    """Slug of the rule that says what such a move must name."""
    words: str = ""
    """The kinds of the words that follow, those in brackets optional: `player [card] | card`."""

    def variants(self) -> list[list[str]]:
        """The kinds of words in every variant that the form allows."""
        found = []
        for each in self.words.split("|"):
            kinds = each.split()
            fewest = sum(not kind.startswith("[") for kind in kinds)
            bare = [kind.strip("[]") for kind in kinds]
            found += [bare[:count] for count in range(fewest, len(bare) + 1)]
        return found


class Notation:
    """The notation of one game: its forms, and the words of every kind."""

    def __init__(
        self,
        forms: Mapping[str, Form],
        kinds: Kinds,
        unknown_verb: str,
        kept: Mapping[str, Callable[[str], str]] = MappingProxyType({}),
    ) -> None:
        """`unknown_verb` is the slug of the rule to cite for a verb without a form.

        `kept` returns the canonical form of a word of a kind, if the game has one.
        """
        self.forms, self.kinds, self.unknown_verb = forms, kinds, unknown_verb
        self.kept = kept if NUMBER in kinds else {NUMBER: lambda word: str(int(word)), **kept}

    def read(self, text: str) -> list[str]:
        """Parse a move: its verb and words in canonical form, numbers without leading zeros.

        Raises IllegalMoveError for a text that is not a move in any position.
        """
        verb, *words = text.split() or [""]
        if verb not in self.forms:
            message = _with_hint(f'no move begins with "{verb}"', verb, self.forms)
            raise IllegalMoveError.under(self.unknown_verb, message, text)
        form = self.forms[verb]
        variants = [kinds for kinds in form.variants() if len(kinds) == len(words)]
        faults = [self._fault(kinds, words) for kinds in variants]
        if not faults or (all(faults) and len(faults) > 1):
            usual = " or ".join(f'"{self._shown(verb, each)}"' for each in form.words.split("|"))
            raise IllegalMoveError.under(form.rule, f"write it as {usual}", text)
        if all(faults):
            raise IllegalMoveError.under(form.rule, faults[0], text)
        kinds = variants[faults.index("")]
        pairs = zip(kinds, words, strict=True)
        return [verb, *(self.kept.get(kind, str)(word) for kind, word in pairs)]

    def _shown(self, verb: str, form: str) -> str:
        """A form for people: kinds in capitals, literal words unchanged."""
        kinds = form.split()
        return " ".join([verb, *(k if self.kinds.get(k) == {k} else k.upper() for k in kinds)])

    def _is_number(self, kind: str) -> bool:
        return kind == NUMBER and NUMBER not in self.kinds

    def _fault(self, kinds: list[str], words: list[str]) -> str:
        """Describe the first word that is not of its kind; empty if all are."""
        for kind, word in zip(kinds, words, strict=True):
            if self._is_number(kind):
                if not (word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS):
                    return f'"{word}" is not a whole number'
            elif not self.is_word(kind, word):
                known = self.kinds[kind]
                message = f'there is no {kind.replace("-", " ")} "{word}"'
                return message if callable(known) else _with_hint(message, word, known)
        return ""

    def is_word(self, kind: str, word: str) -> bool:
        """Whether a word is of a kind."""
        known = self.kinds[kind]
        return bool(known(word)) if callable(known) else word in known


def _with_hint(message: str, word: str, known: Collection[str]) -> str:
    hint = did_you_mean(word, known)
    return f"{message}; {hint}" if hint else message
