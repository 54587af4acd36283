"""Records of games that were never played, as input for statistics."""

from __future__ import annotations

from generator.engine.simulation.run import GameRecord, Plan
from tests.engine.toy import ToyGame


def won_or_lost(seed: int, won: bool, *used: str, turns: int = 9) -> GameRecord:
    """A record of a game that two players won or lost together."""
    result, rule = ("victory", "most") if won else ("defeat", "tie")
    return GameRecord(seed, result, rule, (float(won),) * 2, {}, turns, 9, {}, {}, used)


class Heap(ToyGame):
    """The toy game with three printed things."""

    def promised_events(self) -> dict[str, dict[str, str]]:
        return {name: {"event": "draw"} for name in ("Axe", "Bell", "Cup")}


def plan_of_heap() -> Plan:
    return Plan(Heap.new(), ("random",), 2, {})
