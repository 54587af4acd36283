"""Turns a decision into what follows from it: the procedure of The Grizzled, step by step.

Read it beside the rulebook.  The stack of pending steps holds the order of play::

    take (each player), chaplain                        set-up, then the first round
    round, intensity                                    Preparation
    mission, clumsy ..., next, turn, next, turn, ...    the Mission
        reply (each player) or christmas                after a Speech or Merry Christmas
    support, benefit, after-support                     Support, the ends, Morale Drop; next round

What each step does is in `preparation`, `mission` and `aftermath`.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event
from generator.engine.pending import Step
from generator.games.grizzled import illegal_moves
from generator.games.grizzled.moves import Move
from generator.games.grizzled.rules import legal_moves, mission, setup, support
from generator.games.grizzled.state import GrizzledState


class GrizzledFlow(GrizzledState):
    """A game of The Grizzled in progress."""

    __slots__ = ()

    def compute_legal_moves(self) -> Sequence[Move]:
        return legal_moves.moves(self)

    def explain_illegal(self, move: Move) -> tuple[str, str]:
        return illegal_moves.why_not(self, move)

    def apply_decision(self, step: Step, move: Move, events: list[Event]) -> None:
        seat = step.seat
        assert seat is not None
        if step.name == "turn":
            mission.act(self, seat, move, events)
        elif step.name == "reply":
            mission.reply(self, seat, move, events)
        elif step.name == "intensity":
            setup.deal(self, seat, int(move.one), events)
        elif step.name == "christmas":
            mission.cheer(self, seat, move, events)
        elif step.name == "benefit":
            support.relieve(self, seat, str(step.about[0]), move, events)
        else:
            setup.take(self, seat, move.one, events)

    def run_step(self, step: Step, events: list[Event]) -> None:
        if step.name == "next":
            mission.next_turn(self, self.config.seat_of[str(step.about[0])], events)
        elif step.name == "mission":
            mission.begin_mission(self, events)
        elif step.name == "clumsy":
            who, knock = map(str, step.about)
            mission.clumsy(self, self.config.seat_of[who], knock, events)
        elif step.name == "support":
            support.support(self, str(step.about[0]), events)
        elif step.name == "after-support":
            support.after_support(self, events)
        elif step.name == "round":
            setup.begin_round(self, events)
        else:
            setup.chaplain_joins(self, events)
