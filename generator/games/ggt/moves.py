"""Moves: the decisions of Grunt, Growl, and Tear, and their notation.

The notation, with `2` for any player, `C4` for any space and `claw` for any limb; a space may
also be written by its coordinates in the data, `3,-1`::

    take swamp-king        choose a monster
    place C4 4             stand on this space and face this way (0 to 5)
    move ahead             one step; also `behind`, and 0 to 5 for a monster that can sidestep
    turn 4                 face this way
    attack 2 close         or `ranged`
    escape 2 speed         or `strength`, `smarts`
    rest
    push 2, push boulder   a monster, or an object by its id
    to C4, leave           where the pushed monster or object goes, or that it stays
    attach claw 2          into this slot; `attach claw 2 off tail C4` removes a limb first, and
                           `attach claw 2 off tail` one that is stitched
    heal 3                 spend this much Power; 0 is possible in a fight
    end                    end the turn
    yes, no                consent or not; fight on or not
    card KS, flip, nothing play this in a Test
    stop                   make no more free Moves and Turns
    shield claw tail       put Power on these limbs, or on none
    rip claw               tear this limb off
    land C4                where it falls
"""

from __future__ import annotations

import re
from typing import NamedTuple

from generator.engine.text.move_notation import Form, Notation
from generator.games.ggt.map.hexes import said


class Move(NamedTuple):
    """A decision: the first word of its notation, and the other words, with spaces as in data."""

    what: str
    about: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = (said(word) if "," in word else word for word in self.about)
        return " ".join((self.what, *words))


AHEAD, BEHIND, OFF, CLOSE, RANGED = "ahead", "behind", "off", "close", "ranged"

FORMS = {
    "take": Form("monster-and-map-choice", "monster"),
    "place": Form("start-space", "space facing"),
    "move": Form("move", "way"),
    "turn": Form("turn-facing", "facing"),
    "attack": Form("attack", "player type"),
    "escape": Form("escape", "player attribute"),
    "rest": Form("rest"),
    "push": Form("push-scope", "target"),
    "to": Form("push-win", "space"),
    "leave": Form("push-win"),
    "attach": Form("attach", "limb slot | limb slot off limb | limb slot off limb space"),
    "heal": Form("heal", "number"),
    "end": Form("no-legal-action"),
    "yes": Form("consent"),
    "no": Form("consent"),
    "card": Form("test-commit", "card"),
    "flip": Form("desperate-flip"),
    "nothing": Form("no-card"),
    "stop": Form("escape-bank"),
    "shield": Form("power-shield", "[limb] [limb] [limb] [limb] [limb]"),
    "rip": Form("rip-choice", "limb"),
    "land": Form("limb-lands", "space"),
}
"""Notation of each kind of decision, and the rule that says what it must name."""
ANY_MOVE = "turn-order"
"""Rule cited for a text or a move that is no part of a turn."""
PATTERNS = {
    kind: re.compile(pattern).fullmatch
    for kind, pattern in {
        "facing": r"[0-5]",
        "player": r"[1-6]",
        "number": r"0|[1-9][0-9]{0,2}",
        "slot": r"[1-9]",
        "way": rf"{AHEAD}|{BEHIND}|[0-5]",
        "type": rf"{CLOSE}|{RANGED}",
    }.items()
}
"""Patterns for the kinds of words that do not depend on the kit."""


def read_move(text: str, notation: Notation) -> Move:
    """Return the move with this text.

    Raises IllegalMoveError for text that is no move in any position, citing the rule it breaks.
    """
    what, *about = notation.read(text)
    return Move(what, tuple(about))
