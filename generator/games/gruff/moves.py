"""Moves of Gruff and their notation.

`mossy` stands for any gruff or shepherd, `horn-rush` for any card and `B2` for a column of a line (A
is the line of the first player)::

    draft mossy              take a shepherd or a gruff
    drop horn-rush           leave a card out of your deck
    line mossy nan tim       arrange your line, column 1 first
    activate 2               activate your gruff in column 2
    play horn-rush, stop     play a card, or no more of them
    host B2, choose A1       put the card on this gruff; choose it for an effect
    yes, no                  use an optional effect, or not
    discard horn-rush        discard it from hand, or off a gruff
    return horn-rush         take it back from your discard pile
    attack, grow fat         two of the tactical actions
    move 3, resurrect 2      the others, with the column of your other gruff
"""

from __future__ import annotations

from typing import NamedTuple

from generator.engine.text.move_notation import Form, Notation
from generator.games.gruff.effects.ast import STATS


class Move(NamedTuple):
    """One decision; `about` is the text after its first word, blanks included."""

    what: str
    about: str = ""

    def __str__(self) -> str:
        return f"{self.what} {self.about}" if self.about else self.what


COLUMNS = ("1", "2", "3")
SPOTS = ("A1", "A2", "A3", "B1", "B2", "B3")
"""The spots of both lines; A is the first player's line."""

FORMS = {
    "draft": Form("duel-pick", "gruff-or-shepherd"),
    "drop": Form("deck-eight-each", "card"),
    "line": Form("line-up-order", "gruff gruff gruff"),
    "activate": Form("activate-one", "column"),
    "play": Form("play-any-number", "card"),
    "stop": Form("play-any-number"),
    "host": Form("playable", "spot"),
    "choose": Form("controller", "spot"),
    "yes": Form("controller"),
    "no": Form("controller"),
    "discard": Form("hand-limit", "card"),
    "return": Form("controller", "card"),
    "attack": Form("tactical-one"),
    "grow": Form("grow", "stat"),
    "move": Form("move", "column"),
    "resurrect": Form("resurrect", "column"),
}
"""The notation of each kind of move, and the rule that says what it must name."""

STOP, YES, NO, ATTACK = Move("stop"), Move("yes"), Move("no"), Move("attack")
ACTIVATE = [Move("activate", column) for column in COLUMNS]
SHIFT = [Move("move", column) for column in COLUMNS]
RESURRECT = [Move("resurrect", column) for column in COLUMNS]
GROW = [Move("grow", stat) for stat in STATS]
HOST = [Move("host", spot) for spot in SPOTS]
CHOOSE = [Move("choose", spot) for spot in SPOTS]


def read_move(text: str, notation: Notation) -> Move:
    """Parse a move.  Raises IllegalMoveError, naming the rule that it breaks."""
    what, *about = notation.read(text)
    return Move(what, " ".join(about))
