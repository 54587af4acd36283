"""Turns a decision into what follows from it: the procedure of Grudge, step by step.

Read it beside the rulebook.  The stack of pending steps holds the order of play::

    stats, loadout                                        before the first Challenge
    challenge, rolled, room, place ..., edge, warrior     the Room
    rolled, again, spawn ..., wield-choice, wield         the Encounter
    round, initiative, assign, monster-cards              a Round begins
    turns, next, turn, window, react, turns, ...          turns, with Reactions between them
        aid, aimed, shield, parry, compare, damage, ...   a Strike
        to, via, path, step, swing, attack, enter, exit   a move
    end-round, round, ...                                 and at last
    challenge-end, challenge                              the next Challenge

A decision that leaves no choice is made by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from generator.engine.events import Event
from generator.engine.pending import Step
from generator.games.grudge import illegal_moves
from generator.games.grudge.moves import Move
from generator.games.grudge.rules import (
    aid,
    challenges,
    conditions,
    damage,
    dice,
    encounter,
    items,
    monster_movement,
    monsters,
    movement,
    room,
    rounds,
    setup,
    strikes,
    turns,
    warrior,
)
from generator.games.grudge.state import GrudgeState


class Decision(NamedTuple):
    """What may be decided, and what comes of it."""

    moves: Callable[[GrudgeState, Step], Sequence[Move]]
    decide: Callable[[GrudgeState, Step, Move, list[Event]], None]


DECISIONS: Mapping[str, Decision] = {
    "stats": Decision(setup.stats_moves, setup.choose_stats),
    "loadout": Decision(setup.loadout_moves, setup.choose_loadout),
    "spend": Decision(dice.spend_moves, dice.spend),
    "room": Decision(room.room_moves, room.choose_room),
    "place": Decision(room.place_moves, room.place),
    "edge": Decision(room.edge_moves, room.choose_edge),
    "warrior": Decision(room.warrior_moves, room.place_warrior),
    "again": Decision(encounter.again_moves, encounter.again),
    "spawn": Decision(encounter.spawn_moves, encounter.spawn),
    "wield": Decision(encounter.wield_moves, encounter.wield),
    "initiative": Decision(rounds.initiative_moves, rounds.choose_initiative),
    "assign": Decision(rounds.assign_moves, rounds.assign),
    "next": Decision(turns.next_moves, turns.begin_turn),
    "turn": Decision(turns.turn_moves, turns.turn),
    "react": Decision(turns.window_moves, turns.react),
    "aid": Decision(aid.aid_moves, aid.aid),
    "shield": Decision(aid.aid_moves, aid.shield),
    "riposte": Decision(strikes.riposte_moves, strikes.riposte_decided),
    "sidestep": Decision(strikes.sidestep_moves, strikes.sidestep),
    "axe-step": Decision(strikes.axe_step_moves, strikes.axe_step),
    "follow": Decision(strikes.follow_moves, strikes.follow),
    "damage": Decision(damage.damage_moves, damage.take_damage),
    "drop": Decision(conditions.drop_moves, conditions.drop_decided),
    "pick": Decision(items.pick_moves, items.pick),
    "dash": Decision(movement.dash_moves, movement.dash_step),
    "exit": Decision(movement.exit_moves, movement.exit_fire),
    "monster-recover": Decision(monsters.recover_moves, monsters.recover_decided),
    "to": Decision(monster_movement.to_moves, monster_movement.to_decided),
    "via": Decision(monster_movement.via_moves, monster_movement.via_decided),
}
"""Every decision; all are the player's."""

ROLLED: Mapping[str, Callable[[GrudgeState, int, list[Event]], None]] = {
    "room": room.rolled_room,
    "edge": room.rolled_edge,
    "encounter": encounter.rolled_encounter,
    "loot": items.rolled_loot,
    "sweep": strikes.swept,
}
"""What comes of each roll of the die."""


def rolled(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`over-seven`: anything above the last entry of a table counts as that."""
    ROLLED[str(step.about[0])](state, min(int(step.about[1]), state.config.highest), events)


AUTOMATIC: Mapping[str, Callable[[GrudgeState, Step, list[Event]], None]] = {
    "rolled": rolled,
    "challenge": challenges.begin_challenge,
    "edge-roll": room.roll_edge,
    "wield-choice": encounter.wield_choice,
    "round": rounds.begin_round,
    "monster-cards": rounds.monster_cards,
    "turns": turns.next_turn,
    "window": turns.window,
    "strike": strikes.strike,
    "aimed": strikes.aimed,
    "parry": strikes.parry,
    "compare": strikes.compare,
    "sweep": strikes.sweep,
    "after": strikes.after,
    "follow-step": strikes.follow_step,
    "sidestep-monster": monster_movement.sidestep,
    "dragged": monsters.dragged,
    "path": movement.path,
    "step": movement.take_step,
    "swing": movement.swing,
    "attack": movement.attacked,
    "enter": movement.enter,
    "leave-fire": movement.leave_fire,
    "begin-dash": movement.begin_dash,
    "dash-on": movement.dash_on,
    "begin-avoid": warrior.begin_avoid,
    "rough": warrior.rough,
    "cast-thunderclap": items.thunderclap,
    "cast-brainfever": items.brainfever,
    "cast-gust": items.gust,
    "cast-cloud": items.cloud,
    "end-round": rounds.end_round,
    "challenge-end": challenges.end_challenge,
}
"""Every step that happens by itself."""


class GrudgeFlow(GrudgeState):
    """A game of Grudge in progress."""

    __slots__ = ()

    def compute_legal_moves(self) -> Sequence[Move]:
        step = self.pending[-1]
        return DECISIONS[step.name].moves(self, step)

    def explain_illegal(self, move: Move) -> tuple[str, str]:
        return illegal_moves.why_not(self, move)

    def apply_decision(self, step: Step, move: Move, events: list[Event]) -> None:
        DECISIONS[step.name].decide(self, step, move, events)

    def run_step(self, step: Step, events: list[Event]) -> None:
        AUTOMATIC[step.name](self, step, events)

    def advance(self, events: list[Event]) -> None:
        """Goes on to the next decision that is one: with a single move it is made already."""
        super().advance(events)
        while self.pending and len(self.legal_moves()) == 1:
            step, move = self.pending[-1], self.legal_moves()[0]
            self.pending = self.pending[:-1]
            self.clear_legal_moves()
            self.apply_decision(step, move, events)
            super().advance(events)
