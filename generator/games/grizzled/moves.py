"""Moves of The Grizzled and their notation.

The notation, with `t05`, `k01` for any Trial card, `p2` for any player and `tl` for any tile::

    take g1                choose a Grizzled at the start
    intensity 3            say how many cards each player is dealt
    play t05               play a card from hand
    charm t05              discard this card of No Man's Land with the Good Luck Charm
    speech night           make a Speech against a threat
    drop t05, keep         discard this card to a Speech, or none
    withdraw tl, withdraw  withdraw and play this Support tile, or none
    cheer p2 k01           Merry Christmas discards this Hard Knock of that player
    cheer p2 charm         Merry Christmas turns that player's Grizzled back
    relief k01 k02         use the Support to discard one or two Hard Knocks
    relief charm, relief   use it to turn one's own Grizzled back, or not at all
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from generator.engine.game import IllegalMoveError
from generator.engine.text.move_notation import Form, Notation

CHARM = "charm"


class Move(NamedTuple):
    """One decision; words that it does not need are empty."""

    what: str
    """The first word of the notation."""
    one: str = ""
    """The card, tile, threat, number or player."""
    other: str = ""
    """The second card, or for Merry Christmas the Hard Knock or `charm`."""

    def __str__(self) -> str:
        return " ".join(word for word in self if word)


shared_move = cache(Move)
"""A move that is made once and shared by all games."""
FORMS = {
    "take": Form("grizzled-pick", "Grizzled"),
    "intensity": Form("intensity-choice", "number"),
    "play": Form("one-action", "card"),
    "charm": Form("charm-use", "card"),
    "speech": Form("speech-names-threat", "threat"),
    "drop": Form("speech-discard-one", "card"),
    "keep": Form("speech-discard-one"),
    "withdraw": Form("withdraw-tile", "[tile]"),
    "cheer": Form("play-christmas", "player relief"),
    "relief": Form("benefit-optional", "[relief] [relief]"),
}
"""Notation of each kind of move, with the rule that says what it must name."""


def read_move(text: str, notation: Notation) -> Move:
    """Parse a move.

    Raises IllegalMoveError, citing a rule, for a text that is not a move in any position.
    """
    if text.split()[:1] == ["pass"]:
        message = "nobody can pass; without cards there is the Charm, a Speech or withdrawing"
        raise IllegalMoveError.under("no-pass", message, text)
    what, *words = notation.read(text)
    if what == "relief" and CHARM not in words:
        words.sort()
    return Move(what, *words)
