"""Game state of Grunt, Growl, and Tear: map, monsters, limbs, cards, turn, and who sees what.

Hidden from a seat are the cards in other hands and, until all have answered, the commitments of others:
cards, healing, and whether to continue a fight. The numbers of cards are public. Draw piles are
unordered: a card is drawn at random when needed, which is equivalent to a shuffled pile, since nobody
ever sees its order. Sets are stored as bit masks.
"""

from __future__ import annotations

from generator.engine.events import JsonValue
from generator.engine.fields.codecs import (
    LIST,
    Columns,
    Flag,
    Integer,
    List,
    Number,
    Pairs,
    PerHolder,
    Row,
    Text,
)
from generator.engine.fields.entries import OPTIONS, OWNER, PENDING, PLAYERS, field, follows, stored
from generator.engine.pending import Stack
from generator.engine.state import State
from generator.games.ggt import entries
from generator.games.ggt.combat_state import NOBODY, Contest, Fight, Tally
from generator.games.ggt.content import CONSENT_ACTIONS, Body, MatchConfig
from generator.games.ggt.entries import (
    CARD,
    LIMB,
    MONSTER,
    OPEN_LIMB,
    PLAYER,
    SPACE,
    by_seat,
    covered,
)
from generator.games.ggt.moves import Move


def _living(state: GgtState) -> tuple[int, ...]:
    return state.living


def _placed(state: GgtState) -> list[int]:
    return [seat for seat in state.living if state.at[seat] >= 0]


def _chosen(state: GgtState) -> list[int]:
    return [seat for seat, monster in enumerate(state.monster) if monster != NOBODY]


def _totals(state: GgtState) -> dict[str, JsonValue]:
    people, attributes = state.config.people, state.config.box.attributes
    return {
        people[seat]: dict(zip(attributes, state.body[seat], strict=False))
        for seat in state.living
        if state.monster[seat] != NOBODY
    }


class GgtState(State[Move]):
    """A game of Grunt, Growl, and Tear in progress."""

    config: MatchConfig

    options = OPTIONS
    players = PLAYERS
    map_data = entries.Map()
    round: int = field(Number())
    turn: int = field(Number(), key="turns")
    """Number of turns begun."""
    pending: Stack = PENDING
    monster: list[int] = by_seat(MONSTER, _chosen, "monsters")
    at: list[int] = by_seat(SPACE, _placed)
    """Cell of each pawn; NOBODY while it is not on the map."""
    facing: list[int] = by_seat(Number(), _placed)
    slots: list[tuple[int, ...]] = by_seat(List(OPEN_LIMB), _chosen, "limbs")
    """Limb in each slot."""
    body: list[Body] = stored(lambda config: [Body(0, 0, 0, 0)] * config.players, LIST)
    """Totals of torso and limbs."""
    pool: list[int] = by_seat(Number(), _living)
    power: list[int] = by_seat(Number(), _living)
    supply: int = field(Integer(), initial=lambda config: config.supply)
    """Power tokens left; below 0 if substitutes are in use (`power-supply`)."""
    hands: list[tuple[int, ...]] = by_seat(Row(CARD), _living, view=OWNER)
    discards: list[int] = by_seat(entries.Bits(CARD), _living)
    piles: list[int] = by_seat(entries.DrawPile(CARD), _living)
    objects: tuple[int, ...] = field(
        PerHolder("objects", SPACE, "object on this map", make=tuple),
        initial=lambda config: config.board.starts,
    )
    """Cell of each object on the map."""
    lying: tuple[tuple[int, int], ...] = field(Pairs(LIMB, SPACE, tuple))
    """Limbs on the map, each with its cell."""
    stitched: int = field(entries.Bits(LIMB))
    """Limbs that have been attached in play."""
    lost: int = field(entries.Bits(LIMB))
    """Limbs that have left the game."""
    order: tuple[int, ...] = field(Row(PLAYER))
    """Seats in order of their initiative cards this round, the lowest card first."""
    fallen: tuple[int, ...] = field(Row(PLAYER))
    """Seats that are out, in the order in which they left."""
    living: tuple[int, ...] = stored(lambda config: tuple(range(config.players)))
    now: int = field(PLAYER, initial=NOBODY)
    """Seat whose turn it is; NOBODY between turns."""
    spent: int = field(Number())
    """Number of actions paid for this turn."""
    acted: bool = field(Flag())
    """Whether any action has been taken this turn (`first-action`)."""
    turned: bool = field(Flag())
    """Whether the free Turn is used up."""
    healed: bool = field(Flag())
    """Whether the free Heal is used up."""
    beaten: int = field(entries.Bits(PLAYER))
    """Seats beaten by Escapes this turn."""
    refused: tuple[int, int, int] = field(
        PerHolder(CONSENT_ACTIONS, entries.Bits(PLAYER), "action", make=tuple)
    )
    """Seats that have refused consent this turn, to Move, Turn and Rest (`consent`)."""
    banked: int = field(Number())
    """`escape-bank`: number of free Moves and Turns in the bank."""
    totals = follows(_totals, check="total-attributes")
    fight: Fight | None = field(entries.Combat(), view=covered(entries.FIGHTERS, "heals", "wants"))
    contest: Contest | None = field(
        entries.Test(), key="test", view=covered(entries.TESTED, "secret")
    )
    tally: Tally = field(PerHolder(Tally._fields, Number(), "count", make=Tally._make))
    limb_events: tuple[tuple[str, str, int], ...] = field(
        List(Columns(tuple, keys=False, deed=Text(), limb=Text(), player=PLAYER)), key="deeds"
    )
    """What each seat did with a limb, once each: `("limb torn", "claw", 2)`."""

    @property
    def combat(self) -> Fight:
        """The combat in progress; there must be one."""
        assert self.fight is not None
        return self.fight

    @property
    def test(self) -> Contest:
        """The Test in progress; there must be one."""
        assert self.contest is not None
        return self.contest

    def adjacent(self, seat: int) -> list[int]:
        """The seats of the adjacent monsters, in initiative order."""
        near = self.config.board.distance[self.at[seat]]
        at = self.at
        return [other for other in self.order if at[other] >= 0 and near[at[other]] == 1]

    def pinning(self, seat: int) -> list[int]:
        """`pinned`: the adjacent monsters that have not been beaten this turn."""
        near, beaten = self.adjacent(seat), self.beaten
        return [other for other in near if not beaten >> other & 1] if beaten else near

    def vacant(self, cell: int) -> bool:
        """`vacant`: whether a cell is on the map without obstacle, monster or object."""
        return cell >= 0 and cell not in self.at and cell not in self.objects

    def vacant_near(self, cell: int) -> list[int]:
        """The vacant cells next to one, in the order of the directions."""
        return [other for other in self.config.board.near[cell] if self.vacant(other)]

    def limbs(self, seat: int) -> list[int]:
        """The limbs on a body, in the order of its slots."""
        return [limb for limb in self.slots[seat] if limb >= 0]

    def ranked(self, seats: tuple[int, ...]) -> list[int]:
        """`initiative-deal`, `smarts-ties`: by Smarts, Speed, Strength, then the lower seat."""
        body = self.body
        return sorted(seats, key=lambda s: (-body[s].smarts, -body[s].speed, -body[s].strength, s))

    def can_draw(self, seat: int) -> bool:
        """`discards-reshuffle`: whether a seat has a card to draw."""
        return bool(self.piles[seat] | self.discards[seat])
