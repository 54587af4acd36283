"""Content of the kit's tables, and the configuration of one match.

Attributes are always numbered in the order Speed, Strength, Smarts, Health.  Cards, monsters and limbs
are numbered in the order of their tables; among slots, `BARE` stands for an open one.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress, count
from typing import Any, NamedTuple

from generator.engine.options import Options
from generator.engine.pending import Words
from generator.games.ggt.map.ascii_map import Terrain, marks, read_map
from generator.games.ggt.map.board import Board
from generator.games.ggt.moves import AHEAD, BEHIND, Move

SPEED, STRENGTH, SMARTS, HEALTH = range(4)
BARE = -1

KINDS = (
    *("ranged", "reach", "armour", "rend", "extra-draw", "slippery", "shove", "sidestep", "regrow"),
)
"""The abilities that the engine knows."""
CONSENT_ACTIONS = ("move", "turn", "rest")
"""Actions that may need the consent of others (`consent`)."""


_AS_NUMBERS = bytes.maketrans(b"01", b"\0\1")


def bits(number: int) -> list[int]:
    """The members of a set stored as a bit mask, lowest first."""
    return [*compress(count(), bin(number)[:1:-1].encode().translate(_AS_NUMBERS))]


class Limb(NamedTuple):
    """A limb counter."""

    id: str
    home: int
    """The monster that starts with it."""
    kind: str
    figures: tuple[int, ...]
    ability: str
    k: int
    other: int
    """`attach-cost-other`: its price in Power in a slot of another kind."""
    matching: int
    """`attach-cost-match`: its price in Power in a slot of its own kind."""


class Monster(NamedTuple):
    """A torso: its base attributes, the kinds of its slots, and their starting limbs."""

    id: str
    base: tuple[int, ...]
    slots: tuple[str, ...]
    limbs: tuple[int, ...]


class Body(NamedTuple):
    """`total-attributes`: totals of a torso and its limbs, added up by `ability-use`."""

    speed: int
    strength: int
    smarts: int
    health: int
    ranged: int = 0
    reach: int = 0
    armour: int = 0
    rend: int = 0
    extra_draw: int = 0
    slippery: int = 0
    shove: int = 0
    sidestep: int = 0
    regrow: int = 0


class Card(NamedTuple):
    """A playing card: its value, or for a royal its strength and its damage."""

    sign: str
    value: int
    beats: int
    damage: int


class Names:
    """Printed names and texts from the tables, by id."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        def column(table: str, key: str = "name") -> dict[str, str]:
            return dict(tables[table].column(key))

        self.monsters, self.limbs = column("monsters"), column("limbs")
        self.objects = column("objects")
        self.attributes, self.abilities = column("attributes"), column("abilities")
        self.short = column("attributes", "short")
        """Abbreviations of the attributes: `Sp`."""
        self.attribute_texts = column("attributes", "says")
        """Purpose of each attribute."""
        self.ability_texts = column("abilities", "text")
        """Effect of each ability, with {k} for the number on the limb."""
        self.numbers: dict[str, int] = tables["limbs"].column("k")
        """Number of each limb's ability."""
        ranks, suits, values = column("ranks"), column("suits"), tables["ranks"].column("value")
        self.values: dict[str, int] = {row["sign"]: values[row["rank"]] for row in tables["cards"]}
        """Value that each card adds to a total."""
        self.cards: dict[str, str] = {
            row["sign"]: f"the {ranks[row['rank']]} of {suits[row['suit']]}"
            for row in tables["cards"]
        }


class Box:
    """Contents of the box and figures of the rules, the same in every game."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.names = Names(tables)
        self.figures: dict[str, int] = dict(tables["figures"])
        self.attributes: list[str] = [row["id"] for row in tables["attributes"]]
        self.cards: list[Card] = [
            Card(row["sign"], rank["value"], rank["beats"], rank["damage"])
            for row in tables["cards"]
            for rank in [tables["ranks"][row["rank"]]]
        ]
        self.signs = tuple(card.sign for card in self.cards)
        self.card_number: dict[str, int] = {
            card.sign: number for number, card in enumerate(self.cards)
        }
        self.played = [(card.value, card.beats, card.damage) for card in self.cards]
        self.ranking = [(card.beats, card.value) for card in self.cards]
        """The strength of each card in a Test."""
        self.whole_deck = (1 << len(self.cards)) - 1
        self._read_monsters(tables)
        self.terrain: dict[str, Terrain] = marks(tables["terrain"])
        self.weights: dict[str, int] = tables["objects"].column("weight")
        self.boards: dict[str, Board] = {
            row["id"]: Board(read_map(row, self.terrain)) for row in tables["maps"]
        }
        self._drawn: dict[tuple[tuple[str, ...], tuple[str, ...]], Board] = {}
        """Cache of the last map drawn in a position."""
        self.seats = [row["id"] for row in tables["seats"]]
        self.tracking: int = sum(row["tracking"] for row in tables["seats"])
        self.power: int = sum(row["copies"] for row in tables["power"])
        self.initiative: list[int] = sorted(row["value"] for row in tables["initiative"])
        self.longest_turn: int = tables["attributes"]["speed"]["to"]
        """End of the Speed track: the most actions in a turn."""
        self._bodies: dict[tuple[int, tuple[int, ...]], Body] = {}
        self.pieces = Pieces(self)
        self.values: dict[int, Any] = {}
        """Cache of the values that bots give to monsters and cards, by weights."""

    def _read_monsters(self, tables: Mapping[str, Any]) -> None:
        number = {row["id"]: index for index, row in enumerate(tables["monsters"])}
        order = self.attributes
        self.limbs: list[Limb] = [
            Limb(
                row["id"],
                number[row["home"]],
                row["kind"],
                tuple(row[attribute] for attribute in order),
                row["ability"] or "",
                row["k"],
                row["other-slot"],
                row["matching-slot"],
            )
            for row in tables["limbs"]
        ]
        self.limb_ids = tuple(limb.id for limb in self.limbs)
        self.limb_number: dict[str, int] = {limb.id: index for index, limb in enumerate(self.limbs)}
        self.monsters: list[Monster] = [
            Monster(
                row["id"],
                tuple(row["base"][attribute] for attribute in order),
                tuple(slot["kind"] for slot in row["slots"]),
                tuple(
                    self.limb_number[slot["limb"]] if slot["limb"] else BARE
                    for slot in row["slots"]
                ),
            )
            for row in tables["monsters"]
        ]
        self.monster_number = number
        self.monster_ids = tuple(number)

    def drawn(self, rows: list[str], objects: list[str]) -> Board:
        """Return the board of a map that is not in the box, drawn with these rows."""
        key = tuple(rows), tuple(objects)
        if key not in self._drawn:
            row = {"id": "", "name": "", "players": len(self.seats), "rows": rows}
            self._drawn.clear()
            self._drawn[key] = Board(read_map({**row, "objects": objects}, self.terrain))
        return self._drawn[key]

    def body(self, monster: int, slots: tuple[int, ...]) -> Body:
        """Return the totals of a monster with these limbs in its slots."""
        found = self._bodies.get((monster, slots))
        if found is None:
            found = self._bodies[monster, slots] = self._add_up(monster, slots)
        return found

    def _add_up(self, monster: int, slots: tuple[int, ...]) -> Body:
        limbs = [self.limbs[limb] for limb in slots if limb != BARE]
        totals = [
            self.monsters[monster].base[attribute] + sum(limb.figures[attribute] for limb in limbs)
            for attribute in range(len(self.attributes))
        ]
        numbers = dict.fromkeys(KINDS, 0)
        for limb in limbs:
            if limb.ability == "ranged":
                numbers["ranged"] = max(numbers["ranged"], limb.k)
            elif limb.ability:
                numbers[limb.ability] += max(1, limb.k)
        return Body(*totals, *numbers.values())


class Pieces:
    """Names of all physical pieces; the groups are in alphabetical order."""

    power = "Power token"

    def __init__(self, box: Box) -> None:
        self._signs = [card.sign for card in box.cards]
        self.decks: list[list[str]] = [
            sorted(self.card(number, card) for card in range(len(self._signs)))
            for number in range(len(box.seats))
        ]
        """The cards of each deck, sorted."""
        self.initiative = [f"initiative card {value}" for value in box.initiative]
        self.limbs = [f"limb {limb.id}" for limb in box.limbs]
        """The limbs in the order of their numbers, not sorted."""
        self.rest: list[str] = sorted(
            [
                *(f"map {id}" for id in box.boards),
                *(f"monitor {seat}" for seat in box.seats),
                *(f"object {id}" for id in box.weights),
                *(f"pawn {monster.id}" for monster in box.monsters),
                *(f"torso {monster.id}" for monster in box.monsters),
                *["tracking token"] * box.tracking,
            ]
        )
        """The pieces that no rule ever moves elsewhere, sorted."""

    def card(self, deck: int, card: int) -> str:
        """The name of a card, from the numbers of its deck and of the card."""
        return f"deck {deck + 1} {self._signs[card]}"


class MatchConfig:
    """Configuration of one match: box, number of players, map and options."""

    def __init__(
        self,
        box: Box,
        players: int,
        board: Board,
        options: Options,
        map_data: Mapping[str, Any] | None = None,
    ) -> None:
        self.box = box
        self.players = players
        self.board = board
        self.options = dict(options)
        self.map_data = map_data or board.map.id
        """The map as written in positions: its id, or its rows and objects."""
        self.people = tuple(str(seat + 1) for seat in range(players))
        """The name of each player in positions and moves."""
        self.monsters, self.limbs, self.cards = box.monster_ids, box.limb_ids, box.signs
        self.spaces, self.objects = board.names, board.objects
        """Names in positions, each at the index that is its number."""
        self.step_words: Words = {
            "action": CONSENT_ACTIONS,
            "way": (AHEAD, BEHIND, *map(str, range(6))),
            "target": (*self.people, *board.objects),
            "player": {name: seat for seat, name in enumerate(self.people)},
            "limb": box.limb_number,
        }
        """The words that pending steps may refer to, by kind."""
        self.supply = box.figures["power-each"] * players
        self.weights = [box.weights[id] for id in board.objects]
        # Common moves, created once to save time.
        self.card_moves = [Move("card", (card.sign,)) for card in box.cards]
        self.push_monster = [Move("push", (name,)) for name in self.people]
        self.push_object = [Move("push", (id,)) for id in board.objects]
        self.escapes = [
            [Move("escape", (name, box.attributes[number])) for number in (SPEED, STRENGTH, SMARTS)]
            for name in self.people
        ]
        """`escape`, `escape-cost`: Escapes from each player, with any attribute but Health."""
