"""Turns a game's words into another language, as far as the game itself puts them together.

Moves, ids, slugs and saved games are the same in every language.  What a game *tells* is not: its
sentences about events, and any text on its cards that it words from what the cards do.  A game that
says nothing about languages can be translated, too: then every whole sentence is a message.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.kit.words import UNTRANSLATED, Message, Words


class Spoken:
    """What a game may say about languages."""

    translator: Words = UNTRANSLATED
    """What `Game.tell` says its sentences in."""

    def translatable_sentences(self) -> Sequence[Message]:
        """All that `Game.tell` is made of, if it says it in `told_in`."""
        return ()

    def localized_fields(self, language: str) -> Mapping[tuple[str, str, str], str]:
        """Printed values that the game words by itself in a language: by table, id and field.

        Empty for a game that has no grammar of the language: what is printed is translated then.
        """
        return {}
