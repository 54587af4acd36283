"""Game state of Gruff: teams, decks, lines, sliders and marks, and who sees what.

A *seat* is a player of the whole game. In each single game two of them sit at the table: *side* 0
is the first player's, side 1 the other's. A *fighter* is a gruff on the table: 0 to 2 are side 0's
and 3 to 5 side 1's, in the order in which they were drafted; a *spot* is a place in the lines, 0 to
2 the columns of side 0, 3 to 5 those of side 1. Gruffs, shepherds and cards are represented by
their numbers in the content, and -1 stands for none.

The order of both decks is hidden from everybody. The cards in hand and those left out of the deck are
known to their player only, until they are seen. Everything else is public, including the cards that a
player has openly taken back into hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from generator.engine.fields.codecs import LIST, Deck, Index, List, Number, PerHolder, Row
from generator.engine.fields.entries import HIDDEN, OPTIONS, OWNER, PLAYERS, field, stored
from generator.engine.pending import Stack
from generator.engine.state import State
from generator.games.gruff import entries as table
from generator.games.gruff.content import CONDITION, Card, CompiledClause, MatchConfig, Shepherd
from generator.games.gruff.entries import (
    CARD,
    FIGHTER,
    NONE,
    SIDE,
    Boost,
    by_fighter,
    by_side,
    on_table,
)
from generator.games.gruff.history import COUNTS, Result, ResultCodec
from generator.games.gruff.moves import Move

CARDS = Row(CARD)
UNMARKED = [0] * 6
"""The marks while no fighter has any."""
ALL_TRIGGERS = -1
"""Bit mask of all triggers (see `TRIGGER_BITS`)."""


def _per_seat(item: Any, view: Any = None) -> Any:
    """Declare a value for each seat that has one."""
    return field(PerHolder("people", item, omit_empty=True), view=view)


def _counted(data: dict[str, Any], own: str | None) -> dict[str, int]:
    """Codec of a deck: nobody knows its content or order."""
    return {name: len(cards) for name, cards in data.items()}


Waiting: TypeAlias = tuple[tuple[int, CompiledClause], ...]
"""Clauses with a trigger, each with all that it waits for (see `TRIGGER_BITS`)."""
Bonuses: TypeAlias = tuple[list[int], list[int], bool]
"""Bonuses to the five values of each fighter, flags of each, and whether any fighter has one."""


class GruffState(State[Move]):
    """A duel or a tournament in progress."""

    config: MatchConfig

    # The results of drafting and building, by seat
    options = OPTIONS
    players = PLAYERS
    order: tuple[int, ...] = field(
        Row(Index("people", "player")), initial=lambda config: tuple(range(config.players))
    )
    """Seats in draft order."""
    shepherds: list[int] = _per_seat(Index("shepherd_ids", "shepherd"))
    teams: list[tuple[int, ...]] = _per_seat(Row(Index("gruff_ids", "gruff")))
    """Gruffs of each seat."""
    dropped: list[tuple[int, ...]] = _per_seat(CARDS, OWNER)
    """The cards that each seat leaves out of its deck, in order."""
    packs: list[tuple[int, ...]] = _per_seat(CARDS, OWNER)
    """Cards of each seat's deck; empty until it is built."""
    seen: list[tuple[int, ...]] = _per_seat(CARDS)
    """Cards of each deck that everybody has seen."""
    drawn: list[tuple[int, ...]] = _per_seat(CARDS, HIDDEN)
    """The cards that each seat has drawn in finished games, for the statistics."""
    played: list[tuple[int, ...]] = _per_seat(CARDS)
    """The cards that each seat has played in any game, each once, for the statistics."""
    counts: list[int] = field(PerHolder(COUNTS, Number(), "count"))
    results: tuple[Result, ...] = field(List(ResultCodec()))
    """The finished games of a tournament."""
    turns_before: int = field(Number())
    """Number of turns in the finished games of a tournament."""

    # The game at the table
    pair: tuple[int, int] = table.PAIR
    """Seats at the table, the first player's first."""
    fighters: list[int] = stored(lambda config: [NONE] * 6)
    """The gruff of each fighter."""
    ids: list[str] = stored(lambda config: [""] * 6)
    """The id of each fighter's gruff."""
    owner: list[int] = stored(lambda config: [])
    """The side that each gruff of the content fights for, and its cards are played for."""
    turns: int = on_table(Number(), "turn")
    """Number of turns begun in this game."""
    side: int = on_table(SIDE, "now", 0)
    """Side whose turn it is."""
    active: int = on_table(FIGHTER)
    """Fighter activated this turn."""
    spent: int = on_table(Number())
    """Total cost of the cards played this turn."""
    line: list[int] = table.LINE
    """Fighter on each spot."""
    place: list[int] = stored(lambda config: [NONE] * 6, LIST)
    """Spot of each fighter."""
    sliders: list[int] = on_table(table.Sliders(), "stats")
    """Mean, Weird and Fat of each fighter."""
    alive: list[bool] = on_table(table.AllBut(), "dead")
    ready: list[bool] = on_table(table.AllBut(), "exhausted")
    marks: list[int] = by_fighter(Number())
    attackers: list[int] = on_table(table.Attackers(), "attacking")
    """Fighter of each side with a pending attack."""
    cards_on: list[tuple[int, ...]] = by_fighter(CARDS, "cards")
    """Cards on each fighter, the oldest first."""
    boosts: tuple[Boost, ...] = on_table(table.BOOSTS)
    life: list[int] = by_side(Number())
    crazy: list[int] = by_side(Number())
    hands: list[tuple[int, ...]] = by_side(CARDS, OWNER)
    decks: list[tuple[int, ...]] = by_side(Deck(CARD, countable=True), _counted)
    """Deck of each side, the top card last."""
    discards: list[tuple[int, ...]] = by_side(CARDS)
    """Discard pile of each side, the newest card last."""
    shown: list[tuple[int, ...]] = by_side(CARDS)
    """The cards in each hand that everybody saw go there."""
    playing: int = on_table(CARD)
    """The Action in progress, which is in no zone."""
    queue: tuple[tuple[int, int, int], ...] = on_table(table.QUEUE)
    """Queue of triggered clauses: clause, fighter that has it, fighter of the event."""
    fired: tuple[int, ...] = on_table(Row(table.CLAUSE))
    """Clauses triggered in this chain."""
    waits: list[int] = stored(lambda config: [ALL_TRIGGERS] * 8, LIST)
    """The triggers that the clauses of each fighter, then of both shepherds, wait for (see
    `TRIGGER_BITS`); ALL_TRIGGERS until computed."""
    awaited: int = stored(lambda config: ALL_TRIGGERS)
    """The triggers that any clause waits for; ALL_TRIGGERS until computed."""
    waiting: list[Waiting] = stored(lambda config: [()] * 8, LIST)
    """The clauses of each fighter and of the cards on it, in order, and of both shepherds, computed with
    `waits`."""
    bonuses: Bonuses | None = stored(lambda config: None)
    """Computed by `rules.stats`; None after something has changed."""
    varies: bool = stored(lambda config: False)
    """Whether the known bonuses depend on who is ready, active or attacking, or on places."""
    pending: Stack = table.LATE_PENDING

    @property
    def turn(self) -> int:
        return self.turns_before + self.turns

    def shepherd(self, side: int) -> Shepherd:
        """The shepherd of a side."""
        return self.config.content.shepherds[self.shepherds[self.pair[side]]]

    def put_card(self, fighter: int, number: int) -> None:
        """Put a card on a fighter."""
        card = self.config.content.cards[number]
        self.cards_on[fighter] += (number,)
        if card.triggered:
            self.wait_for(fighter, card)
        if card.moving or self.varies:
            self.bonuses = None
        self.add_bonuses(fighter, card.fixed, card.flags)

    def take_card(self, fighter: int, number: int) -> None:
        """Take a card from a fighter."""
        card = self.config.content.cards[number]
        self.cards_on[fighter] = tuple([each for each in self.cards_on[fighter] if each != number])
        if card.triggered:
            self.waits[fighter] = self.awaited = ALL_TRIGGERS
        if card.moving or card.flags or self.varies:
            self.bonuses = None
        self.add_bonuses(fighter, [(what, -n) for what, n in card.fixed])

    def clear_varying(self) -> None:
        """Clear bonuses that depend on who is ready, active or attacking, or on places."""
        if self.varies:
            self.bonuses = None

    def wait_for(self, fighter: int, card: Card) -> None:
        """Let the clauses of a card that has come to a fighter wait for their triggers."""
        if self.awaited == ALL_TRIGGERS or card.type != CONDITION:
            self.waits[fighter] = self.awaited = ALL_TRIGGERS
            return
        for clause in card.triggered:  # Conditions are the last of a fighter's, in their order
            bits = clause.waits[self.owner[card.pool]][fighter]
            self.waiting[fighter] += ((bits, clause),)
            self.waits[fighter] |= bits
            self.awaited |= bits

    def add_bonuses(
        self, fighter: int, changes: Sequence[tuple[int, int]], added_flags: int = 0
    ) -> None:
        """Change bonuses that do not vary, each given by its value and amount, and add flags, if what
        the fighter has is known.
        """
        if self.bonuses and self.alive[fighter]:
            values, flags, flagged = self.bonuses
            if changes:
                values = values[:]  # copies of the state may have the same list
                for what, n in changes:
                    values[5 * fighter + what] += n
            if added_flags:
                flags, flagged = flags[:], True
                flags[fighter] |= added_flags
            self.bonuses = values, flags, flagged
