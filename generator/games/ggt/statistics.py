"""Statistics of a finished game: components by seat, and metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.games.ggt.content import Box
from generator.games.ggt.state import GgtState

TORN, ATTACHED, USED = "limb torn", "limb attached", "ability used"
"""Kinds of events recorded for a seat and a limb."""


def components_by_seat(state: GgtState) -> Mapping[str, Mapping[str, Sequence[int]]]:
    """The seats by their monsters, and by the limbs they tore, attached or used.

    A used ability is listed by its own name, since several limbs may have it.
    """
    box = state.config.box
    names = box.names
    found: dict[str, dict[str, list[int]]] = {"monster": {}}
    for seat, monster in enumerate(state.monster):
        found["monster"].setdefault(names.monsters[box.monsters[monster].id], []).append(seat)
    for what, item, seat in state.limb_events:
        if what == USED:
            item = names.abilities[box.limbs[box.limb_number[item]].ability]
        else:
            item = names.limbs[item]
        seats = found.setdefault(what, {}).setdefault(item, [])
        if seat not in seats:
            seats.append(seat)
    return found


def component_names(box: Box) -> Mapping[str, Sequence[str]]:
    """All names that `components_by_seat` can return."""
    limbs = [box.names.limbs[limb.id] for limb in box.limbs]
    abilities = [box.names.abilities[limb.ability] for limb in box.limbs if limb.ability]
    return {
        "monster": [box.names.monsters[monster.id] for monster in box.monsters],
        TORN: limbs,
        ATTACHED: limbs,
        USED: list(dict.fromkeys(abilities)),
    }


def component_conditions(box: Box, usage: str, component: str) -> Sequence[tuple[str, str]]:
    """Using an ability requires starting with a limb that has it, or attaching one."""
    if usage != USED:
        return ()
    names = box.names
    limbs = [
        limb for limb in box.limbs if limb.ability and names.abilities[limb.ability] == component
    ]
    return [
        *(("monster", names.monsters[box.monsters[limb.home].id]) for limb in limbs),
        *((ATTACHED, names.limbs[limb.id]) for limb in limbs),
    ]


def metrics(state: GgtState) -> Mapping[str, float]:
    """Metrics to average over many games."""
    tally = state.tally
    return {
        "rounds": state.round,
        "limbs torn": tally.torn,
        "limbs reattached": tally.attached,
        "most Power at once": tally.power,
        "combats": tally.combats,
        "exchanges": tally.exchanges,
    }


def component_usage(state: GgtState) -> dict[str, int]:
    """Power tokens, tracking tokens, objects, limbs and pawns in use.

    All other pieces exist once per player or monster.
    """
    attached = sum(limb >= 0 for slots in state.slots for limb in slots)
    return {
        "power-token": sum(state.power),
        "tracking-token": state.config.players * int(state.config.box.figures["tracking-dealt"]),
        "object": sum(cell >= 0 for cell in state.objects),
        "limb": attached + len(state.lying),
        "pawn": sum(cell >= 0 for cell in state.at),
    }
