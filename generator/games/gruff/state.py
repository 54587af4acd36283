"""Turns what lies on the table into a state: teams, decks, lines, sliders, marks, and who sees what.

`rules` extends it with the procedure of play.  A *seat* is a player of the whole game.  In each
single game two of them sit at the table: *side* 0 is the first player's, side 1 the other's.  A
*fighter* is a gruff on the table: 0 to 2 are side 0's and 3 to 5 side 1's, in the order in which
they were drafted; a *spot* is a place in the lines, 0 to 2 the columns of side 0, 3 to 5 those of
side 1.  Gruffs, shepherds and cards go by their numbers in the content, and -1 stands for none.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple, Self

from generator.base.errors import Fault
from generator.engine.events import JsonValue
from generator.engine.game import State
from generator.engine.rng import Rng
from generator.games.gruff import dump, invariants, observation, statistics
from generator.games.gruff.content import MatchConfig
from generator.games.gruff.display import move_labels, text
from generator.games.gruff.display.questions import QUESTIONS, SIGNS
from generator.games.gruff.heuristic.evaluate import evaluate
from generator.games.gruff.moves import Move
from generator.games.gruff.rules.stats import Boost
from generator.games.gruff.rules.tournament import Result

NONE = -1


class Counts(NamedTuple):
    """What has happened so far, for the statistics."""

    cards: int = 0
    kills: int = 0
    blocked: int = 0
    attacks: int = 0
    life_lost: int = 0


class GruffState(State[Move]):
    """Everything that lies on the table, and nothing about how it is played."""

    config: MatchConfig

    legend = SIGNS

    determinizations: ClassVar[int] = 1
    """What is hidden bears little on the next move."""

    __slots__ = (
        *("active", "alive", "attackers", "bonuses", "boosts", "cards_on", "counts", "crazy"),
        *("decks", "discards", "drawn", "dropped", "fighters", "fired", "hands", "life", "line"),
        *("marks", "order", "owner", "packs", "pair", "place", "played", "playing", "queue"),
        *("ready", "results", "seen", "shepherds", "shown", "side", "sliders", "spent"),
        *("teams", "turns", "turns_before"),
    )

    def __init__(self, config: MatchConfig, rng: Rng) -> None:
        seats = config.players
        super().__init__(rng)
        self.config = config
        # what is drafted and built, by seat
        self.order: tuple[int, ...] = tuple(range(seats))
        """The seats in the order in which they draft."""
        self.shepherds: list[int] = [NONE] * seats
        self.teams: list[tuple[int, ...]] = [()] * seats
        """The gruffs of each seat."""
        self.dropped: list[tuple[int, ...]] = [()] * seats
        """The cards that each seat leaves out of its deck, in the order in which it did."""
        self.packs: list[tuple[int, ...]] = [()] * seats
        """The cards of each seat's deck; empty until it is built."""
        self.seen: list[tuple[int, ...]] = [()] * seats
        """The cards of each deck that everybody has seen."""
        self.drawn: list[tuple[int, ...]] = [()] * seats
        """What each seat has drawn in the games that are over, for the statistics."""
        self.played: list[tuple[int, ...]] = [()] * seats
        """What each seat has played in any game, each card once, for the statistics."""
        self.counts = Counts()
        self.results: tuple[Result, ...] = ()
        """The games of a tournament that are over."""
        self.turns_before = 0
        """Turns taken in those games."""
        # the game that is being played
        self.pair: tuple[int, int] = (NONE, NONE)
        """The seats at the table, the first player's first."""
        self.turns = 0
        """Turns begun."""
        self.side = 0
        """Whose turn it is."""
        self.active = NONE
        """The fighter that has been activated this turn."""
        self.spent = 0
        """The costs of the cards played this turn."""
        self.fighters: list[int] = [NONE] * 6
        """The gruff that each fighter is."""
        self.owner: list[int] = []
        """The side that each gruff of the content fights for, and so its cards are played for."""
        self.line: list[int] = [NONE] * 6
        """The fighter on each spot."""
        self.place: list[int] = [NONE] * 6
        """The spot of each fighter."""
        self.sliders: list[int] = [0] * 18
        """Mean, Weird and Fat of each fighter."""
        self.alive: list[bool] = [True] * 6
        self.ready: list[bool] = [True] * 6
        self.marks: list[int] = [0] * 6
        self.attackers: list[int] = [NONE, NONE]
        """The fighter of each side whose attack is pending."""
        self.cards_on: list[tuple[int, ...]] = [()] * 6
        """The cards on each fighter, the oldest first."""
        self.boosts: tuple[Boost, ...] = ()
        self.life: list[int] = [0, 0]
        self.crazy: list[int] = [0, 0]
        self.hands: list[tuple[int, ...]] = [(), ()]
        self.decks: list[tuple[int, ...]] = [(), ()]
        """Each side's deck, its top card last."""
        self.discards: list[tuple[int, ...]] = [(), ()]
        """Each side's discard pile, the newest card last."""
        self.shown: list[tuple[int, ...]] = [(), ()]
        """The cards in each hand that everybody has seen go there."""
        self.playing = NONE
        """The Action that is being carried out and lies nowhere else."""
        self.queue: tuple[tuple[int, int, int], ...] = ()
        """The triggered clauses that wait: clause, fighter that has it, fighter of the event."""
        self.fired: tuple[int, ...] = ()
        """The clauses that have been triggered in this chain."""
        self.bonuses: tuple[list[int], list[int]] | None = None
        """Worked out by `values`; None when something has changed since."""

    @property
    def turn(self) -> int:
        return self.turns_before + self.turns

    def copy(self) -> Self:
        other = self.base_copy()
        other.config = self.config
        other.order = self.order
        other.shepherds = self.shepherds[:]
        other.teams = self.teams[:]
        other.dropped = self.dropped[:]
        other.packs = self.packs[:]
        other.seen = self.seen[:]
        other.drawn = self.drawn[:]
        other.played = self.played[:]
        other.counts = self.counts
        other.results = self.results
        other.turns_before = self.turns_before
        other.pair = self.pair
        other.turns = self.turns
        other.side = self.side
        other.active = self.active
        other.spent = self.spent
        other.fighters = self.fighters
        other.owner = self.owner
        other.line = self.line[:]
        other.place = self.place[:]
        other.sliders = self.sliders[:]
        other.alive = self.alive[:]
        other.ready = self.ready[:]
        other.marks = self.marks[:]
        other.attackers = self.attackers[:]
        other.cards_on = self.cards_on[:]
        other.boosts = self.boosts
        other.life = self.life[:]
        other.crazy = self.crazy[:]
        other.hands = self.hands[:]
        other.decks = self.decks[:]
        other.discards = self.discards[:]
        other.shown = self.shown[:]
        other.playing = self.playing
        other.queue = self.queue
        other.fired = self.fired
        other.bonuses = self.bonuses
        return other

    def seat_of_card(self, card: int) -> int:
        """The seat at the table whose deck a card is from."""
        return self.pair[self.owner[self.config.content.cards[card].pool]]

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

    def components_by_seat(self) -> statistics.Parts:
        return statistics.parts(self)

    def remaining_supply(self) -> dict[str, tuple[int, ...]]:
        return {"deck": tuple(map(len, self.decks))}

    def component_usage(self) -> dict[str, int]:
        return statistics.in_use(self)

    def metrics(self) -> dict[str, float]:
        return statistics.measures(self)
