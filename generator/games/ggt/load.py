"""Turns plain data, a whole position or only what matters of it, into a state; finds every fault.

What is left out is as in a game that has just been set up: the players have the first monsters of
the table, whole, with full pools, no Power and a full hand.  Only where they stand has to be said, if
anybody stands anywhere; without it they stand on starting spaces, facing 0.  Of a deck `hands` and
`discards` are given, and the rest is the draw pile, or `piles` and the rest is discarded.

The map is the one of the options, or one drawn in the position: `map: {rows: [...], objects: [...]}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from generator.engine.game import Locator
from generator.engine.pending import Stack, Step, then
from generator.engine.rng import Rng
from generator.games.ggt.combat_state import NOBODY, Tally
from generator.games.ggt.content import BARE, MatchConfig
from generator.games.ggt.dump import read_step
from generator.games.ggt.flow import GgtFlow
from generator.games.ggt.invariants import position_faults
from generator.games.ggt.load_cards import read_cards
from generator.games.ggt.load_fights import read_contest, read_fight, under_way
from generator.games.ggt.map.board import Board
from generator.games.ggt.reader import Reader
from generator.games.ggt.rules import dismember
from generator.games.ggt.rules.cards import bits
from generator.games.ggt.rules.setup import put_together, starts

if TYPE_CHECKING:
    from generator.games.ggt.game import Ggt

KEYS = (
    *("options", "players", "map", "round", "turns", "pending", "monsters", "at", "facing"),
    *("limbs",),
    *("pool", "power", "supply", "hands", "discards", "piles", "objects", "lying", "stitched"),
    *("lost", "order", "fallen", "now", "spent", "acted", "turned", "healed", "beaten", "refused"),
    *("banked", "totals", "fight", "test", "tally", "deeds", "outcome", "chance"),
)


def load(game: Ggt, data: Mapping[str, Any], where: Locator) -> GgtFlow:
    """The state that the data describes.  Raises KitError with every fault at its place."""
    return _Loading(game, data, where).state()


class _Loading(Reader):
    """One position on its way from data to a state."""

    def state(self) -> GgtFlow:
        self.only_keys(KEYS)
        options = self.options(self.game)
        players = self.number("players", self.game.seats[0])
        if players not in self.game.seats:
            says = f"{players} cannot play this game"
            self.fault(says, "players", check=self.game.seats_rule)
        self.stop_at_faults()
        board, map_data = self.board(str(options["map"]))
        self.config = MatchConfig(self.box, players, board, options, map_data)
        state = GgtFlow(self.config, Rng(self.number("chance", 1)))
        # What is not said is filled in at random, but not by the state's own chance.
        self.filling = Rng(state.rng.state, stream=1)
        self.read_flow(state)
        self.read_monsters(state)
        self.read_map(state)
        self.stop_at_faults()
        self.read_power(state)
        self.read_turn(state)
        read_fight(self, state)
        read_contest(self, state)
        self.decision(state.pending)
        under_way(self, state)
        self.stop_at_faults()
        dealt = [] if not self.mustered else [s for s in state.living if s not in self.taking]
        read_cards(self, state, dealt)
        self.read_statistics(state)
        self.stop_at_faults()
        self.stop_at_broken(position_faults(state))
        self.read_outcome(state)
        return state

    def board(self, chosen: str) -> tuple[Board, Mapping[str, Any] | None]:
        """The map of the options, or the one that the position draws, and how it draws it."""
        given: Any = self.data.get("map")
        if given in (None, chosen) and chosen in self.box.boards:
            return self.box.boards[chosen], None
        if not isinstance(given, Mapping):
            self.fault("the map is the one of the options, or has rows and objects", "map")
            self.stop_at_faults()
        rows = self.as_words(given.get("rows"), "map", "rows")
        objects = self.as_words(given.get("objects"), "map", "objects")
        for id in objects:
            if id not in self.box.weights:
                self.unknown("object", id, self.box.weights, "map", "objects")
        for key in given:
            if key not in ("rows", "objects"):
                self.fault(f'a map has no "{key}"', "map", key)
        self.stop_at_faults()
        board = self.box.drawn(rows, objects)
        if len(board.cells) < 2:
            self.fault("a map has at least two spaces to stand on", "map", "rows")
        if set(board.objects) != set(objects):
            self.fault("every object of a map has its digit in the rows", "map", "objects")
        self.stop_at_faults()
        return board, {"rows": rows, "objects": objects}

    # Parts

    def read_flow(self, state: GgtFlow) -> None:
        """Which steps wait, as far as that can be told before the monsters are known."""
        self.given_pending: list[Step] | None = None
        if self.data.get("pending") is not None:
            words = self.words("pending")
            self.given_pending = self.steps(words, lambda text: read_step(text, self.config))
        steps = self.given_pending or []
        self.taking = [step.seat for step in steps if step.name == "take"]
        self.placing = [step.seat for step in steps if step.name == "place"]
        self.mustered = not any(step.name == "muster" for step in steps)
        state.fallen = tuple(self.named(self.data.get("fallen"), "fallen"))
        state.living = tuple(
            seat for seat in range(self.config.players) if seat not in state.fallen
        )

    def read_monsters(self, state: GgtFlow) -> None:
        monsters = self.seats("monsters")
        chosen: dict[int, int] = {}
        for seat, id in monsters.items():
            number = self.one_of(id, self.box.monster_number, "monster", "monsters")
            if number is not None:
                chosen[seat] = number
        free = [n for n in range(len(self.box.monsters)) if n not in chosen.values()]
        limbs = self.seats("limbs")
        for seat in range(self.config.players):
            if seat in self.taking:
                continue
            monster = chosen[seat] if seat in chosen else free.pop(0)
            kinds = self.box.monsters[monster].slots
            slots = self.box.monsters[monster].limbs
            if seat in state.fallen:
                slots = tuple(BARE for _ in kinds)
            if seat in limbs:
                slots = self.slots(seat, limbs[seat], len(kinds))
            put_together(state, seat, monster, slots)
            if seat in state.fallen:
                state.pool[seat] = 0

    def slots(self, seat: int, value: Any, size: int) -> tuple[int, ...]:
        """The limbs in a row of slots; null for an open one."""
        path = "limbs", self.config.people[seat]
        if not isinstance(value, (list, tuple)) or len(value) != size:
            self.fault(f"this monster has {size} slots; write null for an open one", *path)
            return (BARE,) * size
        found = []
        for id in value:
            number = BARE if id is None else self.one_of(id, self.box.limb_number, "limb", *path)
            found.append(BARE if number is None else number)
        return tuple(found)

    def read_map(self, state: GgtFlow) -> None:
        board, people = self.config.board, self.config.people
        at = self.seats("at")
        for seat, name in at.items():
            state.at[seat] = self.cell(name, "at", people[seat])
        objects = list(state.objects)
        for id, name in self.mapping("objects").items():
            if id in board.objects:
                objects[board.objects.index(id)] = self.cell(name, "objects", id)
            else:
                self.unknown("object on this map", id, board.objects, "objects", id)
        state.objects = tuple(objects)
        if not self.faults and not at and not self.taking and self.mustered:
            for seat in state.ranked(state.living):
                if seat not in self.placing:
                    state.at[seat] = starts(state)[0]
        for seat, facing in self.seats("facing").items():
            state.facing[seat] = self.as_count(facing, "facing", people[seat]) % 6
        lying = []
        for id, name in self.mapping("lying").items():
            number = self.one_of(id, self.box.limb_number, "limb", "lying", id)
            if number is not None:
                lying.append((number, self.cell(name, "lying", id)))
        state.lying = tuple(lying)
        state.stitched, state.lost = self.limb_set("stitched"), self.limb_set("lost")
        self.fill_in_limbs(state)

    def fill_in_limbs(self, state: GgtFlow) -> None:
        """Limbs of monsters in play that are nowhere else have left the game."""
        there = {limb for limb, _ in state.lying} | set(bits(state.lost))
        steps = self.given_pending or []
        there.update(int(step.about[0]) for step in steps if step.name == "land")
        for seat in range(self.config.players):
            there.update(state.limbs(seat))
        if "lost" not in self.data:
            for number, limb in enumerate(self.box.limbs):
                if limb.home in state.monster and number not in there:
                    state.lost |= 1 << number
        if "stitched" not in self.data:
            for seat in state.living:
                own = (
                    self.box.monsters[state.monster[seat]].limbs if state.monster[seat] >= 0 else ()
                )
                for number in state.limbs(seat):
                    if number not in own:
                        state.stitched |= 1 << number

    def read_power(self, state: GgtFlow) -> None:
        for seat, points in self.counts("pool").items():
            state.pool[seat] = points
        for seat, points in self.counts("power").items():
            state.power[seat] = points
        left = self.config.supply - sum(state.power)
        supply = self.data.get("supply", left)
        state.supply = supply if isinstance(supply, int) else left

    def read_turn(self, state: GgtFlow) -> None:
        opening = bool(self.taking or self.placing or not self.mustered)
        state.round = self.number("round", 0 if opening else 1)
        state.turns = self.number("turns", 0 if opening else 1)
        if "order" in self.data:
            state.order = tuple(self.named(self.data["order"], "order"))
        elif not opening:
            state.order = tuple(state.ranked(state.living))
        for seat in () if opening else state.living:
            if seat not in state.order:
                says = f"player {self.config.people[seat]} has no initiative card"
                self.fault(says, "order", check="initiative-deal")
        now = self.data.get("now")
        seats = self.named([now] if now is not None else None, "now")
        if self.given_pending is not None:
            state.pending = tuple(reversed(self.given_pending))
            acting = [step.seat for step in self.given_pending if step.name == "act"]
            if not seats and now is None and acting and acting[0] is not None:
                seats = [acting[0]]
        else:
            seats = seats or list(state.order[:1])
            state.pending = self.turns_from(state, seats)
        state.now = seats[0] if seats else NOBODY
        state.spent = self.number("spent", 0)
        state.acted = self.flag("acted") or ("acted" not in self.data and state.spent > 0)
        state.turned, state.healed = self.flag("turned"), self.flag("healed")
        state.beaten = sum(1 << s for s in self.named(self.data.get("beaten"), "beaten"))
        refused = [
            sum(1 << s for s in self.named(self.at("refused", what), "refused", what))
            for what in ("move", "turn", "rest")
        ]
        state.refused = (refused[0], refused[1], refused[2])
        state.banked = self.number("banked", 0)

    def turns_from(self, state: GgtFlow, seats: Sequence[int]) -> Stack:
        """This player's turn, the turns after it, and the next round."""
        order = list(state.order)
        later = order[order.index(seats[0]) + 1 :] if seats and seats[0] in order else []
        turns = [Step("turn", None, (seat,)) for seat in later]
        return then((), *(Step("act", seat) for seat in seats), *turns, Step("round"))

    # What else is known

    def read_statistics(self, state: GgtFlow) -> None:
        tally = self.mapping("tally")
        for name in tally:
            if name not in Tally._fields:
                self.unknown("count", name, Tally._fields, "tally", name)
        counts = {
            name: self.as_count(tally[name], "tally", name)
            for name in Tally._fields
            if name in tally
        }
        power = max(sum(state.power), counts.pop("power", 0))
        state.tally = Tally(power=power, **counts)
        deeds = []
        for row in self.data.get("deeds") or ():
            if not isinstance(row, (list, tuple)) or len(row) != 3:
                self.fault("a deed is three words: what, with which piece, whose", "deeds")
                continue
            what, item, player = row
            deeds += [(str(what), str(item), seat) for seat in self.named([player], "deeds")]
        state.deeds = tuple(deeds)

    def read_outcome(self, state: GgtFlow) -> None:
        """A game that is over says how it ended."""
        if self.mapping("outcome") or len(state.living) == 1:
            state.pending = ()
            state.outcome = dismember.outcome(state)
