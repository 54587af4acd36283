"""Turn: clean up, draw, activate, play cards, one tactical action, end.

Each function does one step of a turn.  It calls the next step, or puts it on the stack if something
may come in between.  Clauses triggered in a step are carried out right after it (`triggers`), which
ends its chain.
"""

from __future__ import annotations

from generator.engine.events import Event, JsonValue, new_event
from generator.engine.pending import Stack, Step, new_step, then
from generator.games.gruff.content import ACTION, MatchConfig
from generator.games.gruff.effects.ast import STATS
from generator.games.gruff.effects.changes import change_crazy, raise_dead, slide, swap
from generator.games.gruff.effects.resolve import START, begin, ends_chain, occur, step_of
from generator.games.gruff.effects.triggers import OF_GRUFF, SimultaneousBatch, of_side, settle
from generator.games.gruff.history import ATTACKS, CARDS
from generator.games.gruff.moves import (
    ACTIVATE,
    ATTACK,
    GROW,
    HOST,
    RESURRECT,
    SHIFT,
    SPOTS,
    STOP,
    Move,
)
from generator.games.gruff.rules.attacks import strike
from generator.games.gruff.rules.card_zones import draw, leave_hand
from generator.games.gruff.rules.clean_up import clean_up, lapse, refresh_team
from generator.games.gruff.rules.event_makers import (
    activate_event,
    attack_event,
    end_turn_event,
    off_event,
    shrug_off_event,
    stop_event,
    tactic_event,
    turn_event,
)
from generator.games.gruff.rules.playable import hosts, playable
from generator.games.gruff.rules.stats import NO_ATTACK, NO_SWAP, bonuses, value
from generator.games.gruff.rules.tournament import end_game
from generator.games.gruff.state import UNMARKED, GruffState

WEIRD = STATS.index("weird")
SPOTS_OF = ((0, 1, 2), (3, 4, 5))
"""The spots of each side."""
NEXT_TO = ((1,), (0, 2), (1,))
"""The neighbours of each column."""
UNHINDERED = [[ATTACK, *GROW, *[SHIFT[column] for column in columns]] for columns in NEXT_TO]
"""The tactical actions of a gruff in each column if nothing stands against one."""
OFFER, LIMIT, GAIN_CRAZY = map(Step, ("cards", "limit", "weird"))
AFTER_ACTIVATION, AFTER_CARD, AFTER_ACTION = (OFFER, GAIN_CRAZY), (OFFER,), (LIMIT,)
"""What comes after the clauses that an activation, a card or a tactical action triggers, the next step
last."""
AFTER_CLEAN_UP = then((), *map(Step, ("refresh", "draw", "waken")))
"""The steps of a normal turn from its clean-up to its activation."""
AFTER_STRIKE = then(AFTER_CLEAN_UP, Step("expire"), Step("triggers"))
"""The steps of a turn that begins with a pending attack, after the strike."""
TO_ACTIVATE, TO_PLAY, TO_ACT = (
    [Step(name, seat) for seat in range(len(MatchConfig.SEATS))]
    for name in ("activate", "play", "tactic")
)
"""Decisions of a turn, by seat."""
TURNS = (Step("turn", None, (0,)), Step("turn", None, (1,)))
"""Turn step of each side."""


def begin_turn(state: GruffState, step: Step, events: list[Event]) -> None:
    """`turn-order`: begin a turn; the first turns of a game skip steps."""
    side = step.about[0]
    state.turns += 1
    state.side = side
    state.active = -1
    state.spent = 0
    state.clear_varying()  # a clause that refers to the active gruff finds none now
    seat = state.pair[side]
    events.append(turn_event("turn-order", seat, state.turns))
    if state.turns <= 2:
        events.append(new_event("skip", "clean-up-skipped", seat, {"step": "clean-up"}))
        if state.turns == 1:
            events.append(new_event("skip", "first-draw-skipped", seat, {"step": "draw"}))
        else:
            draw(state, side, 1, "draw-one", events)
        ask_for_activation(state, step, events)
        return
    if state.attackers[side] >= 0 and not (
        strike(state, events) and ends_chain(state, events, AFTER_STRIKE)
    ):
        return
    if clean_up(state, events) and ends_chain(state, events, AFTER_CLEAN_UP):
        refresh_team(state, "refresh-team", events)
        draw(state, side, 1, "draw-one", events)
        state.pending += (TO_ACTIVATE[seat],)


# Steps 1 and 2: draw, activate


def draw_one(state: GruffState, step: Step, events: list[Event]) -> None:
    """Draw a card."""
    draw(state, state.side, 1, "draw-one", events)


def ask_for_activation(state: GruffState, step: Step, events: list[Event]) -> None:
    """`step-two-refresh`: refresh the team if needed, and ask for an activation."""
    refresh_team(state, "step-two-refresh", events)
    state.pending += (TO_ACTIVATE[state.pair[state.side]],)


def activations(state: GruffState, step: Step) -> list[Move]:
    """Activations of the side's living, ready gruffs, by column."""
    alive, ready, moves = state.alive, state.ready, []
    for spot in SPOTS_OF[state.side]:
        fighter = state.line[spot]
        if alive[fighter] and ready[fighter]:
            moves.append(ACTIVATE[spot % 3])
    return moves


def activate(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """`activate-one`: exhaust a gruff, which becomes the active one."""
    column = int(move.about) - 1
    fighter = state.line[3 * state.side + column]
    state.ready[fighter] = False
    state.active = fighter
    state.clear_varying()
    events.append(activate_event("activate-one", step.seat, state.ids[fighter], column + 1))
    if occur(state, OF_GRUFF["activated"][fighter], events, AFTER_ACTIVATION, fighter):
        gain_crazy(state, GAIN_CRAZY, events)
        offer_cards(state, OFFER, events)


def gain_crazy(state: GruffState, step: Step, events: list[Event]) -> None:
    """`weird-to-crazy`: end of step 2, if the active gruff is still alive."""
    if state.alive[state.active]:
        weird = value(state, state.active, WEIRD)
        change_crazy(state, state.side, weird, "weird-to-crazy", events)


# Step 3: play cards


def offer_cards(state: GruffState, step: Step, events: list[Event]) -> None:
    """Ask for a card if any is playable; otherwise go on to tactical actions."""
    moves = plays(state)
    if len(moves) == 1:
        offer_tactics(state, events)
    else:
        state.pending += (TO_PLAY[state.pair[state.side]],)
        state.set_legal_moves(moves)


def plays(state: GruffState, step: Step | None = None) -> list[Move]:
    """The cards that can be played, and the option to stop."""
    moves, play = [], state.config.content.play
    for card in playable(state):
        moves.append(play[card])
    moves.append(STOP)
    return moves


def play(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """Play a card: an Action at once, another card once its host is known."""
    if move == STOP:
        events.append(stop_event("play-any-number", step.seat))
        offer_tactics(state, events)
        return
    number = state.config.content.card_number[move.about]
    card = state.config.content.cards[number]
    if card.type == ACTION:
        begin_card(state, number, -1, events)
        return
    found = hosts(state, card)
    if len(found) == 1:
        begin_card(state, number, found[0], events)
    else:
        state.pending += (new_step("host", state.pair[state.side], (number,)),)
        state.set_legal_moves(on_spots(state, found))


def host_moves(state: GruffState, step: Step) -> list[Move]:
    """Choices of the card's host."""
    return on_spots(state, hosts(state, state.config.content.cards[step.about[0]]))


def on_spots(state: GruffState, found: list[int]) -> list[Move]:
    """Choices of these fighters, which are in the order of their spots, as hosts."""
    moves = []
    for fighter in found:
        moves.append(HOST[state.place[fighter]])
    return moves


def choose_host(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """Choose the host of a card."""
    begin_card(state, step.about[0], state.line[SPOTS.index(move.about)], events)


def begin_card(state: GruffState, number: int, host: int, events: list[Event]) -> None:
    """Pay for a card and carry it out (`type-action`, `type-condition`, `type-mutation`)."""
    side = state.side
    card = state.config.content.cards[number]
    seat = state.pair[side]
    leave_hand(state, side, number)
    state.spent += card.cost
    if number not in state.played[seat]:
        state.played[seat] += (number,)
    state.counts[CARDS] += 1
    left = state.crazy[side] - state.spent
    facts: dict[str, JsonValue] = {"card": card.id, "cost": card.cost, "left": left}
    rule = ("type-action", "type-condition", "type-mutation")[card.type]
    if host >= 0:
        state.put_card(host, number)
        facts["host"] = state.ids[host]
    else:
        state.playing = number
    events.append(new_event("play", rule, seat, facts))
    if host >= 0 and not settle(state, events):
        return
    context = (side, host, -1, -1)
    for clause in card.immediate:
        first = begin(state, clause, context, events)
        if first is not None:
            if first:
                rest = card.immediate[card.immediate.index(clause) + 1 :]
                state.pending += (OFFER, Step("played", None, (number,)))
                state.pending += (*[step_of(each, context, START) for each in rest[::-1]], *first)
            return
    if finish_card(state, number, events, AFTER_CARD):
        offer_cards(state, OFFER, events)


def card_played(state: GruffState, step: Step, events: list[Event]) -> None:
    """Finish a card after its immediate clauses."""
    finish_card(state, step.about[0], events)


def finish_card(state: GruffState, number: int, events: list[Event], later: Stack = ()) -> bool:
    """Finish a card: an Action goes to the discard pile, and clauses may trigger (see `ends_chain`)."""
    card = state.config.content.cards[number]
    side = state.owner[card.pool]
    if state.playing == number:
        state.playing = -1
        state.discards[side] += (number,)
        events.append(off_event("type-action", state.pair[side], card.id))
    return occur(state, of_side("card-played", side, number), events, later)


# Step 4: one tactical action


def tactics(state: GruffState, step: Step | None = None) -> list[Move]:
    """`tactical-one`: the options of the active gruff."""
    fighter = state.active
    if not state.alive[fighter]:
        return []
    _, flags, flagged = state.bonuses or bonuses(state)
    sliders = state.sliders[3 * fighter : 3 * fighter + 3]
    if not flagged and max(sliders) < state.config.figures.stat_track:
        moves = UNHINDERED[state.place[fighter] % 3]
    else:
        moves = _allowed_tactics(state, fighter, flags, sliders)
    if False in state.alive:
        moves = [*moves]
        for spot in SPOTS_OF[state.side]:
            if not state.alive[state.line[spot]]:
                moves.append(RESURRECT[spot % 3])
    return moves


def _allowed_tactics(
    state: GruffState, fighter: int, flags: list[int], sliders: list[int]
) -> list[Move]:
    """The tactical actions without `resurrect` of a gruff that may be hindered."""
    top, first, column = state.config.figures.stat_track, 3 * state.side, state.place[fighter] % 3
    moves = [] if flags[fighter] & NO_ATTACK else [ATTACK]
    for stat, slider in enumerate(sliders):
        if slider < top:
            moves.append(GROW[stat])
    for other in NEXT_TO[column]:
        if not (flags[fighter] | flags[state.line[first + other]]) & NO_SWAP:
            moves.append(SHIFT[other])
    return moves


def offer_tactics(state: GruffState, events: list[Event]) -> None:
    """Ask for a tactical action; if there is none, end the turn (`no-tactical`)."""
    seat = state.pair[state.side]
    moves = tactics(state)
    if moves:
        state.pending += (TO_ACT[seat],)
        state.set_legal_moves(moves)
    else:
        events.append(new_event("idle", "no-tactical", seat, {}))
        limit_hand(state, LIMIT, events)


def act(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """`tactical-ends-turn`: carry out the action, and end the turn."""
    fighter, seat = state.active, step.seat
    id = state.ids[fighter]
    events.append(tactic_event("tactical-one", seat, id, move.what))
    if move.what == "attack":
        state.attackers[state.side] = fighter
        state.clear_varying()
        state.counts[ATTACKS] += 1
        column = state.place[fighter] % 3 + 1
        events.append(attack_event("declare-attack", seat, id, column))
        ended = occur(state, OF_GRUFF["attack-declared"][fighter], events, AFTER_ACTION)
    elif move.what == "grow":
        slide(state, fighter, STATS.index(move.about), 1, "grow", events)
        ended = occur(state, OF_GRUFF["grew"][fighter], events, AFTER_ACTION)
    else:
        batch = SimultaneousBatch(state, events)
        other = state.line[3 * state.side + int(move.about) - 1]
        if move.what == "move":
            swap(fighter, other, "move", batch)
        else:
            raise_dead(other, batch)
        ended = batch.conclude() and ends_chain(state, events, AFTER_ACTION)
    if ended:
        limit_hand(state, LIMIT, events)


# The end


def limit_hand(state: GruffState, step: Step, events: list[Event]) -> None:
    """`hand-limit`: ask for a discard if the hand is too large; otherwise end the turn."""
    if len(state.hands[state.side]) > state.config.figures.hand_limit:
        state.pending += (Step("trim", state.pair[state.side]),)
    else:
        end_turn(state, events)


def end_turn(state: GruffState, events: list[Event]) -> None:
    """`end-order`: marks vanish, then short boosts lapse, then the other player's turn begins."""
    if state.marks != UNMARKED:
        gruffs = [state.ids[fighter] for fighter in range(6) if state.marks[fighter]]
        state.marks = [0] * 6
        events.append(shrug_off_event("shrug-off", None, *gruffs))
    if state.boosts:
        lapse(state, "turn-end", events)
    seat = state.pair[state.side]
    events.append(end_turn_event("tactical-ends-turn", seat, state.turns))
    if state.turns >= state.config.figures.turn_cap:
        end_game(state, 0.5, "cap", events)
        return
    begin_turn(state, TURNS[1 - state.side], events)
