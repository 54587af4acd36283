"""Game state of Grudge: the board, the Characters, the cards, the treasure, and who sees what.

The order of decks is hidden, and so are the discard piles, since cards of earlier Rounds may not be
looked at (`no-peeking`). Everything else is public (`cards-open`), including the Initiative Hand
and the Jokers set aside.

Values are replaced and never changed in place, so copies of a state share them. Characters, which
change most, are copied only if another state may share them (`renew`).
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.events import Event, JsonValue
from generator.engine.fields.codecs import Columns, Deck, Flag, Id, List, Number, Pairs, Row, Text
from generator.engine.fields.entries import (
    CHANCE,
    COUNTED,
    OPTIONS,
    PENDING,
    Players,
    field,
    stored,
)
from generator.engine.pending import Stack, new_step
from generator.engine.rng import Rng
from generator.engine.state import State
from generator.games.grudge.character import CHARACTERS, Figure
from generator.games.grudge.content import WARRIOR, Kind, MatchConfig
from generator.games.grudge.entries import SQUARE, Card, Result, Slots
from generator.games.grudge.map.line_of_sight import Placed, Terrain
from generator.games.grudge.map.squares import AT_DISTANCE, BIT
from generator.games.grudge.moves import Move

CARDS = Row(Card())
STATS = {"spades": 0, "clubs": 1, "hearts": 2}
"""The place of each Stat among those of the Warrior."""
new = tuple.__new__


class GrudgeState(State[Move]):
    """A game of Grudge in progress."""

    config: MatchConfig

    options = OPTIONS
    players = Players(written=False)
    challenge: int = field(Number())
    """Number of Challenges begun."""
    won: int = field(Number())
    """Number of Challenges survived."""
    round: int = field(Number())
    """Number of Rounds begun in this Challenge."""
    rounds: int = field(Number())
    """Number of Rounds begun in the whole game."""
    rerolls: int = field(Number())
    """Number of rerolls of the edge and the Encounter in this Challenge."""
    pending: Stack = PENDING

    # The Warrior
    stats: tuple[int, ...] = field(List(Number()))
    """Spades, Clubs and Hearts."""
    weapons: tuple[str, ...] = field(Row(Id("weapons", "Weapon")))
    """The Weapons that the Warrior carries, including the one in hand."""
    notches: Mapping[str, int] = field(Pairs(Id("armour", "armour"), Number()))
    """Number of Notches in each piece of armour."""
    luckstones: int = field(Number(), initial=lambda config: int(config.options["luckstones"]))
    runestones: int = field(Number())
    experienced: tuple[int, ...] = field(List(Number()))
    """Encounters met in this game, by their rolls."""

    # The board
    room: int = field(Result("room_ids", "room"))
    encounter: int = field(Result("encounter_ids", "Encounter"))
    elements: tuple[Placed, ...] = field(
        List(Columns(Placed._make, element=Id("elements", "Element"), squares=List(SQUARE)))
    )
    terrain: Terrain = stored(lambda config: config.terrain(()))
    figures: dict[str, Figure] = CHARACTERS
    """All Characters alive, the Warrior first; changed by `place_figures` and `renew` alone."""
    owned: frozenset[str] = stored(lambda config: frozenset(), copy="self.release()")
    """The Characters that no copy of this state shares; with any of them, `figures` is not shared."""
    warrior: Figure = stored(lambda config: None)
    """The first of `figures`."""
    taken: int = stored(lambda config: 0)
    """The squares of all Characters, as a bit mask; this and the next two are set by `find_beside`."""
    beside: list[str] = stored(lambda config: [])
    """The ids of the Monsters beside the Warrior."""
    gang: bool = stored(lambda config: False)
    """`ganging-up`: whether they are enough for favour."""
    waiting: tuple[str, ...] = field(Row(Id("monsters", "Monster")))
    """Monsters of the Encounter not yet on the board."""
    fallen: tuple[tuple[str, int, str], ...] = field(
        List(Columns(tuple, of=Id("monsters", "Monster"), square=SQUARE, weapon=Text()))
    )
    """Weapons that can be looted: Monster, square, Weapon."""
    clouds: tuple[tuple[int, int], ...] = field(List(Columns(tuple, square=SQUARE, value=Number())))
    """Stinking Clouds: square and value."""
    luck: bool = field(Flag())
    """Whether Luck has been cast in this Challenge."""
    looted: bool = field(Flag())
    """Whether the Pig of this room has been looted."""

    # The cards; a deck has its top card last, a discard pile its oldest card first
    w_deck: tuple[str, ...] = field(Deck(Card()), key="warrior-deck", view=COUNTED)
    w_discard: tuple[str, ...] = field(CARDS, key="warrior-discard", view=COUNTED)
    hand: tuple[str, ...] = field(CARDS)
    """The three cards drawn, until they are assigned."""
    slots: tuple[str, ...] = field(Slots(Card()), key="cards")
    """The Warrior's Main Action, Reaction and Interrupt."""
    initiative_hand: tuple[str, ...] = field(
        CARDS, initial=lambda config: tuple(config.initiative_cards)
    )
    initiative_discard: tuple[str, ...] = field(CARDS, view=lambda cards, viewer: sorted(cards))
    initiative: str = field(Card(optional=True))
    """The Warrior's Initiative card."""
    m_deck: tuple[str, ...] = field(Deck(Card()), key="monster-deck", view=COUNTED)
    m_discard: tuple[str, ...] = field(CARDS, key="monster-discard", view=COUNTED)
    m_slots: tuple[str, ...] = field(Slots(Card()), key="monster-cards")
    mi_deck: tuple[str, ...] = field(Deck(Card()), key="monster-initiative-deck", view=COUNTED)
    mi_discard: tuple[str, ...] = field(CARDS, key="monster-initiative-discard", view=COUNTED)
    m_initiative: tuple[str, ...] = field(CARDS, key="monster-initiative")
    """The Monsters' Initiative card; several if a Monster is Enraged."""
    aside: tuple[str, ...] = field(Row(Id("asides", "Joker")))
    """Jokers that have come up in this Challenge: `warrior JOKER-1`."""

    # This Round
    joker: bool = field(Flag())
    shared_aid: str = field(Text())
    """The use to which the Monsters' Aid is fixed: `main strike` (`aid-monsters-share`)."""
    dragged: bool = field(Flag())
    """Whether a Goblin has dragged the Warrior down."""
    fell: bool = field(Flag())
    """Whether a Monster was defeated before the Monsters' Initiative was reached."""
    reached: bool = field(Flag())
    """Whether the Monsters' Initiative has been reached."""

    # Statistics
    killer: str = field(Text())
    """The last source of Damage to the Warrior's Health."""
    tally: Mapping[str, int] = field(Pairs(Text(), Number()))
    """Number of times each thing happened: `spell gust`, `condition prone`."""
    rng: Rng = CHANCE

    @property
    def turn(self) -> int:
        return self.rounds

    def advance(self, events: list[Event]) -> None:
        """Go on to the next decision with several moves; a single move is made at once."""
        automatic = self.game.automatic
        while pending := self.pending:
            step = pending[-1]
            if step.seat is None:
                self.pending = pending[:-1]
                run = automatic[step.name].run
                run(self, step, events)
                continue
            moves = self._legal or self.compute_legal_moves()
            if len(moves) > 1:
                self._legal = moves
                return
            self.pending = pending[:-1]
            self._legal = None
            self.apply_decision(step, moves[0], events)

    def ask(self, name: str, *about: object) -> None:
        """Push a decision of the player."""
        self.pending += (new_step(name, 0, about),)

    def monsters(self) -> list[Figure]:
        """Every Monster alive on the board."""
        return [*self.figures.values()][1:]

    def kind(self, id: str) -> Kind:
        """The kind of a Monster, with the numbers on its card."""
        return self.config.kind_of[id]

    def place_figures(self, figures: dict[str, Figure]) -> None:
        """Replace the Characters alive."""
        self.figures = figures
        self.warrior = figures[WARRIOR]
        self.find_beside()

    def find_beside(self) -> None:
        """Derive `taken`, `beside` and `gang`, after any change of position or number of Characters."""
        near, taken, beside = AT_DISTANCE[self.warrior.at][1], 0, []
        for id, figure in self.figures.items():
            square = BIT[figure.at]
            taken |= square
            if square & near:
                beside.append(id)
        self.taken, self.beside = taken, beside
        self.gang = len(beside) >= self.config.number["gang"]

    def release(self) -> frozenset[str]:
        """Own no Character any longer, as a new copy of this state shares them and owns none either."""
        self.owned = frozenset()
        return self.owned

    def renew(self, id: str) -> Figure:
        """Return a Character to be changed, which no copy of this state shares any longer."""
        if id in self.owned:
            return self.figures[id]
        if not self.owned:
            self.figures = self.figures.copy()
        self.owned |= {id}
        figure = self.figures[id] = self.figures[id].copy()
        if id == WARRIOR:
            self.warrior = figure
        return figure

    def put(self, id: str, at: int) -> Figure:
        """Put a Character on a square, and return it to be changed."""
        figure = self.renew(id)
        figure.at = at
        self.find_beside()
        return figure

    def figure_at(self, square: int) -> Figure | None:
        for figure in self.figures.values():
            if figure.at == square:
                return figure
        return None

    def initiative_of(self, id: str) -> int:
        """The Initiative of a Character: the number to beat."""
        value = self.config.value
        if id == WARRIOR:
            return value[self.initiative]
        cards = self.m_initiative
        return value[cards[0]] if len(cards) == 1 else min(map(value.__getitem__, cards))

    def card(self, id: str, slot: int) -> str:
        """The card in a slot of a Character's side."""
        return (self.slots if id == WARRIOR else self.m_slots)[slot]

    def stat(self, id: str, which: str) -> int:
        """A Stat of a Character."""
        if id == WARRIOR:
            return self.stats[STATS[which]]
        return int(getattr(self.config.kind_of[id], which))

    def speed(self, id: str) -> int:
        """Most squares of a Dash; the Warrior's are the Clubs Stat."""
        return self.stats[1] if id == WARRIOR else self.kind(id).speed

    def count(self, what: str) -> None:
        """Count an occurrence for the statistics."""
        self.tally = {**self.tally, what: self.tally.get(what, 0) + 1}

    def note(self, events: list[Event], kind: str, rule: str, /, **facts: JsonValue) -> None:
        """Append an event; a fact `who` names the Character that acts."""
        seat = 0 if facts.get("who") == WARRIOR else None
        # As `Event(...)`, but faster, since nothing is called more often.
        events.append(new(Event, (kind, rule, seat, facts, None)))

    def set_aside(self, whose: str) -> list[str]:
        """The Jokers of the Warrior or the Monsters that were set aside."""
        return [card for who, card in map(str.split, self.aside) if who == whose]
