"""Turns the decisions of The Grizzled into text and text into decisions.

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
    relief k01 k02         use the others' support to discard one or two Hard Knocks
    relief charm, relief   use it to turn the own Grizzled back, or not at all
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NamedTuple

from generator.base.errors import did_you_mean
from generator.engine.game import IllegalMoveError

CHARM = "charm"


class Move(NamedTuple):
    """One decision.  What does not apply to it is empty."""

    what: str
    """The first word of the notation."""
    one: str = ""
    """The card, tile, threat, number or player that it is about."""
    other: str = ""
    """The second card, or what Merry Christmas does."""

    def __str__(self) -> str:
        return " ".join(word for word in self if word)


RULES = {
    "take": "grizzled-pick",
    "intensity": "intensity-choice",
    "play": "one-action",
    "charm": "charm-use",
    "speech": "speech-names-threat",
    "drop": "speech-discard-one",
    "keep": "speech-discard-one",
    "withdraw": "withdraw-tile",
    "cheer": "play-christmas",
    "relief": "benefit-optional",
}
"""Each kind of decision and the rule that says what it must name."""
WORDS = {
    **{"take": (1, 1), "intensity": (1, 1), "play": (1, 1), "charm": (1, 1), "speech": (1, 1)},
    **{"drop": (1, 1), "keep": (0, 0), "withdraw": (0, 1), "cheer": (2, 2), "relief": (0, 2)},
}
"""How many words follow, at least and at most."""


class Vocabulary(NamedTuple):
    """The words that moves are made of."""

    grizzled: Container[str]
    cards: Iterable[str]
    threats: Container[str]
    tiles: Container[str]
    players: Container[str]

    def of(self, what: str, position: int) -> Container[str]:
        """The words that may stand at this place of such a move."""
        if what == "take":
            return self.grizzled
        if what == "speech":
            return self.threats
        if what == "withdraw":
            return self.tiles
        if what == "cheer" and position == 0:
            return self.players
        return {*self.cards, CHARM} if what in ("cheer", "relief") else {*self.cards}


def read_move(text: str, words: Vocabulary) -> Move:
    """The move with this text.

    Raises IllegalMoveError for what cannot be a move in any position, citing the rule it offends.
    """
    what, *rest = text.split() or [""]
    if what == "pass":
        says = "nobody can pass; without cards there is the Charm, a Speech or withdrawing"
        raise IllegalMoveError.under("no-pass", says, text)
    if what not in RULES:
        hint = did_you_mean(what, RULES)
        says = f'"{what}" is nothing a player can do' + (f"; {hint}" if hint else "")
        raise IllegalMoveError.under("one-action", says, text)
    fewest, most = WORDS[what]
    if not fewest <= len(rest) <= most:
        says = f'"{what}" names {fewest} thing' + ("s" if fewest != 1 else "")
        says += f" to {most}" if most != fewest else ""
        raise IllegalMoveError.under(RULES[what], says, text)
    if what == "intensity":
        if not rest[0].isascii() or not rest[0].isdigit() or len(rest[0]) > 9:
            says = f'"{rest[0]}" is not a whole number'
            raise IllegalMoveError.under(RULES[what], says, text)
        rest = [str(int(rest[0]))]
    else:
        for position, word in enumerate(rest):
            known = words.of(what, position)
            if word not in known:
                raise IllegalMoveError.under(RULES[what], f'there is no "{word}"', text)
    if what == "relief" and CHARM not in rest:
        rest.sort()
    return Move(what, *rest)
