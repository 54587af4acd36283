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
    "take": Decision(legal_moves.takes, setup.take, "choose your monster"),
    "place": Decision(
        legal_moves.places, setup.place, "choose the space where you start, and the way you face"
    ),
    "act": Decision(legal_moves.actions, actions.act, "take an action, or end your turn"),
    "consent": Decision(
        legal_moves.yes_no,
        actions.consent,
        "a monster beside you wants to act: do you let it?",
        ("action",),
    ),
    "card": Decision(
        legal_moves.test_card,
        tests.commit,
        "the Test: commit a card, flip one for Health, or add nothing",
        secret=True,
    ),
    "free": Decision(
        legal_moves.free_steps, actions.free, "you have escaped: a free Move or Turn, or stop"
    ),
    "put": Decision(
        legal_moves.put_spaces, actions.put, "where does what you pushed go?", ("target",)
    ),
    "mend": Decision(
        legal_moves.mends, combat.mend, "before you fight: heal how much, for Power?", secret=True
    ),
    "shield": Decision(
        legal_moves.shields,
        dismember.shield,
        "you lost: which limbs do you shield, for one Power each?",
    ),
    "rip": Decision(
        legal_moves.rips, dismember.rip, "you won: which limb do you tear off?", ("limb*",)
    ),
    "land": Decision(
        legal_moves.lands, dismember.land, "where does the limb land?", ("limb", "player")
    ),
    "again": Decision(legal_moves.yes_no, combat.again, "fight on?", secret=True),
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
