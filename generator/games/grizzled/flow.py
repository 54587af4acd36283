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
    "take": Decision(setup.takes, setup.take),
    "intensity": Decision(preparation.intensities, preparation.deal),
    "turn": Decision(mission.actions, mission.act),
    "reply": Decision(mission.replies, mission.reply, about=("threat",)),
    "christmas": Decision(mission.cheers, mission.cheer),
    "benefit": Decision(support.benefits, support.relieve, about=("how",)),
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
