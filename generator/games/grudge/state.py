"""Turns what lies on the table into a state: the board, the Characters, the cards, the treasure.

`rules` extends it with the procedure of play.  Values are replaced and never changed in place, so
copies of a state share them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from generator.base.errors import Fault
from generator.engine.events import Event, JsonValue
from generator.engine.game import State
from generator.engine.rng import Rng
from generator.games.grudge import dump, invariants, observation
from generator.games.grudge.character import Figure
from generator.games.grudge.content import MAIN, NO_CARDS, WARRIOR, Kind, MatchConfig
from generator.games.grudge.display import move_labels, text
from generator.games.grudge.display.questions import QUESTIONS
from generator.games.grudge.heuristic.evaluate import evaluate
from generator.games.grudge.map.terrain import Placed, Terrain
from generator.games.grudge.moves import Move


class GrudgeState(State[Move]):
    """Everything that lies on the table, and nothing about how it is played."""

    config: MatchConfig

    determinizations = 3
    """What is hidden bears on the next move only while cards are chosen."""

    def __init__(self, config: MatchConfig, rng: Rng) -> None:
        super().__init__(rng)
        self.config = config
        self.challenge = 0
        """Challenges begun."""
        self.won = 0
        """Challenges survived."""
        self.round = 0
        """Rounds begun in this Challenge."""
        self.rerolls = 0
        """How often the edge or the Encounter of this Challenge has been rolled again."""
        self.rounds = 0
        """Rounds begun in the whole game."""
        # The Warrior
        self.stats: tuple[int, ...] = ()
        """Spades, Clubs and Hearts."""
        self.weapons: tuple[str, ...] = ()
        """The Weapons the Warrior carries, the one in hand among them."""
        self.notches: Mapping[str, int] = {}
        """The Notches in each piece of armour that was taken along."""
        self.luckstones = int(config.options["luckstones"])
        self.runestones = 0
        self.experienced: tuple[int, ...] = ()
        """The Encounters met this game, by their numbers in the table."""
        # The board
        self.room = 0
        self.encounter = 0
        self.elements: tuple[Placed, ...] = ()
        self.terrain: Terrain = config.terrain(())
        self.figures: dict[str, Figure] = {}
        """Every Character alive, the Warrior first."""
        self.waiting: tuple[str, ...] = ()
        """Monsters of the Encounter that are not on the board yet."""
        self.fallen: tuple[tuple[str, int, str], ...] = ()
        """Weapons that can be looted: of which Monster, where, what."""
        self.clouds: tuple[tuple[int, int], ...] = ()
        """Stinking Clouds: square and value."""
        self.luck = False
        """Whether Luck has been cast in this Challenge."""
        self.looted = False
        """Whether the Pig of this room has been looted."""
        # The cards; a deck has its top card last, a discard pile its oldest card first
        self.w_deck: tuple[str, ...] = ()
        self.w_discard: tuple[str, ...] = ()
        self.hand: tuple[str, ...] = ()
        """The three cards drawn, before they have their places."""
        self.slots: tuple[str, ...] = NO_CARDS
        """The Warrior's Main Action, Reaction and Interrupt."""
        self.initiative_hand: tuple[str, ...] = tuple(config.initiative_cards)
        self.initiative_discard: tuple[str, ...] = ()
        self.initiative = ""
        """The Warrior's Initiative card."""
        self.m_deck: tuple[str, ...] = ()
        self.m_discard: tuple[str, ...] = ()
        self.m_slots: tuple[str, ...] = NO_CARDS
        self.mi_deck: tuple[str, ...] = ()
        self.mi_discard: tuple[str, ...] = ()
        self.m_initiative: tuple[str, ...] = ()
        """The Monsters' Initiative card; two with an Enraged Monster."""
        self.aside: tuple[str, ...] = ()
        """Jokers that have come up in this Challenge: `warrior JOKER-1`."""
        # This Round
        self.joker = False
        self.shared_aid = ""
        """What the Monsters' Aid is given to: `main strike` (`aid-monsters-share`)."""
        self.dragged = False
        """Whether a Goblin has dragged the Warrior down."""
        self.fell = False
        """Whether a Monster was defeated before the Monsters' Initiative was reached."""
        self.reached = False
        """Whether the Monsters' Initiative has been reached."""
        # What the game is remembered by
        self.killer = ""
        """What last took Health from the Warrior."""
        self.tally: Mapping[str, int] = {}
        """How often what happened: `spell gust`, `condition prone`."""

    @property
    def turn(self) -> int:
        return self.rounds

    @property
    def warrior(self) -> Figure:
        return self.figures[WARRIOR]

    def monsters(self) -> list[Figure]:
        """Every Monster alive on the board."""
        return [figure for id, figure in self.figures.items() if id != WARRIOR]

    def kind(self, id: str) -> Kind:
        """The figures of a Monster's card."""
        return self.config.kind_of[id]

    def change(self, id: str, **changes: object) -> Figure:
        """Replaces a Character by one that differs so."""
        figure = self.figures[id]._replace(**changes)  # type: ignore[arg-type]
        self.figures = {**self.figures, id: figure}
        return figure

    def figure_at(self, square: int) -> Figure | None:
        for figure in self.figures.values():
            if figure.at == square:
                return figure
        return None

    def occupied(self) -> set[int]:
        return {figure.at for figure in self.figures.values()}

    def initiative_of(self, id: str) -> int:
        """The number to beat."""
        value = self.config.value
        if id == WARRIOR:
            return value[self.initiative]
        return min(value[card] for card in self.m_initiative)

    def card(self, id: str, slot: int) -> str:
        """The card in a place of a Character's side."""
        return (self.slots if id == WARRIOR else self.m_slots)[slot]

    def stat(self, id: str, which: str, slot: int) -> int:
        """`action-value`: what a Stat adds, which is nothing outside of a Main Action."""
        if slot != MAIN:
            return 0
        if id == WARRIOR:
            return self.stats[("spades", "clubs", "hearts").index(which)]
        return int(getattr(self.kind(id), which))

    def speed(self, id: str) -> int:
        """Squares of a Dash; the Warrior's are the Clubs Stat."""
        return self.stats[1] if id == WARRIOR else self.kind(id).speed

    def count(self, what: str) -> None:
        """Remembers that this has happened."""
        self.tally = {**self.tally, what: self.tally.get(what, 0) + 1}

    def note(
        self, events: list[Event], kind: str, rule: str, who: str = "", **facts: JsonValue
    ) -> None:
        """Adds an event; `who` is the Character that does it."""
        seat = 0 if who == WARRIOR else None
        if who:
            facts = {"who": who, **facts}
        events.append(Event(kind, rule, seat, facts))

    def copy(self) -> Self:
        other = self.base_copy()
        # All that stands in a state is never changed in place, and no other copy is as quick.
        other.__dict__.update(self.__dict__)
        return other

    def determinize(self, seat: int, rng: Rng) -> Self:
        other = self.copy()
        observation.redraw(other, rng)
        return other

    def view(self, seat: int | None) -> dict[str, JsonValue]:
        return observation.view(self)

    def to_data(self) -> dict[str, JsonValue]:
        return dump.to_data(self)

    def pieces(self) -> list[str]:
        return invariants.pieces(self)

    def evaluate(self) -> tuple[float, ...]:
        return (evaluate(self),)

    def faults(self) -> list[Fault]:
        return [Fault(says, check=check) for check, _, says in invariants.position_faults(self)]

    def prompt(self) -> str:
        return QUESTIONS.get(self.pending[-1].name, "") if self.pending else ""

    def text(self) -> str:
        return text.draw(self)

    def text_for(self, seat: int) -> str:
        return move_labels.draw_for(self)

    def describe_move(self, move: Move) -> str:
        return move_labels.gloss(self, move)

    def remaining_supply(self) -> dict[str, tuple[int, ...]]:
        return {
            **{"Warrior's deck": (len(self.w_deck),), "Monsters' deck": (len(self.m_deck),)},
            **{"Monsters' Initiative deck": (len(self.mi_deck),)},
            "Initiative Hand": (len(self.initiative_hand),),
        }

    def component_usage(self) -> dict[str, int]:
        return invariants.in_use(self)

    def components_by_seat(self) -> Mapping[str, Mapping[str, list[int]]]:
        return invariants.parts(self)

    def metrics(self) -> Mapping[str, float]:
        return invariants.measures(self)
