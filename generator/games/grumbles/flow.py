"""Step tables of Grumbles and Goofs: the decision or the automatic action at each step.

Each function names the rules that it implements, and each event the rule that causes it. The stack
of pending steps holds the order of play::

    pick (six times), leftover, turn              set-up and draft
    activate (three times), trade, turn           each turn
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.pending import Automatic, Decision
from generator.games.grumbles.rules import setup, turn

DECISIONS: Mapping[str, Decision] = {
    "pick": Decision(
        setup.picks, setup.pick, "pick a Grumble, and a square beside your home to put it on"
    ),
    "activate": Decision(
        turn.activations,
        turn.activate,
        "activate one of your Grumbles: a step, its power, both, or stay",
    ),
    "trade": Decision(turn.trades, turn.trade, "trade one of your Grumbles for the unused one"),
}
AUTOMATIC: Mapping[str, Automatic] = {
    "leftover": Automatic(setup.leave_over),
    "turn": Automatic(turn.begin_turn),
}
