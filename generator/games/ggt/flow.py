"""Step tables of Grunt, Growl, and Tear: the decision or the automatic action at each step.

Read them alongside the rulebook. The stack of pending steps holds the order of play::

    take (each player), muster, place (each player)     set-up
    round, turn, act, act, ...                          rounds and actions
        consent (each who may refuse), allowed          consent to Move, Turn or Rest
        card, card, reveal, ...                         a Test
        free, put                                       after an Escape or a Push
        exchange, mend, mend, clash                     combat up to its Test
        shield, rip, land                               a limb is lost
        part, again, again, agree                       step 7
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.pending import Automatic, Decision
from generator.games.ggt.rules import actions, combat, dismember, legal_moves, rounds, setup, tests

DECISIONS: Mapping[str, Decision] = {
    "take": Decision(legal_moves.takes, setup.take),
    "place": Decision(legal_moves.places, setup.place),
    "act": Decision(legal_moves.actions, actions.act),
    "consent": Decision(legal_moves.yes_no, actions.consent, about=("action",)),
    "card": Decision(legal_moves.test_card, tests.commit, secret=True),
    "free": Decision(legal_moves.free_steps, actions.free),
    "put": Decision(legal_moves.put_spaces, actions.put, about=("target",)),
    "mend": Decision(legal_moves.mends, combat.mend, secret=True),
    "shield": Decision(legal_moves.shields, dismember.shield),
    "rip": Decision(legal_moves.rips, dismember.rip, about=("limb*",)),
    "land": Decision(legal_moves.lands, dismember.land, about=("limb", "player")),
    "again": Decision(legal_moves.yes_no, combat.again, secret=True),
}
AUTOMATIC: Mapping[str, Automatic] = {
    "muster": Automatic(setup.muster),
    "round": Automatic(rounds.begin_round),
    "turn": Automatic(rounds.begin_turn, ("player",)),
    "allowed": Automatic(actions.allowed, ("action", "way*")),
    "reveal": Automatic(actions.reveal),
    "exchange": Automatic(combat.exchange),
    "clash": Automatic(combat.clash),
    "part": Automatic(combat.part),
    "agree": Automatic(combat.agree),
}
