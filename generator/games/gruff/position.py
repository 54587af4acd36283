"""Positions of Gruff: defaults for missing entries.

Defaults describe a game under way: the teams are the first of the records, everybody is alive and
ready with the starting stats, the first player is about to activate a gruff in the fifth turn,
hands are empty, and each deck consists of the plain cards of its pools that are placed nowhere
else.  `decks` lists the cards on top, with the rest below them in random order; or it is only a
number of cards, and the rest is discarded.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.fields.entries import PENDING
from generator.engine.fields.reader import PositionReader
from generator.engine.pending import Step
from generator.games.gruff.entries import TableField
from generator.games.gruff.invariants import cards_of
from generator.games.gruff.rules.setup import TEAM, pack_of, picks, set_table
from generator.games.gruff.state import GruffState

DEFAULT_TURN = 5


def complete(state: GruffState, reader: PositionReader) -> None:
    """Fill in missing entries of a position."""
    if sorted(state.order) != list(range(state.config.players)):
        if state.order:
            reader.fault("the order has each player once", "order")
        state.order = tuple(range(state.config.players))
    words = reader.words("pending")
    first = words[0].split()[:1] if words and not reader.given("first") else []
    before_play = first in (["draft"], ["build"])
    _teams(state, reader, before_play, drafting=first == ["draft"])
    reader.stop_at_faults()
    if not before_play:
        _table(state, reader)
        reader.stop_at_faults()
        _placed(state, reader)
        reader.stop_at_faults()
        for seat in range(state.config.players):
            _deck(state, reader, seat)
        reader.stop_at_faults()
    if not reader.given("pending"):
        state.pending = (Step("activate", state.pair[state.side]),)
        return
    PENDING.read(reader, state)
    if before_play and len(state.pending) == 1:
        (step,) = state.pending
        state.pending = (*_rest_of_preparation(state, step)[::-1], step)


def _teams(state: GruffState, reader: PositionReader, before_play: bool, drafting: bool) -> None:
    """Give gruffs and shepherds to every seat without any."""
    config = state.config
    given = reader.mapping("teams")
    for name, team in zip(config.people, state.teams, strict=True):
        if name in given and not before_play and len(team) != TEAM:
            reader.fault(f"a team has {TEAM} gruffs", "teams", name, check="team")
    if drafting:
        return
    for seat in range(config.players):
        taken = [gruff for team in state.teams for gruff in team]
        free = [n for n in range(len(config.gruff_ids)) if n not in taken]
        if not state.teams[seat]:
            state.teams[seat] = tuple(free[:TEAM])
        if state.shepherds[seat] < 0:
            left = [n for n in range(len(config.shepherd_ids)) if n not in state.shepherds]
            state.shepherds[seat] = left[0]


def _table(state: GruffState, reader: PositionReader) -> None:
    """Set up the table with its two players."""
    people = state.config.people
    pair = []
    others = [name for name in people if name != reader.data.get("second")]
    for key, default in (("first", others[:1]), ("second", people)):
        given = [reader.data[key]] if reader.given(key) else default
        names = reader.known(given, people, "player", key)
        pair += [seat for seat in map(people.index, names) if seat not in pair][:1]
    if len(pair) < 2:
        reader.fault("two different players are at the table", "second")
        return
    packs = state.packs[:]
    state.packs = [pack_of(state, seat) for seat in range(len(people))]
    set_table(state, (pair[0], pair[1]))
    state.packs = packs
    for entry in state.entries:
        if isinstance(entry, TableField):
            entry.read(reader, state)
    if not reader.given("turn"):
        state.turns = DEFAULT_TURN + state.side


def _placed(state: GruffState, reader: PositionReader) -> None:
    """Every card in hand, on a gruff or discarded belongs to a gruff at the table, its player's own."""
    cards, owner = state.config.content.cards, state.owner
    on = [card for each in state.cards_on for card in each]
    on += [state.playing] if state.playing >= 0 else []
    for card in (*state.hands[0], *state.hands[1], *state.discards[0], *state.discards[1], *on):
        if owner[cards[card].pool] < 0:
            message = f"the gruff of {cards[card].id} is on neither side"
            reader.fault(message, "hands", check="deck-eight-each")
    for side in (0, 1):
        for card in (*state.hands[side], *state.discards[side]):
            if owner[cards[card].pool] == 1 - side:
                message = f"{cards[card].id} belongs to the other player"
                reader.fault(message, "hands", check="deck-eight-each")


def _deck(state: GruffState, reader: PositionReader, seat: int) -> None:
    """Determine the cards of a deck, those left in it, and those that have been seen."""
    content, name = state.config.content, state.config.people[seat]
    side = state.pair.index(seat) if seat in state.pair else None
    top: tuple[int, ...] = ()
    placed: list[int] = []
    if side is not None:
        top, placed = _listed_top(state, reader, side), cards_of(state, side, deck=False)
    if name not in reader.mapping("packs"):
        state.packs[seat] = _default_pack(state, seat, [*placed, *top])
    pack = state.packs[seat]
    if name not in reader.mapping("dropped"):
        pools = [content.gruffs[gruff].pool for gruff in state.teams[seat]]
        state.dropped[seat] = tuple(card for pool in pools for card in pool if card not in pack)
    if side is None:
        return
    rest = reader.filling.shuffled(c for c in pack if c not in placed and c not in top)
    number = reader.mapping("decks").get(name)
    if isinstance(number, int):
        if rest[number:] and name in reader.mapping("discards"):
            message = f"{len(rest[number:])} cards of {name} are in no hand, deck or discards"
            reader.fault(message, "decks", name, check="deck-eight-each")
        state.discards[side] += tuple(rest[number:])
        rest = rest[:number]
    state.decks[side] = (*rest, *top)
    if not reader.given("seen"):
        on = [card for cards in state.cards_on for card in cards if card in pack]
        state.seen[seat] = (*state.discards[side], *on)


def _listed_top(state: GruffState, reader: PositionReader, side: int) -> tuple[int, ...]:
    """The top cards of a deck, if the position lists them."""
    name = state.config.people[state.pair[side]]
    listed = isinstance(reader.mapping("decks").get(name), (list, tuple))
    return state.decks[side] if listed else ()


def _default_pack(state: GruffState, seat: int, wanted: Sequence[int]) -> tuple[int, ...]:
    """A deck with these cards, completed with plain ones."""
    content, pack = state.config.content, list[int]()
    for gruff in state.teams[seat]:
        pool = content.gruffs[gruff].pool
        best = sorted(pool, key=lambda card: (card not in wanted, content.cards[card].ultimate))
        pack += sorted(best[: state.config.figures.pool_in_deck])
    return tuple(pack)


def _rest_of_preparation(state: GruffState, step: Step) -> list[Step]:
    """The steps that follow a single step of the draft or of deck building."""
    if step.name == "build":
        later = state.order[state.order.index(step.decider) + 1 :]
        return [*(Step("build", seat) for seat in later), Step("game", None, (0,))]
    taken = sum(shepherd >= 0 for shepherd in state.shepherds) + sum(map(len, state.teams))
    steps = [Step("draft", seat, (what,)) for seat, what in picks(state.order)]
    return [*steps[taken + 1 :], Step("decks")]
