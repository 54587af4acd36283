"""Match configuration of Grudge: the kit's records, as the rules use them.

It never changes, so all states of a game share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, permutations
from typing import Any, NamedTuple

from generator.engine.options import Options
from generator.engine.pending import Step
from generator.games.grudge.map.line_of_sight import Placed, Terrain
from generator.games.grudge.map.squares import NAMES
from generator.games.grudge.moves import WARRIOR as WARRIOR
from generator.games.grudge.moves import Move
from generator.games.grudge.rules.event_makers import (
    end_event,
    monster_main_event,
    round_event,
    turn_event,
)

MONSTERS = "monsters"
"""The side of the Monsters."""
MAIN, REACTION, INTERRUPT = range(3)
"""The three slots for cards, as indices into a side's cards."""
SLOTS = ("main", "reaction", "interrupt")
NO_CARDS = ("", "", "")
OPEN, PASSED = "open", "passed"
"""A window for Reactions, and one in which the Warrior has passed."""
NOBODY = "nobody"
"""The turn after which the extra window for a defeated Monster opens."""


class Kind(NamedTuple):
    """A kind of Monster, with the numbers on its card."""

    id: str
    spades: int
    clubs: int
    hearts: int
    health: int
    defence: int
    speed: int
    special: str
    """The rule of its Special Reaction."""
    abilities: Mapping[str, int]
    """Number of steps of each ability, by its rule; 0 if it has none."""


class Standee(NamedTuple):
    """A standee in the box."""

    id: str
    kind: str
    shield: bool
    weapons: tuple[str, ...]


class Spawn(NamedTuple):
    """One Monster of an Encounter."""

    standee: str
    weapon: str
    spawn: str


class Piece(NamedTuple):
    """A kind of Element."""

    id: str
    length: int
    width: int
    copies: int
    bars: bool
    hides: bool
    turns: bool


def read_piece(row: Mapping[str, Any]) -> Piece:
    """Read a kind of Element from a record."""
    return Piece(*(row[key] for key in Piece._fields))


def bands(rows: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    """The rows of a dice table by result."""
    return {roll: row["id"] for row in rows for roll in range(row["low"], row["high"] + 1)}


class MatchConfig:
    """Monsters, Weapons, tables, cards and options of one game."""

    def __init__(self, tables: Mapping[str, Any], options: Options) -> None:
        self.options = dict(options)
        self.people, self.squares = (WARRIOR,), NAMES
        self.names = Names(tables)
        self.number: dict[str, int] = tables["figures"].column("number")
        self._read_warrior(tables)
        self._read_monsters(tables)
        self._read_places(tables)
        self._read_cards(tables)
        self.highest = max(self.rooms)
        """The highest result, reached only by Luckstones (`troll-by-luckstone`, `over-seven`)."""
        self._make_moves()
        self._make_events()

    def _read_warrior(self, tables: Mapping[str, Any]) -> None:
        warrior = tables["warrior"]
        self.health: int = warrior["health"]
        self.spreads = sorted(set(permutations(warrior["stats"])), reverse=True)
        """All distributions of the Stats over Spades, Clubs and Hearts."""
        self.stats_moves = [Move("stats", *map(str, spread)) for spread in self.spreads]
        self.armour: dict[str, int] = tables["armour"].column("notches")
        self.weapons: list[str] = [row["id"] for row in tables["weapons"]]
        self.ranged = frozenset(row["id"] for row in tables["weapons"] if row["reach"] == "sight")
        self.loadouts: dict[tuple[str, ...], tuple[str, ...]] = {}
        """Armour of each choice of Weapons (and `shield`)."""
        for row in tables["loadouts"]:
            armour = tuple(row["armour"])
            for weapons in combinations(self.weapons, row["weapons"]):
                chosen = (*weapons, "shield") if "shield" in armour else weapons
                self.loadouts[chosen] = armour
        self.loadout_moves = [Move("loadout", *chosen) for chosen in self.loadouts]
        self.conditions: list[str] = [row["id"] for row in tables["conditions"] if row["lasting"]]
        self.roughs: dict[str, str] = {
            row["roughhouse"]: row["id"] for row in tables["conditions"] if row["roughhouse"]
        }
        """The Condition caused by each way to Roughhouse."""
        self.spells: dict[str, str] = tables["spells"].column("rule")

    def _read_monsters(self, tables: Mapping[str, Any]) -> None:
        self.kinds: dict[str, Kind] = {}
        for row in tables["monsters"]:
            abilities = {each["rule"]: each["steps"] or 0 for each in row["abilities"]}
            figures = {key: row[key] for key in Kind._fields if key in row and key != "abilities"}
            figures["special"] = row["special"]["rule"]
            self.kinds[row["id"]] = Kind(**figures, abilities=abilities)
        self.standees: dict[str, Standee] = {
            row["id"]: Standee(row["id"], row["kind"], row["shield"], tuple(row["weapons"]))
            for row in tables["standees"]
        }
        self.monsters = [id for id in self.standees if id != WARRIOR]
        self.kind_of = {id: self.kinds[self.standees[id].kind] for id in self.monsters}
        self.encounters: dict[int, tuple[Spawn, ...]] = {}
        self.encounter_ids: dict[int, str] = {}
        for row in tables["encounters"]:
            self.encounter_ids[row["roll"]] = row["id"]
            self.encounters[row["roll"]] = tuple(
                Spawn(each["standee"], each["weapon"], each["spawn"]) for each in row["monsters"]
            )
        self.spawns = {
            roll: {each.standee: each for each in found} for roll, found in self.encounters.items()
        }
        """The Monsters of each Encounter, by their standees."""
        self.reach: dict[str, int] = {row["id"]: row["reach"] or 0 for row in tables["spawns"]}

    def _read_places(self, tables: Mapping[str, Any]) -> None:
        self.elements: dict[str, Piece] = {row["id"]: read_piece(row) for row in tables["elements"]}
        self.rooms: dict[int, tuple[str, ...]] = {
            row["roll"]: tuple(row["elements"]) for row in tables["rooms"]
        }
        self.room_ids: dict[int, str] = {row["roll"]: row["id"] for row in tables["rooms"]}
        self.bars = frozenset(id for id, piece in self.elements.items() if piece.bars)
        self.hides = frozenset(id for id, piece in self.elements.items() if piece.hides)
        self.edge_of = bands(tables["edges"])
        self.edge_does: dict[str, str] = tables["edges"].column("does")
        self.edges = [row["id"] for row in tables["edges"] if row["does"] == "enter"]
        self.loot_of = bands(tables["loot"])
        self.loot: dict[str, tuple[int, int]] = {
            row["id"]: (row["luckstones"], row["runestones"]) for row in tables["loot"]
        }
        self.sweep_of = bands(tables["sweep"])
        self.sweep: dict[str, str] = {row["id"]: row["condition"] or "" for row in tables["sweep"]}

    def terrain(self, elements: tuple[Placed, ...]) -> Terrain:
        """The terrain of these Elements."""
        return Terrain(elements, self.bars, self.hides)

    def _read_cards(self, tables: Mapping[str, Any]) -> None:
        self.value: dict[str, int] = {}
        self.suit = {"": ""}
        """The suit of each card; none of no card."""
        self.action_cards: list[str] = []
        self.initiative_cards: list[str] = []
        for row in tables["cards"]:
            card = row["id"].upper()
            self.suit[card] = row["suit"] or "joker"
            self.value[card] = row["value"] or 0
            pile = self.action_cards if row["deck"] == "action" else self.initiative_cards
            pile.append(card)
        self.jokers = frozenset(card for card, suit in self.suit.items() if suit == "joker")
        self.asides = tuple(
            f"{whose} {card}" for whose in (WARRIOR, MONSTERS) for card in sorted(self.jokers)
        )
        """The Jokers of both sides, as positions name them once set aside."""
        self.ranks = {
            row["rank"]: row["id"].upper() for row in tables["cards"] if row["suit"] == ("diamonds")
        }
        """The Initiative cards by their ranks, as moves name them."""
        self.initiative_moves = {
            card: Move("initiative", rank) for rank, card in self.ranks.items()
        }

    def _make_moves(self) -> None:
        """Create frequent moves and steps once, to save time."""
        self.next_moves, self.react_moves, self.strike_moves = [
            {id: Move(what, id) for id in self.standees} for what in ("next", "react", "strike")
        ]
        self.wield_moves = {id: Move("wield", id) for id in self.weapons}
        self.notch_moves = {id: Move("notch", id) for id in self.armour}
        self.open_windows, self.passed_windows = [
            {who: Step("window", None, (who, window)) for who in (*self.standees, NOBODY)}
            for window in (OPEN, PASSED)
        ]
        """The windows for Reactions after each turn."""
        self.reactions = {
            window: {who: Step("react", 0, (who, window)) for who in self.open_windows}
            for window in (OPEN, PASSED)
        }
        """The decisions about Reactions in each window after each turn."""

    def _make_events(self) -> None:
        """Create frequent events once, to save time."""
        self.turn_events = {id: turn_event("turn-order", id) for id in self.standees}
        self.main_events = {
            id: {
                plan: monster_main_event("monster-main-order", id, plan)
                for plan in ("recover", "load", "strike", "avoid", "dash")
            }
            for id in self.monsters
        }
        rounds = range(self.number["rounds"] + 1)
        self.round_events = [round_event("draw-three", None, number) for number in rounds]
        self.end_events = [end_event("end-of-round", None, number) for number in rounds]


class Names:
    """Names and printed texts of all pieces."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.by_id: dict[str, str] = {"warrior": "the Warrior"}
        for table in ("weapons", "conditions", "elements", "rooms", "encounters", "spells"):
            self.by_id |= {row["id"]: row["name"] for row in tables[table]}
        for table in ("armour", "edges", "spawns", "loot"):
            self.by_id |= {f"{table} {row['id']}": row["name"] for row in tables[table]}
        self.figures: dict[str, str] = {
            **{row["id"]: f"the {row['name']}" for row in tables["standees"]},
            WARRIOR: "the Warrior",
        }
        self.short: dict[str, str] = tables["standees"].column("short")
        self.texts: dict[str, str] = {}
        """The printed text of each piece, by table and id: `weapons axe`."""
        for table in ("weapons", "conditions", "spells", "suits"):
            self.texts |= {f"{table} {row['id']}": row["text"] for row in tables[table]}
        self.suits: dict[str, str] = tables["suits"].column("name")
        self.kinds: dict[str, str] = tables["monsters"].column("name")
        self.by_suit: dict[str, list[str]] = {suit: [] for suit in self.suits}
        """Names of the Reactions that each suit allows."""
        for row in tables["actions"]:
            if row["reaction"]:
                self.by_suit[row["reaction"]].append(row["name"])
        self.interrupts: dict[str, str] = {row["suit"]: row["name"] for row in tables["interrupts"]}
        """Name of the Interrupt of each suit."""
        signs = tables["suits"].column("sign")
        suited = {row["id"].upper(): row for row in tables["cards"] if row["suit"]}
        self.cards: dict[str, str] = {
            id: row["rank"] + signs[row["suit"]] for id, row in suited.items()
        }
        """Rank and suit sign of each card."""
        self.worth: dict[str, int] = {id: row["value"] for id, row in suited.items()}
        kinds = {row["id"]: row for row in tables["monsters"]}
        self.spades: dict[str, int] = {
            row["id"]: kinds[row["kind"]]["spades"]
            for row in tables["standees"]
            if row["id"] != WARRIOR
        }
        self.favour: int = tables["figures"]["favour"]["number"]
