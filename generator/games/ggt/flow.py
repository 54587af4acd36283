"""Turns a decision into what follows from it: the procedure of the game, step by step.

Read it beside the rulebook.  The stack of pending steps holds the order of play::

    take (each player), muster, place (each player)     set-up, in `opening`
    round, turn, act, act, ...                          in `rounds` and `actions`
        consent (each who is asked), allowed            leave to Move, Turn or Rest
        card, card, reveal, ...                         a Test, in `contests`
        free, put                                       after an Escape or a Push
        exchange, mend, mend, clash                     combat up to its Test, in `combat`
        shield, rip, land                               a limb is lost, in `tearing`
        part, again, again, agree                       step 7
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event
from generator.engine.pending import Step
from generator.games.ggt import illegal_moves
from generator.games.ggt.combat_state import FLIP, NOTHING
from generator.games.ggt.moves import Move
from generator.games.ggt.rules import actions, combat, dismember, legal_moves, rounds, setup, tests
from generator.games.ggt.state import GgtState

WITHOUT_CARD = {"flip": FLIP, "nothing": NOTHING}


class GgtFlow(GgtState):
    """A game of Grunt, Growl, and Tear in progress."""

    __slots__ = ()

    def compute_legal_moves(self) -> Sequence[Move]:
        return legal_moves.moves(self)

    def explain_illegal(self, move: Move) -> tuple[str, str]:
        return illegal_moves.why_not(self, move)

    def apply_decision(self, step: Step, move: Move, events: list[Event]) -> None:
        seat, about = step.seat, step.about
        assert seat is not None
        box, board = self.config.box, self.config.board
        match step.name:
            case "act":
                actions.act(self, seat, move, events)
            case "card":
                card = box.card_number[move.about[0]] if move.about else WITHOUT_CARD[move.what]
                tests.commit(self, seat, card)
            case "again":
                combat.want(self, seat, move.what == "yes")
            case "mend":
                combat.mend(self, seat, int(move.about[0]))
            case "rip":
                dismember.rip(self, seat, box.limb_number[move.about[0]], events)
            case "land":
                cell = board.number[move.about[0]]
                dismember.land(self, seat, int(about[0]), cell, events)
            case "shield":
                limbs = [box.limb_number[id] for id in move.about]
                dismember.shield(self, seat, limbs, events)
            case "free":
                actions.free(self, seat, move, events)
            case "put":
                actions.put(self, seat, str(about[0]), move, events)
            case "consent":
                actions.consent(self, seat, str(about[0]), move.what == "yes", events)
            case "place":
                cell, facing = board.number[move.about[0]], int(move.about[1])
                setup.place(self, seat, cell, facing, events)
            case _:
                setup.take(self, seat, box.monster_number[move.about[0]], events)

    def run_step(self, step: Step, events: list[Event]) -> None:
        match step.name:
            case "reveal":
                self.reveal(events)
            case "exchange":
                combat.exchange(self, events)
            case "clash":
                combat.clash(self, events)
            case "part":
                combat.part(self, events)
            case "agree":
                combat.agree(self, events)
            case "allowed":
                what, *about = map(str, step.about)
                actions.carry_out(self, self.now, Move(what, tuple(about)), events)
            case "turn":
                rounds.begin_turn(self, int(step.about[0]), events)
            case "round":
                rounds.begin_round(self, events)
            case _:
                setup.muster(self, events)

    def reveal(self, events: list[Event]) -> None:
        """A Test goes on with another pair, or what it was for goes on with its winner."""
        winner = tests.reveal(self, events)
        if winner is None:
            tests.ask(self)
            return
        contest = tests.finish(self)
        if contest.why == "combat":
            combat.verdict(self, contest, winner, events)
        elif contest.why == "escape":
            actions.escaped(self, contest, winner, events)
        else:
            actions.pushed(self, contest, winner, events)
