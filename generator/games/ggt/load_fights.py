"""Turns the plain data of a Test and a combat under way into what a state holds of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from generator.engine.pending import Step
from generator.games.ggt.combat_state import (
    FLIP,
    NOBODY,
    NOTHING,
    OPEN_CARD,
    UNSAID,
    Contest,
    Fight,
)
from generator.games.ggt.content import STRENGTH

if TYPE_CHECKING:
    from generator.games.ggt.reader import Reader
    from generator.games.ggt.state import GgtState

WHY = ("combat", "escape", "push", "object")
SAYS = {"no": 0, "yes": 1}
WITHOUT_CARD = {"flip": FLIP, "nothing": NOTHING}


FIGHTING = ("exchange", "mend", "clash", "shield", "rip", "land", "part", "again", "agree")
TESTING = ("card", "reveal")
"""The steps that there are only in a combat, and only in a Test."""
SHIELDED, RIPPED = 2, 1
"""How many limbs a loser has at least who may shield some, or from whom one is torn."""


def under_way(reader: Reader, state: GgtState) -> None:
    """Whoever decides or fights is in the game, and what is decided has its combat or its Test."""
    acting = [state.now] if state.now != NOBODY else []
    acting += [step.seat for step in state.pending if step.seat is not None]
    acting += state.fight.sides if state.fight else ()
    for seat in sorted({*acting} - {*state.living}):
        says = f"player {reader.config.people[seat]} is out"
        reader.fault(says, "fallen", check="rip-cleanup")
    for step in state.pending:
        if step.name in FIGHTING and not state.fight:
            reader.fault(f'"{step.name}" is a step of a combat', "pending", check="combat-order")
        elif step.name in TESTING and not state.contest:
            reader.fault(f'"{step.name}" is a step of a Test', "pending", check="test-commit")
        elif state.fight and step.name in ("mend", "shield", "rip", "again"):
            _limbs_at_stake(reader, state, step)


def _limbs_at_stake(reader: Reader, state: GgtState, step: Step) -> None:
    """Only fighters decide in a combat, and what is torn off has to be there."""
    assert state.fight is not None
    assert step.seat is not None
    sides, name = state.fight.sides, reader.config.people[step.seat]
    if step.seat not in sides:
        reader.fault(f"player {name} does not fight", "pending", check="targets")
        return
    loser = step.seat if step.name == "shield" else sides[1 - sides.index(step.seat)]
    least = {"shield": SHIELDED, "rip": RIPPED}.get(step.name, 0)
    if len(state.limbs(loser)) < least:
        says = f"player {reader.config.people[loser]} has too few limbs for that"
        reader.fault(says, "limbs", check="dismember-when")


def read_fight(reader: Reader, state: GgtState) -> None:
    """The combat in progress, if there is one."""
    data = reader.mapping("fight")
    if not data:
        return
    sides = reader.named([data.get("attacker"), data.get("target")], "fight")
    if len(sides) != 2 or sides[0] == sides[1]:
        reader.fault("a fight has an attacker and a target", "fight")
        return
    heals = [UNSAID if points is None else points for points in _pair(reader, data, "heals")]
    wants = [SAYS.get(str(answer), UNSAID) for answer in _pair(reader, data, "wants")]
    if not all(isinstance(points, int) for points in heals):
        reader.fault("healing is told in numbers", "fight", "heals")
        return
    exchange = reader.as_count(data.get("exchange", 1), "fight", "exchange")
    state.fight = Fight(
        (sides[0], sides[1]),
        data.get("type") == "ranged",
        exchange,
        (heals[0], heals[1]),
        (wants[0], wants[1]),
    )


def _pair(reader: Reader, data: dict[str, Any], key: str) -> list[Any]:
    """Two answers; neither has been given if nothing is said of them."""
    value = data.get(key)
    if value is None:
        return [None, None]
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        reader.fault(f'"{key}" are two answers', "fight", key)
        return [None, None]
    return list(value)


def read_contest(reader: Reader, state: GgtState) -> None:
    """The Test in progress, if there is one."""
    data = reader.mapping("test")
    if not data:
        return
    board, box = reader.config.board, reader.box
    why = data.get("why")
    one = reader.named([data.get("of")], "test")
    target, two = NOBODY, [NOBODY]
    if why == "object":
        if data.get("against") in board.objects:
            target = board.objects.index(data["against"])
        else:
            reader.unknown("object", str(data.get("against")), board.objects, "test", "against")
    else:
        two = reader.named([data.get("against")], "test")
    if why not in WHY:
        reader.unknown("Test", str(why), WHY, "test", "why")
    attribute = data.get("attribute", box.attributes[STRENGTH])
    if attribute not in box.attributes:
        reader.unknown("attribute", str(attribute), box.attributes, "test", "attribute")
    sides: Sequence[Any] = data.get("shown") or ([], [])
    shown = [tuple(reader.cards(side, "test", "shown")) for side in sides]
    sums = data.get("sums") or [sum(box.cards[card].value for card in side) for side in shown]
    secret = [_secret(reader, choice) for choice in data.get("secret") or (None, None)]
    if reader.faults or not (len(shown) == len(sums) == len(secret) == 2):
        reader.fault("this Test is not complete", "test")
        return
    state.contest = Contest(
        str(why),
        (one[0], two[0]),
        box.attributes.index(attribute),
        target,
        (sums[0], sums[1]),
        (shown[0], shown[1]),
        (secret[0], secret[1]),
    )


def _secret(reader: Reader, choice: Any) -> int:
    if choice is None:
        return OPEN_CARD
    if choice in WITHOUT_CARD:
        return WITHOUT_CARD[choice]
    cards = reader.cards([choice], "test", "secret")
    return cards[0] if cards else OPEN_CARD
