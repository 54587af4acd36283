"""Content of a match: numbered gruffs, shepherds, cards and clauses, and the options.

A configuration never changes, so all states of a game share it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from generator.engine.events import Event
from generator.engine.options import Options
from generator.engine.pending import Stack
from generator.games.gruff.effects.ast import Clause, Pick, Ref, Source
from generator.games.gruff.moves import Move
from generator.kit.tables.records import Record, Tables, record_named, table_named

ACTION, CONDITION, MUTATION = range(3)
"""Types of card, as indices into `TYPES`."""
Fighters: TypeAlias = Callable[[Any, Any], list[int]]
"""The fighters that a selection means: a function of the state and the context."""
Picks: TypeAlias = tuple[int, ...]
"""The fighters chosen for the slots of an operation, then the cards."""
Candidates: TypeAlias = Callable[[Any, Any, Picks], list[int]]
"""What can be picked: a function of the state, the context and the picks before."""
NextOptions: TypeAlias = Callable[[Any, Any, Picks], list[int] | None]
"""The same for all picks of an operation, one after another; None once all are made."""
Number: TypeAlias = Callable[[Any, Any], int]
"""An amount, as a function of the state and the context."""
Run: TypeAlias = Callable[[Any, Any, Picks, list[Event]], Stack | None]
"""An operation, as a function of the state, the context, the picks and the events.  It returns what must
come first (see `effects.resolve`)."""


class Slot(NamedTuple):
    """A field for which a gruff must be chosen."""

    field: str
    pick: Pick
    candidates: Candidates
    possible: Candidates
    """The candidates while nobody has been chosen yet."""


class Change(NamedTuple):
    """A change that a clause makes as long as it applies: of a value, or a flag."""

    what: str
    n: Number


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """An operation, compiled."""

    name: str
    fields: dict[str, object]
    slots: tuple[Slot, ...]
    """The fields for which a gruff must be chosen, in order."""
    takes_card: bool
    """Whether a card must be picked as well (`strip`, `recover`)."""
    options: NextOptions | None
    """The options of its picks; None if it needs none."""
    run: Run


@dataclass(frozen=True, slots=True, eq=False)
class CompiledClause:
    """A clause, compiled."""

    number: int
    name: str
    """The id of its source and its position there: `horn-rush#1`."""
    source: Source
    definition: Clause
    condition: Callable[[Any, Any], bool] | None
    targets: Fighters
    """The fighters that its lasting changes affect."""
    changes: tuple[Change, ...]
    operations: tuple[Operation, ...]
    gruff: int
    """The gruff whose player controls it: that of the ability or the pool; -1: a shepherd's."""
    shepherd: int
    card: int
    trigger: str
    about: str
    """The subject of the trigger: self, mine, enemy, any; or empty."""
    type: int
    """Type of card that the trigger waits for; -1: any."""
    rule: str
    """The rule of the event when it is triggered."""
    waits: tuple[tuple[int, ...], ...]
    """All that it waits for (see `TRIGGER_BITS`): by the side that controls it, and by its fighter;
    the last value is for none."""

    needs: tuple[Candidates, ...]
    """The choices that must have a candidate when its card is played."""
    asks: bool
    """Whether one of them may lack it, so that its card cannot be played."""
    varies: bool
    """Whether its lasting changes depend on who is ready, active or attacking, or on places."""
    is_fixed: bool
    """Whether it always changes its own gruff in the same way."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """Ability card."""

    id: str
    name: str
    pool: int
    type: int
    cost: int
    ultimate: bool
    host: Ref | Pick | None
    hosts: Candidates | None
    """The living fighters that it can be laid on."""
    clauses: tuple[CompiledClause, ...]
    immediate: tuple[CompiledClause, ...]
    """The clauses that take effect when it is played."""
    triggered: tuple[CompiledClause, ...]
    """Clauses that wait for a trigger while it is on a gruff."""
    static: tuple[CompiledClause, ...]
    """The clauses that apply while it is on a living gruff."""
    fixed: tuple[tuple[int, int], ...]
    """What they always add to the five values of that gruff: the value, and the amount."""
    flags: int
    """Flags that it always has, as bits."""
    moving: tuple[CompiledClause, ...]
    """The other static clauses."""
    needs: tuple[Candidates, ...]
    """The choices of its immediate clauses that need a candidate, if one may have none."""
    sure: bool
    """Whether it always has a host and candidates, so that only its cost limits its use."""
    usually_sure: bool
    """The same, while no gruff is hidden and the active one lives."""
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Gruff:
    """A gruff."""

    id: str
    name: str
    stats: tuple[int, int, int]
    ability: CompiledClause
    pool: tuple[int, ...]
    """The cards of its pool."""
    ultimates: int
    """The number of Ultimates among them."""
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Shepherd:
    """A shepherd."""

    id: str
    name: str
    life: int
    threshold: int
    crazy: int
    breaking_point: int
    ability: CompiledClause
    text: str


class Figures:
    """Numbers of the rules that are printed on no card."""

    def __init__(self, row: Record) -> None:
        self.opening_hand: int = row["opening-hand"]
        self.hand_limit: int = row["hand-limit"]
        self.pool: int = row["pool"]
        self.pool_in_deck: int = row["pool-in-deck"]
        self.stat_track: int = row["stat-track"]
        self.crazy_track: int = row["crazy-track"]
        self.turn_cap: int = row["turn-cap"]
        self.win: int = row["win"]
        self.draw: int = row["draw"]


class Content:
    """All gruffs, shepherds, cards and clauses of the kit."""

    def __init__(
        self,
        tables: Tables,
        clauses: Sequence[CompiledClause],
        gruffs: Sequence[Gruff],
        shepherds: Sequence[Shepherd],
        cards: Sequence[Card],
    ) -> None:
        """`clauses`: all of them, by number."""
        self.figures = Figures(record_named(tables, "figures"))
        self.types: dict[str, str] = table_named(tables, "types").column("name")
        """Name of each type of card."""
        self.tactics: dict[str, str] = table_named(tables, "tactics").column("says")
        """Text of each tactical action."""
        self.clauses, self.cards = clauses, cards
        self.gruffs, self.shepherds = gruffs, shepherds
        self.gruff_number = {gruff.id: number for number, gruff in enumerate(gruffs)}
        self.shepherd_number = {each.id: number for number, each in enumerate(shepherds)}
        self.card_number = {card.id: number for number, card in enumerate(cards)}
        self.clause_number = {clause.name: clause.number for clause in clauses}
        self.ultimate = frozenset(n for n, card in enumerate(cards) if card.ultimate)
        """The Ultimates among the cards."""
        self.costs = [card.cost for card in cards]
        self.sure = [card.sure for card in cards]
        self.usually_sure = [card.usually_sure for card in cards]
        self.conditions = frozenset(n for n, card in enumerate(cards) if card.type == CONDITION)
        self._make_moves()

    def _make_moves(self) -> None:
        """Create the moves that name a card or a gruff once, for all states."""
        ids = [card.id for card in self.cards]
        self.card_id = ids.__getitem__
        self.drop = [Move("drop", id) for id in ids]
        self.play = [Move("play", id) for id in ids]
        self.discard = [Move("discard", id) for id in ids]
        self.take_back = [Move("return", id) for id in ids]
        self.draft_gruff = [Move("draft", gruff.id) for gruff in self.gruffs]
        self.draft_shepherd = [Move("draft", shepherd.id) for shepherd in self.shepherds]

    def ultimates(self, cards: Sequence[int]) -> int:
        """The number of Ultimates among some cards."""
        return len(self.ultimate.intersection(cards))

    def card_ids(self, cards: Sequence[int]) -> list[str]:
        return [*map(self.card_id, cards)]


class MatchConfig:
    """The constants of a match: the content, the players and the options."""

    SEATS = ("red", "blue", "green", "gold")
    """Names of the seats in positions."""

    def __init__(self, content: Content, players: int, options: Options) -> None:
        self.content = content
        self.figures = content.figures
        self.players = players
        self.options = dict(options)
        self.tournament = bool(options["tournament"])
        self.people = self.SEATS[:players]
        self.draft = options["draft"] == "snake"
        self.build = options["decks"] == "build"
        self.gruff_ids = tuple(content.gruff_number)
        self.shepherd_ids = tuple(content.shepherd_number)
        self.card_ids = tuple(content.card_number)
        self.clause_names = tuple(content.clause_number)
