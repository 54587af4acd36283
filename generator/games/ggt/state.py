"""Turns what lies on the table into a state: map, monsters, limbs, cards, and who sees what.

`rules` extends it with the procedure of play.  Draw piles have no order here: a card is drawn at
random when it is needed, which is the same as drawing from a pile that was shuffled before, because
nobody ever sees how one lies.  Sets of seats, limbs and cards are written as bits of a number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from generator.base.errors import Fault
from generator.engine.events import JsonValue
from generator.engine.game import State
from generator.engine.rng import Rng
from generator.games.ggt import dump, invariants, observation, statistics
from generator.games.ggt.combat_state import NOBODY, Contest, Fight, Tally
from generator.games.ggt.content import Body, MatchConfig
from generator.games.ggt.display import move_labels, text
from generator.games.ggt.display.questions import QUESTIONS
from generator.games.ggt.heuristic.evaluate import evaluate
from generator.games.ggt.moves import Move


class GgtState(State[Move]):
    """Everything that lies on the table, and nothing about how it is played."""

    config: MatchConfig

    __slots__ = (
        *("acted", "at", "banked", "beaten", "body", "contest", "deeds", "facing", "fallen"),
        *("fight", "hands", "healed", "living", "lost", "lying", "monster", "now", "objects"),
        *("order", "piles", "pool", "power", "refused", "round", "slots", "spent"),
        *("stitched", "supply", "tally", "turned", "turns", "used"),
    )
    determinizations = 1

    def __init__(self, config: MatchConfig, rng: Rng) -> None:
        seats, box = config.players, config.box
        super().__init__(rng)
        self.config = config
        # Every player
        self.monster: list[int] = [NOBODY] * seats
        self.at: list[int] = [NOBODY] * seats
        """The cell of every pawn; NOBODY while it is not on the map."""
        self.facing: list[int] = [0] * seats
        self.slots: list[tuple[int, ...]] = [()] * seats
        """The limb in every slot."""
        self.body: list[Body] = [Body(0, 0, 0, 0)] * seats
        """What monster and slots come to."""
        self.pool: list[int] = [0] * seats
        self.power: list[int] = [0] * seats
        self.hands: list[tuple[int, ...]] = [()] * seats
        self.piles: list[int] = [box.whole_deck] * seats
        self.used: list[int] = [0] * seats
        """The discards."""
        self.living: tuple[int, ...] = tuple(range(seats))
        self.fallen: tuple[int, ...] = ()
        """Who is out, in the order in which they went."""
        # The map
        self.objects: tuple[int, ...] = config.board.starts
        self.lying: tuple[tuple[int, int], ...] = ()
        """The limbs on the map, each with its cell."""
        self.stitched = 0
        """The limbs that have been attached in play."""
        self.lost = 0
        """The limbs that have left the game."""
        self.supply = config.supply
        """Power tokens left; below 0 as many substitutes are in use (`power-supply`)."""
        # The round and the turn
        self.round = 0
        self.turns = 0
        self.order: tuple[int, ...] = ()
        """The seats by their initiative cards of this round, the lowest card first."""
        self.now = NOBODY
        """Whose turn it is."""
        self.spent = 0
        """Actions paid for this turn."""
        self.acted = False
        """Whether any action has been taken this turn (`first-action`)."""
        self.turned = False
        """Whether the free Turn is used up,"""
        self.healed = False
        """and the free Heal."""
        self.beaten = 0
        """The seats beaten by Escapes this turn."""
        self.refused: tuple[int, int, int] = (0, 0, 0)
        """The seats that have refused leave this turn to Move, Turn and Rest (`consent`)."""
        self.banked = 0
        """`escape-bank`: free Moves and Turns in the bank."""
        self.fight: Fight | None = None
        self.contest: Contest | None = None
        # For the statistics
        self.tally = Tally()
        self.deeds: tuple[tuple[str, str, int], ...] = ()
        """What each seat did with which limb, each once: `("torn", "claw", 2)`."""

    @property
    def turn(self) -> int:
        return self.turns

    def copy(self) -> Self:
        other = self.base_copy()
        other.config = self.config
        other.monster = self.monster[:]
        other.at = self.at[:]
        other.facing = self.facing[:]
        other.slots = self.slots[:]
        other.body = self.body[:]
        other.pool = self.pool[:]
        other.power = self.power[:]
        other.hands = self.hands[:]
        other.piles = self.piles[:]
        other.used = self.used[:]
        other.living = self.living
        other.fallen = self.fallen
        other.objects = self.objects
        other.lying = self.lying
        other.stitched = self.stitched
        other.lost = self.lost
        other.supply = self.supply
        other.round = self.round
        other.turns = self.turns
        other.order = self.order
        other.now = self.now
        other.spent = self.spent
        other.acted = self.acted
        other.turned = self.turned
        other.healed = self.healed
        other.beaten = self.beaten
        other.refused = self.refused
        other.banked = self.banked
        other.fight = self.fight
        other.contest = self.contest
        other.tally = self.tally
        other.deeds = self.deeds
        return other

    # Where things are

    def adjacent(self, seat: int) -> list[int]:
        """The seats of the monsters beside this one, in initiative order."""
        near = self.config.board.distance[self.at[seat]]
        at = self.at
        return [other for other in self.order if at[other] >= 0 and near[at[other]] == 1]

    def pinning(self, seat: int) -> list[int]:
        """`pinned`: the adjacent monsters that have not been beaten this turn."""
        beaten = self.beaten
        return [other for other in self.adjacent(seat) if not beaten >> other & 1]

    def vacant(self, cell: int) -> bool:
        """`vacant`: on the map, no obstacle, no monster, no object."""
        return cell >= 0 and cell not in self.at and cell not in self.objects

    def vacant_near(self, cell: int) -> list[int]:
        """The vacant cells beside one, in the order of the directions."""
        return [other for other in self.config.board.near[cell] if self.vacant(other)]

    def limbs(self, seat: int) -> list[int]:
        """The limbs on a body, in the order of its slots."""
        return [limb for limb in self.slots[seat] if limb >= 0]

    def ranked(self, seats: tuple[int, ...]) -> list[int]:
        """`initiative-deal`, `smarts-ties`: by Smarts, Speed, Strength, then the lower seat."""
        body = self.body
        return sorted(seats, key=lambda s: (-body[s].smarts, -body[s].speed, -body[s].strength, s))

    def can_draw(self, seat: int) -> bool:
        """`discards-reshuffle`: whether a card can still come."""
        return bool(self.piles[seat] | self.used[seat])

    # What the protocol asks for

    def determinize(self, seat: int, rng: Rng) -> Self:
        other = self.copy()
        observation.redraw(other, seat, rng)
        return other

    def view(self, seat: int | None) -> dict[str, JsonValue]:
        return observation.view(self, seat)

    def to_data(self) -> dict[str, JsonValue]:
        return dump.to_data(self)

    def pieces(self) -> list[str]:
        return invariants.pieces(self)

    def evaluate(self) -> tuple[float, ...]:
        return evaluate(self)

    def faults(self) -> list[Fault]:
        return [Fault(says, check=check) for check, _, says in invariants.position_faults(self)]

    def prompt(self) -> str:
        return QUESTIONS.get(self.pending[-1].name, "") if self.pending else ""

    def text(self) -> str:
        return text.draw(self)

    def text_for(self, seat: int) -> str:
        return move_labels.draw_for(self, seat)

    def describe_move(self, move: Move) -> str:
        return move_labels.gloss(self, move)

    def components_by_seat(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        return statistics.parts(self)

    def remaining_supply(self) -> dict[str, tuple[int, ...]]:
        return {
            **{"draw pile": tuple(pile.bit_count() for pile in self.piles)},
            "supply of Power": (max(0, self.supply),),
        }

    def component_usage(self) -> dict[str, int]:
        return statistics.in_use(self)

    def metrics(self) -> Mapping[str, float]:
        return statistics.measures(self)
