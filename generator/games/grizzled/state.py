"""Turns what lies on the table into a state: hands, piles, tiles, Hard Knocks, and who sees what.

`rules` extends it with the procedure of play.  A *seat* is a player; a *holder* is anybody who has
Support tiles, and the Chaplain, where he joins, is the holder behind the last seat.
"""

from __future__ import annotations

from typing import Self

from generator.base.errors import Fault
from generator.engine.events import JsonValue
from generator.engine.game import State
from generator.engine.rng import Rng
from generator.games.grizzled import dump, invariants, observation
from generator.games.grizzled.content import MatchConfig
from generator.games.grizzled.display import text
from generator.games.grizzled.display.questions import QUESTIONS
from generator.games.grizzled.heuristic.evaluate import evaluate
from generator.games.grizzled.moves import Move


class GrizzledState(State[Move]):
    """Everything that lies on the table, and nothing about how it is played."""

    prompts = QUESTIONS

    __slots__ = (
        *("boxed", "discarded", "grizzled", "hands", "knocks", "land", "leader", "played"),
        *("removed", "reserve", "round", "config", "stock", "suffered", "tiles", "tokens"),
        *("trials", "turns", "used", "withdrawn"),
    )

    def __init__(self, config: MatchConfig, rng: Rng) -> None:
        seats, holders = config.players, config.holders
        super().__init__(rng)
        self.config = config
        self.round = 0
        """Rounds begun."""
        self.leader = config.leader
        """The seat that holds LEAD."""
        self.grizzled: list[str] = [""] * holders
        """The Grizzled of every holder; empty until it is chosen."""
        self.used: list[bool] = [False] * seats
        """Whose Grizzled lies with the used side up."""
        self.trials: list[str] = []
        """The Trials pile, its top card last."""
        self.reserve: list[str] = []
        """The Reserve, its top card last."""
        self.hands: list[tuple[str, ...]] = [()] * seats
        self.land: tuple[str, ...] = ()
        """No Man's Land, the newest card last."""
        self.knocks: list[tuple[str, ...]] = [()] * seats
        """The Hard Knocks assigned to every seat, the oldest first (`knock-age`)."""
        self.discarded: tuple[str, ...] = ()
        self.suffered: tuple[str, ...] = ()
        """Every Hard Knock that has ever been assigned, for the statistics."""
        self.tiles: list[tuple[str, ...]] = [()] * holders
        """The Support tiles every holder has in front of them."""
        self.played: list[str] = [""] * holders
        """The tile on every holder's Grizzled, chosen this Mission."""
        self.boxed: tuple[str, ...] = ()
        """The tiles that were boxed unseen."""
        self.tokens: list[int] = [0] * seats
        """The Speech tokens of every seat."""
        self.stock = config.speeches
        """The Speech tokens between the piles."""
        self.removed = 0
        """The Speech tokens that have left the game."""
        self.withdrawn: list[bool] = [False] * seats
        """Who has withdrawn from the Mission."""
        self.turns: list[int] = [0] * seats
        """How many turns each seat has taken this Mission."""

    @property
    def turn(self) -> int:
        return self.round

    def copy(self) -> Self:
        other = self.base_copy()
        other.config = self.config
        other.round = self.round
        other.leader = self.leader
        other.grizzled = self.grizzled[:]
        other.used = self.used[:]
        other.trials = self.trials[:]
        other.reserve = self.reserve[:]
        other.hands = self.hands[:]
        other.land = self.land
        other.knocks = self.knocks[:]
        other.discarded = self.discarded
        other.suffered = self.suffered
        other.tiles = self.tiles[:]
        other.played = self.played[:]
        other.boxed = self.boxed
        other.tokens = self.tokens[:]
        other.stock = self.stock
        other.removed = self.removed
        other.withdrawn = self.withdrawn[:]
        other.turns = self.turns[:]
        return other

    def active(self) -> list[int]:
        """`active-threats`: how often each threat is active."""
        on = self.config.on
        counts = [0] * len(self.config.threats)
        for card in self.land:
            for threat in on[card]:
                counts[threat] += 1
        for seat, knocks in enumerate(self.knocks):
            # `withdraw-knocks-off`: those of a player who has withdrawn do not count.
            if knocks and not self.withdrawn[seat]:
                for card in knocks:
                    for threat in on[card]:
                        counts[threat] += 1
        return counts

    def seats_from(self, seat: int) -> list[int]:
        """Every seat clockwise, this one first."""
        return [*range(seat, self.config.players), *range(seat)]

    def cards_in_hands(self) -> int:
        return sum(map(len, self.hands))

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

    def remaining_supply(self) -> dict[str, tuple[int, ...]]:
        return {
            **{"Trials": (len(self.trials),), "Reserve": (len(self.reserve),)},
            "stock of Speech tokens": (self.stock,),
        }

    def component_usage(self) -> dict[str, int]:
        return invariants.in_use(self)

    def evaluate(self) -> tuple[float, ...]:
        return evaluate(self)

    def faults(self) -> list[Fault]:
        return [Fault(says, check=check) for check, _, says in invariants.position_faults(self)]

    def text(self) -> str:
        return text.draw(self)

    def text_for(self, seat: int) -> str:
        return text.draw_for(self, seat)

    def describe_move(self, move: Move) -> str:
        return text.gloss(move, self.config.names)
