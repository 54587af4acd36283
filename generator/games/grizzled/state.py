"""Game state of The Grizzled: hands, piles, tiles, Hard Knocks, and who sees what.

A *seat* is a player; a *holder* is anybody with Support tiles. If the Chaplain joins, he is the
holder behind the last seat.

Nobody sees the order of the piles, the boxed tiles or the Chaplain's tiles. Only their owner sees
cards in hand (`hand-secret`) and tiles, played or not (`tile-secret`, `tiles-face-down`). The
numbers of all these (`piles-countable`) and everything else (`discards-public`) are public.
"""

from __future__ import annotations

from itertools import chain

from generator.engine.fields.codecs import Id, Index, Marked, Number, PerHolder, Pile, Row
from generator.engine.fields.entries import (
    COUNTED,
    OPTIONS,
    OWNER,
    PENDING,
    PLAYERS,
    Pool,
    field,
    owner,
    stored,
)
from generator.engine.pending import Stack
from generator.engine.state import State
from generator.games.grizzled.content import MatchConfig
from generator.games.grizzled.moves import Move

CARD = Id("cards", "Trial card")
TILE = Id("steps", "Support tile")

CONSERVE = "check-conserve"
CARDS = Pool("the card ", "cards", CONSERVE)
TILES = Pool("the tile ", "tiles", CONSERVE, ("tiles",))
SPEECHES = Pool("", "speeches", "", token="speech")
"""Speech tokens, which are all alike (`speech-token-same`)."""
FACE_DOWN = "face-down"


class GrizzledState(State[Move]):
    """A game of The Grizzled in progress."""

    config: MatchConfig

    options = OPTIONS
    players = PLAYERS
    round: int = field(Number())
    """Number of rounds begun."""
    leader: int = field(Index("people", "player"), initial=lambda config: config.leader)
    """The seat that holds LEAD."""
    pending: Stack = PENDING
    grizzled: list[str] = field(PerHolder("holder_names", Id("charm", "Grizzled"), omit_empty=True))
    """The Grizzled of each holder; empty until it is chosen."""
    used: list[bool] = field(Marked("people"))
    """For each seat, whether its Grizzled has the used side up."""
    trials: list[str] = field(Pile(CARD, countable=True), view=COUNTED, pool=CARDS)
    """The Trials pile, its top card last."""
    reserve: list[str] = field(Pile(CARD, countable=True), view=COUNTED, pool=CARDS)
    """The Reserve, its top card last."""
    hands: list[tuple[str, ...]] = field(PerHolder("people", Row(CARD)), view=OWNER, pool=CARDS)
    land: tuple[str, ...] = field(Row(CARD), pool=CARDS)
    """No Man's Land, the newest card last."""
    knocks: list[tuple[str, ...]] = field(PerHolder("people", Row(CARD)), pool=CARDS)
    """The Hard Knocks assigned to each seat, oldest first (`knock-age`)."""
    discarded: tuple[str, ...] = field(Row(CARD), pool=CARDS)
    suffered: tuple[str, ...] = field(Row(CARD))
    """All Hard Knocks assigned so far, for statistics."""
    tiles: list[tuple[str, ...]] = field(
        PerHolder("holder_names", Row(TILE)), view=OWNER, pool=TILES
    )
    """The unplayed Support tiles of each holder."""
    played: list[str] = field(
        PerHolder("holder_names", TILE, omit_empty=True),
        view=owner(lambda tile: FACE_DOWN),
        pool=TILES,
    )
    """The tile that each holder has played this Mission."""
    boxed: tuple[str, ...] = field(Row(TILE), view=COUNTED, pool=TILES)
    """Tiles boxed unseen."""
    tokens: list[int] = field(PerHolder("people", Number()), pool=SPEECHES)
    """Number of Speech tokens of each seat."""
    stock: int = field(Number(), initial=lambda config: config.speeches, pool=SPEECHES)
    """Number of Speech tokens in the stock."""
    removed: int = field(Number(), pool=SPEECHES)
    """Number of Speech tokens removed from the game."""
    withdrawn: list[bool] = field(Marked("people"))
    """For each seat, whether it has withdrawn from the Mission."""
    turns: list[int] = field(PerHolder("people", Number()))
    """Number of turns that each seat has taken this Mission."""
    in_force: int = stored(lambda config: 0)
    """Active threats, and effects in force, as a packed counter (see `MatchConfig.weight`).

    What lays, moves or discards such a card changes it accordingly, or calls `count_in_force`.
    """

    @property
    def turn(self) -> int:
        return self.round

    def active(self) -> list[int]:
        """`active-threats`: how often each threat is active."""
        in_force, most = self.in_force, self.config.most
        return [in_force >> lane & most for lane in self.config.lanes]

    def count_in_force(self) -> None:
        """Set `in_force` by all cards on the table."""
        self.in_force = self.weight_of(self.land)
        for seat, knocks in enumerate(self.knocks):
            # `withdraw-knocks-off`: those of a player who has withdrawn do not count.
            if knocks and not self.withdrawn[seat]:
                self.in_force += self.weight_of(knocks)

    def weight_of(self, cards: tuple[str, ...]) -> int:
        """The sum of these cards as packed counters."""
        return sum(map(self.config.weight.__getitem__, cards))

    def knocked(self, effect: str) -> bool:
        """Whether a Hard Knock with this effect is assigned, in force or not."""
        return not self.config.with_effect[effect].isdisjoint(chain.from_iterable(self.knocks))

    def seats_from(self, seat: int) -> tuple[int, ...]:
        """All seats clockwise, this one first."""
        return self.config.seats_from[seat]

    def cards_in_hands(self) -> int:
        return sum(map(len, self.hands))
