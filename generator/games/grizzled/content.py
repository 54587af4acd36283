"""Match configuration: what the kit's records and the options fix for a whole match."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from struct import Struct
from typing import Any, NamedTuple

from generator.engine.events import Event
from generator.engine.options import Options
from generator.engine.pending import Step
from generator.engine.text.event_text import listed
from generator.games.grizzled.moves import Move

CHAPLAIN = "chaplain"


class Knock(NamedTuple):
    """A Hard Knock: the rule it goes by and what it does (see `knocks.yaml`)."""

    id: str
    rule: str
    effect: str
    number: int


class Names:
    """The names of all pieces, the same in every match."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.threats: dict[str, str] = tables["threats"].column("name")
        self.charms: dict[str, str] = tables["grizzled"].column("charm")
        """The threat that each Grizzled's Charm works against."""
        self.grizzled: dict[str, str] = tables["grizzled"].column("name")
        self.cards: dict[str, str] = {}
        """Every Trial card by what is on it: `Night+Shell (Trap)`, `Fragile`."""
        for row in tables["menaces"]:
            threats = "+".join(self.threats[threat] for threat in row["threats"])
            self.cards[row["id"]] = threats + (" (Trap)" if row["trap"] else "")
        self.traps = {row["id"] for row in tables["menaces"] if row["trap"]}
        self.cards |= tables["knocks"].column("name")
        self.cards |= tables["christmas"].column("name")
        self.told: dict[str, str] = dict(self.cards)
        """Every Trial card as one says it: `Night and Shell`, `Phobia of Rain`."""
        for row in tables["menaces"]:
            threats = listed(self.threats[threat] for threat in row["threats"])
            self.told[row["id"]] = threats + (" (Trap)" if row["trap"] else "")
        for row in tables["knocks"]:
            self.told[row["id"]] = row["name"].replace(": ", " of ")
        self.tiles: dict[str, str] = tables["tiles"].column("name")


class MatchConfig:
    """Players, cards, tiles and options of one match; it never changes."""

    def __init__(self, tables: Mapping[str, Any], players: int, options: Options) -> None:
        self.options = dict(options)
        self.players = players
        self.figures: dict[str, int] = dict(tables["figures"])
        """Numbers in the rules that are printed on no card."""
        self.fails = self.figures["identical"]
        """`three-identical-fails`: the number of identical active threats that fails a Mission."""
        self.names = Names(tables)
        self._read_cards(tables)
        (seating,) = [row for row in tables["seatings"] if row["players"] == players]
        (mode,) = [row for row in tables["modes"] if row["id"] == options["mode"]]
        self.mode: str = mode["id"]
        self.traps_apply: bool = mode["traps"]
        self.usual_start: int = mode["trials"] or seating["trials"]
        self.start: int = int(options["trials"]) or self.usual_start
        """The number of cards in the Trials pile at the start."""
        self.leader = (int(options["leader"]) - 1) % players
        """`first-leader`: the hairiest player's seat."""
        self.speeches: int = seating["speeches"]
        self.speeches_boxed: int = seating["speeches-boxed"]
        self.things: list[str] = [row["id"] for row in tables["things"]]
        # `chaplain-joins`, `chaplain-seat`: with two players a third, behind the second.
        self.holders: int = seating["holders"]
        self.people: list[str] = [f"p{seat + 1}" for seat in range(players)]
        """The name of each player in positions and moves."""
        self.holder_names = [*self.people, CHAPLAIN][: self.holders]
        self.seat_of = {name: seat for seat, name in enumerate(self.holder_names)}
        self._read_tiles(tables, seating)
        self._make_moves()

    def _read_cards(self, tables: Mapping[str, Any]) -> None:
        self.threats: list[str] = list(self.names.threats)
        number = {threat: index for index, threat in enumerate(self.threats)}
        carrying = [*tables["menaces"], *tables["knocks"]]
        self.on: dict[str, tuple[int, ...]] = {
            row["id"]: tuple(number[threat] for threat in row["threats"]) for row in carrying
        }
        """The threats on every card, by their numbers."""
        self.on |= {row["id"]: () for row in tables["christmas"]}
        self.weight = {card: sum(1 << 32 * n for n in on) for card, on in self.on.items()}
        """The same as numbers that can be added up, with 32 bits for each threat."""
        self.count = Struct(f"<{len(self.threats)}I").unpack
        """How often each threat is in such a sum."""
        top = sum(1 << 32 * n + 31 for n in range(len(self.threats)))
        self.short, self.failing = top - self.fails * (top >> 31), top
        """What is added to such a sum, and the bits that are set if a threat is active too often."""
        self.cards: list[str] = [row["id"] for row in [*carrying, *tables["christmas"]]]
        self.menaces = frozenset(row["id"] for row in tables["menaces"])
        self.traps = frozenset(row["id"] for row in tables["menaces"] if row["trap"])
        self.knocks: dict[str, Knock] = {
            row["id"]: Knock(row["id"], row["rule"], row["effect"], row["number"])
            for row in tables["knocks"]
        }
        self.charm: dict[str, int] = {
            grizzled: number[threat] for grizzled, threat in self.names.charms.items()
        }
        """The threat of each Grizzled's Charm, by its number."""

    def _read_tiles(self, tables: Mapping[str, Any], seating: Mapping[str, Any]) -> None:
        self.steps: dict[str, int] = tables["tiles"].column("steps")
        """The seats that each tile points past, clockwise."""
        self.singles: list[str] = [row["id"] for row in tables["tiles"] if not row["double"]]
        self.tiles_each = len(self.singles) + 1
        """The number of tiles each holder starts with: one of each single and one of the rest."""
        every = [row["id"] for row in tables["tiles"] for _ in range(row["copies"])]
        self.tiles = [id for id in every if seating["doubles"] or id in self.singles]
        """The tiles in use."""
        self.spare_tiles = [id for id in every if id not in self.tiles]
        """The tiles that stay in the box from the start, as everybody knows (`tile-mix`)."""

    def _make_moves(self) -> None:
        """Make frequent moves, steps and events once, to save time."""
        self.after = [*range(1, self.players), 0]
        """The seat clockwise of each."""
        self.seats_from = [
            (*range(seat, self.players), *range(seat)) for seat in range(self.players)
        ]
        """Every seat clockwise from each."""
        self.turn_steps = [(Step("turn", seat),) for seat in range(self.players)]
        self.first_steps = [Step("next", None, (name,)) for name in self.people]
        """The step at which the turn of each seat begins."""
        self.next_steps = [(self.first_steps[seat],) for seat in self.after]
        """What follows the turn of each seat."""
        self.turn_events = [
            Event("turn", "turns-clockwise", seat, {}) for seat in range(self.players)
        ]
        self.take = {id: Move("take", id) for id in self.charm}
        self.intensity = {n: Move("intensity", str(n)) for n in range(1, len(self.cards) + 1)}
        self.play = {id: Move("play", id) for id in self.cards}.__getitem__
        self.use_charm = {id: Move("charm", id) for id in self.cards}
        self.speak = [Move("speech", threat) for threat in self.threats]
        self.drop = {id: Move("drop", id) for id in self.cards}
        self.keep = Move("keep")
        self.withdraw = {id: Move("withdraw", id) for id in ("", *self.steps)}
        self.withdrawals = cache(self._withdrawals)
        """Ways to withdraw with these tiles at hand, each once."""

    def _withdrawals(self, tiles: tuple[str, ...]) -> tuple[Move, ...]:
        return tuple(move for id, move in self.withdraw.items() if id in tiles)
