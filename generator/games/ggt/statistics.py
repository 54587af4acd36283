"""Statistics of a game that is over: who had what, and figures to average."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.games.ggt.state import GgtState

TORN, ATTACHED, USED = "limb torn", "limb attached", "ability used"
"""What is remembered of a seat and a limb."""


def components_by_seat(state: GgtState) -> Mapping[str, Mapping[str, Sequence[int]]]:
    """The seats by their monsters, and by what they did with which limb.

    An ability goes by its own name: with two limbs of one kind it is used whichever has it.
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


def metrics(state: GgtState) -> Mapping[str, float]:
    """What is worth an average over many games."""
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
    """Power that players have, objects on the map, and limbs; four tracking tokens a monitor.

    All other pieces are there once for each player or monster.
    """
    attached = sum(limb >= 0 for slots in state.slots for limb in slots)
    return {
        "power-token": sum(state.power),
        "tracking-token": state.config.players * int(state.config.box.figures["tracking-dealt"]),
        "object": sum(cell >= 0 for cell in state.objects),
        "limb": attached + len(state.lying),
        "pawn": sum(cell >= 0 for cell in state.at),
    }
