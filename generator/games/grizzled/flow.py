"""Step tables of The Grizzled: the decision or the automatic action at each step.

The stack of pending steps holds the order of play::

   take (each player), chaplain                        set-up, then the first round
   round, intensity                                    Preparation
   mission, clumsy ..., next, turn, next, turn, ...    the Mission
       reply (each player) or christmas                after a Speech or Merry Christmas
   support, benefit, after-support                     Support, the ends, Morale Drop; next round
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.pending import Automatic, Decision, Words
from generator.games.grizzled.rules import mission, preparation, setup, support
from generator.games.grizzled.state import GrizzledState

DECISIONS: Mapping[str, Decision] = {
    "take": Decision(
        setup.takes, setup.take, "choose who you are; the Charm beside a name can be used once"
    ),
    "intensity": Decision(
        preparation.intensities,
        preparation.deal,
        "you lead the Mission: how many cards does everybody get?",
    ),
    "turn": Decision(
        mission.actions,
        mission.act,
        "one action: play a card, use your Charm, make a Speech, or withdraw with a Support tile",
    ),
    "reply": Decision(
        mission.replies,
        mission.reply,
        "a Speech was made: you may discard a card with the Threat that it names",
        ("threat",),
    ),
    "christmas": Decision(
        mission.cheers,
        mission.cheer,
        "Merry Christmas: discard a player's Hard Knock, or turn a used Charm up again",
    ),
    "benefit": Decision(
        support.benefits,
        support.relieve,
        "the Support is yours: discard Hard Knocks, or turn your Charm up again, or neither",
        ("how",),
    ),
}
AUTOMATIC: Mapping[str, Automatic] = {
    "chaplain": Automatic(setup.chaplain_joins),
    "round": Automatic(preparation.begin_round),
    "mission": Automatic(mission.begin_mission),
    "clumsy": Automatic(mission.clumsy, ("player", "knock")),
    "next": Automatic(mission.next_turn, ("player",)),
    "support": Automatic(support.support, ("how",)),
    "after-support": Automatic(support.after_support),
}


def step_words(state: GrizzledState) -> Words:
    """The words that can follow a step's name, by kind."""
    config = state.config
    return {
        "player": config.people,
        "threat": config.threats,
        "knock": config.knocks.keys(),
        "how": ("success", "failure"),
    }
