"""Move of Gruff and their notation.

`mossy` stands for any gruff or shepherd, `horn-rush` for any card and `B2` for a column of a line (A
is the line of the player who goes first)::

    draft mossy              take a shepherd or a gruff
    drop horn-rush           leave a card out of the own deck
    line mossy nan tim       arrange the own line, column 1 first
    activate 2               activate the own gruff in column 2
    play horn-rush, stop     play a card, or no more of them
    host B2, choose A1       lay the card on this gruff; choose it for an effect
    yes, no                  make use of an effect that may be left, or not
    discard horn-rush        discard it from hand, or off a gruff
    return horn-rush         take it back from the own discard pile
    attack, grow fat         two of the tactical actions
    move 3, resurrect 2      the others, with the column of the other own gruff
"""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from generator.base.errors import did_you_mean
from generator.engine.game import IllegalMoveError
from generator.games.gruff.effects.ast import STATS


class Move(NamedTuple):
    """One decision; `about` is what follows its first word, blanks and all."""

    what: str
    about: str = ""

    def __str__(self) -> str:
        return f"{self.what} {self.about}" if self.about else self.what


COLUMNS = ("1", "2", "3")
SPOTS = ("A1", "A2", "A3", "B1", "B2", "B3")
"""The places of both lines; the first player's is A."""

KINDS = {
    "draft": ("gruffs or shepherds", "duel-pick"),
    "drop": ("cards", "deck-eight-each"),
    "line": ("gruffs", "line-up-order"),
    "activate": ("columns", "activate-one"),
    "play": ("cards", "play-any-number"),
    "stop": ("", "play-any-number"),
    "host": ("spots", "playable"),
    "choose": ("spots", "controller"),
    "yes": ("", "controller"),
    "no": ("", "controller"),
    "discard": ("cards", "hand-limit"),
    "return": ("cards", "controller"),
    "attack": ("", "tactical-one"),
    "grow": ("stats", "grow"),
    "move": ("columns", "move"),
    "resurrect": ("columns", "resurrect"),
}
"""Each kind of move: what it names, and the rule behind it."""

STOP, YES, NO, ATTACK = Move("stop"), Move("yes"), Move("no"), Move("attack")
ACTIVATE = [Move("activate", column) for column in COLUMNS]
SHIFT = [Move("move", column) for column in COLUMNS]
RESURRECT = [Move("resurrect", column) for column in COLUMNS]
GROW = [Move("grow", stat) for stat in STATS]
HOST = [Move("host", spot) for spot in SPOTS]
CHOOSE = [Move("choose", spot) for spot in SPOTS]


class Vocabulary(NamedTuple):
    """What moves can name."""

    gruffs: Container[str]
    shepherds: Container[str]
    cards: Container[str]


def read_move(text: str, words: Vocabulary) -> Move:
    """The move with this text. Raises IllegalMoveError, naming the rule that it breaks."""
    what, _, about = " ".join(text.split()).partition(" ")
    if what not in KINDS:
        message = f"there is no such decision; {did_you_mean(what, KINDS)}"
        raise IllegalMoveError.under("turn-order", message, text)
    names, rule = KINDS[what]
    given = about.split()
    known: dict[str, Container[str]] = {
        "cards": words.cards,
        "gruffs": words.gruffs,
        "columns": COLUMNS,
        "spots": SPOTS,
        "stats": STATS,
    }
    count = 3 if what == "line" else int(bool(names))
    if len(given) != count:
        how_many = "one of the" if count == 1 else count
        message = f"it must name {how_many} {names}" if count else "nothing may follow it"
        raise IllegalMoveError.under(rule, message, text)
    for word in given:
        if names == "gruffs or shepherds":
            fits = word in words.gruffs or word in words.shepherds
        else:
            fits = word in known[names]
        if not fits:
            raise IllegalMoveError.under(rule, f'"{word}" is none of the {names}', text)
    return Move(what, about)
