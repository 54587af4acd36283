"""Turns the actions of a turn into what they do; a fight goes on in `combat`.

An action that needs the leave of others is only declared at first.  Those who are asked answer on
the stack, and below them waits `allowed`, which carries the action out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.ggt.combat_state import NOBODY, Contest
from generator.games.ggt.moves import AHEAD, BEHIND, RANGED, Move
from generator.games.ggt.rules import combat, tests
from generator.games.ggt.rules.attach import attach
from generator.games.ggt.rules.cards import draw, show_hand, trim
from generator.games.ggt.rules.limbs import heal, use
from generator.games.ggt.rules.rounds import end_turn, lose_bank

if TYPE_CHECKING:
    from generator.games.ggt.state import Table

LEAVE = ("move", "turn", "rest")
"""The actions that others may have to allow, in the order of `Table.refused`."""


def direction(table: Table, seat: int, way: str) -> int:
    """`move`: the direction that a word means for a monster; ahead is where it faces."""
    if way == AHEAD:
        return table.facing[seat]
    if way == BEHIND:
        return (table.facing[seat] + 3) % 6
    return int(way)


def askers(table: Table, seat: int, what: str) -> list[int]:
    """Whose leave an action needs: `pinned`, `rest-pinned`; in initiative order (`consent`)."""
    if what == "rest":
        return table.adjacent(seat)
    if what in ("move", "turn"):
        return table.pinning(seat)
    return []


def act(table: Table, seat: int, move: Move, events: list[Event]) -> None:
    """One action, or the end of the turn."""
    if move.what == "end":
        events.append(Event("end", "no-legal-action", seat, {}))
        end_turn(table, events)
        return
    table.pending = then(table.pending, Step("act", seat))
    asked = askers(table, seat, move.what)
    if asked:
        people = table.setting.people
        rule = "rest-pinned" if move.what == "rest" else "pinned"
        facts = {"wants": str(move), "asks": [people[other] for other in asked]}
        events.append(Event("ask", rule, seat, facts))
        steps = [Step("consent", other, (move.what,)) for other in asked]
        words = (move.what, *move.about)
        table.pending = then(table.pending, *steps, Step("allowed", None, words))
    else:
        carry_out(table, seat, move, events)


def consent(table: Table, seat: int, what: str, yes: bool, events: list[Event]) -> None:
    """`consent`: the first no cancels the action and bars its kind for this turn."""
    events.append(Event("yes" if yes else "no", "consent", seat, {"to": what}))
    if yes:
        return
    refused = list(table.refused)
    refused[LEAVE.index(what)] |= 1 << seat
    table.refused = (refused[0], refused[1], refused[2])
    pending = table.pending
    while pending[-1].name != "act":
        pending = pending[:-1]
    table.pending = pending


def carry_out(table: Table, seat: int, move: Move, events: list[Event]) -> None:
    """Pays for an action and does it."""
    what = move.what
    free = (what == "turn" and not table.turned) or (what == "heal" and not table.healed)
    if not free:
        table.spent += 1
    first = not table.acted
    table.acted = True
    if what == "move":
        lose_bank(table, events)
        step(table, seat, direction(table, seat, move.about[0]), "move", events)
    elif what == "turn":
        lose_bank(table, events)
        table.turned = True
        rule = "first-turn-free" if free else "turn-facing"
        turn(table, seat, int(move.about[0]), rule, events)
    elif what == "heal":
        table.healed = True
        rule = "first-heal-free" if free else "heal"
        heal(table, seat, int(move.about[0]), rule, events)
    elif what == "attack":
        target = int(move.about[0]) - 1
        combat.attack(table, seat, target, move.about[1] == RANGED, events)
    elif what == "escape":
        escape(table, seat, int(move.about[0]) - 1, move.about[1], events)
    elif what == "push":
        push(table, seat, move.about[0], events)
    elif what == "rest":
        rest(table, seat, events)
    else:
        attach(table, seat, move, first, events)


def step(table: Table, seat: int, way: int, rule: str, events: list[Event]) -> None:
    """`move`: one step; the facing stays."""
    board = table.setting.board
    table.at[seat] = board.near[table.at[seat]][way]
    if way not in (table.facing[seat], (table.facing[seat] + 3) % 6):
        use(table, seat, "sidestep", events)
    events.append(Event("move", rule, seat, {"to": board.names[table.at[seat]]}))


def turn(table: Table, seat: int, facing: int, rule: str, events: list[Event]) -> None:
    """`turn-facing`."""
    table.facing[seat] = facing
    events.append(Event("face", rule, seat, {"facing": facing}))


def rest(table: Table, seat: int, events: list[Event]) -> None:
    """`rest`; `ability-extra-draw` with `overdraw`."""
    more = table.body[seat].extra_draw
    if more:
        use(table, seat, "extra-draw", events)
    cards = draw(table, seat, 1 + more, events)
    events.append(Event("rest", "rest", seat, {"cards": cards}))
    show_hand(table, seat, "rest", events)
    trim(table, seat, events, "overdraw")


# Escape


def escape(table: Table, seat: int, other: int, attribute: str, events: list[Event]) -> None:
    """`escape`: a Test of the named attribute."""
    people = table.setting.people
    facts = {"from": people[other], "attribute": attribute}
    events.append(Event("escape", "escape", seat, facts))
    number = table.setting.box.attributes.index(attribute)
    tests.begin(table, Contest("escape", (seat, other), number), events)


def escaped(table: Table, contest: Contest, winner: int, events: list[Event]) -> None:
    """`escape-win`, `escape-fail`, `escape-bank`."""
    seat, other = contest.sides
    people = table.setting.people
    if winner != 0:
        events.append(Event("caught", "escape-fail", seat, {"by": people[other]}))
        return
    table.beaten |= 1 << other
    table.banked += 1
    events.append(Event("escaped", "escape-win", seat, {"from": people[other]}))
    left = table.pinning(seat)
    if left:
        names = [people[each] for each in left]
        events.append(Event("held", "escape-each", seat, {"by": names}))
        return
    if table.banked > 1:
        events.append(Event("bank", "escape-bank", seat, {"steps": table.banked}))
    table.pending = then(table.pending, Step("free", seat))


def free(table: Table, seat: int, move: Move, events: list[Event]) -> None:
    """`escape-win`, `escape-bank`: one free Move or Turn, or no more of them."""
    if move.what == "stop":
        lose_bank(table, events)
        return
    table.banked -= 1
    if move.what == "move":
        step(table, seat, direction(table, seat, move.about[0]), "escape-win", events)
        if table.pinning(seat):
            lose_bank(table, events)
    else:
        turn(table, seat, int(move.about[0]), "escape-win", events)
    if table.banked:
        table.pending = then(table.pending, Step("free", seat))


# Push


def push(table: Table, seat: int, target: str, events: list[Event]) -> None:
    """`push-monster`, `push-object`."""
    board = table.setting.board
    if target in board.objects:
        contest = tests.strength("object", seat, NOBODY, board.objects.index(target))
        rule = "push-object"
    else:
        contest = tests.strength("push", seat, int(target) - 1)
        rule = "push-monster"
    events.append(Event("push", rule, seat, {"target": target}))
    tests.begin(table, contest, events)


def pushed(table: Table, contest: Contest, winner: int, events: list[Event]) -> None:
    """`push-win`: where to is another decision; a target without room stays (`push-scope`)."""
    seat, other = contest.sides
    target = tests.side(table, contest, other)
    if winner == 0:
        if room(table, target):
            table.pending = then(table.pending, Step("put", seat, (target,)))
        else:
            events.append(Event("pushed", "push-win", seat, {"target": target, "to": None}))
    else:
        rule = "push-object" if other == NOBODY else "push-monster"
        events.append(Event("withstand", rule, seat, {"target": target}))


def spot(table: Table, target: str) -> int:
    """The cell of a monster or object by its word in a move."""
    objects = table.setting.board.objects
    if target in objects:
        return table.objects[objects.index(target)]
    return table.at[int(target) - 1]


def room(table: Table, target: str) -> list[int]:
    """The vacant cells to which a target can be pushed."""
    return table.vacant_near(spot(table, target))


def put(table: Table, seat: int, target: str, move: Move, events: list[Event]) -> None:
    """`push-win`: the target goes to the chosen space, or stays."""
    facts = {"target": target, "to": move.about[0] if move.about else None}
    events.append(Event("pushed", "push-win", seat, facts))
    if not move.about:
        return
    board = table.setting.board
    cell = board.number[move.about[0]]
    if target in board.objects:
        index = board.objects.index(target)
        table.objects = (*table.objects[:index], cell, *table.objects[index + 1 :])
    else:
        table.at[int(target) - 1] = cell
