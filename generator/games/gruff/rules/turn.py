"""Turns a turn into its steps: clean up, draw, activate, play cards, act, and end.

Each function does one step of a turn and puts what comes of it on the stack.  Whatever triggers in
a step is done right after it (`triggers`), which is the end of its chain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step, then
from generator.games.gruff.content import ACTION, CONDITION, Card
from generator.games.gruff.effects.ast import STATS, Ref
from generator.games.gruff.effects.operations import change_crazy, raise_dead, slide, swap, turn_to
from generator.games.gruff.effects.resolve import can_begin, effect_step
from generator.games.gruff.effects.triggers import (
    SimultaneousBatch,
    TriggerEvent,
    conclude,
    gruff_id,
)
from generator.games.gruff.moves import ATTACK, GROW, RESURRECT, SHIFT, Move
from generator.games.gruff.rules.card_zones import discard, draw, leave_hand, take_off
from generator.games.gruff.rules.stats import (
    NO_ATTACK,
    NO_SWAP,
    Effect,
    active_of,
    chosable,
    flags_of,
    value,
)
from generator.games.gruff.rules.tournament import end_game

if TYPE_CHECKING:
    from generator.games.gruff.state import Table

WEIRD = STATS.index("weird")


def begin_turn(table: Table, side: int, events: list[Event]) -> None:
    """`turn-order`: the steps of a turn; the first ones are skipped when a game begins."""
    table.turns += 1
    table.side = side
    table.active = -1
    table.spent = 0
    table.bonuses = None  # a clause that looks at the active gruff finds none now
    seat = table.pair[side]
    events.append(Event("turn", "turn-order", seat, {"number": table.turns}))
    steps = []
    if table.turns <= 2:
        events.append(Event("skip", "clean-up-skipped", seat, {"step": "clean-up"}))
    else:
        if table.attackers[side] >= 0:
            steps += [Step("strike"), Step("triggers")]
        steps += [Step("expire"), Step("triggers"), Step("refresh")]
    if table.turns == 1:
        events.append(Event("skip", "first-draw-skipped", seat, {"step": "draw"}))
    else:
        steps.append(Step("draw"))
    table.pending = then(table.pending, *steps, Step("waken"))


# Step 0: clean up


def expire(table: Table, events: list[Event]) -> None:
    """`conditions-expire`: all that this side has laid for a while, and its boosts, leave play."""
    side = table.side
    cards, owner = table.setting.content.cards, table.owner
    going = [
        card
        for fighter in table.line
        for card in table.cards_on[fighter]
        if cards[card].type == CONDITION and owner[cards[card].pool] == side
    ]
    for card in going:
        take_off(table, card, "conditions-expire", events)
    lapse(table, "clean-up", events)
    if going or any(table.marks):
        conclude(table, events, SimultaneousBatch(), "expire-then-check")


def lapse(table: Table, until: str, events: list[Event]) -> None:
    """Boosts that last until now are over."""
    going = [
        boost
        for boost in table.boosts
        if boost.until == until and (until == "turn-end" or boost.side == table.side)
    ]
    if going:
        table.boosts = tuple(boost for boost in table.boosts if boost not in going)
        table.bonuses = None
        rule = "end-order" if until == "turn-end" else "clean-up-order"
        gruffs = [gruff_id(table, each) for each in sorted({boost.fighter for boost in going})]
        events.append(Event("lapse", rule, table.pair[table.side], {"gruffs": gruffs}))


def refresh(table: Table, events: list[Event], rule: str = "refresh-team") -> None:
    """`refresh-team`: if nobody living is ready, all the living become ready."""
    own = range(3 * table.side, 3 * table.side + 3)
    if any(table.alive[fighter] and table.ready[fighter] for fighter in own):
        return
    for fighter in own:
        if table.alive[fighter]:
            turn_to(table, fighter, True, rule, events)


# Steps 1 and 2: draw, activate


def draw_one(table: Table, events: list[Event]) -> None:
    draw(table, table.side, 1, "draw-one", events)


def waken(table: Table, events: list[Event]) -> None:
    """`step-two-refresh`: somebody must be ready to be activated."""
    refresh(table, events, "step-two-refresh")
    table.pending = (*table.pending, Step("activate", table.pair[table.side]))


def ready_columns(table: Table) -> list[int]:
    """The columns of the own living ready gruffs, from 0."""
    line = table.line[3 * table.side : 3 * table.side + 3]
    return [
        column
        for column, fighter in enumerate(line)
        if table.alive[fighter] and table.ready[fighter]
    ]


def activate(table: Table, column: int, events: list[Event]) -> None:
    """`activate-one`: exhausts a gruff, which is the active one from now on."""
    fighter = table.line[3 * table.side + column]
    table.ready[fighter] = False
    table.active = fighter
    table.bonuses = None
    facts: dict[str, JsonValue] = {"gruff": gruff_id(table, fighter), "column": column + 1}
    events.append(Event("activate", "activate-one", table.pair[table.side], facts))
    table.pending = then(table.pending, Step("triggers"), Step("weird"), Step("cards"))
    moment = SimultaneousBatch()
    moment.note("activated", fighter)
    conclude(table, events, moment, first=fighter)


def go_weird(table: Table, events: list[Event]) -> None:
    """`weird-to-crazy`: last part of step 2, if the active gruff is still alive."""
    if table.alive[table.active]:
        weird = value(table, table.active, WEIRD)
        change_crazy(table, table.side, weird, "weird-to-crazy", events)


# Step 3: play cards


def room(table: Table) -> int:
    """`cost-limit`: how much the next card may cost."""
    return table.crazy[table.side] - table.spent


def hosts(table: Table, card: Card) -> list[int]:
    """The fighters a card can be laid on now, so that all it does at once can begin."""
    side = table.side
    assert card.host is not None
    if isinstance(card.host, Ref):
        active = active_of(table, side)
        found = [active] if active >= 0 and table.alive[active] else []
    else:
        rule = (*card.now, *card.heard, *card.held)[0]
        found = chosable(table, card.host, Effect(rule, side, -1))
    if not card.now:
        return found
    return [host for host in found if all(can_begin(table, each, side, host) for each in card.now)]


def playable(table: Table) -> list[int]:
    """The cards in hand that can be played now, in the order of the content."""
    side, most = table.side, room(table)
    cards = table.setting.content.cards
    found = []
    for number in table.hands[side]:
        card = cards[number]
        if card.cost <= most:
            if card.type == ACTION:
                fits = all(can_begin(table, rule, side, -1) for rule in card.now)
            else:
                fits = bool(hosts(table, card))
            if fits:
                found.append(number)
    return sorted(found)


def offer_cards(table: Table) -> None:
    """Asks for a card as long as there is one to play."""
    seat = table.pair[table.side]
    step = Step("play", seat) if playable(table) else Step("tactics")
    table.pending = (*table.pending, step)


def play(table: Table, number: int, events: list[Event]) -> None:
    """A card is played: an Action at once, another card once it is known on whom."""
    card = table.setting.content.cards[number]
    if card.type == ACTION:
        lay(table, number, -1, events)
        return
    found = hosts(table, card)
    if len(found) == 1:
        lay(table, number, found[0], events)
    else:
        step = Step("host", table.pair[table.side], (number,))
        table.pending = (*table.pending, step)


def lay(table: Table, number: int, host: int, events: list[Event]) -> None:
    """A card is paid for and does what it does (`type-action`, `type-condition`, `type-mutation`)."""
    side = table.side
    card = table.setting.content.cards[number]
    seat = table.pair[side]
    leave_hand(table, side, number)
    table.spent += card.cost
    if number not in table.played[seat]:
        table.played[seat] = (*table.played[seat], number)
    table.counts = table.counts._replace(cards=table.counts.cards + 1)
    facts: dict[str, JsonValue] = {"card": card.id, "cost": card.cost, "left": room(table)}
    rule = ("type-action", "type-condition", "type-mutation")[card.type]
    if host >= 0:
        table.cards_on[host] = (*table.cards_on[host], number)
        table.bonuses = None
        facts["host"] = gruff_id(table, host)
    else:
        table.playing = number
    events.append(Event("play", rule, seat, facts))
    steps = [effect_step(each, host) for each in card.now]
    steps += [Step("played", None, (number,)), Step("triggers"), Step("cards")]
    table.pending = then(table.pending, *steps)
    if host >= 0 and any(table.marks):
        conclude(table, events, SimultaneousBatch())


def has_played(table: Table, number: int, events: list[Event]) -> None:
    """A card has been carried out: an Action goes to the discard pile, and others may hear of it."""
    card = table.setting.content.cards[number]
    side = table.owner[card.pool]
    if table.playing == number:
        table.playing = -1
        table.discards[side] = (*table.discards[side], number)
        events.append(Event("off", "type-action", table.pair[side], {"card": card.id}))
    moment = SimultaneousBatch()
    moment.happenings.append(TriggerEvent("card-played", side, -1, card.type, number))
    conclude(table, events, moment)


# Step 4: one tactical action


def tactics(table: Table) -> list[Move]:
    """`tactical-one`: what the active gruff can do."""
    fighter = table.active
    if not table.alive[fighter]:
        return []
    moves = []
    held = flags_of(table, fighter)
    if not held & NO_ATTACK:
        moves.append(ATTACK)
    top = table.setting.figures.stat_track
    moves += [GROW[stat] for stat in range(3) if table.sliders[3 * fighter + stat] < top]
    spot, first = table.place[fighter], 3 * table.side
    if not held & NO_SWAP:
        for near in (spot - 1, spot + 1):
            if first <= near < first + 3 and not flags_of(table, table.line[near]) & NO_SWAP:
                moves.append(SHIFT[near - first])
    line = table.line[first : first + 3]
    moves += [RESURRECT[column] for column in range(3) if not table.alive[line[column]]]
    return moves


def offer_tactics(table: Table, events: list[Event]) -> None:
    """Asks for a tactical action, if there is any (`no-tactical`)."""
    seat = table.pair[table.side]
    if tactics(table):
        table.pending = (*table.pending, Step("tactic", seat))
    else:
        events.append(Event("idle", "no-tactical", seat, {}))
        table.pending = (*table.pending, Step("limit"))


def act(table: Table, move: Move, events: list[Event]) -> None:
    """`tactical-ends-turn`: the action is carried out, and the turn is over."""
    table.pending = then(table.pending, Step("triggers"), Step("limit"))
    fighter, seat, moment = table.active, table.pair[table.side], SimultaneousBatch()
    id = gruff_id(table, fighter)
    events.append(Event("tactic", "tactical-one", seat, {"gruff": id, "action": move.what}))
    if move.what == "attack":
        table.attackers[table.side] = fighter
        table.bonuses = None
        table.counts = table.counts._replace(attacks=table.counts.attacks + 1)
        facts: dict[str, JsonValue] = {"gruff": id, "column": table.place[fighter] % 3 + 1}
        events.append(Event("attack", "declare-attack", seat, facts))
        moment.note("attack-declared", fighter)
    elif move.what == "grow":
        slide(table, fighter, move.about, 1, "grow", events)
        moment.note("grew", fighter)
    else:
        other = table.line[3 * table.side + int(move.about) - 1]
        if move.what == "move":
            swap(table, fighter, other, "move", events, moment)
        else:
            raise_dead(table, other, events, moment)
    conclude(table, events, moment)


# The end


def limit_hand(table: Table) -> None:
    """`hand-limit`: asks for a card to discard as long as there are too many."""
    over = len(table.hands[table.side]) > table.setting.figures.hand_limit
    step = Step("trim", table.pair[table.side]) if over else Step("end")
    table.pending = (*table.pending, step)


def trim(table: Table, card: int, events: list[Event]) -> None:
    discard(table, table.side, card, "hand-limit", events)
    table.pending = (*table.pending, Step("limit"))


def end_turn(table: Table, events: list[Event]) -> None:
    """`end-order`: marks vanish, then short boosts lapse, then it is the other's turn."""
    if any(table.marks):
        gruffs = [gruff_id(table, fighter) for fighter in range(6) if table.marks[fighter]]
        table.marks = [0] * 6
        events.append(Event("shrug-off", "shrug-off", None, {"gruffs": gruffs}))
    lapse(table, "turn-end", events)
    seat = table.pair[table.side]
    events.append(Event("end-turn", "tactical-ends-turn", seat, {"number": table.turns}))
    if table.turns >= table.setting.figures.turn_cap:
        end_game(table, 0.5, "cap", events)
        return
    table.pending = then(table.pending, Step("turn", None, (1 - table.side,)))
