"""Content of a match: numbered gruffs, shepherds, cards and clauses, and the options.

A configuration never changes, so all states of a game share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.engine.options import Options
from generator.games.gruff.card_text.vocabulary import (
    FLAG_BITS,
    LASTING,
    OF_FIGHTER,
    TRIGGER_BITS,
    TYPES,
)
from generator.games.gruff.checks import ParsedRow, read_content
from generator.games.gruff.effects.ast import VALUES, Clause, Pick, Ref, Source
from generator.games.gruff.moves import Move
from generator.kit.tables.records import Record, Tables, record_named, table_named

ACTION, CONDITION, MUTATION = range(3)
"""Types of card, as indices into `TYPES`."""
RULES = {"below-threshold": "threshold", "attached": "type-{kind}"}
"""Rules of the triggers that have their own."""
LIFE_STATES = ("living", "dead", "either")
"""States of a gruff that it keeps while nobody dies or rises."""


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """An operation, compiled."""

    name: str
    fields: dict[str, object]
    slots: tuple[tuple[str, Pick], ...]
    """The fields for which a gruff must be chosen, in order."""
    takes_card: bool
    """Whether a card must be picked as well (`strip`, `recover`)."""


@dataclass(frozen=True, slots=True, eq=False)
class CompiledClause:
    """A clause, compiled."""

    number: int
    name: str
    """The id of its source and its position there: `horn-rush#1`."""
    source: Source
    definition: Clause
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

    asks: bool
    """Whether one of its choices may lack a candidate, so that its card cannot be played."""
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
    asking: tuple[CompiledClause, ...]
    """Immediate clauses that need a candidate, and may have none."""
    sure: bool
    """Whether it always has a host and candidates, so that only its cost limits its use."""
    sure_in_sight: bool
    """The same, while no gruff is hidden."""
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

    def __init__(self, tables: Tables) -> None:
        self.figures = Figures(record_named(tables, "figures"))
        self.types: dict[str, str] = table_named(tables, "types").column("name")
        """Name of each type of card."""
        self.tactics: dict[str, str] = table_named(tables, "tactics").column("says")
        """Text of each tactical action."""
        reads = read_content(tables)
        self.clauses: list[CompiledClause] = []
        """All clauses, by number."""
        gruffs = [read for read in reads if read.source.kind == "gruff"]
        shepherds = [read for read in reads if read.source.kind == "shepherd"]
        cards = [read for read in reads if read.source.kind in TYPES]
        self.gruff_number = {read.source.id: number for number, read in enumerate(gruffs)}
        self.shepherd_number = {read.source.id: number for number, read in enumerate(shepherds)}
        self.card_number = {read.source.id: number for number, read in enumerate(cards)}
        self.cards = [self._card(number, read) for number, read in enumerate(cards)]
        self.ultimate = frozenset(n for n, card in enumerate(self.cards) if card.ultimate)
        """The Ultimates among the cards."""
        self.conditions = frozenset(
            n for n, card in enumerate(self.cards) if card.type == CONDITION
        )
        pools = [self._pool(number) for number in range(len(gruffs))]
        self.gruffs = [
            Gruff(
                read.source.id,
                read.source.name,
                (read.row["mean"], read.row["weird"], read.row["fat"]),
                self._clauses(read.source, gruff=number)[0],
                pools[number],
                read.row["text"],
            )
            for number, read in enumerate(gruffs)
        ]
        self.shepherds = [
            Shepherd(
                read.source.id,
                read.source.name,
                read.row["life"],
                read.row["threshold"],
                read.row["crazy"],
                read.row["breaking-point"],
                self._clauses(read.source, shepherd=number)[0],
                read.row["text"],
            )
            for number, read in enumerate(shepherds)
        ]
        self.clause_number = {clause.name: clause.number for clause in self.clauses}
        self._make_moves()

    def _pool(self, gruff: int) -> tuple[int, ...]:
        return tuple(number for number, card in enumerate(self.cards) if card.pool == gruff)

    def _card(self, number: int, read: ParsedRow) -> Card:
        row, source = read.row, read.source
        pool = self.gruff_number[row["pool"]]
        rules = self._clauses(source, gruff=pool, card=number)
        at_once = [each for each in rules if each.trigger == "attached" or source.kind == "action"]
        host = source.host if source.kind in LASTING else None
        asking = tuple(each for each in at_once if each.asks)
        in_sight = not any(_is_asking(each.definition, in_sight=True) for each in at_once)
        static = tuple(each for each in rules if each.definition.is_static)
        always = [mod for each in static if each.is_fixed for mod in each.definition.mods]
        return Card(
            source.id,
            source.name,
            pool,
            TYPES.index(source.kind),
            row["cost"],
            row["ultimate"],
            host,
            rules,
            tuple(at_once),
            tuple(each for each in rules if each.trigger and each not in at_once),
            static,
            tuple(
                (VALUES.index(mod.what), mod.n)
                for mod in always
                if isinstance(mod.n, int) and not mod.is_flag
            ),
            sum({FLAG_BITS[mod.what] for mod in always if mod.is_flag}),
            tuple(each for each in static if not each.is_fixed),
            asking,
            not asking and _has_host(host),
            in_sight and _has_host(host, in_sight=True),
            row["text"],
        )

    def _clauses(
        self, source: Source, gruff: int = -1, shepherd: int = -1, card: int = -1
    ) -> tuple[CompiledClause, ...]:
        """The clauses of a source, each with its own number."""
        rules = []
        for place, clause in enumerate(source.clauses, 1):
            trigger, about, type = (*clause.when, "", "", "")[:3]
            rules.append(
                CompiledClause(
                    len(self.clauses),
                    f"{source.id}#{place}",
                    source,
                    clause,
                    tuple(
                        Operation(
                            op.name,
                            dict(op.fields),
                            tuple(
                                (field, value)
                                for field, value in op.fields.items()
                                if isinstance(value, Pick) and not value.each
                            ),
                            op.name in ("strip", "recover"),
                        )
                        for op in clause.ops
                    ),
                    gruff,
                    shepherd,
                    card,
                    trigger,
                    about,
                    TYPES.index(type) if type else -1,
                    RULES.get(trigger, "trigger-order").format(kind=source.kind),
                    tuple(
                        tuple(_awaited(trigger, about, side, host) for host in (*range(6), -1))
                        for side in (0, 1)
                    ),
                    _is_asking(clause),
                    _is_varying(clause),
                    _is_fixed(clause),
                )
            )
            self.clauses.append(rules[-1])
        return tuple(rules)

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


def _is_asking(clause: Clause, in_sight: bool = False) -> bool:
    choices = (value for op in clause.ops for value in op.fields.values())
    return not clause.may and any(
        [op.name in ("recover", "strip", "swap") for op in clause.ops]
        + [
            isinstance(each, Pick) and not (each.each or _is_always_met(each, in_sight))
            for each in choices
        ]
    )


def _has_host(host: Ref | Pick | None, in_sight: bool = False) -> bool:
    """Whether a card needs no host, or always has one."""
    return host is None or (isinstance(host, Pick) and _is_always_met(host, in_sight))


def _is_always_met(pick: Pick, in_sight: bool) -> bool:
    """Whether some gruff matches as long as the game goes on: a living one of one's own, or of the
    enemy's while none is hidden (`in_sight`).
    """
    seen = in_sight or pick.side != "enemy"
    return seen and pick.state in ("living", "either") and not pick.but


def _is_varying(clause: Clause) -> bool:
    who = clause.who
    moving = isinstance(who, Pick) and (who.state not in LIFE_STATES or who.but not in ("", "self"))
    fixed = all(isinstance(mod.n, int) for mod in clause.mods)
    return moving or not fixed or clause.condition is not None


def _is_fixed(clause: Clause) -> bool:
    amounts = all(isinstance(mod.n, int) for mod in clause.mods)
    return amounts and isinstance(clause.who, Ref) and clause.condition is None


def _awaited(trigger: str, about: str, side: int, host: int) -> int:
    """All that a clause with this trigger waits for, on this fighter and controlled by this side."""
    if not trigger:
        return 0
    if about == "self":
        return TRIGGER_BITS[trigger, OF_FIGHTER + host]
    if about == "enemy":
        return TRIGGER_BITS[trigger, 1 - side]
    if about == "mine" or trigger == "below-threshold":
        return TRIGGER_BITS[trigger, side]
    return TRIGGER_BITS[trigger, 0] | TRIGGER_BITS[trigger, 1]


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
