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
    "pick": Decision(setup.picks, setup.pick),
    "activate": Decision(turn.activations, turn.activate),
    "trade": Decision(turn.trades, turn.trade),
}
AUTOMATIC: Mapping[str, Automatic] = {
    "leftover": Automatic(setup.leave_over),
    "turn": Automatic(turn.begin_turn),
}
