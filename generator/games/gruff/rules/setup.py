"""Set-up: draft, deck building, and the start of each game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import filterfalse, permutations

from generator.engine.events import Event, JsonValue, new_event
from generator.engine.pending import Step, shared_step, then
from generator.engine.rng import Rng
from generator.games.gruff.entries import TableField
from generator.games.gruff.moves import Move
from generator.games.gruff.rules.card_zones import draw
from generator.games.gruff.rules.event_makers import (
    draft_gruff_event,
    draft_shepherd_event,
    drop_event,
)
from generator.games.gruff.rules.tournament import SCHEDULE
from generator.games.gruff.state import ALL_TRIGGERS, GruffState

TEAM = 3
"""Number of gruffs in a team."""


def set_up(state: GruffState, events: list[Event]) -> None:
    """Seat the drafters at random, and put the steps before play on the stack."""
    config = state.config
    state.order = tuple(state.rng.shuffled(range(config.players)))
    rule = "tournament-order" if config.tournament else "duel-pick"
    facts = {"order": [config.people[seat] for seat in state.order]}
    events.append(new_event("seats", rule, None, facts))
    steps = [shared_step("draft", seat, what) for seat, what in picks(state.order)]
    if not config.draft:
        steps = [Step("deal", None)]
    state.pending = then((), *steps, Step("decks"))


def picks(order: Sequence[int]) -> list[tuple[int, str]]:
    """`draft-order`, `duel-pick`: the seat and kind of each pick, in snake order."""
    there, back = list(order), list(order)[::-1]
    gruffs = [*back, *there, *back]
    return [(seat, "shepherd") for seat in there] + [(seat, "gruff") for seat in gruffs]


def on_display(state: GruffState, what: str) -> list[int]:
    """The shepherds or gruffs not yet taken (`single-copy`)."""
    content = state.config.content
    if what == "shepherd":
        return [n for n in range(len(content.shepherds)) if n not in state.shepherds]
    taken = {gruff for team in state.teams for gruff in team}
    return [n for n in range(len(content.gruffs)) if n not in taken]


def drafts(state: GruffState, step: Step) -> list[Move]:
    """The shepherds or gruffs that can be drafted in a step."""
    content, what = state.config.content, step.about[0]
    moves = content.draft_shepherd if what == "shepherd" else content.draft_gruff
    return [moves[number] for number in on_display(state, what)]


def draft(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """Draft a shepherd or a gruff."""
    content, what = state.config.content, step.about[0]
    numbers = content.shepherd_number if what == "shepherd" else content.gruff_number
    take(state, step.decider, what, numbers[move.about], events)


def take(state: GruffState, seat: int, what: str, number: int, events: list[Event]) -> None:
    """Give a seat a shepherd or a gruff."""
    content = state.config.content
    rule = "draft-order" if state.config.tournament else "duel-pick"
    if what == "shepherd":
        state.shepherds[seat] = number
        events.append(draft_shepherd_event(rule, seat, content.shepherds[number].id))
    else:
        state.teams[seat] += (number,)
        events.append(draft_gruff_event(rule, seat, content.gruffs[number].id))
    if len(state.teams[seat]) == TEAM:
        team = [content.gruffs[gruff].id for gruff in state.teams[seat]]
        events.append(new_event("team", "team", seat, {"gruffs": team}))


def deal_teams(state: GruffState, step: Step, events: list[Event]) -> None:
    """Give every seat a team at random."""
    for seat, what in picks(state.order):
        take(state, seat, what, state.rng.pick(on_display(state, what)), events)


# Decks


def begin_decks(state: GruffState, step: Step, events: list[Event]) -> None:
    """Begin deck building: each seat builds its deck in secret, or is dealt one."""
    steps = [shared_step("build", seat) for seat in state.order]
    if not state.config.build:
        for seat in state.order:
            deal_deck(state, seat, events)
        steps = []
    state.pending = then(state.pending, *steps, Step("game", None, (0,)))


def drops(state: GruffState, step: Step) -> list[Move]:
    """The moves that leave out a card."""
    return [state.config.content.drop[card] for card in droppable(state, step.decider)]


def build(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """Leave a card out, and ask for another until the deck is built."""
    drop(state, step.decider, state.config.content.card_number[move.about], events)
    if not built(state, step.decider):
        state.pending += (step,)


def droppable(state: GruffState, seat: int, unseen: Sequence[int] | None = None) -> list[int]:
    """The cards that a seat can leave out next, pool by pool, such that the deck can become legal.

    With `unseen`, only from these: cards that everybody has seen are in the deck.
    """
    content, figures = state.config.content, state.config.figures
    dropped = frozenset(state.dropped[seat])
    most = content.shepherds[state.shepherds[seat]].breaking_point
    now: list[int] = []
    remaining = kept = 0
    for number in state.teams[seat]:
        gruff = content.gruffs[number]
        pool, ultimates = gruff.pool, gruff.ultimates
        if not dropped.isdisjoint(pool):
            pool = tuple(filterfalse(dropped.__contains__, pool))
            ultimates = content.ultimates(pool)
        left = len(pool) - figures.pool_in_deck
        free = [*pool] if unseen is None else [card for card in pool if card in unseen]
        if left > 0 and not now:
            now, remaining = free, left
        kept += ultimates - min(ultimates if unseen is None else content.ultimates(free), left)
    if kept >= most and content.ultimates(now) >= remaining:
        # Each further card left out of this pool must be an Ultimate, or too many would remain.
        return [card for card in now if card in content.ultimate]
    return now


def drop(state: GruffState, seat: int, card: int, events: list[Event]) -> None:
    """Leave a card out; no other seat sees which."""
    content = state.config.content
    state.dropped[seat] += (card,)
    events.append(drop_event("deck-eight-each", seat, content.cards[card].id))
    if built(state, seat):
        pack = pack_of(state, seat)
        state.packs[seat] = pack
        ultimates = content.ultimates(pack)
        events.append(new_event("deck", "deck-no-repeat", seat, {"cards": len(pack)}))
        event = new_event("ultimates", "deck-ultimates", seat, {"ultimates": ultimates}, only=seat)
        events.append(event)


def pack_of(state: GruffState, seat: int) -> tuple[int, ...]:
    """All cards of a seat's pools except those left out."""
    content, dropped = state.config.content, state.dropped[seat]
    pools = [content.gruffs[gruff].pool for gruff in state.teams[seat]]
    return tuple([card for pool in pools for card in pool if card not in dropped])


def built(state: GruffState, seat: int) -> bool:
    """Whether a seat has left out the required number of cards."""
    figures = state.config.figures
    return len(state.dropped[seat]) == TEAM * (figures.pool - figures.pool_in_deck)


def fill_drops(
    state: GruffState, seat: int, rng: Rng, unseen: Sequence[int] | None, number: int
) -> None:
    """Leave out cards at random until `number` are out."""
    while len(state.dropped[seat]) < number:
        card = rng.pick(droppable(state, seat, unseen))
        state.dropped[seat] += (card,)


def deal_deck(state: GruffState, seat: int, events: list[Event]) -> None:
    """Deal a seat a random legal deck."""
    while not built(state, seat):
        drop(state, seat, state.rng.pick(droppable(state, seat)), events)


# The start of a game


def seat_pair(state: GruffState, number: int) -> tuple[int, int]:
    """The two seats of a game, in the order of the schedule."""
    if not state.config.tournament:
        return state.order[0], state.order[1]
    one, other = SCHEDULE[number]
    return state.order[one], state.order[other]


def start_game(state: GruffState, step: Step, events: list[Event]) -> None:
    """Choose the first player at random, and set up both teams (`start-stats`)."""
    number = step.about[0]
    one, other = seat_pair(state, number)
    pair = (one, other) if state.rng.below(2) else (other, one)
    facts: dict[str, JsonValue] = {"first": state.config.people[pair[0]], "game": number + 1}
    rule = "draft-games" if state.config.tournament else "line-up-order"
    events.append(new_event("game", rule, pair[0], facts))
    set_table(state, pair)
    shown = {state.config.people[seat]: state.life[side] for side, seat in enumerate(pair)}
    events.append(new_event("sliders", "start-stats", None, {"life": shown}))
    steps = [Step("line", pair[0], (0,)), Step("line", pair[1], (1,))]
    state.pending = then(state.pending, *steps, Step("opening"))


def set_table(state: GruffState, pair: tuple[int, int]) -> None:
    """Set up both teams with their starting stats, nothing drawn and nothing on the table yet."""
    content = state.config.content
    state.pair = pair
    for entry in state.entries:
        if isinstance(entry, TableField):
            setattr(state, entry.name, entry.begin(state))
    state.waits, state.awaited = [ALL_TRIGGERS] * 8, ALL_TRIGGERS
    state.fighters = [gruff for seat in pair for gruff in state.teams[seat]]
    state.ids = [content.gruffs[gruff].id for gruff in state.fighters]
    owner = [-1] * len(content.gruffs)
    for fighter, gruff in enumerate(state.fighters):
        owner[gruff] = fighter // 3
    state.owner = owner
    state.line = list(range(6))
    state.place = list(range(6))
    state.sliders = [stat for gruff in state.fighters for stat in content.gruffs[gruff].stats]
    shepherds = [content.shepherds[state.shepherds[seat]] for seat in pair]
    state.life = [each.life for each in shepherds]
    state.crazy = [each.crazy for each in shepherds]
    state.decks = [state.packs[seat] for seat in pair]
    state.bonuses = None


def lines(state: GruffState, step: Step) -> list[Move]:
    """The six arrangements of a line."""
    side = step.about[0]
    team = state.ids[3 * side : 3 * side + 3]
    return [Move("line", f"{one} {two} {three}") for one, two, three in permutations(team)]


def line_up(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """Arrange the gruffs of a side; the other side sees it."""
    content, side, ids = state.config.content, step.about[0], move.about.split()
    for column, id in enumerate(ids):
        fighter = state.fighters.index(content.gruff_number[id])
        state.line[3 * side + column] = fighter
        state.place[fighter] = 3 * side + column
    state.bonuses = None
    facts: dict[str, JsonValue] = {"gruffs": [*ids]}
    events.append(new_event("line", "line-up-order", state.pair[side], facts))


def open_game(state: GruffState, step: Step, events: list[Event]) -> None:
    """Shuffle both decks and draw both hands."""
    for side in (0, 1):
        state.decks[side] = tuple(state.rng.shuffled(state.packs[state.pair[side]]))
        draw(state, side, state.config.figures.opening_hand, "opening-hand", events)
    state.pending = then(state.pending, Step("turn", None, (0,)))
