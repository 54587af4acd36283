"""Match configuration: the kit's records and the options, constant throughout a match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from generator.engine.events import Event
from generator.engine.options import Options
from generator.engine.pending import Step
from generator.engine.text.event_text import listed
from generator.games.grizzled.moves import Move
from generator.games.grizzled.rules.event_makers import (
    assign_event,
    deal_event,
    hold_event,
    land_event,
    leader_event,
    mission_event,
    mode_event,
    own_tile_event,
    piles_event,
    shuffle_event,
    support_event,
    tile_event,
    tiles_event,
    turn_event,
    withdraw_event,
)

CHAPLAIN = "chaplain"
SWAYING = ("leave-after", "leave-at-pairs", "stay-for-another", "hold-the-next")
"""Effects of Hard Knocks that force or forbid players to withdraw."""
LAY_RULES = {
    "hand": ("play-threat", "play-knock"),
    "trap": ("drawn-card-player", "trap-knock-assigned"),
    "clumsy": ("drawn-card-player", "drawn-card-player"),
}
"""The rules by which a threat and a Hard Knock are laid, by the card's origin."""


@dataclass(frozen=True, slots=True)
class Knock:
    """A Hard Knock: its rule and its effect (see `knocks.yaml`)."""

    id: str
    rule: str
    effect: str
    number: int


class Names:
    """Names of all pieces, the same in every match."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.threats: dict[str, str] = tables["threats"].column("name")
        self.charms: dict[str, str] = tables["grizzled"].column("charm")
        """The threat that each Grizzled's Charm counters."""
        self.grizzled: dict[str, str] = tables["grizzled"].column("name")
        self.cards: dict[str, str] = {}
        """Trial cards as printed: `Night+Shell (Trap)`, `Fragile`."""
        for row in tables["menaces"]:
            threats = "+".join(self.threats[threat] for threat in row["threats"])
            self.cards[row["id"]] = threats + (" (Trap)" if row["trap"] else "")
        self.traps = {row["id"] for row in tables["menaces"] if row["trap"]}
        self.cards |= tables["knocks"].column("name")
        self.cards |= tables["christmas"].column("name")
        self.spoken: dict[str, str] = dict(self.cards)
        """Trial cards as spoken: `Night and Shell`, `Phobia of Rain`."""
        for row in tables["menaces"]:
            threats = listed(self.threats[threat] for threat in row["threats"])
            self.spoken[row["id"]] = threats + (" (Trap)" if row["trap"] else "")
        for row in tables["knocks"]:
            self.spoken[row["id"]] = row["name"].replace(": ", " of ")
        self.tiles: dict[str, str] = tables["tiles"].column("name")


class MatchConfig:
    """Players, cards, tiles and options of one match; it never changes."""

    def __init__(self, tables: Mapping[str, Any], players: int, options: Options) -> None:
        self.options = dict(options)
        self.players = players
        self.figures: dict[str, int] = dict(tables["figures"])
        """Numbers of the rules that are not on any card."""
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
        """Number of cards in the Trials pile at the start."""
        self.leader = (int(options["leader"]) - 1) % players
        """Seat of the hairiest player (`first-leader`)."""
        self.speeches: int = seating["speeches"]
        self.speeches_boxed: int = seating["speeches-boxed"]
        self.things: list[str] = [row["id"] for row in tables["things"]]
        # `chaplain-joins`, `chaplain-seat`: with two players, a third holder behind the second.
        self.holders: int = seating["holders"]
        self.people: list[str] = [f"p{seat + 1}" for seat in range(players)]
        """Names of the players in positions and moves."""
        self.holder_names = [*self.people, CHAPLAIN][: self.holders]
        self.seat_of = {name: seat for seat, name in enumerate(self.holder_names)}
        self._read_tiles(tables, seating)
        self._make_moves()
        self._make_events()

    def _read_cards(self, tables: Mapping[str, Any]) -> None:
        self.threats: list[str] = list(self.names.threats)
        number = {threat: index for index, threat in enumerate(self.threats)}
        carrying = [*tables["menaces"], *tables["knocks"]]
        self.on: dict[str, tuple[int, ...]] = {
            row["id"]: tuple(number[threat] for threat in row["threats"]) for row in carrying
        }
        """Threats on each card, as indices into `threats`."""
        self.on |= {row["id"]: () for row in tables["christmas"]}
        room = sum(map(len, self.on.values()))
        lane = room.bit_length() + 1
        self.lanes, self.most = range(0, lane * len(self.threats), lane), (1 << lane) - 1
        """The first bit of each threat in a packed counter, and the bits of a threat from there."""
        self.weight = {card: sum(1 << self.lanes[n] for n in on) for card, on in self.on.items()}
        """Threats on each card, and the effect of a Hard Knock, as a packed counter, whose sums count them.

        A threat has room for those of all cards and one more bit; so few bits that sums are fast.
        """
        ones = sum(1 << first for first in self.lanes)
        self.failing = ones << lane - 1
        self.short = self.failing - min(self.fails, room + 1) * ones
        """The bits that are set if a threat is active too often, once this is added to such a sum."""
        self.cards: list[str] = [row["id"] for row in [*carrying, *tables["christmas"]]]
        self.menaces = frozenset(row["id"] for row in tables["menaces"])
        self.traps = frozenset(row["id"] for row in tables["menaces"] if row["trap"])
        self.knocks: dict[str, Knock] = {
            row["id"]: Knock(row["id"], row["rule"], row["effect"], row["number"])
            for row in tables["knocks"]
        }
        self.with_effect: defaultdict[str, set[str]] = defaultdict(set)
        """The Hard Knocks with each effect."""
        for knock in self.knocks.values():
            self.with_effect[knock.effect].add(knock.id)
        self._weigh_effects(lane * len(self.threats))
        self.charm: dict[str, int] = {
            grizzled: number[threat] for grizzled, threat in self.names.charms.items()
        }
        """The threat of each Grizzled's Charm, as an index into `threats`."""

    def _weigh_effects(self, first: int) -> None:
        """Add the effects to the packed counters, from this bit on."""
        wide = max(map(len, self.with_effect.values()), default=0).bit_length()
        bits: defaultdict[str, int] = defaultdict(int)
        for effect, knocks in self.with_effect.items():
            bits[effect] = (1 << wide) - 1 << first
            for id in knocks:
                self.weight[id] += 1 << first
            first += wide
        self.no_charms, self.no_speech, self.no_tile = map(
            bits.__getitem__, ("no-charms", "no-speech", "no-tile")
        )
        self.swaying = sum(bits[effect] for effect in SWAYING)
        """The bits of a packed counter for each of these effects, and those that sway a withdrawal."""

    def _read_tiles(self, tables: Mapping[str, Any], seating: Mapping[str, Any]) -> None:
        self.steps: dict[str, int] = tables["tiles"].column("steps")
        """Number of seats that each tile points clockwise."""
        self.singles: list[str] = [row["id"] for row in tables["tiles"] if not row["double"]]
        self.tiles_each = len(self.singles) + 1
        """Tiles dealt to each holder: one of each single, and one of the mixed rest."""
        every = [row["id"] for row in tables["tiles"] for _ in range(row["copies"])]
        self.tiles = [id for id in every if seating["doubles"] or id in self.singles]
        """Tiles in use."""
        self.mixed_tiles = self.mixed(self.tiles, self.holders)
        self.spare_tiles = [id for id in every if id not in self.tiles]
        """Tiles left in the box from the start, which is public (`tile-mix`)."""

    def mixed(self, tiles: list[str], holders: int) -> list[str]:
        """`tile-mix`: the tiles to mix, once so many holders have one of each single."""
        rest = tiles[:]
        for tile in self.singles * holders:
            rest.remove(tile)
        return rest

    def _make_moves(self) -> None:
        """Create frequent moves and steps once, to save time."""
        self.after = [*range(1, self.players), 0]
        """The next seat clockwise of each seat."""
        self.seats_from = [
            (*range(seat, self.players), *range(seat)) for seat in range(self.players)
        ]
        """For each seat, all seats clockwise, itself first."""
        self.intensity_steps = [(Step("intensity", seat),) for seat in range(self.players)]
        self.turn_steps = [(Step("turn", seat),) for seat in range(self.players)]
        """The pending steps when a seat chooses the Intensity, and in its turn."""
        self.first_steps = [Step("next", None, (name,)) for name in self.people]
        """The step that begins the turn of each seat."""
        self.next_steps = [(self.first_steps[seat],) for seat in self.after]
        """The steps after the turn of each seat."""
        self.take = {id: Move("take", id) for id in self.charm}
        self.intensity = [Move("intensity", str(n)) for n in range(len(self.cards) + 1)]
        self.play = {id: Move("play", id) for id in self.cards}.__getitem__
        self.use_charm = {
            grizzled: {id: Move("charm", id) for id in self.cards if threat in self.on[id]}
            for grizzled, threat in self.charm.items()
        }
        """For each Grizzled, the moves that discard a card with its Charm."""
        self.speak = [Move("speech", threat) for threat in self.threats]
        self.drop = {
            threat: {id: Move("drop", id) for id in self.cards if number in self.on[id]}
            for number, threat in enumerate(self.threats)
        }
        """For each threat, the moves that discard a card with it to a Speech."""
        self.keep = Move("keep")
        self.withdraw = {id: Move("withdraw", id) for id in ("", *self.steps)}
        self.withdrawals = cache(self._withdrawals)
        """Cached: the moves to withdraw with these tiles, without duplicates."""

    def _withdrawals(self, tiles: tuple[str, ...]) -> tuple[Move, ...]:
        return tuple(move for id, move in self.withdraw.items() if id in tiles)

    def _make_events(self) -> None:
        """Create frequent events once, to save time: a list by seats each, or several lists."""
        seats, numbers = range(self.players), range(len(self.cards) + 1)
        self.set_up_events = [
            mode_event(self.mode, None),
            shuffle_event("term-trial", None, len(self.cards)),
            piles_event(self._start_rule(), None, self.start, len(self.cards) - self.start),
            tiles_event(
                "tile-mix", None, self.tiles_each, len(self.tiles) - self.tiles_each * self.holders
            ),
        ]
        """The first events, the same in every game."""
        self.mission_events = [mission_event("turns-clockwise", seat) for seat in seats]
        self.turn_events = [turn_event("turns-clockwise", seat) for seat in seats]
        self.withdraw_events = [withdraw_event("withdraw-ends-part", seat) for seat in seats]
        self.leader_events = [leader_event("leader-passes", seat) for seat in seats]
        self.deal_events = [
            [deal_event("deal-one-by-one", seat, number) for number in numbers] for seat in seats
        ]
        self.hold_events = [
            [hold_event("withdraw-keeps-hand", seat, number) for number in numbers]
            for seat in seats
        ]
        self.tile_events = [
            [tile_event("withdraw-tile", seat, number) for number in range(len(self.tiles))]
            for seat in seats
        ]
        self.own_tile_events = [
            {tile: own_tile_event("tile-secret", seat, tile) for tile in self.steps}
            for seat in seats
        ]
        self.lay_events = {
            origin: [
                {card: land_event(land, seat, card) for card in self.menaces}
                | {card: assign_event(assign, seat, card) for card in self.knocks}
                for seat in seats
            ]
            for origin, (land, assign) in LAY_RULES.items()
        }
        self.support = [
            {tile: self._support(holder, tile) for tile in self.steps}
            for holder in range(self.holders)
        ]
        """The holder to whom each holder gives each tile, and the event of that (`tile-direction`)."""

    def _start_rule(self) -> str:
        """The rule that sets the size of the Trials pile."""
        if self.start != self.usual_start:
            return "chaplain-ladder" if self.players == 2 else "modes-combine"
        if self.mode == "veteran":
            return "veteran"
        return "chaplain-start-20" if self.players == 2 else "normal"

    def _support(self, holder: int, tile: str) -> tuple[int, Event]:
        names, to = self.holder_names, (holder + self.steps[tile]) % self.holders
        return to, support_event("support-given", None, names[holder], tile, names[to])
