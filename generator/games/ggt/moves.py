"""Moves: the decisions of Grunt, Growl, and Tear, and their notation.

The notation, with `2` for any player, `C4` for any space and `claw` for any limb; a space may be read
by its coordinates in the data, `3,-1`, too::

    take swamp-king        choose a monster
    place C4 4             stand on this space and face this way (0 to 5)
    move ahead             one step; also `behind`, and 0 to 5 for a monster that can sidestep
    turn 4                 face this way
    attack 2 close         or `ranged`
    escape 2 speed         or `strength`, `smarts`
    rest
    push 2, push boulder   a monster, or an object by its id
    to C4, leave           where what has been pushed goes, or that it stays
    attach claw 2          into this slot; `attach claw 2 off tail C4` removes a limb first, and
                           `attach claw 2 off tail` one that is stitched
    heal 3                 spend so much Power; 0 in a fight for nothing
    end                    end the turn
    yes, no                give leave or not; fight on or not
    card KS, flip, nothing what to play in a Test
    stop                   make no more free Moves and Turns
    shield claw tail       put Power on these limbs, or on none
    rip claw               tear this limb off
    land C4                where it falls
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from typing import NamedTuple

from generator.base.errors import did_you_mean
from generator.engine.game import IllegalMoveError
from generator.games.ggt.map.hexes import read_name, said


class Move(NamedTuple):
    """One decision: the first word of the notation, and the words that follow, spaces as in data."""

    what: str
    about: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = (said(word) if "," in word else word for word in self.about)
        return " ".join((self.what, *words))


AHEAD, BEHIND, OFF, CLOSE, RANGED = "ahead", "behind", "off", "close", "ranged"

SPACE, FACING, PLAYER, NUMBER, SLOT = "space", "facing", "player", "number", "slot"
LIMB, MONSTER, CARD, TARGET, ATTRIBUTE = "limb", "monster", "card", "target", "attribute"
WAY, TYPE = "way", "type"

SHAPES: dict[str, tuple[str, tuple[str, ...]]] = {
    "take": ("monster-and-map-choice", (MONSTER,)),
    "place": ("start-space", (SPACE, FACING)),
    "move": ("move", (WAY,)),
    "turn": ("turn-facing", (FACING,)),
    "attack": ("attack", (PLAYER, TYPE)),
    "escape": ("escape", (PLAYER, ATTRIBUTE)),
    "rest": ("rest", ()),
    "push": ("push-scope", (TARGET,)),
    "to": ("push-win", (SPACE,)),
    "leave": ("push-win", ()),
    "attach": ("attach", (LIMB, SLOT, OFF, LIMB, SPACE)),
    "heal": ("heal", (NUMBER,)),
    "end": ("no-legal-action", ()),
    "yes": ("consent", ()),
    "no": ("consent", ()),
    "card": ("test-commit", (CARD,)),
    "flip": ("desperate-flip", ()),
    "nothing": ("no-card", ()),
    "stop": ("escape-bank", ()),
    "shield": ("power-shield", (LIMB, LIMB, LIMB, LIMB, LIMB)),
    "rip": ("rip-choice", (LIMB,)),
    "land": ("limb-lands", (SPACE,)),
}
"""Each kind of decision: the rule that says what it must name, and the kinds of its words."""
ANY_MOVE = "turn-order"
"""The rule against what is nothing that a turn is made of."""
LENGTHS = {"attach": (2, 4, 5), "shield": (0, 1, 2, 3, 4, 5)}
"""How many words may follow, where that is not fixed."""

PATTERNS = {
    FACING: re.compile(r"[0-5]"),
    PLAYER: re.compile(r"[1-6]"),
    NUMBER: re.compile(r"0|[1-9][0-9]{0,2}"),
    SLOT: re.compile(r"[1-9]"),
    WAY: re.compile(r"ahead|behind|[0-5]"),
    TYPE: re.compile(r"close|ranged"),
    OFF: re.compile("off"),
}


class Vocabulary(NamedTuple):
    """The words that the tables give to moves."""

    limbs: Iterable[str]
    monsters: Iterable[str]
    cards: Container[str]
    objects: Iterable[str]
    attributes: Iterable[str]

    def has(self, kind: str, word: str) -> bool:
        """Whether a word is one of this kind."""
        if kind == SPACE:
            return bool(read_name(word))
        if kind in PATTERNS:
            return PATTERNS[kind].fullmatch(word) is not None
        if kind == TARGET:
            return self.has(PLAYER, word) or word in self.objects
        known: dict[str, Container[str]] = {
            LIMB: tuple(self.limbs),
            MONSTER: tuple(self.monsters),
            CARD: self.cards,
            ATTRIBUTE: tuple(self.attributes),
        }
        return word in known[kind]


def read_move(text: str, words: Vocabulary) -> Move:
    """The move with this text.

    Raises IllegalMoveError for what cannot be a move in any position, citing the rule it offends.
    """
    what, *rest = text.split() or [""]
    if what not in SHAPES:
        hint = did_you_mean(what, SHAPES)
        message = f'"{what}" is nothing a player can do' + (f"; {hint}" if hint else "")
        raise IllegalMoveError.under(ANY_MOVE, message, text)
    rule, kinds = SHAPES[what]
    if len(rest) not in LENGTHS.get(what, (len(kinds),)):
        shape = " ".join(f"<{kind}>" for kind in kinds)
        message = f'"{what}" is followed by {shape or "nothing"}'
        raise IllegalMoveError.under(rule, message, text)
    for kind, word in zip(kinds, rest, strict=False):
        if not words.has(kind, word):
            raise IllegalMoveError.under(rule, f'"{word}" is no {kind} of this game', text)
    named = zip(kinds, rest, strict=False)
    return Move(what, tuple(read_name(word) if kind == SPACE else word for kind, word in named))
