"""Translatable game text: the sentences by which a game describes its events.

Moves, ids, slugs and saved games are the same in every language; sentences about events are not.
A game that lists no sentences can be translated, too: then every whole sentence is a message.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.kit.words import UNTRANSLATED, Message, Translator


class Spoken:
    """What a game may say about languages."""

    told_in: Translator = UNTRANSLATED
    """What `Game.tell` says its sentences in."""

    def sentences(self) -> Sequence[Message]:
        """All that `Game.tell` is made of, if it says it in `told_in`."""
        return ()
