"""Turns a new game into teams, decks and lines: draft, deck building, and the start of each game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step, then
from generator.engine.rng import Rng
from generator.games.gruff.content import Content
from generator.games.gruff.moves import Move
from generator.games.gruff.rules.card_zones import draw
from generator.games.gruff.rules.tournament import SCHEDULE

if TYPE_CHECKING:
    from generator.games.gruff.state import Table

TEAM = 3
"""How many gruffs a team has."""


def begin(table: Table, events: list[Event]) -> None:
    """Seats the drafters at random, and puts all that comes before play on the stack."""
    setting = table.setting
    table.order = tuple(table.rng.shuffled(range(setting.players)))
    rule = "tournament-order" if setting.tournament else "duel-pick"
    facts = {"order": [setting.seats[seat] for seat in table.order]}
    events.append(Event("seats", rule, None, facts))
    steps = [Step("draft", seat, (what,)) for seat, what in picks(table.order)]
    if not setting.draft:
        steps = [Step("deal", None)]
    table.pending = then((), *steps, Step("decks"))


def picks(order: Sequence[int]) -> list[tuple[int, str]]:
    """`draft-order`, `duel-pick`: who picks what, there and back again."""
    there, back = list(order), list(order)[::-1]
    gruffs = [*back, *there, *back]
    return [(seat, "shepherd") for seat in there] + [(seat, "gruff") for seat in gruffs]


def draft_rule(table: Table) -> str:
    return "draft-order" if table.setting.tournament else "duel-pick"


def on_display(table: Table, what: str) -> list[int]:
    """The shepherds or gruffs that nobody has taken (`single-copy`)."""
    content = table.setting.content
    if what == "shepherd":
        return [n for n in range(len(content.shepherds)) if n not in table.shepherds]
    taken = {gruff for team in table.teams for gruff in team}
    return [n for n in range(len(content.gruffs)) if n not in taken]


def draft_moves(table: Table, what: str) -> list[Move]:
    content = table.setting.content
    moves = content.draft_shepherd if what == "shepherd" else content.draft_gruff
    return [moves[number] for number in on_display(table, what)]


def take(table: Table, seat: int, what: str, number: int, events: list[Event]) -> None:
    """A seat takes a shepherd or a gruff."""
    content = table.setting.content
    if what == "shepherd":
        table.shepherds[seat] = number
        id = content.shepherds[number].id
    else:
        table.teams[seat] = (*table.teams[seat], number)
        id = content.gruffs[number].id
    events.append(Event("draft", draft_rule(table), seat, {what: id}))
    if len(table.teams[seat]) == TEAM:
        team = [content.gruffs[gruff].id for gruff in table.teams[seat]]
        events.append(Event("team", "team", seat, {"gruffs": team}))


def deal_teams(table: Table, events: list[Event]) -> None:
    """Every seat gets a team at random."""
    for seat, what in picks(table.order):
        take(table, seat, what, table.rng.pick(on_display(table, what)), events)


# Decks


def droppable(table: Table, seat: int, unseen: Sequence[int] | None = None) -> list[int]:
    """The cards that a seat can leave out next, pool by pool, so that the deck can become legal.

    With `unseen`, only those of them can be left out: what everybody has seen is in the deck.
    """
    content, figures = table.setting.content, table.setting.figures
    dropped = table.dropped[seat]
    most = content.shepherds[table.shepherds[seat]].breaking_point
    now: list[int] = []
    kept: list[int] = []
    for gruff in table.teams[seat]:
        pool = [card for card in content.gruffs[gruff].pool if card not in dropped]
        left = len(pool) - figures.pool_in_deck
        free = [card for card in pool if unseen is None or card in unseen]
        if left > 0 and not now:
            now = free
        ultimates = sum(content.cards[card].ultimate for card in pool)
        can_go = sum(content.cards[card].ultimate for card in free)
        kept.append(ultimates - min(can_go, left))
    spare = most - sum(kept)
    if spare > 0:
        return now
    # As many Ultimates as can still go must go: a plain card may not take the place of one.
    return [card for card in now if not crowds(content, card, now, table, seat)]


def crowds(content: Content, card: int, now: Sequence[int], table: Table, seat: int) -> bool:
    """Whether leaving out this card would keep an Ultimate in the deck that has to go."""
    if content.cards[card].ultimate:
        return False
    pool = content.gruffs[content.cards[card].pool].pool
    left = len([each for each in pool if each not in table.dropped[seat]])
    left -= table.setting.figures.pool_in_deck
    return sum(content.cards[each].ultimate for each in now) >= left


def drop(table: Table, seat: int, card: int, events: list[Event]) -> None:
    """A seat leaves a card out; nobody else sees which."""
    content = table.setting.content
    table.dropped[seat] = (*table.dropped[seat], card)
    facts = {"card": content.cards[card].id}
    events.append(Event("drop", "deck-eight-each", seat, facts, only=seat))
    if built(table, seat):
        pack = pack_of(table, seat)
        table.packs[seat] = pack
        ultimates = sum(content.cards[each].ultimate for each in pack)
        events.append(Event("deck", "deck-no-repeat", seat, {"cards": len(pack)}))
        told = {"ultimates": ultimates}
        events.append(Event("ultimates", "deck-ultimates", seat, told, only=seat))


def pack_of(table: Table, seat: int) -> tuple[int, ...]:
    """All cards of a seat's pools but those left out."""
    content, dropped = table.setting.content, table.dropped[seat]
    pools = [content.gruffs[gruff].pool for gruff in table.teams[seat]]
    return tuple(card for pool in pools for card in pool if card not in dropped)


def built(table: Table, seat: int) -> bool:
    """Whether a seat has left out all that it must."""
    figures = table.setting.figures
    return len(table.dropped[seat]) == TEAM * (figures.pool - figures.pool_in_deck)


def fill_drops(
    table: Table, seat: int, rng: Rng, unseen: Sequence[int] | None, number: int
) -> None:
    """Leaves out cards at random until so many are out."""
    while len(table.dropped[seat]) < number:
        card = rng.pick(droppable(table, seat, unseen))
        table.dropped[seat] = (*table.dropped[seat], card)


def deal_decks(table: Table, seat: int, events: list[Event]) -> None:
    """A seat gets a legal deck at random."""
    while not built(table, seat):
        drop(table, seat, table.rng.pick(droppable(table, seat)), events)


# The start of a game


def seat_pair(table: Table, number: int) -> tuple[int, int]:
    """The two seats that play a game, in the order of the draft."""
    if not table.setting.tournament:
        return table.order[0], table.order[1]
    one, other = SCHEDULE[number]
    return table.order[one], table.order[other]


def start_game(table: Table, number: int, events: list[Event]) -> None:
    """Chooses who goes first, and sets both teams up (`start-stats`)."""
    one, other = seat_pair(table, number)
    pair = (one, other) if table.rng.below(2) else (other, one)
    facts: dict[str, JsonValue] = {"first": table.setting.seats[pair[0]], "game": number + 1}
    rule = "draft-games" if table.setting.tournament else "line-up-order"
    events.append(Event("game", rule, pair[0], facts))
    set_table(table, pair)
    shown = {table.setting.seats[seat]: table.life[side] for side, seat in enumerate(pair)}
    events.append(Event("sliders", "start-stats", None, {"life": shown}))
    steps = [Step("line", pair[0], (0,)), Step("line", pair[1], (1,))]
    table.pending = then(table.pending, *steps, Step("opening"))


def set_table(table: Table, pair: tuple[int, int]) -> None:
    """Both teams with their starting stats, nothing drawn and nothing on the table yet."""
    content = table.setting.content
    table.pair = pair
    table.fighters = [gruff for seat in pair for gruff in table.teams[seat]]
    owner = [-1] * len(content.gruffs)
    for fighter, gruff in enumerate(table.fighters):
        owner[gruff] = fighter // 3
    table.owner = owner
    table.line = list(range(6))
    table.place = list(range(6))
    table.sliders = [stat for gruff in table.fighters for stat in content.gruffs[gruff].stats]
    table.alive = [True] * 6
    table.ready = [True] * 6
    table.marks = [0] * 6
    table.attackers = [-1, -1]
    table.cards_on = [()] * 6
    table.boosts = ()
    shepherds = [content.shepherds[table.shepherds[seat]] for seat in pair]
    table.life = [each.life for each in shepherds]
    table.crazy = [each.crazy for each in shepherds]
    table.hands = [(), ()]
    table.decks = [table.packs[seat] for seat in pair]
    table.discards = [(), ()]
    table.shown = [(), ()]
    table.playing = table.active = -1
    table.spent = table.turns = 0
    table.queue, table.fired = (), ()
    table.bonuses = None
    table.side = 0


def line_moves(table: Table, side: int) -> list[Move]:
    """The six orders of a line."""
    gruffs = table.setting.content.gruffs
    fighters = range(3 * side, 3 * side + 3)
    return [
        Move("line", " ".join(gruffs[table.fighters[fighter]].id for fighter in order))
        for order in permutations(fighters)
    ]


def line_up(table: Table, side: int, ids: Sequence[str], events: list[Event]) -> None:
    """A side arranges its gruffs; the other sees it."""
    content = table.setting.content
    for column, id in enumerate(ids):
        fighter = table.fighters.index(content.gruff_number[id])
        table.line[3 * side + column] = fighter
        table.place[fighter] = 3 * side + column
    table.bonuses = None
    facts = {"gruffs": list(ids)}
    events.append(Event("line", "line-up-order", table.pair[side], facts))


def open_game(table: Table, events: list[Event]) -> None:
    """Both decks are shuffled and both hands drawn."""
    for side in (0, 1):
        table.decks[side] = tuple(table.rng.shuffled(table.packs[table.pair[side]]))
        draw(table, side, table.setting.figures.opening_hand, "opening-hand", events)
    table.pending = then(table.pending, Step("turn", None, (0,)))
