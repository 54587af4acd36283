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
    recover prone, load, wield axe, loot boss, loot pig the rest that an action can be
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

from collections.abc import Container, Mapping
from functools import cache
from itertools import chain
from typing import NamedTuple

from generator.base.errors import did_you_mean
from generator.engine.game import IllegalMoveError
from generator.games.grudge.content import MatchConfig
from generator.games.grudge.map.squares import NAMES

DIRECTIONS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
"""Each direction as files east and ranks north."""


class Move(NamedTuple):
    """One decision. What does not apply to it is empty."""

    what: str
    """The first word of the notation."""
    one: str = ""
    other: str = ""
    third: str = ""

    def __str__(self) -> str:
        return " ".join(word for word in self if word)


known_move = cache(Move)
"""A move as `Move` makes it, and the same one for the same words; for words of which there are few."""
PASS, STOP = Move("pass"), Move("stop")

FORMS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "stats": ("stats-spread", ("stat stat stat",)),
    "loadout": ("loadout", ("weapon weapon", "weapon shield")),
    "spend": ("luckstone", ("count",)),
    "room": ("room-table", ("count",)),
    "edge": ("starting-edge", ("direction",)),
    "keep": ("encounter-reroll", ("",)),
    "reroll": ("encounter-reroll", ("",)),
    "place": ("element-placement", ("element square", "element square direction")),
    "warrior": ("starting-edge", ("square",)),
    "spawn": ("empty-square", ("monster square",)),
    "wield": ("change-weapon", ("weapon",)),
    "initiative": ("choose-initiative", ("rank",)),
    "assign": ("assign-cards", ("card card card",)),
    "next": ("turn-order", ("figure",)),
    "react": ("window-order", ("monster",)),
    "strike": ("strike", ("monster",)),
    "roughhouse": (
        "roughhouse",
        ("monster rough", "monster rough gear", "monster rough direction"),
    ),
    "dash": ("dash", ("square",)),
    "step": ("move-orthogonal", ("square",)),
    "stop": ("dash", ("",)),
    "avoid": ("avoid", ("square",)),
    "recover": ("recover", ("condition",)),
    "load": ("load-bow", ("",)),
    "loot": ("loot-weapon", ("monster", "pig")),
    "cast": ("use-runestone", ("spell", "spell figure", "spell square", "spell figure direction")),
    "shake": ("stun", ("",)),
    "aid": ("aid", ("",)),
    "riposte": ("riposte", ("",)),
    "notch": ("notch", ("armour",)),
    "drop": ("disarm", ("gear",)),
    "pick": ("spell-luck", ("find",)),
    "exit": ("campfire-burn", ("square",)),
    "to": ("monster-paths", ("square",)),
    "via": ("monster-paths", ("path",)),
    "pass": ("warrior-may-pass", ("",)),
}
"""Each kind of move: the rule on what it must name, and the words that may follow."""


class Vocabulary:
    """The words of the notation, by kind."""

    def __init__(self, config: MatchConfig) -> None:
        names = frozenset(NAMES)
        self.words: Mapping[str, Container[str]] = {
            "stat": {str(stat) for stat in chain(*config.spreads)},
            "weapon": frozenset(config.weapons),
            "shield": {"shield"},
            "direction": DIRECTIONS.keys(),
            "element": config.elements.keys(),
            "square": names,
            "monster": frozenset(config.monsters),
            "figure": config.standees.keys(),
            "rank": config.ranks.keys(),
            "card": {*config.action_cards} - config.jokers,
            "rough": config.roughs.keys(),
            "gear": {"weapon", "shield"},
            "condition": frozenset(config.conditions),
            "pig": {"pig"},
            "spell": config.spells.keys(),
            "armour": config.armour.keys(),
            "find": config.loot.keys(),
        }
        self.loadouts = {frozenset(chosen): chosen for chosen in config.loadouts}
        self.squares = names

    def knows(self, kind: str, word: str) -> bool:
        if kind == "count":
            return word.isascii() and word.isdigit() and len(word) < 6
        if kind == "path":
            return all(square in self.squares for square in word.split("-"))
        return word in self.words[kind]

    def has(self, word: str) -> bool:
        """Whether it is a word of the notation, though not one that begins a move."""
        return any(word in known for known in self.words.values())


def read_move(text: str, words: Vocabulary) -> Move:
    """The move with this text.

    Raises IllegalMoveError for what cannot be a move in any position, citing the rule it offends.
    """
    what, *rest = text.split() or [""]
    if what not in FORMS and words.has(what):
        return Move(what)  # a square, a card: which rule forbids it depends on the position
    if what not in FORMS:
        hint = did_you_mean(what, FORMS)
        message = f'"{what}" is nothing that can be decided' + (f"; {hint}" if hint else "")
        raise IllegalMoveError.under("main-any-suit", message, text)
    rule, forms = FORMS[what]
    if what in ("initiative", "assign"):
        rest = [word.upper() for word in rest]
    if not any(_fits(form.split(), rest, words) for form in forms):
        follows = " or ".join(f"{what} {form.upper()}".strip() for form in forms)
        raise IllegalMoveError.under(rule, f'write it as "{follows}"', text)
    if what == "loadout":
        chosen = words.loadouts.get(frozenset(rest))
        if chosen is None:
            raise IllegalMoveError.under(rule, "two Weapons must be different ones", text)
        rest = list(chosen)
    if what in ("spend", "room"):
        rest = [str(int(rest[0]))]
    return Move(what, *rest)


def _fits(form: list[str], rest: list[str], words: Vocabulary) -> bool:
    return len(form) == len(rest) and all(map(words.knows, form, rest))
