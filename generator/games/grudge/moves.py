"""Moves of Grudge and their notation.

The notation, with `e4` for any square and `troll` for any Monster::

    stats 4 3 2, loadout axe shield, loadout axe bow    before the first Challenge
    spend 1                                             Luckstones on the roll just made
    room 4, edge north, keep, reroll                    the Room, the edge, the Encounter rolled
    place tent c4, place fence c4 north                 an Element, its south-west square first
    warrior d1, spawn troll e8, wield axe               where the Characters begin, and with what
    initiative Q, assign QS 5C 9H                       the cards: Main Action, Reaction, Interrupt
    next troll, react troll                             whose turn, or whose Reaction, comes first
    strike troll, roughhouse boss trip                  fight; also: root, disarm weapon,
                                                        disarm shield, displace north
    dash e4, step e5, stop, avoid e4                    move
    recover prone, load, wield axe, loot boss, loot pig the other actions
    cast luck, cast thunderclap, cast brainfever troll  spells
    cast cloud e4, cast gust troll north
    shake                                               spend the Reaction on being Stunned
    aid, riposte                                        Interrupts; `avoid e4` is also Sidestep
    notch shield                                        armour takes a point of Damage
    drop weapon, drop shield                            what a Disarmed Warrior lets fall
    pick runestone                                      an entry of the Pig table, by Luck
    exit e4                                             out of the Campfire
    to e4, via e4-e5                                    where, and which way, a Monster moves
    pass                                                decline, do nothing, take the rest
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from generator.engine.game import IllegalMoveError
from generator.engine.text.move_notation import Form, Notation

WARRIOR = "warrior"
"""The Warrior's side, and the id of its Character."""
DIRECTIONS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
"""Each direction as files east and ranks north."""


class Move(NamedTuple):
    """One decision; words that it does not need are empty."""

    what: str
    """The first word of the notation."""
    one: str = ""
    other: str = ""
    third: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, self))


known_move = cache(Move)
"""Cached constructor of `Move`, for words with few combinations."""
PASS, STOP = Move("pass"), Move("stop")

FORMS = {
    "stats": Form("stats-spread", "stat stat stat"),
    "loadout": Form("loadout", "weapon weapon | weapon shield"),
    "spend": Form("luckstone", "number"),
    "room": Form("room-table", "number"),
    "edge": Form("starting-edge", "direction"),
    "keep": Form("encounter-reroll"),
    "reroll": Form("encounter-reroll"),
    "place": Form("element-placement", "element square | element square direction"),
    "warrior": Form("starting-edge", "square"),
    "spawn": Form("empty-square", "monster square"),
    "wield": Form("change-weapon", "weapon"),
    "initiative": Form("choose-initiative", "rank"),
    "assign": Form("assign-cards", "card card card"),
    "next": Form("turn-order", "figure"),
    "react": Form("window-order", "monster"),
    "strike": Form("strike", "monster"),
    "roughhouse": Form(
        "roughhouse", "monster rough | monster rough gear | monster rough direction"
    ),
    "dash": Form("dash", "square"),
    "step": Form("move-orthogonal", "square"),
    "stop": Form("dash"),
    "avoid": Form("avoid", "square"),
    "recover": Form("recover", "condition"),
    "load": Form("load-bow"),
    "loot": Form("loot-weapon", "monster | pig"),
    "cast": Form("use-runestone", "spell | spell figure | spell square | spell figure direction"),
    "shake": Form("stun"),
    "aid": Form("aid"),
    "riposte": Form("riposte"),
    "notch": Form("notch", "armour"),
    "drop": Form("disarm", "gear"),
    "pick": Form("spell-luck", "find"),
    "exit": Form("campfire-burn", "square"),
    "to": Form("monster-paths", "square"),
    "via": Form("monster-paths", "path"),
    "pass": Form("warrior-may-pass"),
}
"""Notation of each kind of move, with the rule that says what it must name."""


def read_move(text: str, notation: Notation, loadouts: Collection[tuple[str, ...]]) -> Move:
    """Parse a move.

    Raises IllegalMoveError, citing a rule, for a text that is not a move in any position.
    """
    what, *rest = text.split() or [""]
    if what not in FORMS and any(notation.is_word(kind, what) for kind in notation.kinds):
        return Move(what)  # a square, a card: which rule forbids it depends on the position
    if what in ("initiative", "assign"):
        text = " ".join([what, *map(str.upper, rest)])
    what, *rest = notation.read(text)
    if what == "loadout":
        chosen = next((each for each in loadouts if {*each} == {*rest}), None)
        if chosen is None:
            message = "two Weapons must be different ones"
            raise IllegalMoveError.under(FORMS[what].rule, message, text)
        rest = list(chosen)
    return Move(what, *rest)
