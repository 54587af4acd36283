"""Actions of a turn, and the results of an Escape or a Push.

An action that needs consent is only declared at first. The stack then holds a `consent` step for each
player who may refuse, and below them `allowed`, which carries out the action.
"""

from __future__ import annotations

from generator.engine.events import Event, shared_event
from generator.engine.pending import Step, then
from generator.games.ggt.combat_state import NOBODY, Contest
from generator.games.ggt.content import CONSENT_ACTIONS
from generator.games.ggt.moves import AHEAD, BEHIND, RANGED, Move
from generator.games.ggt.rules import combat, tests
from generator.games.ggt.rules.attach import attach
from generator.games.ggt.rules.cards import draw, show_hand, trim
from generator.games.ggt.rules.limbs import ability_takes_effect, heal
from generator.games.ggt.rules.rounds import end_turn, lose_bank
from generator.games.ggt.state import GgtState


def direction(state: GgtState, seat: int, way: str) -> int:
    """`move`: the direction (0 to 5) that a word means for a monster; ahead is its facing."""
    if way == AHEAD:
        return state.facing[seat]
    if way == BEHIND:
        return (state.facing[seat] + 3) % 6
    return int(way)


def consenters(state: GgtState, seat: int, what: str) -> list[int]:
    """The seats whose consent an action needs: `pinned`, `rest-pinned`; in initiative order."""
    if what == "rest":
        return state.adjacent(seat)
    if what in ("move", "turn"):
        return state.pinning(seat)
    return []


def act(state: GgtState, step: Step, move: Move, events: list[Event]) -> None:
    """Declare or carry out an action, or end the turn."""
    seat = step.decider
    if move.what == "end":
        events.append(shared_event("end", "no-legal-action", seat))
        end_turn(state, events)
        return
    state.pending = then(state.pending, step)
    deciders = consenters(state, seat, move.what)
    if deciders:
        people = state.config.people
        rule = "rest-pinned" if move.what == "rest" else "pinned"
        facts = {"wants": str(move), "asks": [people[other] for other in deciders]}
        events.append(Event("ask", rule, seat, facts))
        steps = [Step("consent", other, (move.what,)) for other in deciders]
        words = (move.what, *move.about)
        state.pending = then(state.pending, *steps, Step("allowed", None, words))
    else:
        carry_out(state, seat, move, events)


def consent(state: GgtState, step: Step, move: Move, events: list[Event]) -> None:
    """`consent`: the first no cancels the action and forbids its kind for this turn."""
    seat, what = step.decider, step.about[0]
    events.append(Event(move.what, "consent", seat, {"to": what}))
    if move.what == "yes":
        return
    refused = list(state.refused)
    refused[CONSENT_ACTIONS.index(what)] |= 1 << seat
    state.refused = (refused[0], refused[1], refused[2])
    pending = state.pending
    while pending[-1].name != "act":
        pending = pending[:-1]
    state.pending = pending


def allowed(state: GgtState, step: Step, events: list[Event]) -> None:
    """Carry out an action to which everybody has consented."""
    what, *about = step.about
    carry_out(state, state.now, Move(what, tuple(about)), events)


def carry_out(state: GgtState, seat: int, move: Move, events: list[Event]) -> None:
    """Pay for an action and carry it out."""
    what = move.what
    free = (what == "turn" and not state.turned) or (what == "heal" and not state.healed)
    if not free:
        state.spent += 1
    first = not state.acted
    state.acted = True
    if what == "move":
        lose_bank(state, events)
        take_step(state, seat, direction(state, seat, move.about[0]), "move", events)
    elif what == "turn":
        lose_bank(state, events)
        state.turned = True
        rule = "first-turn-free" if free else "turn-facing"
        turn(state, seat, int(move.about[0]), rule, events)
    elif what == "heal":
        state.healed = True
        rule = "first-heal-free" if free else "heal"
        heal(state, seat, int(move.about[0]), rule, events)
    elif what == "attack":
        target = int(move.about[0]) - 1
        combat.attack(state, seat, target, move.about[1] == RANGED, events)
    elif what == "escape":
        escape(state, seat, int(move.about[0]) - 1, move.about[1], events)
    elif what == "push":
        push(state, seat, move.about[0], events)
    elif what == "rest":
        rest(state, seat, events)
    else:
        attach(state, seat, move, first, events)


def take_step(state: GgtState, seat: int, way: int, rule: str, events: list[Event]) -> None:
    """`move`: one step, without a change of facing."""
    board = state.config.board
    state.at[seat] = board.near[state.at[seat]][way]
    if way not in (state.facing[seat], (state.facing[seat] + 3) % 6):
        ability_takes_effect(state, seat, "sidestep", events)
    events.append(shared_event("move", rule, seat, to=board.names[state.at[seat]]))


def turn(state: GgtState, seat: int, facing: int, rule: str, events: list[Event]) -> None:
    """`turn-facing`."""
    state.facing[seat] = facing
    events.append(shared_event("face", rule, seat, facing=facing))


def rest(state: GgtState, seat: int, events: list[Event]) -> None:
    """`rest`; `ability-extra-draw` with `overdraw`."""
    more = state.body[seat].extra_draw
    if more:
        ability_takes_effect(state, seat, "extra-draw", events)
    cards = draw(state, seat, 1 + more, events)
    events.append(Event("rest", "rest", seat, {"cards": cards}))
    show_hand(state, seat, "rest", events)
    trim(state, seat, events, "overdraw")


# Escape


def escape(state: GgtState, seat: int, other: int, attribute: str, events: list[Event]) -> None:
    """`escape`: a Test of the named attribute."""
    people = state.config.people
    facts = {"from": people[other], "attribute": attribute}
    events.append(Event("escape", "escape", seat, facts))
    number = state.config.box.attributes.index(attribute)
    tests.begin(state, Contest("escape", (seat, other), number), events)


def escaped(state: GgtState, contest: Contest, winner: int, events: list[Event]) -> None:
    """`escape-win`, `escape-fail`, `escape-bank`."""
    seat, other = contest.sides
    people = state.config.people
    if winner != 0:
        events.append(Event("caught", "escape-fail", seat, {"by": people[other]}))
        return
    state.beaten |= 1 << other
    state.banked += 1
    events.append(Event("escaped", "escape-win", seat, {"from": people[other]}))
    left = state.pinning(seat)
    if left:
        names = [people[each] for each in left]
        events.append(Event("held", "escape-each", seat, {"by": names}))
        return
    if state.banked > 1:
        events.append(Event("bank", "escape-bank", seat, {"steps": state.banked}))
    state.pending = then(state.pending, Step("free", seat))


def free(state: GgtState, step: Step, move: Move, events: list[Event]) -> None:
    """`escape-win`, `escape-bank`: take a free Move or Turn, or stop."""
    seat = step.decider
    if move.what == "stop":
        lose_bank(state, events)
        return
    state.banked -= 1
    if move.what == "move":
        take_step(state, seat, direction(state, seat, move.about[0]), "escape-win", events)
        if state.pinning(seat):
            lose_bank(state, events)
    else:
        turn(state, seat, int(move.about[0]), "escape-win", events)
    if state.banked:
        state.pending = then(state.pending, step)


# Push


def push(state: GgtState, seat: int, target: str, events: list[Event]) -> None:
    """`push-monster`, `push-object`."""
    board = state.config.board
    if target in board.objects:
        contest = tests.strength("object", seat, NOBODY, board.objects.index(target))
        rule = "push-object"
    else:
        contest = tests.strength("push", seat, int(target) - 1)
        rule = "push-monster"
    events.append(Event("push", rule, seat, {"target": target}))
    tests.begin(state, contest, events)


def pushed(state: GgtState, contest: Contest, winner: int, events: list[Event]) -> None:
    """`push-win`: the destination is another decision; a target without room stays."""
    seat, other = contest.sides
    target = tests.side(state, contest, other)
    if winner == 0:
        if push_spaces(state, target):
            state.pending = then(state.pending, Step("put", seat, (target,)))
        else:
            events.append(Event("pushed", "push-win", seat, {"target": target, "to": None}))
    else:
        rule = "push-object" if other == NOBODY else "push-monster"
        events.append(Event("withstand", rule, seat, {"target": target}))


def cell_of(state: GgtState, target: str) -> int:
    """The cell of a monster or object, from its word in a move."""
    objects = state.config.board.objects
    if target in objects:
        return state.objects[objects.index(target)]
    return state.at[int(target) - 1]


def push_spaces(state: GgtState, target: str) -> list[int]:
    """The vacant cells onto which a target can be pushed."""
    return state.vacant_near(cell_of(state, target))


def put(state: GgtState, step: Step, move: Move, events: list[Event]) -> None:
    """`push-win`: the target goes to the chosen space, or stays."""
    target = step.about[0]
    facts = {"target": target, "to": move.about[0] if move.about else None}
    events.append(Event("pushed", "push-win", step.seat, facts))
    if not move.about:
        return
    board = state.config.board
    cell = board.number[move.about[0]]
    if target in board.objects:
        index = board.objects.index(target)
        state.objects = (*state.objects[:index], cell, *state.objects[index + 1 :])
    else:
        state.at[int(target) - 1] = cell


# The end of a Test


def reveal(state: GgtState, step: Step, events: list[Event]) -> None:
    """Reveal a pair; then continue the Test with another pair, or apply its result."""
    winner = tests.reveal(state, events)
    if winner is None:
        tests.ask(state)
        return
    contest = tests.finish(state)
    if contest.why == "combat":
        combat.after_test(state, contest, winner, events)
    elif contest.why == "escape":
        escaped(state, contest, winner, events)
    else:
        pushed(state, contest, winner, events)
